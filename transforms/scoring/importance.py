"""Importance: how much the memory matters, from the model's priority (rows P08, P43-P45, E24-E35).

| reads | points |
|---|---|
| priority -1 (strictest order) | 10 |
| priority 0-100 | a tenth of it, whole points only; none given: 0 |
| persona below `low_persona` | `low_persona_points` off: vague by its own account (row E26) |
| state with a term, still open / over | `term_points` / `expired_points` off (row P49) |
| stated in at least `repeated` windows | 1 on (row P44) |
| `unfounded`, `unsure` | at most `unfounded_limit`, `unsure_limit`: it waits for a firm word |
| `vague`, `passing` | at most `vague_limit`, `passing_limit` (rows E16, E26) |

The limits come last and are low enough that such a memory never reaches 70 tenths by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.scoring import Dimension, Points, register
from transforms.scoring.signs import shown


@dataclass(frozen=True)
class ImportanceParams:
    """Cut points of importance."""

    low_persona: int = 50
    low_persona_points: int = 3
    term_points: int = 1
    expired_points: int = 3
    repeated: int = 2
    unfounded_limit: int = 3
    unsure_limit: int = 3
    vague_limit: int = 2
    passing_limit: int = 2


def points(params: ImportanceParams) -> Points:
    """Value and reason of importance."""
    priority = pl.col("priority").fill_null(0)
    strictest = priority == -1
    base = pl.when(strictest).then(10).otherwise(priority // 10)
    low = (pl.col("kind") == "persona") & ~strictest & (priority < params.low_persona)
    off = (
        pl.when(low.fill_null(False)).then(params.low_persona_points).otherwise(0)
        + pl.when("expired").then(params.expired_points).otherwise(0)
        + pl.when(pl.col("term") & ~pl.col("expired")).then(params.term_points).otherwise(0)
    )
    on = (pl.col("mention_count") >= params.repeated).fill_null(False).cast(pl.Int32)
    limits = {
        "passing": params.passing_limit,
        "vague": params.vague_limit,
        "unfounded": params.unfounded_limit,
        "unsure": params.unsure_limit,
    }
    limit = pl.min_horizontal(
        pl.when(sign).then(most).otherwise(10) for sign, most in limits.items()
    )
    return Points(
        pl.min_horizontal((base - off + on).clip(0, 10), limit),
        pl.format(
            "priority={} mentions={} term={} limit={}",
            shown("priority"),
            shown("mention_count"),
            _term(),
            pl.coalesce(*(pl.when(sign).then(pl.lit(sign)) for sign in limits), pl.lit("no")),
        ),
    )


def _term() -> pl.Expr:
    over, still = pl.lit("over"), pl.lit("open")
    return pl.when("expired").then(over).when("term").then(still).otherwise(pl.lit("no"))


DIMENSION = register(Dimension("importance", "重要性", ImportanceParams, points))
