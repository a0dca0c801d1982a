"""Consolidation: gated rows and applied candidates become the table of memories.

Belongs here: what an applied candidate does to a row. Nothing is deleted: absorbed, archived and
superseded rows keep their text and a pointer. Does not belong here: deciding what is applied.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from schemas.memories import TABLE

_STATUS = {
    "merge": "merged",
    "modify": "merged",
    "archive": "archived",
    "supersede": "superseded",
}


def consolidate(rows: pl.DataFrame, candidates: pl.DataFrame) -> pl.DataFrame:
    """Rows of `schemas.memories`, one per gated memory, sorted by memory_id.

    `rows`: `passed`; of `candidates` the applied ones count. A merged row points to the live end
    of its chain. That survivor keeps its text byte for byte and takes over the sources, the
    mention count (a window that states two of them counts twice), and the widened first and last
    seen of all it absorbed, directly or not. Sources stand in the order of the rows' first_seen,
    then as each row cites them. Raises `ValueError` if applied candidates form a ring.
    """
    changes = _changes(rows, candidates)
    marked = rows.join(changes, on="memory_id", how="left", maintain_order="left").with_columns(
        status=pl.coalesce(pl.col("action").replace_strict(_STATUS, default=None), pl.lit("active"))
    )
    placed = marked.with_columns(survivor_id=_ends(marked))
    gathered = placed.join(_gathered(placed), on="memory_id", how="left", maintain_order="left")
    proposed = candidates.filter(
        (pl.col("status") == "applied") & (pl.col("action") == "reclassify")
    ).select(pl.col("source_ids").list.first().alias("memory_id"), "proposed_kind")
    kinds = gathered.join(proposed, on="memory_id", how="left", maintain_order="left")
    return _dated(kinds).sort("memory_id")


def _changes(rows: pl.DataFrame, candidates: pl.DataFrame) -> pl.DataFrame:
    """memory_id, action, next_id, status_reason of the change that took each row, at most one.

    A person's change goes before an automatic one; a change without its target row is void.
    """
    known = rows.select("memory_id")
    applied = candidates.filter(
        (pl.col("status") == "applied") & pl.col("action").is_in(list(_STATUS))
    ).select(
        "candidate_id",
        "action",
        "auto",
        memory_id=pl.col("source_ids").list.first(),
        next_id=pl.col("target_id"),
        status_reason=pl.col("reason"),
    )
    alone = applied.filter(pl.col("next_id").is_null())
    pointed = applied.join(known, left_on="next_id", right_on="memory_id", how="semi")
    return (
        pl.concat([alone, pointed])
        .sort("memory_id", "auto", "candidate_id")
        .unique("memory_id", keep="first", maintain_order=True)
        .select("memory_id", "action", "next_id", "status_reason")
    )


def _ends(marked: pl.DataFrame) -> pl.Series:
    """The row that a merged or superseded row points to, at the end of a chain of merges."""
    places = marked.select(next_id="memory_id", at=pl.int_range(pl.len(), dtype=pl.Int64))
    following = marked.select("next_id", "status").join(
        places, on="next_id", how="left", maintain_order="left"
    )
    own = pl.int_range(pl.len(), dtype=pl.Int64)
    merged = pl.col("status") == "merged"
    step = following.select(pl.when(merged).then("at").otherwise(own)).to_series().to_numpy()
    first = following["at"].fill_null(0).to_numpy()
    ends = marked["memory_id"].gather(_follow(step)[first])
    pointed = following["at"].is_not_null()
    return ends.to_frame("end").select(pl.when(pointed).then("end")).to_series()


def _follow(step: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where each place ends when every step is followed; each pass doubles the stride."""
    end = step
    for _ in range(int(step.size).bit_length() + 1):
        end = end[end]
    if np.array_equal(step[end], end):
        return end
    raise ValueError("applied candidates form a ring: no survivor; run `winnow reprocess`")


def _gathered(placed: pl.DataFrame) -> pl.DataFrame:
    """Sources, counts, span and absorbed ids of each row and all the merged rows that end in it."""
    merged = pl.col("status") == "merged"
    owner = pl.when(merged).then("survivor_id").otherwise("memory_id")
    members = placed.with_columns(owner=owner).sort("first_seen", "memory_id", nulls_last=True)
    own = pl.concat(
        [
            members.select("owner", *_SUMMED, "memory_id", merged.alias("guest")),
            members.filter(merged).select(
                pl.col("memory_id").alias("owner"), *_SUMMED, "memory_id", guest=pl.lit(value=False)
            ),
        ]
    )
    return (
        own.group_by("owner", maintain_order=True)
        .agg(
            pl.col("memory_id").filter(pl.col("guest")).sort().alias("absorbed"),
            pl.col("sources")
            .explode()
            .drop_nulls()
            .unique(maintain_order=True)
            .alias("all_sources"),
            pl.col("mention_count").sum().alias("mentions"),
            pl.col("first_seen").min().alias("first"),
            pl.col("last_seen").max().alias("last"),
        )
        .rename({"owner": "memory_id"})
    )


_SUMMED = ("sources", "mention_count", "first_seen", "last_seen")


def _dated(gathered: pl.DataFrame) -> pl.DataFrame:
    """The columns of the table. A fact holds from its first_seen; a superseded one until the
    first_seen of what replaced it."""
    replaced = gathered.select(pl.col("memory_id").alias("next_id"), valid_to=pl.col("first_seen"))
    ended = gathered.join(replaced, on="next_id", how="left", maintain_order="left")
    superseded = pl.col("status") == "superseded"
    return ended.with_columns(
        kind=pl.coalesce("proposed_kind", "kind"),
        sources=pl.col("all_sources"),
        mention_count=pl.col("mentions"),
        first_seen=pl.col("first"),
        last_seen=pl.col("last"),
        valid_from=pl.col("first"),
        valid_to=pl.when(superseded).then("valid_to"),
    ).select(TABLE.dtypes.names())
