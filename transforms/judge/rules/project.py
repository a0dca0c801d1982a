"""Hard gate: memories of two projects are never compared (row T13)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return pl.col("project_id_a") != pl.col("project_id_b")


RULE = register(
    Rule(
        id="project",
        rank=40,
        version=1,
        why="memories of two projects are never compared.",
        outcome="veto",
        reason="veto_project",
        fires=fires,
        firing=(
            Example("用户喜欢猫", "用户喜欢猫和狗", b={"project_id": "garden"}),
            Example(
                "The user likes cats", "The user likes cats and dogs", a={"project_id": "garden"}
            ),
        ),
        silent=(
            Example("用户喜欢猫", "用户喜欢猫和狗"),
            Example("The user likes cats", "The user likes cats and dogs"),
        ),
    )
)
