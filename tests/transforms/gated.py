"""Gated memories, decisions and verdicts for the tests of recall, candidates and consolidation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl

from schemas.candidates import TABLE as CANDIDATES
from schemas.decisions import TABLE as DECISIONS
from schemas.memories import TABLE as MEMORIES
from schemas.verdicts import TABLE as VERDICTS
from transforms.apply import ApplyParams, merge_status, settle
from transforms.candidates import propose
from transforms.judge.facts import language_facts
from transforms.memories import consolidate

DAY = datetime(2025, 1, 1, tzinfo=UTC)
RUN = {"run_id": "run-1", "created_at": datetime(2026, 1, 1, tzinfo=UTC)}
_TIME = pl.Datetime("us", "UTC")
_TYPES = {
    "bucket": pl.Int32(),
    "owner_id": pl.String(),
    "persona_id": pl.String(),
    "scope": pl.String(),
    "project_id": pl.String(),
    "memory_id": pl.String(),
    "content": pl.String(),
    "kind": pl.String(),
    "lang": pl.String(),
    "priority": pl.Int32(),
    "sources": pl.List(pl.String()),
    "mention_count": pl.Int64(),
    "first_seen": _TIME,
    "last_seen": _TIME,
    "activity_start": _TIME,
    "activity_end": _TIME,
    "restricted": pl.Boolean(),
    "score_tenths": pl.Int32(),
    "forced": pl.Boolean(),
    "confidence": pl.Float64(),
}


def day(number: int) -> datetime:
    """A day after the first."""
    return DAY + timedelta(days=number)


def gated(*rows: Mapping[str, Any]) -> pl.DataFrame:
    """Rows as `passed` gives them; row i is first seen on day i unless told otherwise."""
    plain = [
        {
            "bucket": 0,
            "owner_id": "me",
            "persona_id": "default",
            "scope": "global",
            "project_id": "",
            "memory_id": f"m{number}",
            "content": f"The user owns item {number}",
            "kind": "persona",
            "lang": "en",
            "priority": 70,
            "sources": [f"s-{row.get('memory_id', f'm{number}')}"],
            "mention_count": 1,
            "first_seen": day(number),
            "last_seen": row.get("first_seen", day(number)),
            "activity_start": None,
            "activity_end": None,
            "restricted": False,
            "score_tenths": 80,
            "forced": False,
            "confidence": 0.9,
            **row,
        }
        for number, row in enumerate(rows)
    ]
    return pl.DataFrame(plain, schema=_TYPES)


def decided(*pairs: Mapping[str, Any]) -> pl.DataFrame:
    """Decisions; plain is a merge of a contained new row into the existing one."""
    plain = [
        {
            "bucket": 0,
            "owner_id": "me",
            "persona_id": "default",
            "scope": "global",
            "project_id": "",
            "tier": "t0",
            "outcome": "merge",
            "rule": "merge",
            "reason": "fact_subset",
            "evidence": [],
            "containment": "a_subset_b",
            "target_id": pair["existing_id"] if "outcome" not in pair else None,
            "similarity": 0.8,
            "recall_mode": "lexical",
            "version": "t0-1",
            **pair,
        }
        for pair in pairs
    ]
    return pl.DataFrame(plain, schema=DECISIONS.dtypes)


def links(pairs: Iterable[tuple[str, str]], **columns: Any) -> pl.DataFrame:
    """Merge decisions (absorbed, survivor)."""
    return decided(
        *({"new_id": source, "existing_id": target, **columns} for source, target in pairs)
    )


def verdict(number: int, decision: str, source: str, target: str | None, **columns: Any) -> Any:
    """A verdict row; the sources are the plain ones of `gated`."""
    return {
        "bucket": 0,
        "owner_id": "me",
        "persona_id": "default",
        "scope": "global",
        "project_id": "",
        "verdict_id": f"v{number}",
        "candidate_id": f"c-{source}",
        "decision": decision,
        "action": "merge",
        "source_ids": [source],
        "target_id": target,
        "source_messages": [f"s-{source}"],
        "target_messages": [] if target is None else [f"s-{target}"],
        "decided_at": day(500 + number),
        "decided_by": "reviewer",
        **columns,
    }


def verdicts(*rows: Any) -> pl.DataFrame:
    """The table of verdicts."""
    return pl.DataFrame(rows, schema=VERDICTS.dtypes) if rows else VERDICTS.empty()


def tidy(
    rows: pl.DataFrame,
    decisions: pl.DataFrame,
    judged: pl.DataFrame | None = None,
    params: ApplyParams | None = None,
    previous: pl.DataFrame | None = None,
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(candidates, memories) of one run, both checked against their contracts."""
    policy = params or ApplyParams()
    proposed = CANDIDATES.conform(propose(decisions, rows, language_facts(rows), policy, **RUN))
    judged = verdicts() if judged is None else judged
    settled = settle(proposed, decisions, rows, judged, policy)
    before = CANDIDATES.empty() if previous is None else previous
    candidates = CANDIDATES.conform(merge_status(before, settled))
    return candidates, MEMORIES.conform(consolidate(rows, candidates))


def survivors(memories: pl.DataFrame) -> dict[str, str | None]:
    """Pointer of each memory."""
    return dict(memories.select("memory_id", "survivor_id").iter_rows())
