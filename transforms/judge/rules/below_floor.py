"""Not contained and below the floor of T1: not worth a question (design step 8)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return (pl.col("containment") == "none") & (pl.col("similarity") < params.t1_floor)


RULE = register(
    Rule(
        id="below_floor",
        rank=100,
        version=1,
        why="Two texts that share next to nothing are not put before a model.",
        outcome="keep",
        reason="below_t1_floor",
        fires=fires,
        firing=(
            Example("用户喜欢钓鱼", "用户在银行工作", pair={"similarity": 0.05}),
            Example("The user keeps fish", "The user studies law", pair={"similarity": 0.1}),
        ),
        silent=(
            Example("用户喜欢红牛", "用户喜欢冰美式"),
            Example(
                "The user likes cats", "The user likes cats and dogs", pair={"similarity": 0.01}
            ),
        ),
        contained=True,
    )
)
