"""Candidates of this run beside those of earlier runs.

Belongs here: which first run, time and status an idempotency key keeps, and the audit rows
of what was applied. Does not belong here:
deciding a status (`settle`).
"""

from __future__ import annotations

from datetime import datetime

import polars as pl

from schemas.candidates import TABLE
from transforms.ids import content_id

APPLIED = "memory.tidy.apply"
_KEPT = ["rejected", "reverted"]


def merge_status(previous: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """Rows of `schemas.candidates`: `new`, then those of `previous` that are proposed no more.

    A key seen before keeps its first run and time (row C31) and takes everything else from `new`,
    whose statuses follow the verdicts. A key that is proposed no more becomes superseded, unless a
    person decided it: rejected, reverted, and applied by a person stay as they are. Sorted by id.
    """
    first = previous.select(
        "candidate_id", first_at=pl.col("created_at"), first_run=pl.col("run_id")
    )
    current = new.join(first, on="candidate_id", how="left", maintain_order="left").with_columns(
        created_at=pl.coalesce("first_at", "created_at"),
        run_id=pl.coalesce("first_run", "run_id"),
    )
    by_person = pl.col("status").is_in(_KEPT) | ((pl.col("status") == "applied") & ~pl.col("auto"))
    gone = previous.join(new.select("candidate_id"), on="candidate_id", how="anti").with_columns(
        status=pl.when(by_person).then("status").otherwise(pl.lit("superseded")),
        auto=pl.col("auto") & by_person,
    )
    columns = TABLE.dtypes.names()
    return pl.concat([current.select(columns), gone.select(columns)]).sort("candidate_id")


def applied_events(candidates: pl.DataFrame, run_id: str, at: datetime) -> pl.DataFrame:
    """A row of `schemas.audit` for each applied candidate (row C16); ids and reasons, no text."""
    applied = candidates.filter(pl.col("status") == "applied")
    ids = [content_id(APPLIED, candidate) for candidate in applied["candidate_id"]]
    return applied.select(
        pl.Series("event_id", ids, dtype=pl.String),
        pl.lit(APPLIED).alias("event"),
        "owner_id",
        pl.col("candidate_id").alias("subject_id"),
        "reason",
        "auto",
        pl.lit(at, pl.Datetime("us", "UTC")).alias("at"),
        pl.lit(run_id).alias("run_id"),
    )
