"""Lexical features: what is equal, what is alike, and that nothing depends on the neighbours."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.recall.features import HASHED, features, project


def similarity(a: str, b: str) -> float:
    """Cosine of two texts."""
    rows = features([a, b])
    return float((rows[0] @ rows[1].T).toarray()[0, 0])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户對海鮮過敏", "用户对海鲜过敏"),
        ("The user LIKES Tea.", "the user likes tea"),
        ("用户（小李）对芒果过敏", "用户对芒果过敏"),
        ("用户用Ｎｏｔｉｏｎ", "用户用notion"),
        ("The user (Nadia) has 2 cats", "The user has 2 cats!"),
    ],
)
def test_form_alone_makes_no_difference(a: str, b: str) -> None:
    assert similarity(a, b) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user codes in C", "The user codes in C#"),
        ("Project 阿尔法", "Project 贝塔"),
        ("iPhone 十五", "iPhone 十六"),
        ("用户服用10毫克", "用户服用5毫克"),
    ],
)
def test_a_sign_or_character_of_meaning_is_seen(a: str, b: str) -> None:
    assert 0.25 < similarity(a, b) < 0.95


@pytest.mark.parametrize(
    ("a", "b"),
    [("用户喜欢钓鱼", "用户在银行工作"), ("The user keeps fish", "The user studies law")],
)
def test_other_facts_are_far_apart(a: str, b: str) -> None:
    assert similarity(a, b) < 0.25


_TEXTS = st.lists(
    st.text(max_size=30) | st.sampled_from(["用户喜欢茶", "tea", "", "\0", "😀"]), max_size=8
)


@settings(max_examples=50, deadline=None)
@given(texts=_TEXTS, seed=st.integers(0, 100))
def test_a_row_depends_on_its_own_text_alone(texts: list[str], seed: int) -> None:
    whole = features(texts)
    assert whole.shape == (len(texts), HASHED)
    order = np.random.default_rng(seed).permutation(len(texts))
    turned = features([texts[place] for place in order])
    assert abs(turned - whole[order]).sum() == 0
    lengths = np.sqrt(np.asarray(whole.multiply(whole).sum(axis=1)).ravel())
    assert all(length == 0 or abs(length - 1) < 1e-12 for length in lengths)
    assert whole.nnz == 0 or whole.data.min() > 0


def test_the_projection_is_fixed_for_ever() -> None:
    rows = project(features(["用户喜欢爬山", "The user likes tea"]), 8)
    expected = [
        [-0.632456, 0.0, 0.0, 0.365148, 0.316228, -0.316228, 0.365148, 0.365148],
        [0.248724, -0.285617, 0.0, 0.285617, -0.285617, -0.571234, -0.534341, -0.285617],
    ]
    assert rows.dtype == np.float32
    assert np.array_equal(np.round(rows.astype(np.float64), 6), np.array(expected))


def test_projected_cosines_are_near_the_exact_ones() -> None:
    texts = [f"用户喜欢{thing}，也喜欢茶" for thing in ("爬山", "游泳", "跑步", "书法")]
    exact = features(texts)
    vectors = project(exact, 256)
    error = vectors @ vectors.T - (exact @ exact.T).toarray()
    assert np.abs(error).max() < 0.2
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0)


def test_a_series_and_a_list_give_the_same() -> None:
    texts = ["用户喜欢茶", "tea"]
    assert abs(features(pl.Series(texts)) - features(texts)).sum() == 0
