"""Not contained, and something other than the wording differs (rows T21, T25, C02)."""

from __future__ import annotations

import polars as pl

from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, register


def fires(params: JudgeParams) -> pl.Expr:
    """True where the rule fires."""
    return (pl.col("containment") == "none") & (
        ((pl.col("polarity_a") != pl.col("polarity_b")) & pl.col("shares_words"))
        | (
            (pl.col("subject_a") != pl.col("subject_b"))
            & (pl.col("persons_a") != pl.col("persons_b"))
        )
        | (pl.col("limiting_a") != pl.col("limiting_b"))
        | (pl.col("modality_a") != pl.col("modality_b"))
    )


RULE = register(
    Rule(
        id="unlike",
        rank=90,
        version=1,
        why="A negation of what both speak of, or a person, condition or mode on one side.",
        outcome="keep",
        reason="similar_but_not_contained",
        fires=fires,
        firing=(
            Example("用户的英语不错", "用户的英语不好"),
            Example("The user eats meat", "The user never touches any meat"),
        ),
        silent=(
            Example("用户喜欢红牛", "用户喜欢冰美式"),
            Example("The user is allergic to shellfish", "The user has a shellfish allergy"),
        ),
        contained=True,
    )
)
