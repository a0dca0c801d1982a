"""What a rule is, and the registry that each rule file fills in.

Belongs here: the `Rule` and `Example` descriptions, registration, lookup, order. Does not belong
here: any single rule. To add one, add a file to this folder that calls `register`; its place in
the order is its `rank`, and the test suite runs its examples.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import polars as pl

from transforms.judge import rules
from transforms.judge.params import JudgeParams


@dataclass(frozen=True)
class Example:
    """A pair of texts; `a` and `b` override columns of the rows, `pair` those of the pair."""

    text_a: str
    text_b: str
    a: dict[str, Any] = field(default_factory=dict)
    b: dict[str, Any] = field(default_factory=dict)
    pair: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Rule:
    """A rule over pair columns (`t0.pair_columns`); true means it fires.

    Rules are asked in order of `rank` and the first that fires decides. `contained` rules need
    the containment columns and are asked only about pairs that no earlier rule decided.
    """

    id: str
    rank: int
    version: int
    why: str
    outcome: str
    reason: str
    fires: Callable[[JudgeParams], pl.Expr]
    firing: tuple[Example, Example]
    silent: tuple[Example, Example]
    contained: bool = False


_REGISTRY: dict[str, Rule] = {}


def register(rule: Rule) -> Rule:
    """Add a rule; a second one of the same id or rank is a programming error."""
    for other in _REGISTRY.values():
        if other.id == rule.id or other.rank == rule.rank:
            raise ValueError(f"rule {rule.id!r} (rank {rule.rank}) collides with {other.id!r}")
    _REGISTRY[rule.id] = rule
    return rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule in order, found by importing each module of this folder once."""
    for module in sorted(found.name for found in pkgutil.iter_modules(rules.__path__)):
        importlib.import_module(f"{rules.__name__}.{module}")
    return tuple(sorted(_REGISTRY.values(), key=lambda rule: rule.rank))


def rule_of(rule_id: str) -> Rule:
    """The rule of an id. Raises `KeyError` that lists the known ids."""
    for rule in all_rules():
        if rule.id == rule_id:
            return rule
    known = ", ".join(rule.id for rule in all_rules())
    raise KeyError(f"unknown rule {rule_id!r}; known rules: {known}")
