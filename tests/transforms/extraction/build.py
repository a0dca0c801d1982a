"""Small frames for the tests of extraction: a talk, its window, a reply about it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl

from schemas.messages import TABLE as MESSAGES
from schemas.replies import TABLE as REPLIES
from schemas.windows import TABLE as WINDOWS
from transforms.extraction.claims import ClaimParams, claims
from transforms.extraction.views import OwnerView

NOON = datetime(2024, 5, 1, 4, 0, tzinfo=UTC)
PLACE: dict[str, Any] = {
    "bucket": 0, "owner_id": "me", "persona_id": "default", "scope": "project", "project_id": "p",
}  # fmt: skip


def messages(*talk: tuple[str, str], at: datetime | None = NOON, **fields: Any) -> pl.DataFrame:
    """A session of (role, text), a minute apart from `at` on; `fields` go into every message."""
    rows = []
    for position, (role, text) in enumerate(talk):
        time = None if at is None else at + timedelta(minutes=position)
        rows.append(
            PLACE
            | {
                "message_key": f"k{position}", "session_key": "s", "session_id": "s",
                "message_id": None, "position": position, "role": role, "speaker": None,
                "content": text, "created_at": time, "order_at": time,
                "time_flag": "missing" if at is None else "ok", "visibility": "owner",
                "excluded": None, "dropped": [], "content_hash": "h", "source_digest": "d",
                "source_line": position + 1, "run_id": "r",
            }
            | fields
        )  # fmt: skip
    return MESSAGES.conform(pl.DataFrame(rows, schema=MESSAGES.dtypes))


def window(
    talk: pl.DataFrame, lang: str, *, background: Iterable[str] = (), **fields: Any
) -> pl.DataFrame:
    """One window over all messages but the background ones."""
    shown = set(background)
    new = [
        {"message_key": row["message_key"], "part": 0, "start": 0, "stop": len(row["content"])}
        for row in talk.sort("position").iter_rows(named=True)
        if row["message_key"] not in shown
    ]
    first = talk.row(0, named=True)
    row = (
        {name: first[name] for name in (*PLACE, "session_key")}
        | {
            "window_id": "w", "ordinal": 0, "parent_id": None, "status": "ready", "lang": lang,
            "new": new, "background": sorted(shown), "est_tokens": 1, "first_at": None,
            "last_at": None, "window_version": "window-1", "run_id": "r",
        }
        | fields
    )  # fmt: skip
    return WINDOWS.conform(pl.DataFrame([row], schema=WINDOWS.dtypes))


def reply(text: str, **fields: Any) -> pl.DataFrame:
    """A live extract reply about window w."""
    row = {
        "bucket": 0, "owner_id": "me", "request_key": "q", "purpose": "extract", "subject": "w",
        "session_key": "s", "attempt": 1, "live": True, "outcome": "ok", "finish_reason": "stop",
        "text": text, "previous_scene": None, "prompt_version": "prompt-1", "model": "none",
        "params": "{}", "prompt_tokens": 1, "output_tokens": 1, "latency_ms": 1.0,
        "engine": "replay", "asked_at": NOON, "run_id": "r",
    } | fields  # fmt: skip
    return REPLIES.conform(pl.DataFrame([row], schema=REPLIES.dtypes))


def memory(
    content: Any = "User likes tea", type: str = "persona", sources: Any = ("m1",), **fields: Any
) -> dict[str, Any]:
    """A memory as a model writes it."""
    cited = sources if isinstance(sources, str) else list(sources)
    item = {"content": content, "type": type, "priority": 80, "source_message_ids": cited}
    return item | {"metadata": {}} | fields


def scene(*memories: Any, name: str = "s", ids: Iterable[str] = ("m1",)) -> str:
    """A reply of one scene."""
    entry = {"scene_name": name, "message_ids": list(ids), "memories": list(memories)}
    return json.dumps([entry], ensure_ascii=False)


def judged(
    talk: pl.DataFrame,
    lang: str,
    *memories: dict[str, Any],
    owner: OwnerView | None = None,
    params: ClaimParams | None = None,
) -> pl.DataFrame:
    """Claims of a reply with these memories about this talk, in order of the reply."""
    known = {} if owner is None else {"me": owner}
    asked = window(talk, lang)
    _, found = claims(reply(scene(*memories)), asked, talk, known, params)
    return found.sort("ordinal")
