"""Which of the two languages a text is in.

Belongs here: the dominant language of a text and its share of CJK. A unit is one CJK character or
one word of another script, so "用户用 VS Code 写代码" is Chinese and "lives in 北京" is English.
"""

from __future__ import annotations

import re
from typing import Literal

import polars as pl

Language = Literal["zh", "en"]

CJK = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff]"
WORD = r"[A-Za-zÀ-ÖØ-öø-ɏͰ-ԯ]+"
_CJK = re.compile(CJK)
_WORD = re.compile(WORD)


def cjk_share(text: str) -> float:
    """CJK characters as a share of all units, 0..1; 0 where the text has no unit."""
    cjk = len(_CJK.findall(text))
    words = len(_WORD.findall(text))
    return cjk / (cjk + words) if cjk else 0.0


def dominant_language(text: str) -> Language:
    """ "zh" if at least half of the units are CJK characters, else "en" (rows E05, E51)."""
    return "zh" if cjk_share(text) >= 0.5 else "en"


def cjk_share_expr(text: pl.Expr) -> pl.Expr:
    """`cjk_share` of a string column; Float64."""
    cjk = text.str.count_matches(CJK).cast(pl.Int64)
    units = cjk + text.str.count_matches(WORD).cast(pl.Int64)
    return pl.when(units > 0).then(cjk / units).otherwise(0.0)


def dominant_language_expr(text: pl.Expr) -> pl.Expr:
    """`dominant_language` of a string column; String."""
    return pl.when(cjk_share_expr(text) >= 0.5).then(pl.lit("zh")).otherwise(pl.lit("en"))
