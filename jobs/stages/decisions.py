"""decisions: pairs and facts -> the T0 outcome of every pair, with rule and evidence codes."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts, tally
from transforms.judge.t0 import judge
from transforms.passed import passed


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Judge every recalled pair; similarity is passed through as evidence."""
    lake = context.lake
    rows = passed(lake.read("claims", work), lake.read("scores", work))
    pairs = lake.read("pairs", work)
    decisions = judge(pairs, lake.read("facts", work), rows, context.settings.judge)
    lake.replace("decisions", decisions, work, work)
    merged = decisions.filter(pl.col("outcome") == "merge").height
    apart = decisions.filter(pl.col("outcome") != "merge")
    return StageCounts(pairs.height, merged, tally(apart["reason"]))


STAGE = Stage(
    name="decisions",
    reads=("claims", "scores", "pairs", "facts"),
    writes=("decisions",),
    versions=("t0",),
    settings=("judge",),
    run=run,
)
