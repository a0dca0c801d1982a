"""Scoring: six dimensions, their total and the mark, for every statement in one pass.

Belongs here: joining what the dimensions read, and putting their points together.
Does not belong here: points (a file per dimension), the decision (transforms/gate.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import polars as pl

from schemas.columns import PARTITION
from transforms.scoring import Dimension, dimensions
from transforms.scoring.mark import write_mark
from transforms.scoring.signs import SignParams, with_signs
from transforms.scoring.total import TotalParams, final_tenths, may_force, raw_tenths

VERSION = "score-1"

_FACTS = ("terms", "has_term", "habit", "one_off", "lasting_dated", "specific")


@dataclass(frozen=True)
class ScoreParams:
    """The scoring policy; `tuned` holds params of dimensions that differ from their defaults."""

    total: TotalParams = field(default_factory=TotalParams)
    signs: SignParams = field(default_factory=SignParams)
    tuned: tuple[object, ...] = ()

    def of(self, dimension: Dimension) -> Any:
        """The params of a dimension."""
        own = (params for params in self.tuned if isinstance(params, dimension.params))
        return next(own, dimension.params())


def score(
    statements: pl.DataFrame, facts: pl.DataFrame, params: ScoreParams, as_of: pl.DataFrame
) -> pl.DataFrame:
    """Score every statement (rows P01, P02, P08-P26); rows and their order are kept.

    `facts` holds a row for each statement, more do no harm. `as_of` has owner_id and as_of, the
    newest message time of the owner (null or absent where there is none). The statements must
    cover their partitions as a whole: novelty looks at all of them.

    Out: bucket, the partition, memory_id, explicit, declined, restricted, the six values (Int32),
    the six `<dimension>_reason`, raw_tenths, total_tenths, forced, mark.

    Raises `ValueError` where a statement has no facts.
    """
    frame = with_signs(_read(statements, facts, as_of), params.signs)
    for dimension in dimensions():
        frame = dimension.prepare(frame)
    scored = frame.with_columns(_points(params)).with_columns(
        raw_tenths=raw_tenths(params.total), forced=may_force()
    )
    total = final_tenths(pl.col("raw_tenths"), pl.col("forced"), params.total)
    names = [dimension.name for dimension in dimensions()]
    return (
        scored.with_columns(total_tenths=total)
        .with_columns(mark=write_mark())
        .select(
            *("bucket", *PARTITION, "memory_id", "explicit", "declined", "restricted"),
            *names,
            *(f"{name}_reason" for name in names),
            *("raw_tenths", "total_tenths", "forced", "mark"),
        )
    )


def _read(statements: pl.DataFrame, facts: pl.DataFrame, as_of: pl.DataFrame) -> pl.DataFrame:
    language = facts.select("memory_id", *_FACTS, pl.col("hedged").alias("text_hedged"))
    frame = statements.join(language, on="memory_id", how="left", maintain_order="left")
    if missing := frame["terms"].null_count():
        raise ValueError(f"{missing} statements have no language facts; compute facts first")
    newest = as_of.select("owner_id", "as_of")
    return frame.join(newest, on="owner_id", how="left", maintain_order="left")


def _points(params: ScoreParams) -> list[pl.Expr]:
    expressions: list[pl.Expr] = []
    for dimension in dimensions():
        value, reason = dimension.points(params.of(dimension))
        expressions += [
            value.clip(0, 10).cast(pl.Int32).alias(dimension.name),
            reason.alias(f"{dimension.name}_reason"),
        ]
    return expressions
