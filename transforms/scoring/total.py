"""The total: weights, exact arithmetic in tenths, and what an explicit instruction raises.

Belongs here: the formula, shared by score (which writes it) and gate (which verifies it).
Does not belong here: points, the line of the gate.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from schemas.scores import DIMENSIONS


@dataclass(frozen=True)
class TotalParams:
    """Weights in tenths (row P14) and the floor of a forced total (rows P07, P22).

    Whole weights that add up to ten keep a total in whole tenths: nothing is ever rounded.
    """

    importance: int = 3
    novelty: int = 1
    relevance: int = 2
    credibility: int = 2
    granularity: int = 1
    timeliness: int = 1
    forced_floor: int = 80

    def __post_init__(self) -> None:
        weights = self.weights
        if sum(weights.values()) != 10 or min(weights.values()) < 0:
            raise ValueError(f"weights must be 0 or more and add up to 10, not {weights}")

    @property
    def weights(self) -> dict[str, int]:
        """Weight by dimension, in the order of the schema."""
        return {name: getattr(self, name) for name in DIMENSIONS}


def raw_tenths(params: TotalParams) -> pl.Expr:
    """`3i+n+2r+2c+g+t`, 0-100, from the six value columns; null if one is null."""
    values = {name: pl.col(name).cast(pl.Int32, strict=False) for name in DIMENSIONS}
    products = (values[name] * weight for name, weight in params.weights.items())
    return pl.sum_horizontal(products, ignore_nulls=False).cast(pl.Int32)


def final_tenths(raw: pl.Expr, forced: pl.Expr, params: TotalParams) -> pl.Expr:
    """The raw total, raised to the floor where it is forced."""
    floor = pl.lit(params.forced_floor, pl.Int32)
    return pl.when(forced).then(pl.max_horizontal(raw, floor)).otherwise(raw)


def may_force() -> pl.Expr:
    """Whether the user asked to remember it, in their own words, and did not take that back."""
    explicit, declined = (pl.col(name).cast(pl.Boolean) for name in ("explicit", "declined"))
    return explicit.fill_null(False) & ~declined.fill_null(False)
