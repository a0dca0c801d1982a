"""Granularity: whether the memory says something definite, and one thing (row P12).

| reads | points |
|---|---|
| distinct content terms: 0 / 1 / 2 / more | 0 / 4 / 6 / 7 |
| names, numbers and other specific terms: 1 / more | 1 on / 2 on |
| more than `long_terms` terms: several things in one | `long_points` off |
| `vague` | at most `vague_limit` |

Terms are counted, never characters: 我住杭州 is as good as its English counterpart.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.scoring import Dimension, Points, register
from transforms.scoring.signs import shown, yes_no


@dataclass(frozen=True)
class GranularityParams:
    """Cut points of granularity."""

    long_terms: int = 40
    long_points: int = 2
    vague_limit: int = 3


def points(params: GranularityParams) -> Points:
    """Value and reason of granularity."""
    terms, specific = pl.col("term_count"), pl.col("specific")
    base = (
        pl.when(terms == 0).then(0).when(terms == 1).then(4).when(terms == 2).then(6).otherwise(7)
    )
    value = (
        base
        + specific.fill_null(0).clip(0, 2)
        - pl.when(terms > params.long_terms).then(params.long_points).otherwise(0)
    )
    return Points(
        pl.min_horizontal(value, pl.when("vague").then(params.vague_limit).otherwise(10)),
        pl.format("terms={} specific={} vague={}", terms, shown("specific"), yes_no("vague")),
    )


DIMENSION = register(Dimension("granularity", "粒度", GranularityParams, points))
