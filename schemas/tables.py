"""The registry of tables: what a table is, and the list of all of them.

Belongs here: the `Table` description that each file of this folder fills in, and its lookup.
Does not belong here: the columns of any single table, reading, writing.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import Any

import dataframely as dy
import polars as pl

import schemas

#: Column metadata of facts about the work (run ids, latencies, provenance of a particular night).
#: Such columns are stored and shown but do not count when two tables are compared for equality.
WORK: dict[str, Any] = {"content": False}

_REGISTRY: dict[str, Table] = {}


@dataclass(frozen=True)
class Table:
    """A table of the lake.

    `bucketed` tables are partitioned by the column `bucket` and replaced bucket by bucket;
    the others are small and written whole or appended to.
    """

    name: str
    schema: type[dy.Schema]
    about: str
    version: int = 1
    bucketed: bool = True

    @property
    def keys(self) -> list[str]:
        """Primary key columns, in order of declaration."""
        return list(self.schema.primary_key())

    @property
    def content(self) -> list[str]:
        """The columns by which two states of the table are compared (design: canonical result)."""
        columns = self.schema.columns()
        return [
            name for name, column in columns.items() if (column.metadata or {}).get("content", True)
        ]

    @property
    def dtypes(self) -> pl.Schema:
        """Column names and Polars types, as stored."""
        return pl.Schema({name: column.dtype for name, column in self.schema.columns().items()})

    def empty(self) -> pl.DataFrame:
        """A frame of this table with no rows."""
        return pl.DataFrame(schema=self.dtypes)

    def conform(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Our own output: exactly the declared columns and types, every rule checked.

        Raises `dataframely.exc.ValidationError` where a rule fails; nothing is dropped.
        """
        return self.schema.validate(frame.select(self.dtypes.names()), cast=True)


def register(table: Table) -> Table:
    """Add a table; a second one of the same name is a programming error."""
    if table.name in _REGISTRY:
        raise ValueError(f"table {table.name!r} is registered twice")
    _REGISTRY[table.name] = table
    return table


@cache
def all_tables() -> dict[str, Table]:
    """Every table by name, found by importing each module of this folder once."""
    for module in sorted(found.name for found in pkgutil.iter_modules(schemas.__path__)):
        importlib.import_module(f"schemas.{module}")
    return dict(sorted(_REGISTRY.items()))
