"""merge and modify: a memory that another one says in full, or that a model took for a twin.

Belongs here: drafts from decisions (rows C35-C38, J10, J11). Does not belong here: judging.
"""

from __future__ import annotations

import polars as pl

from transforms.candidates.drafts import draft
from transforms.candidates.params import CONTAINED, EQUIVALENT, T1, ApplyParams
from transforms.judge.containment import contain, prepare

#: Reason of two dated statements that resolve to one event: a person must confirm (row T17).
SAME_EVENT = "same_dated_event"

_TURNED = {"a_subset_b": "b_subset_a", "b_subset_a": "a_subset_b"}


def direct(decisions: pl.DataFrame, params: ApplyParams) -> pl.DataFrame:
    """Drafts of action merge or modify: every direct decision, not only the best of a source.

    The absorbed side is the one that is not the target. Classes: equivalent (contained both ways
    and similar enough), contained (any other T0 merge), t1.
    """
    decided = decisions.filter(
        pl.col("outcome").is_in(["merge", "modify"]) & pl.col("target_id").is_not_null()
    )
    equivalent = (pl.col("containment") == "both").fill_null(value=False)
    close = equivalent & (pl.col("similarity") >= params.equivalent_similarity)
    absorbed_is_new = pl.col("target_id") == pl.col("existing_id")
    turned = pl.col("containment").replace(_TURNED)
    return draft(
        decided,
        action=pl.col("outcome"),
        source_id=pl.when(absorbed_is_new).then("new_id").otherwise("existing_id"),
        target_id=pl.col("target_id"),
        other_id=pl.col("target_id"),
        rank=pl.when(equivalent).then(0).otherwise(1),
        reason=pl.col("reason"),
        auto_class=pl.when(pl.col("tier") == "t1")
        .then(pl.lit(T1))
        .when(close)
        .then(pl.lit(EQUIVALENT))
        .otherwise(pl.lit(CONTAINED)),
        similarity=pl.col("similarity"),
        recall_mode=pl.col("recall_mode"),
        containment=pl.when(absorbed_is_new).then("containment").otherwise(turned),
        veto_reason=pl.lit(""),
    )


def same_events(decisions: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """Drafts of action merge, never automatic: pairs that only the temporal veto keeps apart,
    though their resolved times and all else agree (decision *temporal*)."""
    alike = ["times", "numbers", "sketch", "has_term"]
    found = facts.select("memory_id", "shape", *alike)
    pairs = (
        decisions.filter(pl.col("reason") == "veto_temporal")
        .join(found, left_on="new_id", right_on="memory_id", maintain_order="left")
        .join(
            found, left_on="existing_id", right_on="memory_id", suffix="_b", maintain_order="left"
        )
        .filter(
            *(pl.col(name) == pl.col(f"{name}_b") for name in alike),
            ~pl.col("has_term") & (pl.col("times").list.len() > 0),
        )
    )
    shapes = pairs.select("shape", "shape_b").iter_rows()
    compared = [contain(prepare(list(a)), prepare(list(b))) for a, b in shapes]
    equal = [found.kind == "both" and not found.differs for found in compared]
    return draft(
        pairs.filter(pl.Series(equal, dtype=pl.Boolean)),
        action=pl.lit("merge"),
        source_id=pl.col("new_id"),
        target_id=pl.col("existing_id"),
        other_id=pl.col("existing_id"),
        rank=pl.lit(2),
        reason=pl.lit(SAME_EVENT),
        similarity=pl.col("similarity"),
        recall_mode=pl.col("recall_mode"),
        containment=pl.lit("both"),
        veto_reason=pl.col("reason"),
    )
