"""Contained, but said of another person."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("differs_subject") | (pl.col("subject_a") != pl.col("subject_b"))


RULE = register(
    Rule(
        id="subject",
        rank=130,
        version=1,
        why="What holds for the wife or a friend is not a fact about the user.",
        outcome="veto",
        reason="veto_subject",
        fires=fires,
        firing=(
            Example("用户对青霉素过敏", "用户的妻子对青霉素过敏"),
            Example("The user plays the harp", "The user's friend plays the harp"),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
        contained=True,
    )
)
