"""The state of a lake at a glance: rows, open windows, quarantine, versions, bytes.

Belongs here: counting and showing. Does not belong here: what a run did (jobs/report.py).
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any

import orjson
import polars as pl
from rich.table import Table

from jobs.console import stdout
from jobs.lake import Lake
from jobs.publish import manifest
from schemas.tables import all_tables
from transforms.versions import all_versions


def show_status(root: Path, *, as_json: bool) -> None:
    """Print the state of the lake at `root`, as tables or as one JSON object."""
    facts = _facts(Lake.open(root))
    if as_json:
        sys.stdout.write(orjson.dumps(facts).decode() + "\n")
        return
    console = stdout()
    for part in ("rows", "windows", "quarantine", "versions"):
        table = Table(part, "", title_justify="left")
        for name, value in facts[part].items():
            table.add_row(name, f"{value:,}" if isinstance(value, int) else value)
        console.print(table)
    console.print(f"generation {facts['generation']}, {facts['bytes']:,} bytes on disk")


def _facts(lake: Lake) -> dict[str, Any]:
    def counts(name: str, column: str) -> dict[str, int]:
        found = lake.scan(name).group_by(column).agg(n=pl.len().cast(pl.Int64)).sort(column)
        return dict(found.collect().rows())

    rows = {
        name: sum(int(digest.partition("-")[2]) for digest in lake.state(name).digests.values())
        for name in all_tables()
    }
    current = manifest(lake.root)
    return {
        "rows": rows,
        "generation": current["generation"] if current else None,
        "windows": counts("windows", "status"),
        "quarantine": counts("quarantine", "reason"),
        "versions": all_versions(),
        "bytes": _bytes(lake),
    }


def _bytes(lake: Lake) -> int:
    """Bytes on disk; a file with several hard links counts once."""
    sizes: dict[tuple[int, int], int] = {}
    for entry in lake.root.rglob("*"):
        with suppress(FileNotFoundError):  # a run that is going on tidies up
            file = entry.lstat()
            if S_ISREG(file.st_mode):
                sizes[file.st_dev, file.st_ino] = file.st_size
    return sum(sizes.values())
