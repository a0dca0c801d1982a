"""Novelty: the share of a memory's content terms that are new in its partition (row P09).

| reads | points |
|---|---|
| its distinct terms that no earlier memory has | ten times their share, rounded half up |
| no content term at all | 0 |

Earlier means of the same partition and smaller by (first_seen, memory_id), unknown times last;
whether the earlier memory passed the gate does not matter, so no value depends on a line.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from schemas.columns import PARTITION
from transforms.scoring import Dimension, Points, register


@dataclass(frozen=True)
class NoveltyParams:
    """Novelty has no cut points."""


def count_new_terms(frame: pl.DataFrame) -> pl.DataFrame:
    """Add `term_count` and `new_terms`, both Int64, keeping rows and their order.

    A term belongs to the first memory of the partition that has it; a memory's new terms are the
    ones that belong to it.
    """
    row = frame.select(
        pl.struct(PARTITION).rank("dense").alias("_partition"), "first_seen", "memory_id", "terms"
    ).with_row_index("_row")
    ranked = row.sort("first_seen", "memory_id", nulls_last=True).with_row_index("_rank")
    owners = (
        ranked.select("_partition", "_rank", "terms")
        .explode("terms")
        .drop_nulls("terms")
        .group_by("_partition", "terms")
        .agg(pl.col("_rank").min())
        .group_by("_rank")
        .agg(pl.len().cast(pl.Int64).alias("new_terms"))
    )
    counted = ranked.select("_row", "_rank").join(owners, on="_rank", how="left").sort("_row")
    return frame.with_columns(
        pl.col("terms").list.n_unique().cast(pl.Int64).fill_null(0).alias("term_count"),
        counted["new_terms"].fill_null(0),
    )


def points(params: NoveltyParams) -> Points:
    """Value and reason of novelty."""
    new, terms = pl.col("new_terms"), pl.col("term_count")
    share = (20 * new + terms) // (2 * terms)
    return Points(
        pl.when(terms > 0).then(share).otherwise(0), pl.format("new={} terms={}", new, terms)
    )


DIMENSION = register(Dimension("novelty", "新颖性", NoveltyParams, points, count_new_terms))
