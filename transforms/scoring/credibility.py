"""Credibility: how well the sources carry the memory (row P11); a tenth of it is the confidence.

| reads | points |
|---|---|
| grounding, the share of its content terms found in the sources | by `steps`, else `ungrounded` |
| the user's messages among the sources: 0 / 1 / more | `unstated_points` off / 1 on / 2 on |
| `unsure` | `unsure_points` off: below 5, so the confidence is low (row T19) |
| about another person | `hearsay_points` off |
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.scoring import Dimension, Points, register
from transforms.scoring.signs import shown, yes_no


@dataclass(frozen=True)
class CredibilityParams:
    """Cut points of credibility; `steps` are (least grounding, points), best first."""

    steps: tuple[tuple[float, int], ...] = ((0.8, 8), (0.6, 7), (0.4, 5), (0.2, 3))
    ungrounded: int = 1
    unstated_points: int = 4
    unsure_points: int = 5
    hearsay_points: int = 2


def points(params: CredibilityParams) -> Points:
    """Value and reason of credibility."""
    grounding = pl.col("grounding").fill_nan(0.0).fill_null(0.0)
    base = pl.lit(params.ungrounded)
    for least, worth in reversed(params.steps):
        base = pl.when(grounding >= least).then(worth).otherwise(base)
    stated = pl.col("user_sources").fill_null(0).clip(0, 2)
    value = (
        base
        + pl.when(stated > 0).then(stated).otherwise(-params.unstated_points)
        - pl.when("unsure").then(params.unsure_points).otherwise(0)
        - pl.when((pl.col("subject") == "other").fill_null(False))
        .then(params.hearsay_points)
        .otherwise(0)
    )
    return Points(
        value,
        pl.format(
            "grounding={} user_stated={} hedge={} subject={}",
            grounding.round(2),
            shown("user_sources"),
            yes_no("unsure"),
            shown("subject"),
        ),
    )


DIMENSION = register(Dimension("credibility", "可信度", CredibilityParams, points))
