"""Not contained and nothing else differs: the gray zone, T1 decides (rows J02-J05)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("containment") == "none"


RULE = register(
    Rule(
        id="gray",
        rank=110,
        version=1,
        why="Rules cannot tell a paraphrase from a parallel fact.",
        outcome="gray",
        reason="similar_but_not_contained",
        fires=fires,
        firing=(
            Example("用户喜欢红牛", "用户喜欢冰美式"),
            Example("The user lives in New York City", "The user lives in NYC"),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
        contained=True,
    )
)
