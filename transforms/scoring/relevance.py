"""Relevance: whether the memory is about this user (rows P10, P43).

| reads | points |
|---|---|
| about the user: instruction or persona / episodic or unknown kind | `lasting` / `event` |
| about nobody in particular | `unnamed_points` less |
| about the assistant, but a rule for it (instruction) | `lasting` |
| about another person, or the assistant otherwise | `foreign` |
| an act of the chat itself | at most `act_limit` |
| no message of the user among the sources | `unstated_points` less |
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.scoring import Dimension, Points, register
from transforms.scoring.signs import shown, yes_no


@dataclass(frozen=True)
class RelevanceParams:
    """Cut points of relevance."""

    lasting: int = 10
    event: int = 8
    foreign: int = 2
    unnamed_points: int = 2
    act_limit: int = 2
    unstated_points: int = 4


def points(params: RelevanceParams) -> Points:
    """Value and reason of relevance."""
    kind, subject = pl.col("kind"), pl.col("subject").fill_null("none")
    by_kind = (
        pl.when(kind.is_in(["persona", "instruction"]).fill_null(False))
        .then(params.lasting)
        .otherwise(params.event)
    )
    rule_for_ai = (kind == "instruction").fill_null(False) & (subject == "ai")
    base = (
        pl.when((subject == "user") | rule_for_ai)
        .then(by_kind)
        .when(subject == "none")
        .then(by_kind - params.unnamed_points)
        .otherwise(params.foreign)
    )
    stated = (pl.col("user_sources") > 0).fill_null(False)
    value = base - pl.when(stated).then(0).otherwise(params.unstated_points)
    limit = pl.when("act").then(params.act_limit).otherwise(10)
    return Points(
        pl.min_horizontal(value.clip(0, 10), limit),
        pl.format(
            "kind={} subject={} user_stated={} act={}",
            shown("kind"),
            subject,
            shown("user_sources"),
            yes_no("act"),
        ),
    )


DIMENSION = register(Dimension("relevance", "相关性", RelevanceParams, points))
