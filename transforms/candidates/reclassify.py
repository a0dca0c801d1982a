"""reclassify: a merge whose sides are of different kinds; only a person decides (C39-C41)."""

from __future__ import annotations

import polars as pl

from transforms.candidates.drafts import draft


def reclassifications(merges: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Drafts of action reclassify beside the drafts of merges; the survivor's kind is proposed."""
    kinds = rows.select("memory_id", "kind")
    differing = (
        merges.join(kinds, left_on="source_id", right_on="memory_id", maintain_order="left")
        .join(kinds, left_on="target_id", right_on="memory_id", suffix="_b", maintain_order="left")
        .filter(pl.col("kind") != pl.col("kind_b"))
    )
    kept = ("source_id", "other_id", "rank", "similarity", "recall_mode", "containment")
    return draft(
        differing,
        action=pl.lit("reclassify"),
        reason=pl.lit("kind_mismatch"),
        veto_reason=pl.lit(""),
        proposed_kind=pl.col("kind_b"),
        **{name: pl.col(name) for name in kept},
    )
