"""Generated pages: `python -m jobs.docs` writes schemas/README.md from the contracts and views."""

from __future__ import annotations

from pathlib import Path

from jobs.views import views
from schemas.tables import Table, all_tables

_HEAD = """# Tables

Made from the contracts in this folder by `make docs`; a test keeps it true. Columns marked * tell
about the work (run ids, latencies) and do not count when two states of a table are compared.
"""


def tables_page() -> str:
    """The text of schemas/README.md."""
    parts = [_HEAD, *map(_table, all_tables().values()), "# Views\n"]
    parts += [f"- `{view.name}`: {view.about}" for view in sorted(views(), key=lambda v: v.name)]
    return "\n".join(parts) + "\n"


def _table(table: Table) -> str:
    keys = ", ".join(f"`{key}`" for key in table.keys)
    place = "by bucket" if table.bucketed else "whole"
    head = (
        f"## {table.name}\n\n{table.about} Key: {keys}. Stored {place}, version {table.version}.\n"
    )
    rows = ["| column | type | |", "|---|---|---|"]
    for name, column in table.schema.columns().items():
        work = "" if name in table.content else " *"
        null = ", may be null" if column.nullable else ""
        rows.append(f"| {name}{work} | {_type(column.dtype)} | {column.description}{null} |")
    return head + "\n" + "\n".join(rows) + "\n"


def _type(dtype: object) -> str:
    text = str(dtype).replace("Datetime(time_unit='us', time_zone='UTC')", "timestamp, UTC")
    return text.replace("|", "\\|")


if __name__ == "__main__":
    Path("schemas/README.md").write_text(tables_page(), encoding="utf-8")
