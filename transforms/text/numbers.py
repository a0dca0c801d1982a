"""Quantities: what in a text is a number, in one canonical spelling for both languages.

Belongs here: counts, percents, measures, money, dates, clock times, ordinals, ids with digits and
version letters as canonical values. Does not belong here: the patterns and tables that find them
(`number_patterns.py`, `number_words.py`), and whether a date makes a text temporal (`time.py`).
Canonical forms: 3, 20%, 10mg, 07:00, --03-12, 2023-10-04, 4th, 1/2, ax-5512, rev b.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

from transforms.text.normalise import normalise
from transforms.text.number_patterns import (
    BEFORE_COUNT,
    CLASSIFIER,
    COUNT,
    DIGITS,
    EN_NUMBER,
    FOLLOWS_CLASSIFIER,
    FOLLOWS_NOUN,
    HAS_SIGN,
    MONTH,
    MONTH_NUMBER,
    SCAN,
)
from transforms.text.number_words import DAYPARTS, LATE, MEASURES, MONEY_SIGNS, NIGHT
from transforms.text.numerals import (
    EN_ORDINALS,
    EN_UNITS,
    ZH_GROUPS,
    ZH_NUMERAL,
    ZH_POWERS,
    en_value,
    plain,
    zh_value,
)

#: Stands for a quantity in the scanned text, followed by its index as a private character.
QUANTITY = "\ue000"
#: Stands for an indefinite count of one (一只, "one cat", "a").
ARTICLE = "\ue001"
_INDEX_BASE = 0xE100

_COUNT_VALUE = re.compile(COUNT)
_ZH_DATE = re.compile(rf"(?:({COUNT})年)?({COUNT})月(?:({COUNT})[日号])?")
_ZH_CLOCK = re.compile(rf"({DAYPARTS})?的?(\d+|{ZH_NUMERAL}+)(?:点钟?|时)(.*)")
_EN_CLOCK = re.compile(rf"({DAYPARTS})?的?(\d+)(?:[:.](\d\d))?(.*)")
_MEASURE = re.compile(rf"({COUNT}|{EN_NUMBER})[多来]?[ -]?(.+)")
_PERCENT = re.compile(rf"{DIGITS}|{EN_NUMBER}")


def scan(normalised: str) -> tuple[str, list[str]]:
    """The text with each quantity replaced by a marker, and the quantities in order.

    A marker is `QUANTITY` and a private character that carries the index; a count of one before a
    classifier or a plain noun becomes `ARTICLE` and is no quantity.
    """
    if not HAS_SIGN.search(normalised):
        return normalised, []
    found: list[str] = []

    def replace(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        text = match.group()
        if kind == "trap":
            return text
        if _is_article(kind, match):
            return ARTICLE
        values = _CANONICAL[kind](text)
        if not values:
            return text
        start = len(found)
        found.extend(values)
        return "".join(f"{QUANTITY}{chr(_INDEX_BASE + start + at)}" for at in range(len(values)))

    return SCAN.sub(replace, normalised), found


def marker_index(character: str) -> int:
    """Index of the quantity that a marker's second character carries."""
    return ord(character) - _INDEX_BASE


def strip_classifier(after_count: str) -> str:
    """Chinese text after a count without its leading classifier: 只猫 -> 猫, 次 stays."""
    match = CLASSIFIER.match(after_count)
    return after_count[match.end() :] if match else after_count


@lru_cache(maxsize=4096)
def _quantities(text: str) -> tuple[str, ...]:
    return tuple(scan(normalise(text))[1])


def quantities(text: str) -> list[str]:
    """Canonical quantities in order of appearance, repetitions kept (rows T05, T18)."""
    return list(_quantities(text))


def _is_article(kind: str, match: re.Match[str]) -> bool:
    text, source, end = match.group(), match.string, match.end()
    if kind == "zhcount":
        return text == "一" and bool(FOLLOWS_CLASSIFIER.match(source, end))
    if kind == "encount":
        return text == "one"
    if kind == "ident" and text == "1":
        before = source[: match.start()]
        return bool(FOLLOWS_CLASSIFIER.match(source, end)) or (
            bool(FOLLOWS_NOUN.match(source, end)) and bool(BEFORE_COUNT.search(before))
        )
    return False


def _value(count: str) -> str:
    """Canonical value of digits, a Chinese numeral with an optional 点, or English words."""
    if count[0].isdigit():
        scale = (ZH_POWERS | ZH_GROUPS).get(count[-1])
        return plain(count) if scale is None else plain(str(Decimal(count[:-1]) * scale))
    if count.isascii():
        return str(en_value(count))
    whole, _, part = count.partition("点")
    return plain(f"{zh_value(whole)}.{zh_value(part)}") if part else str(zh_value(whole))


def _isodate(text: str) -> list[str]:
    year, month, day = re.split(r"[-/.]", text)
    return [f"{year}-{int(month):02d}-{int(day):02d}"]


def _zhdate(text: str) -> list[str]:
    match = _ZH_DATE.fullmatch(text)
    if match is None:
        return []
    year, month, day = (None if part is None else _value(part) for part in match.groups())
    return [_date(year, month or "", day)]


def _endate(text: str) -> list[str]:
    name = re.search(MONTH, text)
    numbers = re.findall(r"\d+", text)
    if name is None:
        return []
    month = str(MONTH_NUMBER[name.group()])
    year = next((number for number in numbers if len(number) == 4), None)
    day = next((number for number in numbers if len(number) < 3), None)
    return [_date(year, month, day)]


def _date(year: str | None, month: str, day: str | None) -> str:
    head = year or "-"
    return f"{head}-{int(month):02d}" + (f"-{int(day):02d}" if day else "")


def _zhclock(text: str) -> list[str]:
    match = _ZH_CLOCK.match(text)
    if match is None:
        return []
    part, hour, rest = match.groups()
    rest = rest.removesuffix("分").removeprefix("钟")
    minute = {"": 0, "整": 0, "半": 30, "一刻": 15, "三刻": 45}.get(rest)
    if minute is None:
        minute = int(_value(rest))
    return [_clock(int(_value(hour)), minute, part or "")]


def _enclock(text: str) -> list[str]:
    if text in ("noon", "midnight"):
        return ["12:00" if text == "noon" else "00:00"]
    match = _EN_CLOCK.match(text)
    if match is None:
        return []
    part, hour, minute, rest = match.groups()
    return [_clock(int(hour), int(minute or 0), rest.replace(".", "").strip() or part or "")]


def _clock(hour: int, minute: int, part: str) -> str:
    evening = part.endswith(("晚", "晚上", "晚间"))
    late = part in LATE or (evening and hour >= 5) or (part in NIGHT[1:] and hour >= 6)
    if late and hour < 12:
        hour += 12
    elif hour == 12 and (part == "am" or part in NIGHT or evening):
        hour = 0
    return f"{hour:02d}:{minute:02d}"


def _percent(text: str) -> list[str]:
    if text.startswith("百分之"):
        return [f"{_value(text.removeprefix('百分之'))}%"]
    if text.endswith("成"):
        return [f"{_value(text[:-1])}0%"]
    count = _PERCENT.match(text)
    return [f"{_value(count.group())}%"] if count else []


def _fraction(text: str) -> list[str]:
    if text in ("half", "一半"):
        return ["1/2"]
    if "分之" in text:
        below, above = text.split("分之")
        return [f"{zh_value(above)}/{zh_value(below)}"]
    above, below = re.split("[ -]", text)
    return [f"{EN_UNITS.get(above, 1)}/{3 if below.startswith('third') else 4}"]


def _measure(text: str) -> list[str]:
    match = _MEASURE.match(text)
    if match is None:
        return []
    return [f"{_value(match.group(1))}{MEASURES[match.group(2)]}"]


def _money(text: str) -> list[str]:
    amount = _COUNT_VALUE.search(text)
    scale = {"万": 10_000, "k": 1_000}.get(text[-1], 1)
    if amount is None:
        return []
    value = plain(amount.group())
    return [f"{plain(str(float(value) * scale)) if scale > 1 else value}{MONEY_SIGNS[text[0]]}"]


def _ordinal(text: str) -> list[str]:
    if text.startswith("第"):
        return [f"{_value(text[1:])}th"]
    if text in ("first", "second"):
        return [f"{1 if text == 'first' else 2}th"]
    return [f"{EN_ORDINALS.get(text) or text[:-2]}th"]


def _ident(text: str) -> list[str]:
    if not any(sign.isdigit() for sign in text):
        return []
    return [plain(text) if re.fullmatch(DIGITS, text) else text.rstrip("-_/.")]


_CANONICAL: dict[str, Callable[[str], list[str]]] = {
    "isodate": _isodate,
    "zhdate": _zhdate,
    "zhyear": lambda text: [_value(text[:-1])],
    "endate": _endate,
    "enmonthyear": _endate,
    "decade": lambda text: [f"{text.removesuffix('年代').removesuffix('s')}s"],
    "zhclock": _zhclock,
    "enclock": _enclock,
    "percent": _percent,
    "fraction": _fraction,
    "money": _money,
    "version": lambda text: [re.sub(r"[ .]+", " ", text)],
    "ordinal": _ordinal,
    "age": lambda text: [f"{_value(re.split('[- ]years?', text)[0])}age"],
    "hyphened": lambda text: [plain(text)],
    "stage": lambda text: [f"{text[0]}{zh_value(text[1])}"],
    "grouped": lambda text: [plain(text)],
    "range": lambda text: [plain(number) for number in re.findall(r"\d+", text)],
    "measure": _measure,
    "ident": _ident,
    "zhcount": lambda text: [_value(text)],
    "encount": lambda text: [_value(text)],
    "twice": lambda text: ["2" if text == "twice" else "3"],
}
