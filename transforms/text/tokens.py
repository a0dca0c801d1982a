"""Token counts without a model: an estimate that windows, elision and budgets agree on.

Belongs here: the estimate and the cut in the middle that obeys it. Does not belong here: exact
counts, which only the model's own tokenizer gives.
"""

from __future__ import annotations

import re

import polars as pl

#: A CJK character or a full-width sign counts one token; four other characters count one.
WIDE = r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
OTHERS_PER_TOKEN = 4
MARK = " […] "

_WIDE = re.compile(WIDE)


def estimate_tokens(text: str) -> int:
    """Estimated tokens of a text; 0 for an empty one."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // OTHERS_PER_TOKEN)


def estimated_tokens(text: pl.Expr) -> pl.Expr:
    """`estimate_tokens` of a column, Int64."""
    wide = text.str.count_matches(WIDE).cast(pl.Int64)
    others = text.str.len_chars().cast(pl.Int64) - wide
    return wide + (others + OTHERS_PER_TOKEN - 1) // OTHERS_PER_TOKEN


def elide(text: str, limit: int) -> str:
    """The text, or its beginning and end around a mark where it exceeds `limit` tokens.

    The head gets two thirds of what is kept. The result never exceeds `limit` tokens (rows
    E15, E39: what the assistant said is shown for understanding only).
    """
    if estimate_tokens(text) <= limit:
        return text
    keep = max(limit - estimate_tokens(MARK), 0)
    head = _prefix(text, keep * 2 // 3)
    tail = _prefix(text[::-1], keep - estimate_tokens(head))[::-1]
    return head.rstrip() + MARK + tail.lstrip()


def _prefix(text: str, limit: int) -> str:
    """The longest beginning of at most `limit` tokens, found by halving."""
    low, high = 0, min(len(text), limit * OTHERS_PER_TOKEN)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]
