"""Hard gate: memories of two owners are never compared (design section 2)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("owner_id_a") != pl.col("owner_id_b")


RULE = register(
    Rule(
        id="owner",
        rank=10,
        version=1,
        why="memories of two owners are never compared.",
        outcome="veto",
        reason="veto_owner",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗", b={"owner_id": "someone-else"}),
            Example(
                "The user likes cats",
                "The user likes cats and dogs",
                a={"owner_id": "someone-else"},
            ),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
    )
)
