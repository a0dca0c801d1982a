"""extract: windows without an answer -> replies. The stage that costs money asks nothing twice.

Each reply is in the reply log before anything else happens with it. A window whose attempts are
used up goes to quarantine, and its session goes on with the last scene name.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import polars as pl

from jobs.asking import Asking
from jobs.context import Context
from jobs.engines.base import Engine
from jobs.errors import Precondition
from jobs.inflight import ReplyLog, fold, logs_in
from jobs.scheduler import run_chains
from transforms.extraction.pending import (
    Asker,
    scenes_before,
    unanswered,
    unanswered_by,
    with_attempts,
)
from transforms.extraction.prompt import VERSION

#: Windows whose texts are held at one time.
WINDOWS_AT_ONCE = 20_000


def extract(context: Context) -> None:
    """Ask about every window that has no answer yet, sessions side by side."""
    started = time.monotonic()
    again = "extract" in context.forced
    waiting = _waiting(context, again)
    if waiting.height or again:
        if context.open_engine is None:
            raise Precondition("this command asks no model; use `winnow backfill`")
        context.say(f"extract: {waiting.height} windows to ask about")
        engine = context.open_engine()
        try:
            _ask(context, engine, again)
        finally:
            engine.close()
            fold(context.lake, logs_in(context.inflight))
    context.report.stage("extract").seconds += time.monotonic() - started


def _waiting(context: Context, again: bool) -> pl.DataFrame:
    """Unanswered windows, from keys and outcomes alone; counts the answered ones as cached."""
    lake = context.lake
    windows = lake.scan("windows").drop("new", "background").collect()
    replies = lake.scan("replies").select("purpose", "subject", "outcome").collect()
    waiting = unanswered(windows, replies, _given_up(context))
    if not again:
        ready = windows.filter(pl.col("status") == "ready").height
        context.report.calls["extract"]["cached"] += ready - waiting.height
    return waiting


def _given_up(context: Context) -> pl.DataFrame:
    """Windows in quarantine; those whose engine failed may work tonight and are not among them."""
    rows = context.lake.scan("quarantine").filter(
        (pl.col("kind") == "window") & (pl.col("reason") != "engine_error")
    )
    return rows.select("window_id").collect()


def _ask(context: Context, engine: Engine, again: bool) -> None:
    """Go through the buckets, as many at a time as `WINDOWS_AT_ONCE` allows."""
    asker = Asker(VERSION, engine.identity)
    left = context.limit
    for buckets in _groups(context):
        windows = context.lake.read("windows", buckets)
        replies = context.lake.read("replies", buckets)
        waiting = (
            unanswered_by(asker, windows, replies)
            if again
            else unanswered(windows, replies, _given_up(context))
        )
        waiting = with_attempts(asker, waiting, replies)
        if left is not None:
            waiting = waiting.head(left)
            left -= waiting.height
        if waiting.height and not context.stop.is_set():
            _ask_about(context, engine, waiting, windows, replies)


def _ask_about(
    context: Context,
    engine: Engine,
    waiting: pl.DataFrame,
    windows: pl.DataFrame,
    replies: pl.DataFrame,
) -> None:
    context.report.work_done = True
    scenes = scenes_before(waiting, windows, replies)
    with ReplyLog(context.inflight, context.run_id) as log:
        asking = Asking(context, engine, log, windows, waiting)
        chains = asking.chains()
        try:
            run_chains(
                engine,
                chains,
                lambda number: scenes.get(chains[number][0].view.window_id),
                asking.question,
                asking.settle,
                context.stop.is_set,
            )
        finally:  # what was settled before an engine died counts
            asking.report()
    fold(context.lake, logs_in(context.inflight))


def _groups(context: Context) -> Iterator[list[int]]:
    ready = context.lake.scan("windows").filter(pl.col("status") == "ready")
    sizes = ready.group_by("bucket").agg(n=pl.len()).sort("bucket").collect()
    group: list[int] = []
    held = 0
    for bucket, n in sizes.iter_rows():
        if group and held + n > WINDOWS_AT_ONCE:
            yield group
            group, held = [], 0
        group.append(bucket)
        held += n
    if group:
        yield group
