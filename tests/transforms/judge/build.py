"""Memories and pairs for tests of the judge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import polars as pl

from transforms.judge.facts import language_facts
from transforms.judge.params import JudgeParams
from transforms.judge.t0 import judge

EARLIER, LATER = datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 1, 2, tzinfo=UTC)


def memories(texts: Sequence[str], overrides: Sequence[dict[str, Any]] = ()) -> pl.DataFrame:
    """A row per text with ids m0, m1, ...; the first is the earliest."""
    rows = []
    for at, text in enumerate(texts):
        row = {
            "bucket": 0,
            "owner_id": "me",
            "persona_id": "default",
            "scope": "global",
            "project_id": "",
            "memory_id": f"m{at}",
            "content": text,
            "kind": "persona",
            "first_seen": EARLIER if at == 0 else LATER,
            "confidence": 1.0,
            "restricted": False,
        }
        rows.append(row | (overrides[at] if at < len(overrides) else {}))
    frame = pl.DataFrame(rows)
    return frame.with_columns(
        pl.col("bucket").cast(pl.Int32), pl.col("first_seen").cast(pl.Datetime("us", "UTC"))
    )


def recalled(*ids: tuple[str, str], **columns: Any) -> pl.DataFrame:
    """Pairs of (new, existing) ids."""
    similarity = columns.get("similarity", 0.9)
    return pl.DataFrame(ids, schema=["new_id", "existing_id"], orient="row").with_columns(
        similarity=pl.lit(similarity), mode=pl.lit("lexical")
    )


def decide(
    existing: str,
    new: str,
    kind: str = "persona",
    params: JudgeParams | None = None,
    similarity: float = 0.9,
) -> dict[str, Any]:
    """The decision on two texts of one kind."""
    rows = memories([existing, new], [{"kind": kind}, {"kind": kind}])
    pairs = recalled(("m1", "m0"), similarity=similarity)
    return judge(pairs, language_facts(rows), rows, params).row(0, named=True)


def outcome(existing: str, new: str, kind: str = "persona") -> str:
    """`merge`, `gray`, `keep` or the veto's reason."""
    found = decide(existing, new, kind)
    return str(found["reason"] if found["outcome"] == "veto" else found["outcome"])
