"""What is computed of each item before the checks: the one loop over items.

Belongs here: text features of an item and its sources that need more than an expression. Does not
belong here: the checks' thresholds and order (checks.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import polars as pl

from transforms.extraction.dates import Named, without_dates
from transforms.extraction.grounding import (
    Said,
    dates_held,
    ground,
    read,
    read_claim,
    rough_share,
    share_of,
)
from transforms.extraction.leak import leaks
from transforms.extraction.own_words import own_words, remembered, sentences
from transforms.extraction.polarity import contradicts
from transforms.extraction.requests import one_off, only_requests
from transforms.extraction.subject import has_label, subject_of
from transforms.extraction.time_words import is_relative, names_weekday
from transforms.extraction.views import OwnerView
from transforms.extraction.whose import of_another
from transforms.text.hedges import HEDGES

#: Share of an item's terms that a passage must hold to count as the passage it comes from.
PASSAGE_SHARE = 0.5

_EN_HEDGES = "|".join(sorted(word for word in HEDGES if word.isascii()))
_ZH_HEDGES = "|".join(sorted(word for word in HEDGES if not word.isascii()))
_UNDECIDED = r"还没有?(?:定下?来?|决定)|没想好|再[说看]吧?[。.]?$|\b(?:some ?day|undecided)\b"
_NOT_YET = r"\b(?:haven['’]t|have not|not) (?:quite |yet )?(?:decided|made up my mind)\b"
_HEDGE = re.compile(rf"\b(?:{_EN_HEDGES})\b|{_ZH_HEDGES}|{_UNDECIDED}|{_NOT_YET}")

FEATURES: dict[str, Any] = {
    "item": pl.Int64,
    "subject": pl.String,
    "labelled": pl.Boolean,
    "of_another": pl.Boolean,
    "one_off": pl.Boolean,
    "only_asked": pl.Boolean,
    "grounding": pl.Float64,
    "own_share": pl.Float64,
    "other_share": pl.Float64,
    "terms": pl.Int64,
    "missing": pl.List(pl.String),
    "contradicted": pl.Boolean,
    "explicit": pl.Boolean,
    "hedged": pl.Boolean,
    "relative": pl.Boolean,
    "undated": pl.Boolean,
    "leaked": pl.Boolean,
    "activity_start": pl.Datetime("us", "UTC"),
    "activity_end": pl.Datetime("us", "UTC"),
    "time_problem": pl.String,
}


def features(items: pl.DataFrame, known: Mapping[str, OwnerView]) -> pl.DataFrame:
    """A row of `FEATURES` per row of `items` (claims joined with their evidence), same order."""
    rows = [_features(row, known[row["owner_id"]]) for row in items.iter_rows(named=True)]
    return pl.DataFrame(rows, schema=FEATURES, orient="row")


def _features(row: Mapping[str, Any], owner: OwnerView) -> tuple[Any, ...]:
    content: str = row["content"]
    names = tuple(name for name in (owner.name, *owner.aliases) if name)
    users: list[str] = row["user_texts"] or []
    others: list[str] = row["other_texts"] or []
    days: list[date] = [day for day in row["days"] or [] if day]
    confirmed: list[str] = row["confirmed"] or []
    said = [read(text) for text in (*users, *confirmed)]
    context = [read(text) for text in row["questions"] or []]
    claim = read_claim(content, names)
    found = ground(claim, said, context, days)
    own = [read(own_words(text)) for text in users]
    told = _passages(claim.terms, users)
    passage = told[0] if told else ""
    subject = subject_of(content, names)
    start, end, problem = _activity(row, said, days, owner)
    return (
        row["item"],
        subject,
        has_label(content, names),
        subject == "user" and of_another(content, claim.terms, [*users, *confirmed]),
        one_off(content, row["kind"], passage),
        row["kind"] == "persona" and not confirmed and only_requests(told),
        found.share,
        share_of(claim.terms, [*own, *said[len(users) :], *context]) if claim.terms else 1.0,
        rough_share(claim.terms, "\n".join(others)),
        len(claim.terms) + len(claim.numbers),
        list(found.missing),
        contradicts(content, claim.terms, passage),
        _explicit(claim.terms, users),
        hedges(content) or hedges(passage),
        is_relative(content) and not any(named.month for named in claim.dates),
        start is None and not claim.dates and not names_weekday(content),
        leaks(content, [*users, *others]),
        start,
        end,
        problem,
    )


def _passages(terms: Sequence[str], users: Sequence[str]) -> list[str]:
    """The user's sentences that hold any of an item's terms, the one that holds most first."""
    shares = [(rough_share(terms, part), part) for text in users for part in sentences(text)]
    holding = [found for found in shares if found[0] > 0]
    return [part for _, part in sorted(holding, key=lambda found: -found[0])]


def _explicit(terms: Sequence[str], users: Sequence[str]) -> bool:
    asked = [passage for text in users for passage in remembered(text)]
    return any(rough_share(terms, passage) >= PASSAGE_SHARE for passage in asked)


def hedges(text: str) -> bool:
    """Whether a text is said with doubt: might, perhaps, 可能, 好像."""
    return _HEDGE.search(without_dates(text).lower()) is not None


def _activity(
    row: Mapping[str, Any], said: Sequence[Said], days: Sequence[date], owner: OwnerView
) -> tuple[datetime | None, datetime | None, str | None]:
    """Start and end of an episode in UTC, or what is wrong with them (rows E30, E31)."""
    if row["kind"] != "episodic":
        return None, None, None
    try:
        moments = [_moment(row[name], owner.zone) for name in ("start_raw", "end_raw")]
    except ValueError:
        return None, None, "invalid"
    start, end = moments
    if start and end and start > end:
        return None, None, "invalid"
    for moment in (start, end):
        if moment and not _follows(moment, said, days, owner.zone):
            return None, None, "invented"
    return start, end, None


def _moment(written: str | None, zone: str | None) -> datetime | None:
    if written is None:
        return None
    moment = datetime.fromisoformat(written)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(zone) if zone else UTC)
    moment = moment.astimezone(UTC)
    if not 1900 <= moment.year <= 2200:
        raise ValueError("a year out of range")
    return moment


def _follows(
    moment: datetime, said: Sequence[Said], days: Sequence[date], zone: str | None
) -> bool:
    """The moment's day, as the owner or as UTC counts it, follows from the sources."""
    local = moment.astimezone(ZoneInfo(zone)) if zone else moment
    candidates = {moment.date(), local.date()}
    if local.time() == time(0):
        candidates.add(date.fromordinal(local.date().toordinal() - 1))
    return any(dates_held([Named(day.year, day.month, day.day)], said, days) for day in candidates)
