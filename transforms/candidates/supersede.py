"""supersede: the same facts, but the newer side negates them or changes a value. Never automatic.

Belongs here: vetoed pairs read as a change of fact over time. Does not belong here: moved,
switched, now and other words of change, which need facts of their own.
"""

from __future__ import annotations

import polars as pl

from transforms.candidates.drafts import draft

NEGATED, CHANGED = "newer_negates", "newer_value"


def supersessions(decisions: pl.DataFrame, rows: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """Drafts of action supersede: the older row would end at the first_seen of the newer one.

    Conflicts (row T08), and numeric vetoes whose texts are equal but for their quantities; only
    where both first_seen are known and differ.
    """
    seen = rows.select("memory_id", "first_seen")
    text = facts.select("memory_id", _without_quantities())
    vetoed = decisions.filter(pl.col("reason").is_in(["veto_conflict", "veto_numeric"]))
    for side in ("new", "existing"):
        known = seen.join(text, on="memory_id").select(pl.all().name.prefix(f"{side}_"))
        vetoed = vetoed.join(known, left_on=f"{side}_id", right_on=f"{side}_memory_id")
    newer = pl.col("new_first_seen") > pl.col("existing_first_seen")
    negated = pl.col("reason") == "veto_conflict"
    changed = ~negated & (pl.col("new_frame") == pl.col("existing_frame"))
    return draft(
        vetoed.filter(newer & (negated | changed)),
        action=pl.lit("supersede"),
        source_id=pl.col("existing_id"),
        target_id=pl.col("new_id"),
        other_id=pl.col("new_id"),
        rank=pl.when(negated).then(0).otherwise(1),
        reason=pl.when(negated).then(pl.lit(NEGATED)).otherwise(pl.lit(CHANGED)),
        similarity=pl.col("similarity"),
        recall_mode=pl.col("recall_mode"),
        containment=pl.col("containment").replace(
            {"a_subset_b": "b_subset_a", "b_subset_a": "a_subset_b"}
        ),
        veto_reason=pl.col("reason"),
    )


def _without_quantities() -> pl.Expr:
    """The shape of a text with every quantity blanked, as one string."""
    token = pl.element()
    blanked = pl.when(token.str.starts_with("Q")).then(pl.lit("Q")).otherwise(token)
    return pl.col("shape").list.eval(blanked).list.join(" ").alias("frame")
