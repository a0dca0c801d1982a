"""Hard gate: memories of two scopes are never compared (row T11)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("scope_a") != pl.col("scope_b")


RULE = register(
    Rule(
        id="scope",
        rank=20,
        version=1,
        why="memories of two scopes are never compared.",
        outcome="veto",
        reason="veto_scope",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗", b={"scope": "project"}),
            Example("The user likes cats", "The user likes cats and dogs", a={"scope": "project"}),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
    )
)
