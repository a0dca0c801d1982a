"""winnow sql: a query on the published snapshot."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import duckdb
import orjson
from rich.markup import escape
from rich.table import Table

from jobs.commands.options import DEFAULT_LAKE
from jobs.console import stdout
from jobs.errors import SettingsError
from jobs.publish import current_folder

ROWS_AT_ONCE = 10_000


def sql(
    query: str,
    *,
    lake: Path = DEFAULT_LAKE,
    output: Literal["table", "csv", "json"] = "table",
) -> int:
    """Query the published snapshot with DuckDB, read-only, while a run may be going on.

    winnow sql "select count(*) from v_memories"

    winnow sql "select reason, count(*) as n from v_rejections group by all order by n desc"

    winnow sql "from v_funnel where run_id = 'all'" --output csv

    Parameters
    ----------
    query
        One SELECT statement over the tables and views of the snapshot.
    lake
        Folder of the lake.
    output
        table, csv, or json (one object a line).
    """
    with closing(open_snapshot(lake)) as connection:
        try:
            cursor = connection.execute(query)
        except duckdb.Error as error:
            raise SettingsError(f"the query failed: {error}") from None
        if cursor.description is None:
            raise SettingsError("the query returns no rows: give a SELECT statement")
        _write([str(column[0]) for column in cursor.description], _rows(cursor), output)
    return 0


def open_snapshot(lake: Path) -> duckdb.DuckDBPyConnection:
    """The DuckDB file of the current generation, resolved once, read-only."""
    return duckdb.connect(str(current_folder(lake) / "winnow.duckdb"), read_only=True)


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        yield from rows


def _write(columns: list[str], rows: Iterator[tuple[Any, ...]], output: str) -> None:
    if output == "table":
        table = Table(*columns)
        for row in rows:
            table.add_row(*("" if value is None else escape(str(value)) for value in row))
        stdout().print(table)
    elif output == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
    else:
        for row in rows:
            record = dict(zip(columns, row, strict=True))
            sys.stdout.write(orjson.dumps(record, default=str).decode() + "\n")
