"""How far the sources carry a claim: terms, numbers, names and dates, one by one.

Belongs here: comparing one claim with the texts it rests on. Does not belong here: which share is
enough (checks.py), what a term or a number is (transforms/text).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from transforms.extraction.dates import Named, Span, derivable, named_dates, without_dates
from transforms.extraction.time_words import meant_days
from transforms.text.lexicon import words
from transforms.text.negation import NEGATIONS
from transforms.text.normalise import normalise
from transforms.text.segment import content_terms

#: What the sentence forms of the prompt add to a fact.
FORM = words(
    "用户|ai|助手|要求|希望|表示|提到|提出|认为|以后|今后|始终|一直|从|现在|开始|使用|进行|具有|拥有|有|姓名|"
    "名字|称呼|方式|习惯|长期|计划|需要|应该|必须|总是|每次|所有|对话|回答|回复|位于|某|喜欢|偏好|"
    "服用|食用|饮用|居住|担任|从事|前往|患有|take|takes|taking|consume|reside|suffer|"
    "ask|want|wish|require|request|prefer|need|mention|say|state|tell|ai|assistant|now|onward|user|"
    "name|always|should|must|like|use|when|from|plan|intend|currently|has|response|reply|answer"
)
#: What says no is compared as polarity, not as a term: hate and dislike are the same no.
_NO_TERMS = FORM | frozenset(NEGATIONS) | words("enjoy|enjoys|love|loves|likes|爱|热爱|爱好")
_NAME_EN = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][\w'+#.&-]*[\w+#]|\b[A-Z]{2,}\w*")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#.&_-]*[A-Za-z0-9+#]")
_LABEL = re.compile(r"(?:用户|使用者|\buser)\s*[（(]([^（()）]{1,40})[)）]", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:ing|ed|es|s|ly|er|est|ies|y|e|ion|ment)$")
_DATE = re.compile(r"(?:-|\d{4})-\d{2}(?:-\d{2})?")
_UNIT = re.compile(r"[^\d.:/-]+")
_CJK = re.compile(r"[\u3400-\u9fff]")
#: Capitalised words that name nothing.
_NOT_NAMES = words(
    "the|user|users|ai|i|a|an|in|on|at|from|his|her|their|and|or|monday|tuesday|wednesday|thursday|"
    "friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|"
    "november|december|english|chinese|utc|am|pm|json"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A source text, read once: its comparison form, terms, numbers and dates."""

    text: str
    terms: frozenset[str]
    stems: frozenset[str]
    numbers: frozenset[str]
    dates: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim, read once. `terms` say something: no sentence forms, numbers or owner's names."""

    content: str
    terms: tuple[str, ...]
    numbers: frozenset[str]
    dates: tuple[Named, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grounding:
    """`share` of the terms found, 0..1; `missing` kinds of items not found: term, number, ..."""

    share: float
    missing: tuple[str, ...]


@lru_cache(maxsize=8192)
def read(text: str) -> Said:
    """A source text, read; remembered, as neighbouring claims cite the same messages."""
    terms = frozenset(content_terms(text))
    return Said(
        text=normalise(text),
        terms=terms,
        stems=frozenset(_stem(term) for term in terms),
        numbers=frozenset(term for term in terms if _is_number(term)),
        dates=tuple(named_dates(text)),
    )


@lru_cache(maxsize=8192)
def read_claim(content: str, names: tuple[str, ...]) -> Claimed:
    """A claim of an owner with these names and aliases, read."""
    dates = tuple(named_dates(content))
    bare = _LABEL.sub("用户 ", content) if "(" in content or "（" in content else content
    found = dict.fromkeys(content_terms(bare))
    years = {str(named.year) for named in dates}
    own = _own_terms(names)
    numbers = frozenset(term for term in found if _is_number(term))
    return Claimed(
        content=content,
        terms=tuple(
            term for term in found if not (term in numbers or term in _NO_TERMS or term in own)
        ),
        numbers=frozenset(q for q in numbers if not _DATE.fullmatch(q) and q not in years),
        dates=dates,
        names=names,
    )


def share_of(terms: Sequence[str], said: Iterable[Said]) -> float:
    """Share of terms that the texts hold; a two-character word half held counts half."""
    texts = list(said)
    if not terms or not texts:
        return 0.0
    return sum(max(_held(term, one) for one in texts) for term in terms) / len(terms)


def rough_share(terms: Sequence[str], text: str) -> float:
    """`share_of` without reading the text: by the terms' stems as pieces of it."""
    return len(holds(terms, text)) / len(terms) if terms else 0.0


def holds(terms: Sequence[str], text: str) -> list[str]:
    """Terms whose stems are pieces of a text; a Latin one begins a word (npm is not in pnpm)."""
    folded = text.lower()
    return [term for term in terms if _begins_word(_stem(term), folded)]


def _begins_word(stem: str, folded: str) -> bool:
    at = folded.find(stem)
    while at > 0 and stem.isascii() and folded[at - 1].isascii() and folded[at - 1].isalnum():
        at = folded.find(stem, at + 1)
    return at >= 0


def ground(
    claim: Claimed, said: Sequence[Said], context: Sequence[Said], days: Sequence[date]
) -> Grounding:
    """Compare a claim with what the user `said` (a confirmed question included).

    `context` (questions the user answered) may lend terms and names but no numbers or dates.
    """
    everything = [*said, *context]
    share = share_of(claim.terms, everything) if claim.terms else float(bool(claim.numbers))
    missing = ["term"] if share < 1 else []
    if not _numbers_held(claim.numbers, said):
        missing.append("number")
    if not _names_held(claim, everything):
        missing.append("name")
    if not dates_held(claim.dates, said, days):
        missing.append("date")
    return Grounding(min(share, 1.0), tuple(missing))


def dates_held(claimed: Sequence[Named], said: Sequence[Said], days: Sequence[date]) -> bool:
    """Whether every date follows from the sources' words and days."""
    if not claimed:
        return True
    stated = [named for one in said for named in one.dates]
    spans: list[Span] = [span for one in said for day in days for span in meant_days(one.text, day)]
    return all(derivable(named, stated, days, spans) for named in claimed)


def _numbers_held(numbers: frozenset[str], said: Sequence[Said]) -> bool:
    """Every number is said; where one side has no unit, its value is enough (8 and 8 pm)."""
    held = {number for one in said for number in one.numbers}
    for number in numbers - held:
        same = [other for other in held if _value(other) == _value(number)]
        if all(_unit(number) and _unit(other) for other in same):
            return False
    return True


@lru_cache(maxsize=1024)
def _own_terms(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for name in names for term in content_terms(name))


def _is_number(term: str) -> bool:
    """Quantities are the terms with a digit, and version letters ("rev b")."""
    return " " in term or any(sign.isdigit() for sign in term)


def _value(number: str) -> str:
    return _UNIT.sub("", number)


def _unit(number: str) -> str:
    return "".join(_UNIT.findall(number))


def _names_held(claim: Claimed, said: Sequence[Said]) -> bool:
    own = [name.lower() for name in claim.names]
    held = " ".join([*(one.text for one in said), *own])
    labels = [label.strip().lower() for label in _LABEL.findall(claim.content)]
    if any(label not in own and normalise(label) not in held for label in labels):
        return False
    bare = without_dates(_LABEL.sub("", claim.content))
    pattern = _LATIN if len(_CJK.findall(bare)) >= 4 else _NAME_EN
    found = {word.strip(".").lower().removesuffix("'s") for word in pattern.findall(bare)}
    return all(word in held or _stem(word) in held for word in found - _NOT_NAMES - FORM)


def _held(term: str, said: Said) -> float:
    if term in said.terms or (len(term) > 1 and _CJK.match(term) and term in said.text):
        return 1.0
    if _CJK.match(term):
        if any(term[:at] in said.terms and term[at:] in said.terms for at in range(1, len(term))):
            return 1.0
        held = sum(sign in said.text for sign in term)
        return 0.5 if len(term) > 1 and held * 2 >= len(term) else float(term in said.text)
    return 1.0 if _stem(term) in said.stems else 0.0


def _stem(word: str) -> str:
    if not word.isascii() or len(word) < 5:
        return word
    stem = _SUFFIX.sub("", word)
    return stem if len(stem) >= 3 else word
