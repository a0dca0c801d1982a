"""The ledger: which work is done, so that a stage runs only where its inputs or rules changed.

Work is identified by (stage, bucket, digests of the inputs, versions, settings), never by a place,
a rank or a clock. A commit whose ledger row was lost is recognised by the work it names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import polars as pl

from jobs.lake import WHOLE, Lake
from schemas.tables import all_tables
from transforms.ids import content_id


@dataclass(frozen=True)
class Work:
    """What a stage would do in one bucket."""

    stage: str
    bucket: int
    inputs: str
    versions: str
    settings: str

    @property
    def key(self) -> str:
        """Identity of the work."""
        return content_id(self.stage, str(self.bucket), self.inputs, self.versions, self.settings)


class Ledger:
    """The newest ledger row of every (stage, bucket), held in memory for a run."""

    def __init__(self, lake: Lake, run_id: str) -> None:
        self._lake, self._run_id = lake, run_id
        newest = lake.read("ledger").sort("done_at").unique(["stage", "bucket"], keep="last")
        self._done = {(row["stage"], row["bucket"]): row["work"] for row in newest.to_dicts()}

    def works(
        self, stage: str, reads: Iterable[str], versions: Mapping[str, str], settings: str
    ) -> list[Work]:
        """The work of a stage in every bucket that has input, or had some when it last ran.

        Inputs are known from the digests in the tables' newest commits; no row is read.
        """
        digests = {name: self._lake.state(name).digests for name in sorted(reads)}
        stamp = json.dumps(dict(versions), sort_keys=True)

        def inputs(bucket: int) -> str:
            found = (f"{name}={of.get(bucket, '')}" for name, of in digests.items())
            return content_id(*found)

        seen = {bucket for of in digests.values() for bucket in of if bucket != WHOLE}
        seen |= {bucket for done, bucket in self._done if done == stage}
        return [Work(stage, bucket, inputs(bucket), stamp, settings) for bucket in sorted(seen)]

    def stale(self, works: Iterable[Work], writes: Iterable[str]) -> list[Work]:
        """The works that are not done; those whose every output names them are adopted."""
        open_works = [w for w in works if self._done.get((w.stage, w.bucket)) != w.key]
        states = [self._lake.state(name) for name in writes] if open_works else []
        lost = [
            w for w in open_works if states and all(s.work.get(w.bucket) == w.key for s in states)
        ]
        self.record(lost)
        adopted = {w.bucket for w in lost}
        return [w for w in open_works if w.bucket not in adopted]

    def record(self, works: Iterable[Work]) -> None:
        """Append a row for each finished work, in one commit."""
        rows = [
            {
                "stage": w.stage,
                "bucket": w.bucket,
                "work": w.key,
                "inputs": w.inputs,
                "versions": w.versions,
                "settings": w.settings,
                "done_at": datetime.now(UTC),
                "run_id": self._run_id,
            }
            for w in works
        ]
        if rows:
            self._lake.append("ledger", pl.DataFrame(rows, schema=all_tables()["ledger"].dtypes))
            self._done |= {(row["stage"], row["bucket"]): row["work"] for row in rows}
