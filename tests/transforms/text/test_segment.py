"""Content terms: scripts split, stop words out, plurals stemmed."""

from __future__ import annotations

import pytest

from transforms.text.segment import content_terms, stem


def test_scripts_are_split() -> None:
    assert content_terms("Alice喜欢北京烤鸭employees") == ["alice", "喜欢", "北京烤鸭", "employee"]


def test_signs_of_a_name_stay() -> None:
    assert content_terms("The user codes in C#") != content_terms("The user codes in C")
    assert ".net" in content_terms("The user uses .NET")


def test_order_and_stop_words() -> None:
    assert content_terms("用户在图书馆里看书") == ["图书馆", "看书"]
    assert content_terms("The user has a dog and a cat") == ["dog", "cat"]


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("cats", "cat"),
        ("ladies", "lady"),
        ("boxes", "box"),
        ("glass", "glass"),
        ("status", "status"),
        ("series", "series"),
        ("gas", "gas"),
        ("猫", "猫"),
    ],
)
def test_stem(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed
