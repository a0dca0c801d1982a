"""The run summary: counts that stages hand in, and the one table a run ends with.

Belongs here: counting and showing. Does not belong here: deciding whether a run failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table


@dataclass
class StageCounts:
    """What one stage did. `rejected` counts rows by reason."""

    rows_in: int = 0
    rows_out: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, other: StageCounts) -> None:
        """Add the counts of another part of the same stage."""
        self.rows_in += other.rows_in
        self.rows_out += other.rows_out
        self.rejected += other.rejected
        self.seconds += other.seconds

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "rejected": dict(sorted(self.rejected.items())),
            "seconds": round(self.seconds, 3),
        }


def tally(reasons: pl.Series) -> Counter[str]:
    """Rows by reason; nulls are rows without one and do not count."""
    counts = reasons.drop_nulls().value_counts().rows()
    return Counter({str(reason): int(n) for reason, n in counts})


def _calls() -> dict[str, Counter[str]]:
    return {purpose: Counter() for purpose in ("extract", "t1", "embed")}


@dataclass
class Report:
    """Everything a run tells at its end."""

    run_id: str
    stages: dict[str, StageCounts] = field(default_factory=dict)
    calls: dict[str, Counter[str]] = field(default_factory=_calls)
    tokens: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)  # open tails, changed messages, ...
    failures: int = 0  # new in this run
    work_done: bool = False

    def stage(self, name: str) -> StageCounts:
        """Counts of a stage, made on first use."""
        return self.stages.setdefault(name, StageCounts())

    def as_dict(self, status: str, seconds: float, generation: int | None) -> dict[str, Any]:
        """The object that `--json` prints; scripts rely on these names."""
        return {
            "run_id": self.run_id,
            "status": status,
            "seconds": round(seconds, 3),
            "stages": {name: counts.as_dict() for name, counts in self.stages.items()},
            "model_calls": {
                purpose: {key: counts[key] for key in ("made", "cached", "failed")}
                | {key: n for key, n in sorted(counts.items()) if key not in _CALL_KEYS}
                for purpose, counts in self.calls.items()
            },
            "tokens": {key: self.tokens[key] for key in ("prompt", "output")},
            "notes": self.notes,
            "published": {"generation": generation},
        }


_CALL_KEYS = frozenset({"made", "cached", "failed"})


def show(summary: Mapping[str, Any], console: Console) -> None:
    """Print the summary of a run as one table, then what else there is to know."""
    table = Table(title=f"run {summary['run_id']}: {summary['status']}", title_justify="left")
    for heading in ("stage", "in", "out", "rejected", "seconds"):
        table.add_column(heading, justify="left" if heading in ("stage", "rejected") else "right")
    for name, counts in summary["stages"].items():
        rejected = ", ".join(f"{reason} {n:,}" for reason, n in counts["rejected"].items())
        row = (f"{counts['rows_in']:,}", f"{counts['rows_out']:,}", rejected)
        table.add_row(name, *row, f"{counts['seconds']:.1f}")
    console.print(table)
    for purpose, calls in summary["model_calls"].items():
        if any(calls.values()):
            told = ", ".join(f"{key} {n:,}" for key, n in calls.items())
            console.print(f"{purpose} calls: {told}", highlight=False)
    tokens = summary["tokens"]
    if any(tokens.values()):
        console.print(
            f"tokens: {tokens['prompt']:,} prompt, {tokens['output']:,} output", highlight=False
        )
    for note in summary["notes"]:
        console.print(note, highlight=False, markup=False)
    generation = summary["published"]["generation"]
    console.print(
        f"published generation: {generation}, {summary['seconds']:.1f} s in all", highlight=False
    )
