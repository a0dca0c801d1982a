"""Rows of any table for tests: every column filled with a plain value unless told otherwise."""

from __future__ import annotations

from typing import Any

import polars as pl

from schemas.tables import all_tables

_CHOICES = {
    "scope": "global",
    "role": "user",
    "visibility": "owner",
    "time_flag": "ok",
    "purpose": "extract",
    "lang": "en",
    "kind": "persona",
    "subject": "user",
    "persona_id": "default",
    "owner_id": "me",
    "project_id": "",
}
_STATUS = {"windows": "ready", "claims": "accepted", "memories": "active", "candidates": "pending"}
_OUTCOME = {"replies": "ok", "decisions": "keep"}
_OWN = {"quarantine": {"kind": "line"}, "scores": {"decision": "stored"}}


def frame(table: str, *rows: dict[str, Any]) -> pl.DataFrame:
    """Rows of `table`; nullable columns are null, keys must be given where more than one row is."""
    contract = all_tables()[table]
    plain = {name: _plain(table, name) for name in contract.dtypes}
    return pl.DataFrame([plain | row for row in rows], schema=contract.dtypes)


def _plain(table: str, name: str) -> Any:
    column = all_tables()[table].schema.columns()[name]
    if column.nullable:
        return None
    chosen = _OWN.get(table, {}).get(name) or _CHOICES.get(name)
    if name == "status":
        chosen = _STATUS.get(table, "done")
    if name == "outcome":
        chosen = _OUTCOME[table]
    if chosen is not None:
        return chosen
    kind = column.dtype
    if isinstance(kind, pl.List):
        return []
    if isinstance(kind, pl.Datetime):
        from datetime import UTC, datetime

        return datetime(2025, 1, 1, tzinfo=UTC)
    if kind == pl.String:
        return f"{name}-1"
    if kind == pl.Boolean:
        return False
    return 1 if name in ("attempt", "mention_count") else 0
