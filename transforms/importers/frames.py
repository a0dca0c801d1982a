"""What importers give, as frames.

Belongs here: the columns of raw messages and bad rows. Does not belong here: any format, cleaning.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from transforms.importers import BadRow, RawMessage

_NUMBERS = {"line", "time_us", "repaired"}

#: Columns of raw messages: the fields of `RawMessage`, the file's digest and its format.
RAW = pl.Schema(
    {name: pl.Int64 if name in _NUMBERS else pl.String for name in RawMessage._fields}
    | {"source_digest": pl.String, "format": pl.String}
)
#: Columns of bad rows: the fields of `BadRow`.
BAD = pl.Schema({"line": pl.Int64, "reason": pl.String, "detail": pl.String, "digest": pl.String})


def raw_frame(messages: Sequence[RawMessage], source_digest: str, format_name: str) -> pl.DataFrame:
    """One row per message of one file, in the order given."""
    columns = zip(*messages, strict=True) if messages else ([] for _ in RawMessage._fields)
    fields = dict(zip(RawMessage._fields, columns, strict=True))
    return pl.DataFrame(
        {name: pl.Series(name, values, RAW[name]) for name, values in fields.items()}
    ).with_columns(source_digest=pl.lit(source_digest), format=pl.lit(format_name))


def bad_frame(bad: Sequence[BadRow]) -> pl.DataFrame:
    """One row per bad line."""
    return pl.DataFrame(bad, schema=BAD, orient="row")
