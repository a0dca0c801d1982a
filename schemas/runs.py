"""runs: one row per run, with its summary."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import utc
from schemas.tables import Table, register


class Runs(dy.Schema):
    """A run of a command that writes."""

    run_id = dy.String(primary_key=True, description="time of the start and a few random letters")
    command = dy.String(description="backfill, reprocess, ...")
    status = dy.String(description="done, nothing, partial, failed, interrupted")
    started_at = utc("start", nullable=False)
    received_at = utc("time against which open tails and future times are judged", nullable=False)
    seconds = dy.Float64(description="wall time")
    generation = dy.Int64(nullable=True, description="generation it published")
    versions = dy.String(description="rule versions, JSON")
    summary = dy.String(description="the run summary, JSON: stages, model calls, tokens")


TABLE = register(Table("runs", Runs, "A run and its summary.", bucketed=False))
