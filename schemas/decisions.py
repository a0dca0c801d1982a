"""decisions: what the judge made of a pair; rule, reason, evidence codes; never text."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned
from schemas.tables import Table, register

OUTCOMES = ("merge", "modify", "gray", "keep", "veto", "create")


class Decisions(Partitioned):
    """The T0 outcome of a pair, or the T1 outcome of a new memory against one candidate."""

    new_id = dy.String(primary_key=True, description="the later memory")
    existing_id = dy.String(primary_key=True, description="the earlier memory")
    tier = dy.String(primary_key=True, description="t0 or t1")
    outcome = dy.String(
        check=lambda c: c.is_in(OUTCOMES), description="merge, modify, gray, keep, veto, create"
    )
    rule = dy.String(description="rule that decided")
    reason = dy.String(description="reason code: fact_subset, veto_numeric, t1_keep, ...")
    evidence = dy.List(dy.String(), description="evidence codes, no text of a memory")
    containment = dy.String(
        nullable=True, description="a_subset_b, b_subset_a, both, none; a is the new one"
    )
    target_id = dy.String(nullable=True, description="survivor of a merge")
    similarity = dy.Float64(min=0, max=1, description="recall similarity; evidence only")
    recall_mode = dy.String(description="lexical, embedding or key")
    version = dy.String(description="version of the tier that decided")


TABLE = register(Table("decisions", Decisions, "The outcome of a pair."))
