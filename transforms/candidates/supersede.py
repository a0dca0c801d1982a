"""supersede: the same facts, but the newer side negates them or changes a value. Never automatic.

Belongs here: vetoed pairs read as a change of fact over time. Does not belong here: moved,
switched and other verbs of change, which need facts of their own.
"""

from __future__ import annotations

import polars as pl

from transforms.candidates.drafts import draft

NEGATED, CHANGED = "newer_negates", "newer_value"
#: "takes 5 mg now" and "takes 10 mg" differ in the value; the word only says which is newer.
_NOW = ("Tnow", "Tcurrently", "T现在", "T目前", "T如今", "T当前")
_REASONS = ("veto_conflict", "veto_numeric", "veto_temporal")


def supersessions(decisions: pl.DataFrame, rows: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """Drafts of action supersede: the older row would end at the first_seen of the newer one.

    Conflicts (row T08), and vetoes by number or time whose texts are equal but for quantities and
    a "now", dated events left out; only where both first_seen are known and differ.
    """
    seen = rows.select("memory_id", "first_seen")
    undated = facts.filter(pl.col("times").list.len() == 0)
    text = facts.select("memory_id", _without_quantities(), _quantities()).join(
        undated.select("memory_id", undated=pl.lit(value=True)), on="memory_id", how="left"
    )
    vetoed = decisions.filter(pl.col("reason").is_in(_REASONS))
    for side in ("new", "existing"):
        known = seen.join(text, on="memory_id").select(pl.all().name.prefix(f"{side}_"))
        vetoed = vetoed.join(known, left_on=f"{side}_id", right_on=f"{side}_memory_id")
    newer = pl.col("new_first_seen") > pl.col("existing_first_seen")
    negated = pl.col("reason") == "veto_conflict"
    same_frame = pl.col("new_frame") == pl.col("existing_frame")
    other_value = pl.col("new_values") != pl.col("existing_values")
    standing = (pl.col("reason") != "veto_temporal") | (
        pl.col("new_undated") & pl.col("existing_undated")
    )
    changed = ~negated & same_frame & other_value & standing.fill_null(value=False)
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
    """The shape of a text with every quantity blanked and no "now", as one string."""
    token = pl.element()
    blanked = pl.when(token.str.starts_with("Q")).then(pl.lit("Q")).otherwise(token)
    said = pl.col("shape").list.eval(blanked.filter(~token.is_in(_NOW)))
    return said.list.join(" ").alias("frame")


def _quantities() -> pl.Expr:
    return pl.col("numbers").list.join(" ").alias("values")
