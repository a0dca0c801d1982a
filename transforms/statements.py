"""Claims with one memory_id are one memory: the join of what they state.

Belongs here: how the evidence of equal claims is put together, before any score.
Does not belong here: rephrased twins (recall and the judge), points (transforms/scoring).
"""

from __future__ import annotations

import polars as pl

from schemas.columns import PARTITION

#: -1 is the strictest priority (row E35): it counts above the 0..100 of the others.
_STRICTEST = 101

_ORDER = [pl.col("first_at"), pl.col("claim_id")]


def statements(claims: pl.DataFrame) -> pl.DataFrame:
    """One row per memory_id with an accepted claim, in the order in which they were first said.

    Takes the whole `claims` table (or only its accepted rows). Columns out: bucket, the partition,
    memory_id, content, kind, lang, subject, priority, sources, user_sources, mention_count,
    first_seen, last_seen, activity_start, activity_end, grounding, hedged, explicit, restricted,
    declined.

    - content, kind, lang and subject are those of the earliest claim by (first_at, claim_id),
      unknown times last;
    - priority is the highest stated, -1 being the highest of all;
    - sources are the message keys in the order in which the claims, so sorted, first cite them;
    - user_sources counts the user's messages: claims give only a number, so it is the largest
      number of each window (its claims share messages) added up over the windows (theirs are
      disjoint), never more than there are sources;
    - mention_count is the number of windows (row P44); grounding is the best one;
    - activity is the span over all claims; hedged holds if every claim hedges; explicit and
      restricted hold if any claim does;
    - declined holds if the user asked not to remember it and did not ask to remember it later.

    The result depends neither on the order of the rows nor on the nights that brought them.
    """
    accepted = claims.filter(pl.col("status") == "accepted").sort(_ORDER, nulls_last=True)
    joined = accepted.group_by("memory_id", maintain_order=True).agg(
        pl.col("bucket", *PARTITION, "content", "kind", "lang", "subject").first(),
        _highest_priority(),
        pl.col("sources").explode().drop_nulls().unique(maintain_order=True),
        pl.col("window_id").n_unique().cast(pl.Int64).alias("mention_count"),
        pl.col("first_at").min().alias("first_seen"),
        pl.col("last_at").max().alias("last_seen"),
        pl.col("activity_start").min(),
        pl.col("activity_end").max(),
        pl.col("grounding").max(),
        pl.col("hedged").all(),
        pl.col("explicit").any(),
        pl.col("restricted").any(),
        pl.col("last_at").filter(pl.col("explicit")).max().alias("_asked_at"),
    )
    return (
        joined.join(_user_sources(accepted), on="memory_id", how="left")
        .join(_declined(claims), on="memory_id", how="left")
        .select(
            "bucket",
            *PARTITION,
            *("memory_id", "content", "kind", "lang", "subject", "priority", "sources"),
            pl.min_horizontal("user_sources", pl.col("sources").list.len().cast(pl.Int64)),
            *("mention_count", "first_seen", "last_seen", "activity_start", "activity_end"),
            *("grounding", "hedged", "explicit", "restricted"),
            _still_declined().alias("declined"),
        )
        .sort(*PARTITION, "first_seen", "memory_id", nulls_last=True)
    )


def _highest_priority() -> pl.Expr:
    rank = pl.when(pl.col("priority") == -1).then(_STRICTEST).otherwise(pl.col("priority")).max()
    return pl.when(rank == _STRICTEST).then(-1).otherwise(rank).cast(pl.Int32).alias("priority")


def _user_sources(accepted: pl.DataFrame) -> pl.DataFrame:
    per_window = accepted.group_by("memory_id", "window_id").agg(pl.col("user_sources").max())
    return per_window.group_by("memory_id").agg(pl.col("user_sources").sum())


def _declined(claims: pl.DataFrame) -> pl.DataFrame:
    declined = claims.filter(pl.col("reason") == "user_declined")
    return declined.group_by("memory_id").agg(
        pl.len().cast(pl.Int64).alias("_declines"), pl.col("last_at").max().alias("_declined_at")
    )


def _still_declined() -> pl.Expr:
    asked_later = (pl.col("_asked_at") > pl.col("_declined_at")).fill_null(False)
    return pl.col("_declines").is_not_null() & ~asked_later
