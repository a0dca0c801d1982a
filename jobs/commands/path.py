"""winnow path: where the Parquet files of a table lie."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from jobs.defaults import DEFAULT_LAKE
from jobs.errors import SettingsError


def path(table: str, *, lake: Path = DEFAULT_LAKE) -> int:
    """Print the folder of a table in the published snapshot: plain Parquet for any tool.

    The folder belongs to one generation and stays as it is: resolve once, then read.

    winnow path memories

    python -c "import polars as pl; print(pl.read_parquet('$(winnow path memories)/**/*.parquet'))"

    Parameters
    ----------
    table
        Name of the table.
    lake
        Folder of the lake.
    """
    from jobs.publish import current_folder
    from schemas.tables import all_tables

    if table not in all_tables():
        near = difflib.get_close_matches(table, list(all_tables()), n=1, cutoff=0.0)
        raise SettingsError(f"no table {table!r}; the nearest is {near[0]!r}")
    sys.stdout.write(f"{current_folder(lake) / table}\n")
    return 0
