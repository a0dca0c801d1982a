"""Hard gate: a restricted source (group chat, stranger) is never merged (rows T14, T30-T35)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("restricted_a") | pl.col("restricted_b")


RULE = register(
    Rule(
        id="source",
        rank=50,
        version=1,
        why="A memory that rests on a restricted source is neither merged nor archived.",
        outcome="veto",
        reason="veto_source",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗", a={"restricted": True}),
            Example("The user likes cats", "The user likes cats and dogs", b={"restricted": True}),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
    )
)
