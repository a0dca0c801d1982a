"""Hard gate: memories of two personas are never compared (row T12)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("persona_id_a") != pl.col("persona_id_b")


RULE = register(
    Rule(
        id="persona",
        rank=30,
        version=1,
        why="memories of two personas are never compared.",
        outcome="veto",
        reason="veto_persona",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗", b={"persona_id": "coach"}),
            Example(
                "The user likes cats", "The user likes cats and dogs", a={"persona_id": "coach"}
            ),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
    )
)
