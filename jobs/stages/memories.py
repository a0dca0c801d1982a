"""memories: gated rows and applied candidates -> the consolidated table. Nothing is deleted."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts, tally
from transforms.memories import consolidate
from transforms.passed import passed


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Consolidate the buckets as a whole: a pure function of what was decided."""
    lake = context.lake
    rows = passed(lake.read("claims", work), lake.read("scores", work))
    memories = consolidate(rows, lake.read("candidates", work))
    lake.replace("memories", memories, work, work)
    active = memories.filter(pl.col("status") == "active").height
    return StageCounts(rows.height, active, tally(memories["status_reason"]))


STAGE = Stage(
    name="memories",
    reads=("claims", "scores", "candidates"),
    writes=("memories",),
    versions=("tidy",),
    run=run,
)
