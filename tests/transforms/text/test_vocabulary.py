"""The tables of words: their notation, their union, the roots of marks."""

from __future__ import annotations

import pytest

from transforms.text.lexicon import merge, phrase_pattern, root, table, words
from transforms.text.vocabulary import CHINESE, PHRASES, SHAPES


def test_notation() -> None:
    assert table(end="no longer|不再", not_="not") == {
        "no longer": "end",
        "不再": "end",
        "not": "not",
    }
    assert words("a|b") == {"a", "b"}


def test_a_word_in_two_tables_is_an_error() -> None:
    with pytest.raises(ValueError, match="stands in two tables"):
        merge({"stop": "a"}, {"stop": "b"})


def test_the_longest_phrase_wins_and_only_whole_words_match() -> None:
    pattern = phrase_pattern([["used to", "is used to"]])
    assert pattern.findall("she is used to it, unused to that") == ["is used to"]


@pytest.mark.parametrize(
    "inflections",
    [
        ("quit", "quits", "quitting", "has quit"),
        ("stop", "stops", "stopped"),
        ("want", "wants", "wanted"),
        ("plan", "plans", "planning"),
        ("没", "没有"),
    ],
)
def test_inflections_have_one_root(inflections: tuple[str, ...]) -> None:
    assert len({root(word) for word in inflections}) == 1


def test_every_entry_is_reachable() -> None:
    assert all(PHRASES.fullmatch(word) for word in SHAPES if " " in word)
    assert set(CHINESE) == {word for word in SHAPES if len(word) > 1 and not word.isascii()}
    assert all(token == "" or token[0] in "UPTQRNMCadholkbzij+" for token in SHAPES.values())
