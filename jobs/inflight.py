"""The reply log of a running stage: one unbuffered, synced append per reply.

A kill of the process, or of the machine, repeats no finished call: what stands here in a whole line
is folded into `replies` by the same run, or by the next one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import orjson
import polars as pl

from jobs.lake import Lake
from schemas.tables import all_tables
from transforms.replies import mark_live


class ReplyLog:
    """Append-only log of one run. Use as a context manager."""

    def __init__(self, folder: Path, run_id: str) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder, self._run_id, self._part = folder, run_id, 0
        self._open()

    def append(self, row: Mapping[str, Any]) -> None:
        """Write one reply and flush it to disk before returning."""
        line = memoryview(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
        while line:  # a full disk writes a part, and fails on the rest
            line = line[os.write(self._file, line) :]
        os.fdatasync(self._file)

    def roll(self) -> list[Path]:
        """Go on in a new file; returns the finished ones of the folder, ready to be folded."""
        os.close(self._file)
        finished = sorted(self._folder.glob("*.jsonl"))
        self._part += 1
        self._open()
        return finished

    def _open(self) -> None:
        self.path = self._folder / f"{self._run_id}-{self._part:04d}.jsonl"
        self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def __enter__(self) -> ReplyLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)


def logs_in(folder: Path) -> list[Path]:
    """Every reply log of the folder, those of killed runs among them."""
    return sorted(folder.glob("*.jsonl")) if folder.exists() else []


def fold(lake: Lake, logs: list[Path]) -> int:
    """Move the logged replies into `replies`; returns how many were new there.

    The logs are removed only after the commit; a second fold of the same log adds nothing.
    A torn last line, the trace of a kill in mid-write, is a call that did not finish.
    """
    rows = [row for log in logs for row in _whole_lines(log)]
    fresh = 0
    if rows:
        logged = pl.DataFrame(rows, schema_overrides={"asked_at": pl.String}).with_columns(
            pl.col("asked_at").str.to_datetime(time_unit="us", time_zone="UTC")
        )
        logged = logged.cast(all_tables()["replies"].dtypes)
        logged = logged.unique("request_key", keep="first", maintain_order=True)
        buckets = logged["bucket"].unique().to_list()
        known = lake.read("replies", buckets)
        new = logged.join(known, on="request_key", how="anti")
        fresh = new.height
        if fresh:
            lake.replace(
                "replies", mark_live(pl.concat([known, new.select(known.columns)])), buckets
            )
    for log in logs:
        log.unlink()
    return fresh


def _whole_lines(log: Path) -> list[dict[str, Any]]:
    lines = log.read_bytes().split(b"\n")
    return [orjson.loads(line) for line in lines[:-1] if line]
