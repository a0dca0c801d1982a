"""candidates: decisions -> proposed changes with evidence, the safe classes applied."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import polars as pl

from jobs import audit
from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts, tally
from transforms.apply import applied_events, merge_status, settle
from transforms.candidates import propose
from transforms.passed import passed


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Propose, apply in rounds, keep the first run of what was proposed before."""
    lake, params = context.lake, context.settings.apply
    rows = passed(lake.read("claims", work), lake.read("scores", work))
    decisions, facts = lake.read("decisions", work), lake.read("facts", work)
    proposed = propose(
        decisions, rows, facts, params, run_id=context.run_id, created_at=datetime.now(UTC)
    )
    settled = settle(proposed, decisions, rows, lake.read("verdicts", work), params)
    candidates = merge_status(lake.read("candidates", work), settled)
    lake.replace("candidates", candidates, work, work)
    audit.add(lake, applied_events(candidates, context.run_id, datetime.now(UTC)))
    applied = candidates.filter(pl.col("status") == "applied").height
    waiting = candidates.filter(pl.col("status") != "applied")
    return StageCounts(candidates.height, applied, tally(waiting["status"]))


STAGE = Stage(
    name="candidates",
    reads=("claims", "scores", "facts", "decisions", "verdicts"),
    writes=("candidates",),
    versions=("tidy", "t0"),
    settings=("apply",),
    run=run,
)
