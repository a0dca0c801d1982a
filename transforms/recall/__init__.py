"""Recall: which memories of a partition look alike. A pair is found here, never judged.

Belongs here: vectors of what is new, pairs per partition, exact keys. Does not belong here: rules,
and any reading of the similarity beyond the floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import polars as pl

from schemas.columns import PARTITION
from schemas.pairs import TABLE as PAIRS
from schemas.vectors import TABLE as VECTORS
from transforms.recall.features import Floats, features, project
from transforms.recall.keys import sharing
from transforms.recall.neighbours import (
    SMALL,
    Ints,
    Pairs,
    all_pairs,
    cosines,
    nearest,
    projected_pairs,
)

VERSION = "recall-1"

_ROWS_AT_ONCE = 50_000  # of small partitions, and of what is projected


@dataclass(frozen=True, slots=True)
class RecallParams:
    """`k` neighbours of each memory, at a cosine of at least `floor`; `dims` of stored vectors.

    A key (an id, an acronym) that more than `key_spread` memories of a partition hold says nothing.
    """

    k: int = 10
    floor: float = 0.25
    dims: int = 256
    key_spread: int = 20


def update_vectors(rows: pl.DataFrame, known: pl.DataFrame, params: RecallParams) -> pl.DataFrame:
    """Rows of `schemas.vectors` for `rows`: known ones of this version, and the rest made now.

    `rows`: bucket, the partition, memory_id, content. Sorted by memory_id; a vector depends on
    the content alone.
    """
    version = _version(params)
    held = known.filter((pl.col("mode") == "lexical") & (pl.col("recall_version") == version))
    kept = held.join(rows.select("memory_id"), on="memory_id", how="semi")
    new = rows.join(kept.select("memory_id"), on="memory_id", how="anti")
    made = [
        part.select(
            "bucket",
            *PARTITION,
            "memory_id",
            mode=pl.lit("lexical"),
            recall_version=pl.lit(version),
            vector=_listed(project(features(part["content"]), params.dims)),
        )
        for part in new.iter_slices(_ROWS_AT_ONCE)
    ]
    columns = VECTORS.dtypes.names()
    return pl.concat([kept.select(columns), *(part.select(columns) for part in made)]).sort(
        "memory_id"
    )


def recall(rows: pl.DataFrame, vectors: pl.DataFrame, params: RecallParams) -> pl.DataFrame:
    """Rows of `schemas.pairs`, sorted: inside each partition, the neighbours of each memory among
    all the others, and the pairs that share an exact key.

    A pure function of the rows, whatever nights they came in. A pair is recalled if one side is
    among the k nearest of the other, ties by memory_id, and they are at least `floor` alike; a
    shared key needs no floor. Similarity is the cosine of the unprojected features. The later row
    by (first_seen, id) is the new one; an unknown first_seen counts as later than any other.

    `rows`: bucket, the partition, memory_id, content, first_seen. `vectors`: `update_vectors` of
    these rows; a row without a vector raises `ValueError`.
    """
    sides = rows.sort(*PARTITION, "memory_id").with_columns(
        place=pl.int_range(pl.len(), dtype=pl.Int64)
    )
    found = list(_neighbours(sides, vectors, params))
    keyed = _keyed(sides, params)
    lexical = _frame(sides, found, "lexical")
    pairs = pl.concat([lexical, _frame(sides, [keyed], "key")]).unique(
        ["new_id", "existing_id"], keep="first", maintain_order=True
    )
    return (
        pairs.with_columns(recall_version=pl.lit(_version(params)))
        .select(PAIRS.dtypes.names())
        .sort("new_id", "existing_id")
    )


def _neighbours(
    sides: pl.DataFrame, vectors: pl.DataFrame, params: RecallParams
) -> Iterator[Pairs]:
    """Pairs of places, a large partition or a batch of small ones at a time."""
    counted = sides.group_by(PARTITION, maintain_order=True).agg(pl.len().cast(pl.Int64))
    sizes = counted["len"].to_numpy()
    stored = _stored_at(sides, vectors)
    for start, stop, alone in _batches(sizes):
        first, height = int(sizes[:start].sum()), int(sizes[start:stop].sum())
        part = sides.slice(first, height)
        exact = features(part["content"])
        if alone:
            listed = vectors["vector"].gather(stored.slice(first, height))
            projected = listed.explode().to_numpy().reshape(height, params.dims)
            low, high = projected_pairs(projected, params.k)
        else:
            low, high = all_pairs(sizes[start:stop])
        low, high, similarity = nearest(exact, low, high, params.k, params.floor)
        yield low + first, high + first, similarity


def _batches(sizes: Ints) -> Iterator[tuple[int, int, bool]]:
    """(start, stop, alone) over partitions: a large one alone, small ones by _ROWS_AT_ONCE rows."""
    turn = np.cumsum(np.where(sizes > SMALL, 0, sizes)) // _ROWS_AT_ONCE
    numbered = enumerate(zip(sizes > SMALL, turn, strict=True))
    for (large, _), group in groupby(numbered, key=lambda item: item[1]):
        members = [at for at, _ in group]
        if large:
            yield from ((at, at + 1, True) for at in members)
        else:
            yield members[0], members[-1] + 1, False


def _keyed(sides: pl.DataFrame, params: RecallParams) -> Pairs:
    """Pairs that share a key, with the similarity that their texts happen to have."""
    shared = sharing(sides, params.key_spread)
    held = np.unique(np.concatenate([shared["low"].to_numpy(), shared["high"].to_numpy()]))
    exact = features(sides["content"].gather(held))
    low, high = (shared[name].to_numpy() for name in ("low", "high"))
    similarity = cosines(exact, np.searchsorted(held, low), np.searchsorted(held, high))
    return low, high, similarity


def _frame(sides: pl.DataFrame, found: list[Pairs], mode: str) -> pl.DataFrame:
    """Pairs with ids and partition; the side that is later by (first_seen, id) is new."""
    nothing: Pairs = (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float64))
    low, high, similarity = (np.concatenate(parts) for parts in zip(nothing, *found, strict=True))
    order = sides.sort("first_seen", "memory_id", nulls_last=True)["place"].to_numpy()
    age = np.empty(sides.height, dtype=np.int64)
    age[order] = np.arange(sides.height)
    later = age[low] > age[high]
    new, existing = np.where(later, low, high), np.where(later, high, low)
    return sides[new].select(
        "bucket",
        *PARTITION,
        new_id="memory_id",
        existing_id=sides["memory_id"].gather(existing),
        similarity=pl.Series(similarity, dtype=pl.Float64),
        mode=pl.lit(mode),
    )


def _stored_at(part: pl.DataFrame, vectors: pl.DataFrame) -> pl.Series:
    """Where in `vectors` each row's vector stands."""
    known = vectors.select("memory_id", at=pl.int_range(pl.len(), dtype=pl.Int64))
    at = part.select("memory_id").join(known, on="memory_id", how="left", maintain_order="left")
    if at["at"].null_count():
        raise ValueError("a memory has no recall vector of this version: run update_vectors first")
    return at["at"]


def _listed(vectors: Floats) -> pl.Series:
    return pl.Series(vectors, dtype=pl.Array(pl.Float32, vectors.shape[1])).cast(
        pl.List(pl.Float32)
    )


def _version(params: RecallParams) -> str:
    return f"{VERSION}/{params.dims}"
