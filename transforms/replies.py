"""Which reply of a subject counts. Belongs here: liveness; not parsing, not asking."""

from __future__ import annotations

import polars as pl

#: Outcomes after which a window is not asked again.
ACCEPTED = ("ok", "ok_empty")


def mark_live(replies: pl.DataFrame) -> pl.DataFrame:
    """Set `live` on exactly one reply per (bucket, purpose, subject).

    An accepted reply beats a failed one, then the one stored last, then the later attempt; so a
    failed retry never hides an answer, and a new model's answer replaces an old one's.
    """
    subject = ["bucket", "purpose", "subject"]
    best = (
        pl.struct(pl.col("outcome").is_in(ACCEPTED), "asked_at", "attempt", "request_key")
        .rank("ordinal", descending=True)
        .over(subject)
    )
    return replies.with_columns(live=best == 1)
