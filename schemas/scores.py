"""scores: six dimensions with their reasons, the total, and what the gate made of it; a history."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned, run_id, utc
from schemas.tables import Table, register

DIMENSIONS = ("importance", "novelty", "relevance", "credibility", "granularity", "timeliness")


def _value(name: str) -> dy.Int32:
    return dy.Int32(min=0, max=10, description=f"{name}, whole points 0-10")


def _reason(name: str) -> dy.String:
    return dy.String(description=f"why {name} has its value, codes with figures")


class Scores(Partitioned):
    """A memory_id scored under one set of versions and inputs (rows P01-P26)."""

    score_id = dy.String(primary_key=True, description="hash of memory, versions, inputs")
    memory_id = dy.String(description="memory")
    latest = dy.Bool(description="whether this is the newest row of the memory")
    importance = _value("importance")
    novelty = _value("novelty")
    relevance = _value("relevance")
    credibility = _value("credibility")
    granularity = _value("granularity")
    timeliness = _value("timeliness")
    importance_reason = _reason("importance")
    novelty_reason = _reason("novelty")
    relevance_reason = _reason("relevance")
    credibility_reason = _reason("credibility")
    granularity_reason = _reason("granularity")
    timeliness_reason = _reason("timeliness")
    raw_tenths = dy.Int32(min=0, max=100, description="weighted total in tenths before forcing")
    total_tenths = dy.Int32(min=0, max=100, description="total in tenths, after forcing")
    forced = dy.Bool(description="raised to at least 80 by an explicit instruction")
    mark = dy.String(nullable=True, description="#评分:8.5 #评估:重要性9,...; verified by the gate")
    decision = dy.String(check=lambda c: c.is_in(["stored", "rejected"]), description="of the gate")
    reason = dy.String(nullable=True, description="why the gate rejected it")
    score_version = dy.String(description="version of the scoring")
    gate_version = dy.String(description="version of the gate")
    scored_at = utc("when the row was first written", nullable=False, work=True)
    run_id = run_id()


TABLE = register(Table("scores", Scores, "A memory scored under one set of versions."))
