"""All that one side says, the other says too: merge into the superset (rows T24, T26-T29)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("containment") != "none"


RULE = register(
    Rule(
        id="merge",
        rank=160,
        version=1,
        why="Nothing is lost when the contained text goes.",
        outcome="merge",
        reason="fact_subset",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
        silent=(
            Example("用户喜欢苹果", "用户喜欢苹果手机"),
            Example("The user codes in C", "The user codes in C#"),
        ),
        contained=True,
    )
)
