"""Numbers that are not the same set by value (row T18)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("numbers_a") != pl.col("numbers_b")


RULE = register(
    Rule(
        id="numeric",
        rank=70,
        version=1,
        why="One digit makes another dose, date or id; no similarity can tell.",
        outcome="veto",
        reason="veto_numeric",
        fires=fires,
        firing=(
            Example("用户每天吃10毫克褪黑素", "用户每天吃5毫克褪黑素"),
            Example("The user owns record SR-2023-052", "The user owns record SR-2023-053"),
        ),
        silent=(
            Example("用户有三只猫", "用户有3只猫"),
            Example(
                "The user saves 20% of the salary", "The user saves twenty percent of the salary"
            ),
        ),
    )
)
