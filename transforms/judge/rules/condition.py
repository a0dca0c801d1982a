"""Contained, but one side holds only under a condition or in a scope."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("differs_condition")


RULE = register(
    Rule(
        id="condition",
        rank=140,
        version=1,
        why="A condition dropped turns an exception into a rule.",
        outcome="veto",
        reason="veto_condition",
        fires=fires,
        firing=(
            Example("用户骑车上班", "除非下雨，用户都骑车上班"),
            Example("The user works from home", "The user works from home unless a client visits"),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
        contained=True,
    )
)
