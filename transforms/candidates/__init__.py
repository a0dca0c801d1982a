"""Candidates: decisions become proposed changes with their evidence (rows C21-C45).

Belongs here: the list of builders, one file per action. Does not belong here: judging pairs, and
applying what was proposed (`transforms/apply.py`).
"""

from __future__ import annotations

from datetime import datetime

import polars as pl

from transforms.candidates.archive import archives
from transforms.candidates.drafts import best, dress, lawful
from transforms.candidates.merge import direct, same_events
from transforms.candidates.params import ApplyParams
from transforms.candidates.reclassify import reclassifications
from transforms.candidates.supersede import supersessions

VERSION = "tidy-1"


def propose(
    decisions: pl.DataFrame,
    rows: pl.DataFrame,
    facts: pl.DataFrame,
    params: ApplyParams,
    *,
    run_id: str,
    created_at: datetime,
) -> pl.DataFrame:
    """Rows of `schemas.candidates`, all pending, one per (source, action), sorted by id.

    `decisions` and `facts` as their schemas; `rows`: gated memories with bucket, the partition,
    memory_id, content, kind, first_seen, restricted. Where a source has several possible targets
    the best becomes its candidate: equivalent facts first, then the largest similarity, then the
    smallest id. Rows from restricted sources are never proposed (row T34).
    """
    twins = pl.concat([direct(decisions, params), same_events(decisions, facts)])
    chosen = best(lawful(twins, rows))
    others = [
        reclassifications(chosen, rows),
        archives(rows, facts),
        supersessions(decisions, rows, facts),
    ]
    drafts = pl.concat([chosen, best(lawful(pl.concat(others), rows))])
    dressed = dress(drafts, rows, facts, VERSION, run_id, created_at)
    return dressed.sort("candidate_id")
