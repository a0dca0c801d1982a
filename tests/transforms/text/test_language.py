"""Dominant language and share of CJK, as functions and as expressions."""

from __future__ import annotations

import polars as pl
import pytest

from transforms.text.language import (
    cjk_share,
    cjk_share_expr,
    dominant_language,
    dominant_language_expr,
)

TEXTS = {
    "用户用 VS Code 写代码": "zh",
    "The user lives in 北京 now": "en",
    "我住杭州": "zh",
    "Project 阿尔法": "zh",
    "The user likes tea": "en",
    "12345": "en",
    "": "en",
}


@pytest.mark.parametrize(("text", "language"), TEXTS.items())
def test_dominant(text: str, language: str) -> None:
    assert dominant_language(text) == language


def test_expressions_agree_with_functions() -> None:
    frame = pl.DataFrame({"text": list(TEXTS)})
    found = frame.select(
        share=cjk_share_expr(pl.col("text")), language=dominant_language_expr(pl.col("text"))
    )
    assert found["share"].to_list() == pytest.approx([cjk_share(text) for text in TEXTS])
    assert found["language"].to_list() == [dominant_language(text) for text in TEXTS]
