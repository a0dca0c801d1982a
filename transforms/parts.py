"""Parts: what a window is made of. A message, or a piece of a user's message beyond the budget.

Belongs here: splitting huge messages at sensible places, the size and language counts of a part.
Does not belong here: which parts share a window.
"""

from __future__ import annotations

import re

import polars as pl

from transforms.text.language import CJK, WORD
from transforms.text.tokens import estimate_tokens, estimated_tokens

PIECE = pl.Struct(
    {"start": pl.Int64, "stop": pl.Int64, "tokens": pl.Int64, "cjk": pl.Int64, "words": pl.Int64}
)

_BREAKS = tuple(
    re.compile(pattern)
    for pattern in (r"\n\s*\n", r"\n", r"[。！？!?；;…]|\.\s", r"[，,、：:]", r"\s")
)
_JOINED = re.compile(r"[\u200d\ufe00-\ufe0f\u0300-\u036f\U0001f3fb-\U0001f3ff]")
_CJK, _WORD = re.compile(CJK), re.compile(WORD)


def parts_of(messages: pl.DataFrame, budget: int, assistant_tokens: int) -> pl.DataFrame:
    """One row per part, in the order of the messages and of their text.

    Adds start, stop, tokens, cjk, words, and `whole`, the tokens of the whole message. An
    assistant's message is one part and costs at most `assistant_tokens`: more is never shown.
    `content` is dropped.
    """
    text, user = pl.col("content"), pl.col("role") == "user"
    sized = messages.with_columns(
        start=pl.lit(0, pl.Int64),
        stop=text.str.len_chars().cast(pl.Int64),
        tokens=pl.when(user)
        .then(estimated_tokens(text))
        .otherwise(pl.min_horizontal(estimated_tokens(text), assistant_tokens)),
        cjk=text.str.count_matches(CJK).cast(pl.Int64),
        words=text.str.count_matches(WORD).cast(pl.Int64),
    ).with_columns(whole=pl.col("tokens"), huge=user & (pl.col("tokens") > budget))
    sized = sized.with_row_index("message_index")
    huge = sized.filter("huge")
    pieces = pl.Series("piece", [_pieces(text, budget) for text in huge["content"]], pl.List(PIECE))
    cut = (
        huge.drop("content", *PIECE.to_schema())
        .with_columns(pieces)
        .explode("piece")
        .unnest("piece")
    )
    whole = sized.filter(~pl.col("huge")).drop("content")
    return (
        pl.concat([whole, cut.select(whole.columns)])
        .sort("message_index", "start")
        .drop("huge", "message_index")
    )


def _pieces(text: str, budget: int) -> list[dict[str, int]]:
    return [
        {
            "start": start,
            "stop": stop,
            "tokens": estimate_tokens(text[start:stop]),
            "cjk": len(_CJK.findall(text, start, stop)),
            "words": len(_WORD.findall(text, start, stop)),
        }
        for start, stop in split(text, budget)
    ]


def split(text: str, budget: int) -> list[tuple[int, int]]:
    """(start, stop) character offsets of consecutive pieces of at most `budget` tokens each.

    A piece ends at a paragraph, line, sentence, clause or word, the first of these that occurs in
    its second half; never between a character and the marks that belong to it.
    """
    pieces, start = [], 0
    while start < len(text):
        stop = _furthest(text, start, budget)
        if stop < len(text):
            stop = _sensible(text, start, stop)
        pieces.append((start, stop))
        start = stop
    return pieces


def _furthest(text: str, start: int, budget: int) -> int:
    """The largest stop within the budget; at least one character."""
    low, high = start + 1, min(len(text), start + budget * 4)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[start:middle]) <= budget:
            low = middle
        else:
            high = middle - 1
    return low


def _sensible(text: str, start: int, stop: int) -> int:
    half = (start + stop) // 2
    for pattern in _BREAKS:
        ends = [found.end() for found in pattern.finditer(text, half, stop)]
        if ends:
            return ends[-1]
    while stop - 1 > start and _JOINED.match(text, stop):
        stop -= 1
    return stop
