"""claims: a memory as the model stated it, with the checks passed or the rejection reason."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import KINDS, Partitioned, utc
from schemas.tables import Table, register

SUBJECTS = ("user", "ai", "other", "none")


class Claims(Partitioned):
    """One item of a reply. Accepted or rejected, it is kept: nothing vanishes in silence."""

    claim_id = dy.String(primary_key=True, description="hash of request and place in the reply")
    request_key = dy.String(description="reply it came from")
    window_id = dy.String(description="window")
    session_key = dy.String(description="session")
    scene_id = dy.String(nullable=True, description="scene it stands in")
    ordinal = dy.Int64(min=0, description="place in the reply")
    memory_id = dy.String(description="hash of partition and identity text")
    content = dy.String(description="text of the claim")
    kind = dy.String(nullable=True, description=f"one of {', '.join(KINDS)}; null if unknown")
    priority = dy.Int32(nullable=True, description="-1..100 as the model gave it")
    lang = dy.String(description="zh or en, of the content")
    sources = dy.List(dy.String(), description="message keys it rests on, in order of time")
    user_sources = dy.Int64(min=0, description="how many of them are the user's")
    first_at = utc("earliest time of the sources")
    last_at = utc("latest time of the sources")
    activity_start = utc("start of the activity, episodic only")
    activity_end = utc("end of the activity, episodic only")
    subject = dy.String(check=lambda c: c.is_in(SUBJECTS), description="who the claim is about")
    grounding = dy.Float64(
        min=0, max=1, description="share of its content terms found in the sources"
    )
    missing = dy.List(
        dy.String(), description="kinds of ungrounded items: term, number, name, date"
    )
    hedged = dy.Bool(description="claim or sources hedge (maybe, 可能)")
    explicit = dy.Bool(description="the user asked in their own words to remember it")
    restricted = dy.Bool(description="a source comes from a restricted session")
    status = dy.String(
        check=lambda c: c.is_in(["accepted", "rejected"]), description="accepted or rejected"
    )
    reason = dy.String(nullable=True, description="first failed check; null if accepted")
    parse_version = dy.String(description="version of parsing")
    checks_version = dy.String(description="version of the checks")


TABLE = register(Table("claims", Claims, "A memory as the model stated it."))
