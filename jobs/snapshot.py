"""The published snapshot: opened read-only, queried, printed.

Belongs here: what `winnow sql` and every command that reads the snapshot share. Does not belong
here: queries, publishing.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import orjson
from rich.markup import escape
from rich.table import Table

from jobs.console import stdout
from jobs.errors import SettingsError
from jobs.publish import current_folder, moved
from jobs.views import view_statements

ROWS_AT_ONCE = 10_000


def print_query(lake: Path, query: str, output: str) -> None:
    """Print the rows of one SELECT as table, csv, or json (one object a line).

    Raises `SettingsError` for a query that fails or returns no rows.
    """
    with closing(open_snapshot(lake)) as connection:
        try:
            cursor = connection.execute(query)
            if cursor is None or cursor.description is None:  # no statement, or one without rows
                raise SettingsError("the query returns no rows: give a SELECT statement")
            _write(_names(cursor.description), _rows(cursor), output)
        except duckdb.Error as error:
            raise SettingsError(f"the query failed: {error}") from None


def open_snapshot(lake: Path) -> duckdb.DuckDBPyConnection:
    """The DuckDB file of the current generation, resolved once, read-only.

    The views of a lake that was moved still look at its old place: they are made anew in memory,
    and the next run publishes them.
    """
    folder = current_folder(lake)
    if not moved(lake):
        return duckdb.connect(str(folder / "winnow.duckdb"), read_only=True)
    connection = duckdb.connect()
    for statement in view_statements(folder):
        connection.execute(statement)
    return connection


def _names(description: list[Any]) -> list[str]:
    """Column names; a second one of the same name gets a number, so that no value is lost."""
    names: list[str] = []
    for name in (str(column[0]) for column in description):
        rank = 1 + sum(other == name or other.startswith(f"{name}_") for other in names)
        names.append(name if name not in names else f"{name}_{rank}")
    return names


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(ROWS_AT_ONCE):
        yield from rows


def _write(columns: list[str], rows: Iterator[tuple[Any, ...]], output: str) -> None:
    if output == "table":
        table = Table(*columns)
        for row in rows:
            table.add_row(*(escape(_cell(value)) for value in row))
        stdout().print(table)
    elif output == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(map(_cell, row) for row in rows)
    else:
        for row in rows:
            sys.stdout.write(_json(dict(zip(columns, row, strict=True))) + "\n")


def _cell(value: Any) -> str:
    """A value as text; lists, structs and maps as JSON, so that they can be read again."""
    if isinstance(value, list | dict | tuple):
        return _json(value)
    return "" if value is None else str(value)


def _json(value: Any) -> str:
    try:
        return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS).decode()
    except TypeError:  # an integer beyond 64 bits
        return _json(_fit(value))


def _fit(value: Any) -> Any:
    """The value with integers that orjson refuses as text."""
    if isinstance(value, dict):
        return {key: _fit(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_fit(entry) for entry in value]
    return str(value) if isinstance(value, int) and not -(2**63) <= value < 2**64 else value


def _plain(value: Any) -> Any:
    """What orjson has no type for: decimals are numbers, the rest is text."""
    return float(value) if isinstance(value, Decimal) else str(value)
