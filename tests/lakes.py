"""Running the job in tests, and comparing what it left behind."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from jobs.cli import main
from jobs.lake import Lake
from schemas.tables import all_tables

RECEIVED = "2030-01-01T00:00:00"
#: Tables that say what a run did, not what is known; they differ between two ways to one result.
BOOKKEEPING = frozenset({"ledger", "runs", "audit", "sources", "quarantine"})


@dataclass(frozen=True)
class Ran:
    """What a command left: exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def summary(self) -> dict[str, Any]:
        """The object that --json printed."""
        found: dict[str, Any] = json.loads(self.out)
        return found


def winnow(*arguments: object) -> Ran:
    """Run a command in this process, as the console script would."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["winnow", *map(str, arguments)]
    code: Any = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as ended:
        code = ended.code or 0
    finally:
        sys.argv = before
    return Ran(int(code), out.getvalue(), err.getvalue())


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start a command in a process of its own, to be killed."""
    command = [sys.executable, "-m", "jobs.cli", *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def replay(lake: Path, log: Path, *archives: Path, more: tuple[object, ...] = ()) -> Ran:
    """A backfill from a recorded log, late enough that every tail is closed."""
    fixed = ("--lake", lake, "--engine", "replay", "--replies", log, "--received-at", RECEIVED)
    return winnow("backfill", *archives, *fixed, "--json", *more)


def content(lake: Path, name: str) -> pl.DataFrame:
    """Content columns of a table, sorted by key; of `scores` the newest row per memory."""
    table = all_tables()[name]
    rows = Lake.open(lake).read(name)
    if name == "scores":
        rows = rows.filter(pl.col("latest"))
    return rows.select(table.content).sort(table.keys)


def differing(one: Path, other: Path) -> list[str]:
    """Names of the tables in which two lakes differ."""
    names = sorted(set(all_tables()) - BOOKKEEPING)
    return [name for name in names if not content(one, name).equals(content(other, name))]
