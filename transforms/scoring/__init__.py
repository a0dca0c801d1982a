"""The scoring dimensions: what one is, and the registry that each file of this folder fills.

Belongs here: the description of a dimension and the lookup of all of them. Does not belong here:
points (a file per dimension), the total (total.py), the pass over a frame (score.py).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import polars as pl

from schemas.scores import DIMENSIONS


class Points(NamedTuple):
    """What a dimension says of a row."""

    value: pl.Expr  #: whole points; `score` clips them to 0..10
    reason: pl.Expr  #: codes with figures, never text of the memory


def _unchanged(frame: pl.DataFrame) -> pl.DataFrame:
    return frame


@dataclass(frozen=True)
class Dimension:
    """A dimension: expressions over statements joined with their facts.

    `points` gets an instance of `params`. `prepare` adds columns for what needs more than the
    row itself; it keeps rows and their order.
    """

    name: str
    label: str
    params: type[Any]
    points: Callable[[Any], Points]
    prepare: Callable[[pl.DataFrame], pl.DataFrame] = _unchanged


_REGISTRY: dict[str, Dimension] = {}


def register(dimension: Dimension) -> Dimension:
    """Add a dimension; an unknown or repeated name is a programming error."""
    if dimension.name not in DIMENSIONS or dimension.name in _REGISTRY:
        raise ValueError(f"dimension {dimension.name!r} is unknown or registered twice")
    _REGISTRY[dimension.name] = dimension
    return dimension


@cache
def dimensions() -> tuple[Dimension, ...]:
    """The six dimensions (rows P08-P13, P35), in the order of the schema."""
    for name in DIMENSIONS:
        importlib.import_module(f"transforms.scoring.{name}")
    return tuple(_REGISTRY[name] for name in DIMENSIONS)
