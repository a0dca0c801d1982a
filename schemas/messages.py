"""messages: an imported message, cleaned and redacted, with its provenance."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned, run_id, utc
from schemas.tables import WORK, Table, register

ROLES = ("user", "assistant", "system", "tool")
VISIBILITIES = ("owner", "group", "stranger")
TIME_FLAGS = ("ok", "missing", "future", "ancient", "invalid")


class Messages(Partitioned):
    """One message. Text is stored after cleaning and redaction, never before."""

    message_key = dy.String(
        primary_key=True, description="content-derived id, starts from the owner"
    )
    session_key = dy.String(description="content-derived id of the session")
    session_id = dy.String(description="session id in the source")
    message_id = dy.String(nullable=True, description="message id in the source, if it has one")
    position = dy.Int64(min=0, description="place in its session as the source lists it")
    role = dy.String(check=lambda c: c.is_in(ROLES), description="user, assistant, system, tool")
    speaker = dy.String(nullable=True, description="name of the speaker, if the source has one")
    content = dy.String(description="text after cleaning and redaction")
    created_at = utc("time of the message; null where the source has none or an impossible one")
    order_at = utc("created_at, or the last known time before it in its session; only for order")
    time_flag = dy.String(
        check=lambda c: c.is_in(TIME_FLAGS), description="ok, or why created_at is null"
    )
    visibility = dy.String(
        check=lambda c: c.is_in(VISIBILITIES), description="owner, group, stranger"
    )
    excluded = dy.String(
        nullable=True, description="why the message is in no window; null if it qualifies"
    )
    dropped = dy.List(
        dy.Struct({"reason": dy.String(), "n": dy.Int64()}),
        description="what cleaning took out of the content, counted by reason",
    )
    content_hash = dy.String(description="hash of role and content, to notice changed messages")
    source_digest = dy.String(metadata=WORK, description="content digest of the archive file")
    source_line = dy.Int64(metadata=WORK, description="line or item in the file, from 1")
    run_id = run_id()


TABLE = register(Table("messages", Messages, "An imported message, cleaned and redacted."))
