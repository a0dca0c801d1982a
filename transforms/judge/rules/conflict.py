"""Contained, but a negation stands on one side only (rows T23, T36, T37)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("differs_negation")


RULE = register(
    Rule(
        id="conflict",
        rank=120,
        version=1,
        why="X beside not X is a change of fact; merging would lose it.",
        outcome="veto",
        reason="veto_conflict",
        fires=fires,
        firing=(
            Example("用户吃海鲜", "用户不吃海鲜"),
            Example("The deployment is allowed", "The deployment is not allowed"),
        ),
        silent=(
            Example("用户不抽烟", "用户不抽烟，也不喝酒"),
            Example("The user does not eat pork", "The user doesn't eat pork"),
        ),
        contained=True,
    )
)
