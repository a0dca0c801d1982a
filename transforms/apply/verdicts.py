"""What people decided, as far as it stands: it beats every rule (rows C16-C19).

Belongs here: reading `verdicts`. Does not belong here: the inbox, and what follows for rows.
"""

from __future__ import annotations

import polars as pl

#: What a verdict is about: the draft's action, source and target ("" if it has none).
SUBJECT = ("action", "source_id", "target_key")


def target_key(column: str = "target_id") -> pl.Expr:
    """The target as part of a key: null would not join."""
    return pl.col(column).fill_null("").alias("target_key")


def standing(verdicts: pl.DataFrame) -> pl.DataFrame:
    """The newest verdict of each subject that was not cleared, in order of (time, id).

    Columns: action, source_id, target_key, target_id, judged (approve, reject or revert), place
    (in that order), verdict_id, decided_at, source_messages, target_messages.
    """
    newest = (
        verdicts.with_columns(target_key(), source_id=pl.col("source_ids").list.first())
        .sort("decided_at", "verdict_id")
        .unique(SUBJECT, keep="last", maintain_order=True)
    )
    return newest.filter(pl.col("decision") != "clear").select(
        *SUBJECT,
        "target_id",
        pl.col("decision").alias("judged"),
        pl.int_range(pl.len(), dtype=pl.Int64).alias("place"),
        *("verdict_id", "decided_at", "source_messages", "target_messages"),
    )


def judged_in_other_words(stood: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Pairs (source_id, target_key), both ways round, whose sides share source messages with the
    sides of a standing verdict: such a pair is not applied without a person."""
    cited = rows.select("memory_id", pl.col("sources").alias("message")).explode("message")
    sides = []
    for side in ("source", "target"):
        said = stood.select("verdict_id", pl.col(f"{side}_messages").alias("message"))
        touched = said.explode("message").join(cited, on="message").unique()
        sides.append(touched.select("verdict_id", pl.col("memory_id").alias(f"{side}_side")))
    source, target = sides
    alone = stood.filter(pl.col("target_id").is_null()).select("verdict_id")
    single = source.join(alone, on="verdict_id").select(
        source_id="source_side", target_key=pl.lit("")
    )
    both = source.join(target, on="verdict_id")
    forth = both.select(source_id="source_side", target_key="target_side")
    back = both.select(source_id="target_side", target_key="source_side")
    return pl.concat([single, forth, back]).unique()
