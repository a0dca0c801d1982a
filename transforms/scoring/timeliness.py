"""Timeliness: how long the memory will hold, seen from the owner's newest message (rows P13, P49).

| holds | read from | points |
|---|---|---|
| passing | an act of the chat, a mood | 2 |
| expired | a state whose term is over | 1 |
| one_off | a one-off event told as persona or instruction | 3 |
| term | another state with a term | 4 |
| habit, dated_fact | a repeated action; born, joined, 毕业 | 10 |
| lasting | persona or instruction otherwise | 9 |
| ahead | event that ends at as_of or later | 7 |
| recent, past | event that ended up to `recent_days` ago, earlier | 6, 4 |
| undated | event without a time, or no as_of | 5 |

The first line that fits counts. The clock is never asked: the reason names the end of the event,
not its age, so that a row changes only when its value does.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.scoring import Dimension, Points, register


@dataclass(frozen=True)
class TimelinessParams:
    """Cut points of timeliness: the points of each line of the table, and where `recent` ends."""

    passing: int = 2
    expired: int = 1
    one_off: int = 3
    term: int = 4
    habit: int = 10
    dated_fact: int = 10
    lasting: int = 9
    ahead: int = 7
    recent: int = 6
    past: int = 4
    undated: int = 5
    recent_days: int = 90


def points(params: TimelinessParams) -> Points:
    """Value and reason of timeliness."""
    cases = _cases(params)
    value = pl.coalesce(
        *(pl.when(case).then(getattr(params, name)) for name, case in cases.items())
    )
    holds = pl.coalesce(*(pl.when(case).then(pl.lit(name)) for name, case in cases.items()))
    ended = _end().dt.strftime("%Y-%m-%d").fill_null("none")
    return Points(value, pl.format("holds={} end={}", holds, ended))


def _end() -> pl.Expr:
    return pl.coalesce("activity_end", "activity_start")


def _cases(params: TimelinessParams) -> dict[str, pl.Expr]:
    as_of = pl.col("as_of")
    rule = pl.col("kind").is_in(["persona", "instruction"]).fill_null(False)
    since = as_of.dt.offset_by(f"-{params.recent_days}d")
    return {
        "passing": pl.col("passing"),
        "expired": pl.col("expired"),
        "one_off": pl.col("term") & pl.col("one_off") & rule,
        "term": pl.col("term"),
        "habit": pl.col("habit"),
        "dated_fact": pl.col("lasting_dated"),
        "lasting": rule,
        "ahead": _end() >= as_of,
        "recent": _end() >= since,
        "past": _end() < since,
        "undated": pl.lit(True),
    }


DIMENSION = register(Dimension("timeliness", "时效性", TimelinessParams, points))
