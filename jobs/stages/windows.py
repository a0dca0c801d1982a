"""windows: messages -> extraction windows; open tails are cut once they are quiet."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts
from transforms.windows import cut, due_tails


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Cut what is new; windows that are closed stay as they are, whatever arrives later."""
    lake, params = context.lake, context.settings.windows
    messages, before = lake.read("messages", work), lake.read("windows", work)
    windows = cut(messages, before, params, context.received_at, context.flush, context.run_id)
    lake.replace("windows", windows, work, work)
    ready = windows.filter(pl.col("status") == "ready").height
    return StageCounts(messages.height, ready)


def due(context: Context) -> set[int]:
    """Buckets with an open tail that `received_at` (or --flush) closes."""
    tails = context.lake.scan("windows").filter(pl.col("status") == "open").collect()
    closing = due_tails(tails, context.settings.windows, context.received_at, context.flush)
    return set(closing["bucket"].to_list())


def name_open_tails(context: Context) -> None:
    """Tell in the summary which messages wait for their session to be quiet."""
    tails = context.lake.scan("windows").filter(pl.col("status") == "open").select("new").collect()
    if tails.height:
        waiting = int(tails["new"].list.len().sum())
        context.report.notes.append(
            f"{tails.height} sessions have an open tail ({waiting} messages): it is cut once quiet"
            f" for {context.settings.windows.gap_hours:g} h, or now with --flush"
        )


STAGE = Stage(
    name="windows",
    reads=("messages",),
    writes=("windows",),
    versions=("window", "clean"),
    settings=("windows",),
    run=run,
    due=due,
)
