"""How a table of words becomes a lookup over tokens.

Belongs here: reading the tables' one-line notation and joining phrases of several words. Does not
belong here: any word; each table stands in the module named after what it marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_AUXILIARY = re.compile(r"^(?:has|have|had) ")
_INFLECTION = re.compile(
    r"(?:([bdgklmnprt])(?=\1(?:ing|ed)$)|(?<=[a-z]{3})(?:ing|ed|es|e|s)(?= |$))"
)


def table(**lines: str) -> dict[str, str]:
    """Words by mark turned round to mark by word; words are split at `|`.

    A mark that is a keyword of the language is written with a trailing `_`.

    >>> table(end="no longer|不再")
    {'no longer': 'end', '不再': 'end'}
    """
    return {
        word: mark.rstrip("_") for mark, entries in lines.items() for word in entries.split("|")
    }


def words(line: str) -> frozenset[str]:
    """A set of words, split at `|`."""
    return frozenset(line.split("|"))


def root(word: str) -> str:
    """One spelling for the inflections of a mark: quit, quits; 没, 没有. Two marks of one kind
    but different roots do not say the same (dislike / refuse, plan / consider)."""
    if not word.isascii():
        return word.removesuffix("有").removesuffix("了") or word
    return _INFLECTION.sub("", _AUXILIARY.sub("", word))


def listed(line: str) -> list[str]:
    """The words of a line in order, split at blanks."""
    return line.split()


def phrase_pattern(tables: Iterable[Iterable[str]]) -> re.Pattern[str]:
    """One pattern for all entries of several English words, longest first."""
    phrases = sorted({w for t in tables for w in t if " " in w}, key=lambda w: (-len(w), w))
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(map(re.escape, phrases))})(?![a-z0-9])")


def chinese_words(tables: Iterable[Iterable[str]]) -> list[str]:
    """All Chinese entries of two or more characters, sorted, for the segmenter."""
    return sorted({w for t in tables for w in t if len(w) > 1 and not w.isascii()})


def merge(*tables: Mapping[str, str]) -> dict[str, str]:
    """Tables as one lookup; a word in two of them is an error of the data."""
    merged: dict[str, str] = {}
    for entries in tables:
        for word, mark in entries.items():
            if word in merged:
                raise ValueError(f"{word!r} stands in two tables: {merged[word]!r} and {mark!r}")
            merged[word] = mark
    return merged
