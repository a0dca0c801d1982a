"""The patterns by which quantities are found, in the order in which they are tried.

Belongs here: the pattern of each kind of quantity. Does not belong here: what a match is worth
(`numbers.py`) and the words (`number_words.py`). All patterns are for normalised text.
"""

from __future__ import annotations

import re

from transforms.text.number_words import (
    ACTION_CLASSIFIERS,
    CLASSIFIERS,
    DAYPARTS,
    EN_TRAPS,
    LETTERED,
    MEASURES,
    MONTHS,
    NAMES,
    OTHER_COUNTS,
    ZH_TRAPS,
)
from transforms.text.numerals import EN_ORDINALS, EN_POWERS, EN_TENS, EN_UNITS, ZH_NUMERAL


def _any(*alternatives: str) -> str:
    return "|".join(alternatives)


def _longest(words: list[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


_WORD = _any(*EN_UNITS, *EN_TENS, *EN_POWERS)
EN_NUMBER = (
    rf"\b(?:(?:a|an) (?=hundred|thousand|million|dozen))?(?:{_WORD})"
    rf"(?:(?:[ -]| and )(?:{_WORD}))*\b"
)
DIGITS = r"\d+(?:,\d{3})*(?:\.\d+)?"
COUNT = rf"(?:{DIGITS}[万千百亿]?|{ZH_NUMERAL}+)"
MONTH_NUMBER = {name: at for at, name in enumerate(MONTHS, start=1)}
MONTH_NUMBER |= {name[:3]: at for name, at in MONTH_NUMBER.items()} | {"sept": 9}
MONTH = f"(?:{_longest(list(MONTH_NUMBER))})"

_FREE = r"(?<![a-z0-9.])"
_ZH_NUMBER = rf"{ZH_NUMERAL}+(?:点{ZH_NUMERAL}+)?"
_UNITS_ZH = _longest([unit for unit in MEASURES if not unit.isascii()])
_UNITS_EN = _longest([unit for unit in MEASURES if unit.isascii()])
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"

PARTS: dict[str, str] = {
    "trap": _any(ZH_TRAPS, EN_TRAPS, NAMES),
    "isodate": r"(?<![a-z0-9-])\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?![a-z0-9-])",
    "zhdate": rf"(?:{COUNT}年)?{COUNT}月(?:{COUNT}[日号])?(?!饼)",
    "zhyear": r"(?:\d{4}|[零〇一二三四五六七八九]{4})年(?!代)",
    "endate": rf"\b(?:{_DAY}(?: of)? {MONTH}|{MONTH} {_DAY})\b(?:,? \d{{4}}\b)?",
    "enmonthyear": rf"\b{MONTH},? \d{{4}}\b",
    "decade": r"\b\d{4}s\b|\d{2,4}年代",
    "zhclock": (
        rf"(?:(?:{DAYPARTS})的?)?(?:(?<![\d.])\d{{1,2}}|[一二两三四五六七八九十]{{1,3}})"
        rf"(?:点钟?(?!\d)|时(?=\d|[整半]))(?:半|一刻|三刻|整|{COUNT}分?)?(?!心|菜|餐|单|名|外|赞)"
    ),
    "enclock": _any(
        r"(?<![\d.:])\d{1,2}(?:[:.]\d{2})? ?(?:a\.?m\.?|p\.?m\.?)(?![a-z])",
        r"\b\d{1,2} o'?clock\b",
        rf"(?:(?:{DAYPARTS})的?)?(?<![\d.:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])",
        r"\b(?:noon|midnight)\b",
    ),
    "percent": _any(
        rf"百分之(?:{_ZH_NUMBER}|{DIGITS})",
        rf"{_FREE}{DIGITS} ?(?:%|percent\b|per cent\b|个百分点)",
        rf"{EN_NUMBER} (?:percent|per cent)\b",
        "[一二三四五六七八九]成(?!为|了|功|年|长|员|绩|立|分|本|人)",
    ),
    "fraction": _any(
        rf"{ZH_NUMERAL}+分之{ZH_NUMERAL}+",
        r"\bhalf\b|一半",
        r"\b(?:one|a|two|three)[ -](?:third|thirds|quarter|quarters)\b",
    ),
    "money": rf"[$€£¥] ?{DIGITS}(?:万|k\b)?",
    "version": _any(
        rf"\b(?:{LETTERED})\.? ?(?:[b-z]|a(?! [a-z]))\b(?![-'])",
        "[a-d](?=型|座|栋|区|级|班|组|口|版)",
    ),
    "ordinal": _any(
        rf"第{COUNT}",
        r"\b\d+(?:st|nd|rd|th)\b",
        rf"\b(?:{_any(*EN_ORDINALS)})\b",
        r"\b(?:first|second)(?= (?:floor|grade|year|edition|child|son|daughter|place|shift|"
        r"marriage|wife|husband))",
    ),
    "range": r"(?<![a-z0-9.-])\d{1,3} ?[-~] ?\d{1,3}(?![a-z0-9-]|\.\d)",
    "age": rf"{_FREE}(?:{DIGITS}|{EN_NUMBER})[- ]years?[- ](?:old|of age)\b",
    "measure": _any(
        rf"{COUNT}(?:多|来)?(?:{_UNITS_ZH})",
        rf"{_FREE}{DIGITS}(?: ?|-)(?:{_UNITS_EN})(?![a-z0-9-])",
        rf"{EN_NUMBER}[ -](?:{_UNITS_EN})\b",
    ),
    "hyphened": r"(?<![a-z0-9.-])\d+(?=-[a-z]{3,})",
    "stage": (
        "(?<![最不更])(?:高[一二三](?!点|些|个)|初[一二三](?!点|些|个)|大[一二三四](?!点|些|个|号))"
    ),
    "grouped": r"(?<![a-z0-9.,-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![a-z0-9])",
    "ident": r"(?=[a-z_]*[-_/.]?[a-z-]*\d)[a-z0-9]+(?:[-_/.][a-z0-9]+)*[⁰¹²³⁴-⁹]*",
    "zhcount": _any(
        rf"{_ZH_NUMBER}(?=[多来几]?(?:{CLASSIFIERS}|{ACTION_CLASSIFIERS}|{OTHER_COUNTS})|$|"
        r"[^\u4e00-\u9fff])",
        rf"{ZH_NUMERAL}{{2,}}(?:点{ZH_NUMERAL}+)?",
    ),
    "encount": EN_NUMBER,
    "twice": r"\b(?:twice|thrice)\b",
}
#: Signs with which a part can begin; elsewhere no part is tried.
_STARTS = "".join(
    sorted(
        {each[0] for each in f"{ZH_TRAPS}|{DAYPARTS}".split("|") if "\u4e00" <= each[0] <= "\u9fff"}
        | set("零〇一二两三四五六七八九十百千万亿第半高初大周星礼没老")
    )
)
SCAN = re.compile(
    rf"(?:(?<![a-z])(?=[a-z])|(?=[\d$€£¥{_STARTS}]))(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in PARTS.items())
    + ")"
)

#: A text without any of these has no quantity; spares most texts the scan.
HAS_SIGN = re.compile(
    rf"\d|{ZH_NUMERAL}|[a-d][型座栋区级班组口版]|\b(?:{_WORD}|{_any(*EN_ORDINALS)}|half|first|second|"
    rf"twice|thrice|noon|midnight|quarters?|{MONTH}|{LETTERED})\b"
)
FOLLOWS_CLASSIFIER = re.compile(rf"(?:{CLASSIFIERS}|{ACTION_CLASSIFIERS})(?!月|人)|个人")
CLASSIFIER = re.compile(rf"(?:{CLASSIFIERS})(?!月|人)")
FOLLOWS_NOUN = re.compile(r" (?!(?:of|out|or|and|to)\b)[a-z]")
BEFORE_COUNT = re.compile(
    r"\b(?:has|have|had|having|owns?|keeps?|got|with|raises|is|was|only|just|bought|adopted|and|"
    r"wants|needs) $"
)
