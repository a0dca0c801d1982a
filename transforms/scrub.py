"""Replace what matches a list of patterns in many texts, and count it.

Belongs here: the vectorised loop over patterns that cleaning and redaction share. Does not belong
here: any pattern. Only texts that hold one of a pattern's hints are searched, so that a long list
of patterns costs little on ordinary text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

COUNTS = pl.Schema({"row": pl.Int64, "reason": pl.String, "n": pl.Int64})


@dataclass(frozen=True, slots=True)
class Scrub:
    """Matches of `pattern` (Rust regex) become `replacement` and are counted as `reason`.

    A text that holds none of `hints` (compared without case) must not match.
    """

    reason: str
    pattern: str
    hints: tuple[str, ...]
    replacement: str = ""


def scrub(texts: pl.Series, scrubs: Sequence[Scrub]) -> tuple[pl.Series, pl.DataFrame]:
    """The texts after every scrub in order, and (row, reason, n) of what was replaced."""
    every = sorted({hint for one in scrubs for hint in one.hints})
    rows = _holding(texts, every)
    work = texts.gather(rows)
    counts = [COUNTS.to_frame()]
    for one in scrubs:
        near = _holding(work, one.hints)
        found = work.gather(near).str.count_matches(one.pattern).cast(pl.Int64)
        hit = (found > 0).arg_true()
        if hit.len():
            at = near.gather(hit)
            work = work.scatter(at, work.gather(at).str.replace_all(one.pattern, one.replacement))
            counts.append(count(rows.gather(at), one.reason, found.gather(hit)))
    return (texts.scatter(rows, work) if rows.len() else texts), pl.concat(counts)


def count(rows: pl.Series, reason: str, n: pl.Series) -> pl.DataFrame:
    """Counts of one reason: `n` at each of `rows`."""
    frame = pl.DataFrame({"row": rows.cast(pl.Int64), "n": n.cast(pl.Int64)})
    return frame.select("row", reason=pl.lit(reason), n="n")


def _holding(texts: pl.Series, hints: Sequence[str]) -> pl.Series:
    return texts.str.contains_any(list(hints), ascii_case_insensitive=True).arg_true()
