"""Lexical features of texts: hashed words and character n-grams, and their fixed projection.

Belongs here: texts in, unit rows out; no fit and no random numbers, so that tonight's features
compare with last year's. Does not belong here: neighbours, thresholds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy import sparse

from transforms.recall.codes import END, SPACE, folded, is_han

#: Columns of the unprojected features.
HASHED = 2**18
_CHUNK = 20_000  # texts hashed at once
_GRAM, _WORD, _SIGN = 1, 2, 3  # salts

_BASE = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(int(_BASE), -1, 2**64))

Floats = npt.NDArray[np.float32]
_Spans = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def features(contents: pl.Series | list[str]) -> sparse.csr_matrix:
    """Unit rows (n, HASHED), float64, none negative; a text without letters is a row of zeros.

    Half of the weight lies on character n-grams (pairs from a Chinese character on, else triples),
    half on words (a Chinese character, a run of letters and digits). Each counts once.
    """
    texts = pl.Series(contents, dtype=pl.String)
    chunks = [texts.slice(start, _CHUNK) for start in range(0, len(texts), _CHUNK)]
    if not chunks:
        return sparse.csr_matrix((0, HASHED))
    return sparse.vstack([_features(chunk) for chunk in chunks], format="csr")


def project(rows: sparse.csr_matrix, dims: int) -> Floats:
    """Unit rows (n, dims), float32: what neighbours are searched in, and what is stored.

    Each hashed feature adds to one projected column, with a sign, both from its number.
    """
    drawn = _mixed(rows.indices.astype(np.uint64), _SIGN)
    columns = (drawn % np.uint64(dims)).astype(np.int64)
    weights = np.where(drawn >> np.uint64(63), rows.data, -rows.data)
    n = rows.shape[0]
    places = np.repeat(np.arange(n, dtype=np.int64) * dims, np.diff(rows.indptr)) + columns
    dense = np.bincount(places, weights=weights, minlength=n * dims).reshape(n, dims)
    length = np.linalg.norm(dense, axis=1, keepdims=True)
    unit: Floats = (dense / np.where(length > 0, length, 1.0)).astype(np.float32)
    return unit


def _features(texts: pl.Series) -> sparse.csr_matrix:
    codes, rows = folded(texts)
    hashed = _Hashes(codes)
    parts = []
    for (starts, stops), salt in ((_grams(codes, rows), _GRAM), (_words(codes), _WORD)):
        columns = hashed.of(starts, stops, salt)
        ones = np.ones(starts.size)
        part = sparse.csr_matrix((ones, (rows[starts], columns)), shape=(len(texts), HASHED))
        part.data[:] = 1.0  # each feature once, however often it stands in the text
        parts.append(_unit(part))
    return _unit((parts[0] + parts[1]).tocsr())


def _unit(rows: sparse.csr_matrix) -> sparse.csr_matrix:
    """Rows of length 1 (or 0), columns in order."""
    rows.sort_indices()
    squares = np.asarray(rows.multiply(rows).sum(axis=1)).ravel()
    lengths = np.sqrt(np.where(squares > 0, squares, 1.0))
    rows.data /= np.repeat(lengths, np.diff(rows.indptr))
    return rows


def _grams(codes: npt.NDArray[np.uint32], rows: npt.NDArray[np.int64]) -> _Spans:
    """Two codes from a Chinese character on, three from any other, inside one text."""
    starts = np.arange(codes.size, dtype=np.int64)
    stops = starts + np.where(is_han(codes), 2, 3)
    inside = stops <= codes.size
    starts, stops = starts[inside], stops[inside]
    whole = (rows[starts] == rows[stops - 1]) & (codes[stops - 1] != END)
    return starts[whole], stops[whole]


def _words(codes: npt.NDArray[np.uint32]) -> _Spans:
    """Single Chinese characters and runs of other letters and digits."""
    han = is_han(codes)
    letter = np.concatenate([[False], ~han & (codes != END) & (codes != SPACE), [False]])
    edges = np.flatnonzero(letter[1:] != letter[:-1])
    alone = np.flatnonzero(han)
    return np.concatenate([edges[::2], alone]), np.concatenate([edges[1::2], alone + 1])


class _Hashes:
    """Hashes of any spans of an array of codes, from its prefix sums (modulo 2^64)."""

    def __init__(self, codes: npt.NDArray[np.uint32]) -> None:
        powers = np.cumprod(np.full(codes.size, _BASE, dtype=np.uint64))
        self._inverse = np.cumprod(np.full(codes.size, _INVERSE, dtype=np.uint64))
        self._sums = np.zeros(codes.size + 1, dtype=np.uint64)
        np.cumsum((codes.astype(np.uint64) + np.uint64(1)) * powers, out=self._sums[1:])

    def of(
        self, starts: npt.NDArray[np.int64], stops: npt.NDArray[np.int64], salt: int
    ) -> npt.NDArray[np.int32]:
        """Columns below HASHED; equal spans have equal ones, wherever they stand."""
        sums = (self._sums[stops] - self._sums[starts]) * self._inverse[starts]
        columns: npt.NDArray[np.int32] = (_mixed(sums, salt) % np.uint64(HASHED)).astype(np.int32)
        return columns


def _mixed(values: npt.NDArray[Any], salt: int) -> npt.NDArray[np.uint64]:
    """The finalizer of MurmurHash3: spreads the bits of each value, differently for each salt."""
    mixed: npt.NDArray[np.uint64] = values.astype(np.uint64) + np.uint64(salt << 32)
    mixed ^= mixed >> np.uint64(33)
    mixed *= np.uint64(0xFF51AFD7ED558CCD)
    mixed ^= mixed >> np.uint64(33)
    mixed *= np.uint64(0xC4CEB9FE1A85EC53)
    mixed ^= mixed >> np.uint64(33)
    return mixed
