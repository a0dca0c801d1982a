"""Dates that a text names, and the days that its time words can mean.

Belongs here: reading dates for the grounding of claims, with the day of the message given as an
argument. Does not belong here: rules about what a wrong date means, any clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

_MONTH_NAMES = (
    "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul",
    "august|aug", "september|sept|sep", "october|oct", "november|nov", "december|dec",
)  # fmt: skip
_MONTHS = {
    name: number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names.split("|")
}
_EN_MONTH = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_EN_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d{2}"
_CN = "[零〇一二三四五六七八九十]"
_CN_YEAR = "[零〇一二三四五六七八九]{4}"
_CN_DIGITS = {sign: index for index, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_BEFORE_YEAR = r"\b(?:in|since|until|by|during|of|from|year)\s+"
_BEFORE_MONTH = r"\b(?:in|since|until|by|during|of|last|next|this)\s+"
#: Forms of a date. Groups are named year, month, day and numbered, as names must differ.
_FORMS = (
    rf"(?<!\d)(?P<y1>{_YEAR})[-/.](?P<m1>\d{{1,2}})[-/.](?P<d1>\d{{1,2}})(?:T[\d:.]+Z?)?(?!\d)",
    rf"(?P<y2>{_YEAR}|{_CN_YEAR})\s*年\s*(?:(?P<m2>\d{{1,2}}|{_CN}{{1,2}})\s*月份?\s*"
    rf"(?:(?P<d2>\d{{1,2}}|{_CN}{{1,3}})\s*[日号])?)?",
    rf"(?<![\d个零一二三四五六七八九十])(?P<m3>\d{{1,2}}|{_CN}{{1,2}})\s*月"
    rf"(?:份|\s*(?P<d3>\d{{1,2}}|{_CN}{{1,3}})\s*[日号])",
    rf"\b(?P<d4>{_EN_DAY})(?:\s+of)?\s+(?P<m4>{_EN_MONTH})(?:,?\s+(?P<y4>{_YEAR})\b)?",
    rf"\b(?P<m5>{_EN_MONTH})\s+(?P<d5>{_EN_DAY})\b(?:,?\s+(?P<y5>{_YEAR})\b)?",
    rf"\b(?P<m6>{_EN_MONTH}),?\s+(?P<y6>{_YEAR})\b",
    rf"{_BEFORE_MONTH}(?P<m7>{_EN_MONTH})",
    rf"{_BEFORE_YEAR}(?P<y8>{_YEAR})\b(?![-/.]\d)",
)
_TO = r"\s*(?:到|至|-|–|—|~|～|to|until|till|through|and)\s*"
#: The other end of a range: its month stands with the first day, or with the last.
_RANGES = (
    re.compile(
        rf"(?P<m>\d{{1,2}}|{_CN}{{1,2}})\s*月\s*(?:\d{{1,2}}|{_CN}{{1,3}})\s*[日号]?{_TO}"
        rf"(?P<d>\d{{1,2}}|{_CN}{{1,3}})\s*[日号]"
    ),
    re.compile(
        rf"\b(?P<m>{_EN_MONTH})\s+{_EN_DAY}{_TO}(?P<d>{_EN_DAY})(?![\d:.%]|\s*(?:[ap]m|{_EN_MONTH}))",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<d>{_EN_DAY}){_TO}{_EN_DAY}(?:\s+of)?\s+(?P<m>{_EN_MONTH})", re.IGNORECASE),
)
_DATES = re.compile("|".join(f"(?:{form})" for form in _FORMS), re.IGNORECASE)
#: What every form needs; a text without it is not searched further.
_MAYBE = re.compile(rf"\d|[年月]|{_BEFORE_MONTH}{_EN_MONTH}", re.IGNORECASE)
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """A date as a text names it; what it leaves open is None."""

    year: int | None
    month: int | None
    day: int | None


Span = tuple[date, date]


def named_dates(text: str) -> list[Named]:
    """Absolute dates in order; impossible ones (month 13) are left out."""
    if not _MAYBE.search(text):
        return []
    forms = (_DATES, *_RANGES)
    found = (_named(match) for form in forms for match in form.finditer(text))
    return [named for named in found if named is not None]


def without_dates(text: str) -> str:
    """The text with its absolute dates blanked, so that their digits are not read as numbers."""
    if not _MAYBE.search(text):
        return text
    return _DATES.sub(lambda match: " " if _named(match) else match[0], text)


def derivable(
    claimed: Named, stated: Iterable[Named], days: Iterable[date], spans: Iterable[Span]
) -> bool:
    """Whether a claimed date follows from dates in the sources, their days, or their time words.

    A stated date without a year takes the year of a source's day, or a neighbouring one; a date
    that is coarser than what was stated follows from it, a finer one does not.
    """
    near = list(days)
    years = {day.year + shift for day in near for shift in (-1, 0, 1)}
    if any(_follows(claimed, named, years) for named in stated):
        return True
    first_last = [*spans, *((day, day) for day in near)]
    return any(_within(claimed, first, last) for first, last in first_last)


def _follows(claimed: Named, named: Named, years: set[int]) -> bool:
    if claimed.day is not None and claimed.day != named.day:
        return False
    if claimed.month is not None and claimed.month != named.month:
        return False
    if claimed.year is None or claimed.year == named.year:
        return True
    return named.year is None and claimed.year in years


def _within(claimed: Named, first: date, last: date) -> bool:
    if claimed.year is None:
        candidates = [Named(year, claimed.month, claimed.day) for year in {first.year, last.year}]
        return any(_within(candidate, first, last) for candidate in candidates)
    if claimed.month is None:
        return first.year <= claimed.year <= last.year
    if claimed.day is None:
        return (first.year, first.month) <= (claimed.year, claimed.month) <= (last.year, last.month)
    try:
        return first <= date(claimed.year, claimed.month, claimed.day) <= last
    except ValueError:
        return False


def _named(match: re.Match[str]) -> Named | None:
    groups = {key: value for key, value in match.groupdict().items() if value is not None}
    parts: dict[str, int] = {}
    for key, value in groups.items():
        number = _number(value, key[0])
        if number is None:
            return None
        parts[key[0]] = number
    year, month, day = parts.get("y"), parts.get("m"), parts.get("d")
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and not 1 <= day <= 31:
        return None
    return Named(year, month, day)


def _number(written: str, part: str) -> int | None:
    bare = _ORDINAL.sub("", written).lower().removesuffix(".")
    if bare.isascii() and bare.isdigit():
        return int(bare)
    return _MONTHS[bare] if part == "m" and bare in _MONTHS else chinese_number(bare)


def chinese_number(written: str) -> int | None:
    """一 .. 九十九, or digit by digit (二〇二四); None for anything else."""
    if "十" in written:
        tens, _, ones = written.partition("十")
        high = _CN_DIGITS.get(tens, None) if tens else 1
        low = _CN_DIGITS.get(ones, None) if ones else 0
        return None if high is None or low is None else high * 10 + low
    digits = [_CN_DIGITS.get(sign) for sign in written]
    if not digits or any(digit is None for digit in digits):
        return None
    return int("".join(str(digit) for digit in digits))


def shift(day: date, days: int) -> date:
    """A day some days away; stays inside the calendar."""
    ordinal = min(max(day.toordinal() + days, 1), date.max.toordinal())
    return date.fromordinal(ordinal)


def week_of(day: date, weeks: int = 0) -> Span:
    """Monday to Sunday of the week `weeks` away."""
    monday = shift(day, -day.weekday() + 7 * weeks)
    return monday, shift(monday, 6)


def month_of(day: date, months: int = 0) -> Span:
    """First to last day of the month `months` away."""
    index = day.year * 12 + day.month - 1 + months
    index = min(max(index, 12), 9998 * 12)
    first = date(index // 12, index % 12 + 1, 1)
    following = date((index + 1) // 12, (index + 1) % 12 + 1, 1)
    return first, following - timedelta(days=1)


def year_of(day: date, years: int = 0) -> Span:
    """First to last day of the year `years` away."""
    year = min(max(day.year + years, 1), 9999)
    return date(year, 1, 1), date(year, 12, 31)
