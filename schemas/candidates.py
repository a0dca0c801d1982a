"""candidates: proposed changes with their evidence. The only table whose evidence holds text."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned, utc
from schemas.tables import WORK, Table, register

ACTIONS = ("merge", "modify", "archive", "reclassify", "supersede")
STATUSES = ("pending", "applied", "rejected", "reverted", "superseded")


class Candidates(Partitioned):
    """A proposed change (rows C21-C45)."""

    candidate_id = dy.String(primary_key=True, description="hash of the idempotency key")
    idempotency_key = dy.String(description="SHA-256 of partition, sources, action, rule version")
    action = dy.String(
        check=lambda c: c.is_in(ACTIONS),
        description="merge, modify, archive, reclassify, supersede",
    )
    kind = dy.String(description="kind of the target, or of the changed row")
    source_ids = dy.List(dy.String(), min_length=1, description="rows that would change")
    target_id = dy.String(nullable=True, description="survivor")
    proposed_content = dy.String(nullable=True, description="text of the absorbed or changed row")
    merged_content = dy.String(nullable=True, description="text of the survivor, verbatim")
    reason = dy.String(description="fact_subset, one_off_event, kind_mismatch, ...")
    auto_class = dy.String(
        nullable=True, description="automatic class, null if a person must decide"
    )
    similarity = dy.Float64(
        nullable=True, description="evidence: recall similarity, never a criterion"
    )
    recall_mode = dy.String(nullable=True, description="evidence: lexical, embedding or key")
    containment = dy.String(
        nullable=True, description="evidence: a_subset_b, b_subset_a, both, none"
    )
    containment_evidence = dy.List(
        dy.String(), description="evidence: what is missing, item by item"
    )
    veto_reason = dy.String(nullable=True, description="evidence: empty if none")
    kind_a = dy.String(
        nullable=True, description="evidence: kind of a (the absorbed or changed row)"
    )
    kind_b = dy.String(nullable=True, description="evidence: kind of b")
    proposed_kind = dy.String(nullable=True, description="evidence: kind proposed by reclassify")
    content_a = dy.String(nullable=True, description="evidence: text of a")
    content_b = dy.String(nullable=True, description="evidence: text of b")
    rule_version = dy.String(description="version of the rules that proposed it")
    score_min = dy.Float64(description="lowest pair score")
    score_max = dy.Float64(description="highest pair score")
    status = dy.String(
        check=lambda c: c.is_in(STATUSES),
        description="pending, applied, rejected, reverted, superseded",
    )
    auto = dy.Bool(description="applied without a person")
    created_at = utc("when it was first proposed", nullable=False, work=True)
    run_id = dy.String(metadata=WORK, description="run that first proposed it")


TABLE = register(Table("candidates", Candidates, "A proposed change with evidence."))
