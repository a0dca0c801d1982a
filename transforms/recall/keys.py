"""Exact keys: ids and short acronyms, which are too short or too alike for n-grams.

Belongs here: what a key is, and the pairs that share one. Does not belong here: similarity.
"""

from __future__ import annotations

import polars as pl

from schemas.columns import PARTITION

_TOKEN = r"[A-Za-z0-9]+(?:[-_/.][A-Za-z0-9]+)*"
_ACRONYM = r"^[A-Z][A-Z0-9]{1,5}$"
#: Stands in the sentence form of every instruction (row E34).
_FORMAL = ["AI"]
_MIXED_MIN, _DIGITS_MIN = 3, 5  # characters of a key with letters and digits, of digits alone


def sharing(rows: pl.DataFrame, spread: int) -> pl.DataFrame:
    """Pairs (low, high) of `place`, low < high, in one partition that share a key; once each.

    A key that more than `spread` rows of the partition hold says nothing and is left out.
    """
    text = pl.col("content").str.normalize("NFKC")
    tokens = rows.select(*PARTITION, "place", text.str.extract_all(_TOKEN).alias("key"))
    token = pl.col("key")
    held = (
        tokens.explode("key")
        .filter(token.is_not_null() & ~token.is_in(_FORMAL) & _is_key(token))
        .with_columns(token.str.to_uppercase())
        .unique()
    )
    few = held.filter(pl.len().over(*PARTITION, "key").is_between(2, spread))
    both = few.join(few, on=[*PARTITION, "key"], suffix="_b").filter(
        pl.col("place") < pl.col("place_b")
    )
    return both.select(low="place", high="place_b").unique().sort("low", "high")


def _is_key(token: pl.Expr) -> pl.Expr:
    length = token.str.len_chars()
    digit, letter = token.str.contains(r"[0-9]"), token.str.contains(r"[A-Za-z]")
    return (
        token.str.contains(_ACRONYM)
        | (digit & letter & (length >= _MIXED_MIN))
        | (digit & ~letter & (length >= _DIGITS_MIN))
    )
