"""Words like yesterday, 上周, 3 days ago: which days they mean, and whether a text needs them.

Belongs here: the table of relative time words. Does not belong here: absolute dates (dates.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from transforms.extraction.dates import Span, chinese_number, month_of, shift, week_of, year_of

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_VAGUE = ("a couple of", "a few", "几", "several")
_COUNTS = {word: at for at, word in enumerate(_NUMBERS, start=1)}
_COUNTS |= {"a": 1, "an": 1, "半": 1, **dict.fromkeys(_VAGUE, 3)}
_COUNT = (
    rf"(?:\d{{1,3}}|[一二两三四五六七八九十]{{1,3}}|{'|'.join(_VAGUE)}|半|an?|{'|'.join(_NUMBERS)})"
)
_UNITS = {"day": 1, "天": 1, "日": 1, "week": 7, "周": 7, "星期": 7, "礼拜": 7}
_UNITS |= {"month": 30, "月": 30, "year": 365, "年": 365}
_UNIT = f"(?:{'|'.join(_UNITS)})"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WEEK = "(?:个)?(?:周|星期|礼拜)"


def _days(low: int, high: int | None = None) -> Callable[[date], Span]:
    return lambda day: (shift(day, low), shift(day, low if high is None else high))


_MEANINGS: dict[str, Callable[[date], Span]] = {
    r"今[天日早晚晨夜]|刚[刚才]|\b(?:today|tonight)\b": _days(0),
    r"\bthis (?:morning|afternoon|evening)\b": _days(0),
    r"昨[天日晚夜]|\byesterday\b|\blast night\b": _days(-1),
    r"(?<!大)前天|\bday before yesterday\b": _days(-2),
    r"大前天": _days(-3),
    r"明[天日早晚]|\btomorrow\b": _days(1),
    r"(?<!大)后天(?!性)|\bday after tomorrow\b": _days(2),
    r"大后天": _days(3),
    rf"上上{_WEEK}|\bweek before last\b": lambda day: week_of(day, -2),
    rf"(?<!上)上{_WEEK}|\blast week(?:end)?\b": lambda day: week_of(day, -1),
    rf"[这本]{_WEEK}|\bthis week(?:end)?\b": week_of,
    rf"下{_WEEK}|\bnext week(?:end)?\b": lambda day: week_of(day, 1),
    rf"\b(?:last|past) {_WEEKDAY}\b": _days(-14, -1),
    rf"\b(?:this|next|coming) {_WEEKDAY}\b": _days(0, 14),
    r"上个?月|\blast month\b": lambda day: month_of(day, -1),
    r"[这本]个?月|\bthis month\b": month_of,
    r"下个?月|\bnext month\b": lambda day: month_of(day, 1),
    r"去年|\blast year\b": lambda day: year_of(day, -1),
    r"前年": lambda day: year_of(day, -2),
    r"今年(?![^，。]{0,6}岁)|\bthis year\b": year_of,
    r"明年|\bnext year\b": lambda day: year_of(day, 1),
    r"前[几些两]天|\bthe other day\b": _days(-14, -1),
    r"过[几两]天|\bin a few days\b": _days(1, 14),
}
_TABLE = [(re.compile(words, re.IGNORECASE), means) for words, means in _MEANINGS.items()]
_ANY = re.compile("|".join(_MEANINGS), re.IGNORECASE)
#: Weekdays alone mean days near the message, but habits are made of them too.
_NEAR = re.compile(
    rf"\b{_WEEKDAY}s?\b|\bweekend\b|(?:周|星期|礼拜)[一二三四五六日天末]", re.IGNORECASE
)
_DAILY = re.compile(r"\b(?:every|each|daily|nightly)\b|每|天天|日日", re.IGNORECASE)
_AGO = re.compile(
    rf"({_COUNT})\s*个?\s*多?({_UNIT})s?\s*(?:ago\b|earlier\b|(?:之|以)?前)", re.IGNORECASE
)
_AHEAD = re.compile(
    rf"\b(?:in|within)\s+({_COUNT})\s+({_UNIT})s?\b|({_COUNT})\s*个?\s*({_UNIT})(?:之|以)?后",
    re.IGNORECASE,
)


def meant_days(text: str, day: date) -> list[Span]:
    """Spans of days (first, last) that the time words of a text of that day can mean."""
    spans = [meaning(day) for pattern, meaning in _TABLE if pattern.search(text)]
    if _NEAR.search(text):
        spans.append((shift(day, -7), shift(day, 14)))
    spans.extend(_counted(count, unit, day, -1) for count, unit in _AGO.findall(text))
    for count, unit, other_count, other_unit in _AHEAD.findall(text):
        spans.append(_counted(count or other_count, unit or other_unit, day, 1))
    return spans


def is_relative(text: str) -> bool:
    """Whether a text names a day that only its own day can resolve."""
    return bool(_ANY.search(text) or _AGO.search(text))


def names_weekday(text: str) -> bool:
    """Whether a text names a weekday, the weekend, or a day that comes again."""
    return _NEAR.search(text) is not None or _DAILY.search(text) is not None


def _counted(count: str, unit: str, day: date, sign: int) -> Span:
    written = count.lower()
    number = int(written) if written.isdigit() else _COUNTS.get(written) or chinese_number(written)
    size = _UNITS[unit.lower()]
    middle = shift(day, sign * (number or 1) * size)
    slack = 5 * size if written in _VAGUE else {1: 1, 7: 4, 30: 16}.get(size, 200)
    return shift(middle, -slack), shift(middle, slack)
