"""The views of the published DuckDB file: a view is one .sql file here, named like the view.

Belongs here: SQL over the raw tables, and the statements that bind them to a generation. A file
opens with `--` lines that document the view. Does not belong here: anything that writes rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from importlib import resources
from pathlib import Path

from schemas.tables import Table, all_tables


@dataclass(frozen=True)
class View:
    """A view: its name, what its opening comment says, its query."""

    name: str
    about: str
    query: str


def views() -> list[View]:
    """Every view, in an order in which each finds the ones it reads."""
    files = [f for f in resources.files(__name__).iterdir() if f.name.endswith(".sql")]
    found = {f.name.removesuffix(".sql"): f.read_text(encoding="utf-8") for f in files}
    reads = {
        name: {other for other in found if other != name and re.search(rf"\b{other}\b", text)}
        for name, text in sorted(found.items())
    }
    return [_view(name, found[name]) for name in TopologicalSorter(reads).static_order()]


def view_statements(folder: Path) -> Iterator[str]:
    """`create view` statements over the Parquet files of a generation's folder."""
    for table in all_tables().values():
        yield _raw(table, folder / table.name)
    for view in views():
        yield f"create or replace view {view.name} as\n{view.query}"


def _view(name: str, text: str) -> View:
    lines = text.strip().splitlines()
    about = [line.removeprefix("--").strip() for line in lines if line.startswith("--")]
    query = "\n".join(line for line in lines if not line.startswith("--"))
    return View(name, " ".join(about), query)


def _raw(table: Table, folder: Path) -> str:
    columns = ", ".join(f'"{column}"' for column in table.dtypes)
    glob = str(folder / "**" / "*.parquet").replace("'", "''")
    hive = ", hive_types = {'bucket': INTEGER}" if table.bucketed else ""
    partitioned = "true" if table.bucketed else "false"
    return (
        f"create or replace view {table.name} as\nselect {columns}\nfrom read_parquet('{glob}',"
        f" hive_partitioning = {partitioned}, union_by_name = true{hive})"
    )
