"""Rows for the tests of scoring and gate: a good persona fact, and what differs from it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import polars as pl

from schemas import claims, facts
from schemas.columns import PARTITION
from schemas.scores import DIMENSIONS
from transforms.ids import content_id
from transforms.scoring.mark import write_mark

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
OWNER = {"bucket": 3, "owner_id": "me", "persona_id": "default", "scope": "global"}
HOME = {**OWNER, "project_id": ""}

STATEMENT: dict[str, Any] = {
    **HOME,
    "memory_id": "m",
    "content": "用户住在杭州",
    "kind": "persona",
    "lang": "zh",
    "subject": "user",
    "priority": 70,
    "sources": ["k1"],
    "user_sources": 1,
    "mention_count": 1,
    "first_seen": NOW,
    "last_seen": NOW,
    "activity_start": None,
    "activity_end": None,
    "grounding": 1.0,
    "hedged": False,
    "explicit": False,
    "restricted": False,
    "declined": False,
}
FACTS: dict[str, Any] = {
    **HOME,
    "memory_id": "m",
    "content": "用户住在杭州",
    "terms": ["住", "杭州"],
    "numbers": [],
    "negations": [],
    "subject": "user",
    "persons": [],
    "conditions": [],
    "modality": [],
    "times": [],
    "has_term": False,
    "habit": False,
    "one_off": False,
    "lasting_dated": False,
    "hedged": False,
    "specific": 1,
    "facts_version": "facts-1",
}
CLAIM: dict[str, Any] = {
    **HOME,
    "claim_id": "c1",
    "request_key": "r1",
    "window_id": "w1",
    "session_key": "s1",
    "scene_id": None,
    "ordinal": 0,
    "memory_id": "m",
    "content": "用户住在杭州",
    "kind": "persona",
    "priority": 70,
    "lang": "zh",
    "sources": ["k1"],
    "user_sources": 1,
    "first_at": NOW,
    "last_at": NOW,
    "activity_start": None,
    "activity_end": None,
    "subject": "user",
    "grounding": 0.9,
    "missing": [],
    "hedged": False,
    "explicit": False,
    "restricted": False,
    "status": "accepted",
    "reason": None,
    "parse_version": "parse-1",
    "checks_version": "checks-1",
}

_FROM_CLAIMS = ("memory_id", "content", "kind", "lang", "subject", "priority", "sources")
_STATEMENT_TYPES: dict[str, Any] = {
    **{name: claims.TABLE.dtypes[name] for name in ("bucket", *PARTITION, *_FROM_CLAIMS)},
    "user_sources": pl.Int64(),
    "mention_count": pl.Int64(),
    **dict.fromkeys(
        ("first_seen", "last_seen", "activity_start", "activity_end"), pl.Datetime("us", "UTC")
    ),
    "grounding": pl.Float64(),
    **dict.fromkeys(("hedged", "explicit", "restricted", "declined"), pl.Boolean()),
}


def statement_frame(*rows: dict[str, Any]) -> pl.DataFrame:
    """Statements that differ from the good persona fact as told."""
    return pl.DataFrame([{**STATEMENT, **row} for row in rows], schema=_STATEMENT_TYPES)


def fact_frame(*rows: dict[str, Any]) -> pl.DataFrame:
    """Facts that differ from those of the good persona fact as told."""
    return pl.DataFrame([{**FACTS, **row} for row in rows], schema=facts.TABLE.dtypes)


def claim_frame(*rows: dict[str, Any]) -> pl.DataFrame:
    """Claims that differ from the good persona fact as told."""
    return pl.DataFrame([{**CLAIM, **row} for row in rows], schema=claims.TABLE.dtypes)


def as_of_frame(at: datetime | None = NOW) -> pl.DataFrame:
    """The newest message time of owner `me`."""
    types = {"owner_id": pl.String(), "as_of": pl.Datetime("us", "UTC")}
    return pl.DataFrame({"owner_id": ["me"], "as_of": [at]}, schema=types)


def scored_frame(*vectors: tuple[int, ...], **columns: Any) -> pl.DataFrame:
    """What `score` makes of rows with these six values; `columns` are set before the mark."""
    values = dict(zip(DIMENSIONS, zip(*vectors, strict=True), strict=True))
    weights = (3, 1, 2, 2, 1, 1)
    tenths = [sum(w * v for w, v in zip(weights, row, strict=True)) for row in vectors]
    forced = bool(columns.get("forced"))
    frame = pl.DataFrame(values, schema=dict.fromkeys(DIMENSIONS, pl.Int32())).with_columns(
        **{name: pl.lit(value) for name, value in HOME.items()},
        memory_id=pl.Series([content_id(str(row)) for row in vectors]),
        raw_tenths=pl.Series(tenths, dtype=pl.Int32),
        total_tenths=pl.Series([max(t, 80) if forced else t for t in tenths], dtype=pl.Int32),
        explicit=pl.lit(forced),
        declined=pl.lit(False),
        restricted=pl.lit(False),
        forced=pl.lit(forced),
        **{f"{name}_reason": pl.lit("given") for name in DIMENSIONS},
    )
    return frame.with_columns(
        **{name: pl.lit(value) for name, value in columns.items()}
    ).with_columns(mark=write_mark())
