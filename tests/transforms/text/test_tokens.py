"""The token estimate is the same as expression and as function; elision keeps both ends."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transforms.text.tokens import MARK, elide, estimate_tokens, estimated_tokens


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("我住杭州", 4), ("abcd", 1), ("abcde", 2), ("我 like 茶", 4)]
)
def test_estimate(text, tokens):
    assert estimate_tokens(text) == tokens


@given(st.lists(st.text(max_size=40), max_size=5))
def test_the_expression_is_the_function(texts):
    frame = pl.DataFrame({"text": texts}, schema={"text": pl.String})
    found = frame.select(estimated_tokens(pl.col("text")))["text"].to_list()
    assert found == [estimate_tokens(text) for text in texts]


@given(st.text(max_size=400), st.integers(10, 60))
def test_elision_stays_within_its_limit(text, limit):
    short = elide(text, limit)
    assert estimate_tokens(short) <= limit
    assert (short == text) == (estimate_tokens(text) <= limit)


@pytest.mark.parametrize("text", ["开头" + "中" * 400 + "结尾", "start " + "word " * 300 + " end"])
def test_both_ends_stay(text):
    short = elide(text, 60)
    assert short.startswith(text[:2]) and short.endswith(text[-2:]) and MARK.strip() in short
