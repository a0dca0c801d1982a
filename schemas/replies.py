"""replies: every answer of a model; the truth that all later stages rest on."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Bucketed, run_id, utc
from schemas.tables import WORK, Table, register

PURPOSES = ("extract", "t1")
OUTCOMES = (
    "ok",
    "ok_empty",
    "parse_failed",
    "truncated",
    "refused",
    "schema_invalid",
    "engine_error",
)


class Replies(Bucketed):
    """One reply. At most one reply of a subject is live; claims come from live replies only."""

    request_key = dy.String(
        primary_key=True, description="hash of what was asked, of whom, and how"
    )
    purpose = dy.String(check=lambda c: c.is_in(PURPOSES), description="extract or t1")
    subject = dy.String(description="window_id, or the T1 question's digest")
    session_key = dy.String(nullable=True, description="session of the window")
    attempt = dy.Int32(min=1, description="1 for the first question, 2 and up for retries")
    live = dy.Bool(description="whether later stages read this reply")
    outcome = dy.String(check=lambda c: c.is_in(OUTCOMES), description="outcome when it arrived")
    finish_reason = dy.String(description="as the engine gave it")
    text = dy.String(description="raw text of the reply")
    previous_scene = dy.String(nullable=True, description="scene name that the prompt carried")
    prompt_version = dy.String(description="version of the prompt")
    model = dy.String(description="model identity: name, weights digest, dtype")
    params = dy.String(description="output-relevant parameters, JSON")
    prompt_tokens = dy.Int64(min=0, description="tokens of the rendered prompt")
    output_tokens = dy.Int64(min=0, description="tokens of the reply")
    latency_ms = dy.Float64(metadata=WORK, description="from submission to the finished reply")
    engine = dy.String(metadata=WORK, description="engine that gave the answer")
    asked_at = utc("when the reply was stored", nullable=False, work=True)
    run_id = run_id()


TABLE = register(Table("replies", Replies, "An answer of a model."))
