"""The memories that the gate let through, with what judging and consolidation need to know.

Belongs here: the join of statements with their newest score. Nothing is decided here.
"""

from __future__ import annotations

import polars as pl

from transforms.statements import statements


def passed(claims: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """`statements` of the memory_ids whose newest score was stored.

    Adds score_tenths, forced and confidence (credibility / 10, row C10). Sorted by memory_id.
    """
    newest = scores.filter(pl.col("latest") & (pl.col("decision") == "stored")).select(
        "memory_id",
        "forced",
        score_tenths=pl.col("total_tenths"),
        confidence=pl.col("credibility") / 10,
    )
    return statements(claims).join(newest, on="memory_id", how="inner").sort("memory_id")
