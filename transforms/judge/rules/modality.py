"""Contained, but one side is only wanted, planned, possible or past."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("differs_modality")


RULE = register(
    Rule(
        id="modality",
        rank=150,
        version=1,
        why="Wanting, planning or having done something is not doing it.",
        outcome="veto",
        reason="veto_modality",
        fires=fires,
        firing=(
            Example("用户想学画画", "用户学画画"),
            Example("The user used to play rugby", "The user plays rugby"),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
        contained=True,
    )
)
