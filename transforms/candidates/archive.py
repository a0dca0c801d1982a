"""archive: a one-off event that was stored as a lasting memory (C34, decision *temporal* a).

Belongs here: which rows are proposed for the archive. Does not belong here: rows whose score fell
below the line, which the gate archives.
"""

from __future__ import annotations

import polars as pl

from transforms.candidates.drafts import draft
from transforms.candidates.params import ONE_OFF


def archives(rows: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """Drafts of action archive: persona and instruction rows whose text is a one-off event.

    Never a habit, with a clock time or without (row C08), and never a lasting fact with a date.
    """
    passing = facts.filter(pl.col("one_off") & ~pl.col("habit") & ~pl.col("lasting_dated"))
    lasting = rows.filter(pl.col("kind").is_in(["persona", "instruction"]))
    return draft(
        lasting.join(passing.select("memory_id"), on="memory_id", how="semi"),
        action=pl.lit("archive"),
        source_id=pl.col("memory_id"),
        rank=pl.lit(0),
        reason=pl.lit("one_off_event"),
        auto_class=pl.lit(ONE_OFF),
        containment=pl.lit("none"),
        veto_reason=pl.lit(""),
    )
