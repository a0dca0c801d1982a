"""The score mark `#评分:8.5 #评估:重要性9,新颖性7,...` (rows P19-P26): written and read back.

Belongs here: the text form of a score. Does not belong here: whether the score is right (gate).
"""

from __future__ import annotations

import polars as pl

from schemas.scores import DIMENSIONS
from transforms.scoring import dimensions


def write_mark() -> pl.Expr:
    """The mark of a row, from `total_tenths` and the six value columns; null if one is null."""
    form = ",".join(f"{dimension.label}{{}}" for dimension in dimensions())
    total = _whole("total_tenths")
    values = (_whole(name) for name in DIMENSIONS)
    return pl.format(f"#评分:{{}}.{{}} #评估:{form}", total // 10, total % 10, *values)


def read_mark(mark: pl.Expr) -> pl.Expr:
    """Struct of `total_tenths` and the six values, Int32; every field null where it is no mark.

    One decimal and all six dimensions in their order are required (rows P35, P36, P50); that the
    values are possible or agree with anything is not looked at here.
    """
    values = ",".join(f"{dim.label}(?P<{dim.name}>[0-9]{{1,2}})" for dim in dimensions())
    groups = mark.str.extract_groups(
        rf"^#评分:(?P<whole>[0-9]{{1,2}})\.(?P<tenth>[0-9]) #评估:{values}$"
    )

    def number(name: str) -> pl.Expr:
        return groups.struct.field(name).cast(pl.Int32).alias(name)

    total = number("whole") * 10 + number("tenth")
    return pl.struct(total.alias("total_tenths"), *(number(name) for name in DIMENSIONS))


def _whole(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.Int32, strict=False)
