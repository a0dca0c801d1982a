"""Quarantine: input and windows that could not be used, each put there once.

Belongs here: rows of the table and their keys. Does not belong here: deciding what goes there.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import polars as pl

from jobs.archives import ArchiveFile, BadFile
from jobs.context import Context
from schemas.tables import all_tables
from transforms.ids import content_id


def add(context: Context, rows: list[dict[str, Any]]) -> pl.DataFrame:
    """Append what is not there yet; returns it. What was there is no failure of this run."""
    bad = pl.DataFrame(rows, schema=all_tables()["quarantine"].dtypes)
    bad = bad.unique("quarantine_key", keep="first", maintain_order=True)
    known = context.lake.scan("quarantine").select("quarantine_key").collect()
    new = bad.join(known, on="quarantine_key", how="anti", maintain_order="left")
    context.lake.append("quarantine", new)
    return new


def line(context: Context, file: ArchiveFile, row: dict[str, Any]) -> dict[str, Any]:
    """A line or item of a file, from a row of the importer's bad frame."""
    key = content_id("line", row["digest"], row["reason"])
    place = {"path": str(file.path), "source_digest": file.digest, "line": row["line"]}
    return _row(context, key, "line", row["reason"], row["detail"], **place)


def file(context: Context, bad: BadFile) -> dict[str, Any]:
    """A file in a folder that cannot be read at all."""
    key = content_id("file", bad.digest or str(bad.path), bad.reason)
    place = {"path": str(bad.path), "source_digest": bad.digest}
    return _row(context, key, "file", bad.reason, bad.detail, **place)


def window(context: Context, window_id: str, reason: str, detail: str | None) -> dict[str, Any]:
    """A window whose attempts are used up; `reason` is the outcome, `detail` the engine's error."""
    key = content_id("window", window_id, reason)
    return _row(context, key, "window", reason, detail, window_id=window_id)


def _row(
    context: Context, key: str, kind: str, reason: str, detail: str | None, **place: Any
) -> dict[str, Any]:
    nowhere = {"path": None, "source_digest": None, "line": None, "window_id": None}
    return {
        "quarantine_key": key,
        "kind": kind,
        "reason": reason,
        "detail": detail,
        "seen_at": datetime.now(UTC),
        "run_id": context.run_id,
        **nowhere,
        **place,
    }
