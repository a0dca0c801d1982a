"""Which windows still need an answer, and the scene name that each chain goes on from.

Belongs here: the comparison of windows with stored replies. Does not belong here: asking.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.extraction.parse import parse_reply
from transforms.replies import ACCEPTED


@dataclass(frozen=True)
class Asker:
    """Who would be asked now; replies of others count as answers, but not as attempts."""

    prompt_version: str
    model: str


def unanswered(
    windows: pl.DataFrame, replies: pl.DataFrame, given_up: pl.DataFrame
) -> pl.DataFrame:
    """Ready windows without an accepted reply of any model, those that were given up left out.

    `given_up` has window_id. Adds `before`, the ordinal of the ready window before in its session.
    """
    accepted = replies.filter(
        (pl.col("purpose") == "extract") & pl.col("outcome").is_in(ACCEPTED)
    ).select(window_id="subject")
    return (
        _ready(windows)
        .join(accepted.unique(), on="window_id", how="anti")
        .join(given_up, on="window_id", how="anti")
    )


def unanswered_by(asker: Asker, windows: pl.DataFrame, replies: pl.DataFrame) -> pl.DataFrame:
    """Ready windows that this asker has not answered: `reprocess --from extract`, resumable."""
    accepted = _by(asker, replies).filter(pl.col("outcome").is_in(ACCEPTED))
    answered = accepted.select(window_id="subject").unique()
    return _ready(windows).join(answered, on="window_id", how="anti")


def with_attempts(asker: Asker, waiting: pl.DataFrame, replies: pl.DataFrame) -> pl.DataFrame:
    """Adds `attempt`, the next one of this asker, and `follows`: the window before waits too.

    Sorted by (session_key, ordinal): the chains.
    """
    spent = _by(asker, replies).group_by(window_id="subject").agg(spent=pl.col("attempt").max())
    previous = pl.col("ordinal").shift(1).over("session_key", order_by="ordinal")
    return (
        waiting.join(spent, on="window_id", how="left")
        .with_columns(
            attempt=pl.col("spent").fill_null(0) + 1,
            follows=(pl.col("before") == previous).fill_null(False),
        )
        .drop("spent")
        .sort("session_key", "ordinal")
    )


def _ready(windows: pl.DataFrame) -> pl.DataFrame:
    before = pl.col("ordinal").shift(1).over("session_key", order_by="ordinal")
    ready = windows.filter(pl.col("status") == "ready").with_columns(before=before)
    return ready.select("bucket", "owner_id", "session_key", "ordinal", "window_id", "before")


def _by(asker: Asker, replies: pl.DataFrame) -> pl.DataFrame:
    return replies.filter(
        (pl.col("purpose") == "extract")
        & (pl.col("prompt_version") == asker.prompt_version)
        & (pl.col("model") == asker.model)
    )


def scenes_before(
    waiting: pl.DataFrame, windows: pl.DataFrame, replies: pl.DataFrame
) -> dict[str, str]:
    """window_id -> raw name of the last scene before it, for windows that head a chain.

    Taken from the newest earlier window of the session whose live reply names a scene. Windows
    that follow a pending one get theirs when that one is answered.
    """
    live = replies.filter(pl.col("live") & (pl.col("purpose") == "extract"))
    named = windows.select("session_key", "ordinal", subject="window_id", n="new")
    earlier = (
        waiting.filter(~pl.col("follows"))
        .select("session_key", "window_id", head="ordinal")
        .join(named, on="session_key")
        .filter(pl.col("ordinal") < pl.col("head"))
        .join(live.select("subject", "text", "finish_reason"), on="subject")
        .sort("window_id", "ordinal", descending=[False, True])
        .select("window_id", "text", "finish_reason", pl.col("n").list.len())
    )
    found: dict[str, str] = {}
    for window_id, text, finish_reason, n in earlier.iter_rows():
        if window_id not in found:
            aliases = [f"m{number}" for number in range(1, n + 1)]
            if scene := parse_reply(text, finish_reason, aliases).last_scene:
                found[window_id] = scene
    return found
