"""Low confidence on either side (row T19)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return (pl.col("confidence_a") < params.low_confidence) | (
        pl.col("confidence_b") < params.low_confidence
    )


RULE = register(
    Rule(
        id="low_confidence",
        rank=80,
        version=1,
        why="A memory we hardly believe must not take another one in.",
        outcome="veto",
        reason="veto_low_confidence",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗", a={"confidence": 0.49}),
            Example("The user likes cats", "The user likes cats and dogs", b={"confidence": 0.1}),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗", a={"confidence": 0.5}),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
    )
)
