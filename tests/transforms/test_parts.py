"""Splitting huge messages: nothing lost, nothing over the budget, breaks at sensible places."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.parts import parts_of, split
from transforms.text.tokens import estimate_tokens


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(["我喜欢咖啡。", "I like tea. ", "word ", "\n", "x" * 50, "👩‍👩‍👧", "，"])
    ),
    st.integers(8, 60),
)
def test_pieces_cover_the_text_within_the_budget(words: list[str], budget: int) -> None:
    text = "".join(words)
    pieces = split(text, budget)
    assert "".join(text[start:stop] for start, stop in pieces) == text
    assert all(start < stop for start, stop in pieces)
    assert all(estimate_tokens(text[start:stop]) <= budget for start, stop in pieces)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a" * 20 + "\n\n" + "b. c\n" + "d" * 30, "a" * 20 + "\n\n"),
        ("the first line of it\nis. " + "y" * 40, "the first line of it\n"),
        ("Somewhat one is here. Two, " + "z" * 40, "Somewhat one is here. "),
        ("我在杭州住了三年。" + "很" * 30, "我在杭州住了三年。"),
        ("some words without a stop " + "w" * 40, "some words without a stop "),
        ("w" * 60, "w" * 36),
    ],
)
def test_a_piece_ends_at_the_strongest_break_of_its_second_half(text: str, first: str) -> None:
    start, stop = split(text, 12 if text.startswith("我") else 9)[0]
    assert text[start:stop] == first


def test_a_huge_text_is_split_without_rescanning_it() -> None:
    text = "The quick brown fox likes coffee. " * 30_000
    pieces = split(text, 1200)
    assert len(pieces) < 260
    assert pieces[-1][1] == len(text)


def test_parts_of_messages() -> None:
    messages = pl.DataFrame(
        {
            "message_key": ["a", "b", "c"],
            "role": ["user", "user", "assistant"],
            "content": ["短的", "I like tea. " * 40, "long answer " * 400],
        }
    )
    parts = parts_of(messages, budget=50, assistant_tokens=30)
    b = parts.filter(pl.col("message_key") == "b")
    assert parts["message_key"].rle_id().n_unique() == 3
    assert b["start"].to_list() == [0, *b["stop"].to_list()[:-1]]
    assert b["stop"].to_list()[-1] == 480
    assert b["tokens"].max() <= 50
    assert b["whole"].unique().to_list() == [120]
    assert b["words"].sum() == 120
    assert parts.row(0, named=True) | {"role": "user"} == {
        "message_key": "a",
        "role": "user",
        "start": 0,
        "stop": 2,
        "tokens": 2,
        "cjk": 2,
        "words": 0,
        "whole": 2,
    }
    assert parts.row(-1, named=True)["tokens"] == 30
    assert parts.row(-1, named=True)["stop"] == 4800
