"""memories: what passed the gate, after consolidation. Nothing is ever deleted here."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import KINDS, Partitioned, utc
from schemas.tables import Table, register

STATUSES = ("active", "merged", "archived", "superseded")


class Memories(Partitioned):
    """One memory. A merged row keeps its text and points to its survivor."""

    memory_id = dy.String(primary_key=True, description="hash of partition and identity text")
    content = dy.String(description="text, byte for byte as first stated")
    kind = dy.String(check=lambda c: c.is_in(KINDS), description="persona, episodic, instruction")
    lang = dy.String(description="zh or en")
    status = dy.String(
        check=lambda c: c.is_in(STATUSES), description="active, merged, archived, superseded"
    )
    status_reason = dy.String(nullable=True, description="why it is not active")
    survivor_id = dy.String(nullable=True, description="memory that took this one in")
    absorbed = dy.List(dy.String(), description="memories this one took in, sorted")
    sources = dy.List(
        dy.String(), description="message keys, absorbed ones' included, sorted by time"
    )
    mention_count = dy.Int64(min=1, description="windows that state it, absorbed ones' included")
    first_seen = utc("earliest source time")
    last_seen = utc("latest source time")
    activity_start = utc("start of the activity, episodic only")
    activity_end = utc("end of the activity, episodic only")
    valid_from = utc("from when the fact holds, as far as known")
    valid_to = utc("until when, set by supersede")
    priority = dy.Int32(description="highest priority stated")
    score_tenths = dy.Int32(min=0, max=100, description="total of the newest score")
    forced = dy.Bool(description="stored on the user's explicit word")
    confidence = dy.Float64(min=0, max=1, description="credibility / 10")
    restricted = dy.Bool(description="rests on a restricted source: never merged, never archived")


TABLE = register(Table("memories", Memories, "A memory that passed the gate."))
