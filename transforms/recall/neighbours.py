"""Nearest neighbours inside partitions.

Belongs here: which rows of a partition look alike, with exact similarities. Does not belong here:
tables, what a similar pair means.

A partition of at most SMALL rows is compared pair by pair. In a larger one the projected vectors
name FETCH candidates for each neighbour that is kept, and the unprojected features rank them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse

SMALL = 128
FETCH = 12
#: Above it, candidates come from tiles of the float32 product: less time, bounded memory.
TILED = 2_000
_TILE_BYTES = 64 * 2**20
_UNITS = 10**9  # similarity is a whole number of these parts
_PAIRS = 20_000  # pairs whose similarity is computed at once

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Pairs = tuple[Ints, Ints, npt.NDArray[np.float64]]


def nearest(exact: sparse.csr_matrix, low: Ints, high: Ints, k: int, floor: float) -> Pairs:
    """The candidate pairs (low < high, distinct) of which one side is among the k nearest of the
    other and whose similarity is at least `floor`, with it. Ties go to the smaller place."""
    similarity = cosines(exact, low, high)
    near = similarity >= floor
    low, high, similarity = low[near], high[near], similarity[near]
    rows, others = np.concatenate([low, high]), np.concatenate([high, low])
    by_place = np.argsort(rows * exact.shape[0] + others)
    distance = np.rint((1.0 - similarity) * _UNITS).astype(np.int64)
    ranked = (rows * (_UNITS + 1) + np.tile(distance, 2))[by_place]
    order = by_place[np.argsort(ranked, kind="stable")]
    ordered = rows[order]
    rank = np.arange(ordered.size) - np.searchsorted(ordered, ordered)
    kept = np.zeros(low.size, dtype=bool)
    kept[order[rank < k] % max(low.size, 1)] = True
    return low[kept], high[kept], similarity[kept]


def cosines(exact: sparse.csr_matrix, low: Ints, high: Ints) -> npt.NDArray[np.float64]:
    """Similarity of the named pairs of unit rows: float64, in [0, 1], to nine decimals."""
    found = np.empty(low.size, dtype=np.float64)
    for start in range(0, low.size, _PAIRS):
        part = slice(start, start + _PAIRS)
        products = exact[low[part]].multiply(exact[high[part]])
        found[part] = np.asarray(products.sum(axis=1)).ravel()
    return np.clip(np.rint(found * _UNITS) / _UNITS, 0.0, 1.0)


def all_pairs(sizes: Ints) -> tuple[Ints, Ints]:
    """Every pair of places (low < high) inside runs of the given sizes that follow each other."""
    starts = np.cumsum(sizes) - sizes
    after = np.repeat(starts + sizes, sizes) - np.arange(sizes.sum()) - 1
    low = np.repeat(np.arange(sizes.sum(), dtype=np.int64), after)
    first = np.cumsum(after) - after
    high = low + 1 + np.arange(low.size) - np.repeat(first, after)
    return low, high


def projected_pairs(projected: Floats, k: int) -> tuple[Ints, Ints]:
    """Pairs of places (low < high) of which one is a near neighbour of the other by vectors."""
    n = projected.shape[0]
    fetch = min(n, k * FETCH + 1)  # one more: a row is its own neighbour
    rows, others = (_tiled if n > TILED else _searched)(projected, fetch)
    low, high = np.minimum(rows, others), np.maximum(rows, others)
    keys = np.sort((low * n + high)[low != high])
    first = np.concatenate([[True], keys[1:] != keys[:-1]])[: keys.size]
    return np.divmod(keys[first], n)


def _searched(projected: Floats, fetch: int) -> tuple[Ints, Ints]:
    """Each row with its `fetch` nearest ones."""
    from sklearn.neighbors import NearestNeighbors  # costs most of a second

    search = NearestNeighbors(n_neighbors=fetch, metric="euclidean", algorithm="brute")
    others = search.fit(projected).kneighbors(projected, return_distance=False)
    return np.repeat(np.arange(projected.shape[0], dtype=np.int64), fetch), others.ravel()


def _tiled(projected: Floats, fetch: int) -> tuple[Ints, Ints]:
    """Each row with its `fetch` nearest ones and a few more, a tile of rows at a time.

    The columns of a tile are dealt out into groups. Of each row, `fetch` groups have a maximum at
    or above the `fetch`-th largest one; so what reaches that value holds the nearest ones.
    """
    n = projected.shape[0]
    width = max(1, n // (4 * fetch))
    groups = -(-n // width)
    columns = np.zeros((groups * width, projected.shape[1]), dtype=np.float32)
    columns[:n] = projected
    height = max(1, _TILE_BYTES // (4 * groups * width))
    rows, others = [], []
    for start in range(0, n, height):
        tile = projected[start : start + height] @ columns.T
        tile[:, n:] = -np.inf
        tops = tile.reshape(-1, width, groups).max(axis=1)
        limits = np.partition(tops, groups - fetch, axis=1)[:, groups - fetch]
        row, other = np.divmod(np.flatnonzero(tile >= limits[:, None]), groups * width)
        rows.append(row + start)
        others.append(other)
    return np.concatenate(rows), np.concatenate(others)
