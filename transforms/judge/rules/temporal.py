"""Temporal pollution: an absolute time or a state with a term on either side (row T17)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return (
        (pl.col("times_count_a") > 0)
        | (pl.col("times_count_b") > 0)
        | pl.col("has_term_a")
        | pl.col("has_term_b")
    )


RULE = register(
    Rule(
        id="temporal",
        rank=60,
        version=1,
        why="A dated event or a passing state is not the same fact as a standing one.",
        outcome="veto",
        reason="veto_temporal",
        fires=fires,
        firing=(
            Example("用户3月5日去了牙科", "用户3月5日去了牙科复查"),
            Example("The user is staying in Ghent this week", "The user is staying in Ghent"),
        ),
        silent=(
            Example("用户每天早上7点跑步", "用户每天早上7点在河边跑步"),
            Example("The user was born on 3 May", "The user was born on 3 May in Graz"),
        ),
    )
)
