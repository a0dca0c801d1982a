"""The lake: one Delta table per contract, written bucket by bucket.

Belongs here: creating and opening a lake, reading and committing tables, their digests.
Does not belong here: what the rows mean, the ledger, publishing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import duckdb
import polars as pl
from deltalake import CommitProperties, DeltaTable, write_deltalake
from deltalake.exceptions import DeltaError

from jobs.defaults import DEFAULT_BUCKETS
from jobs.errors import Fatal, Precondition, SettingsError
from jobs.locks import lake_lock
from schemas.tables import Table, all_tables

WHOLE = -1  # the "bucket" of a table that has none
FORMAT = 1
#: Characters that the libraries below read as something else than themselves in a path.
_MISREAD = frozenset("%[]^|=\\")
#: What a lake holds whose creation was killed; the next creation finishes it.
_UNFINISHED = frozenset({"tables", "locks", "lake.json.partial"})


@dataclass(frozen=True)
class Lake:
    """A lake folder. `buckets` is fixed when the lake is made."""

    root: Path
    buckets: int

    @classmethod
    def create(cls, root: Path, buckets: int = DEFAULT_BUCKETS) -> Lake:
        """Open the lake at `root`, making it first where there is none."""
        if (root / "lake.json").exists():
            return cls.open(root)
        _check_path(root)
        if root.exists() and {entry.name for entry in root.iterdir()} - _UNFINISHED:
            raise SettingsError(
                f"{root} is not empty and not a lake: name an empty or new folder with --lake"
            )
        root.mkdir(parents=True, exist_ok=True)
        root.chmod(0o700)
        lake = cls(root.resolve(), buckets)
        for table in all_tables().values():
            if not DeltaTable.is_deltatable(lake.path(table.name)):
                lake._commit(table, table.empty(), mode="append", predicate=None, work={})
        versions = {name: table.version for name, table in all_tables().items()}
        description = {"format": FORMAT, "buckets": buckets, "tables": versions}
        partial = root / "lake.json.partial"
        partial.write_text(json.dumps(description, indent=1) + "\n", encoding="utf-8")
        partial.replace(root / "lake.json")
        return lake

    @classmethod
    def open(cls, root: Path) -> Lake:
        """Open an existing lake; raises `Precondition` where there is none or it is newer."""
        description = root / "lake.json"
        if not description.exists():
            raise Precondition(
                f"no lake at {root}: make one with `winnow backfill ARCHIVE --lake {root}`"
            )
        facts = json.loads(description.read_text(encoding="utf-8"))
        known = {name: table.version for name, table in all_tables().items()}
        newer = [name for name, version in facts["tables"].items() if version > known.get(name, 0)]
        if facts["format"] > FORMAT or newer:
            raise Precondition(
                f"the lake at {root} was written by a newer winnow"
                f" ({', '.join(newer) or 'format'}): install that version, or a newer one"
            )
        return cls(root.resolve(), facts["buckets"])

    def path(self, name: str) -> str:
        """Folder of a table's Delta log and files. Never glob it: it shows overwritten rows."""
        return str(self.root / "tables" / name)

    def all_buckets(self) -> list[int]:
        """Every bucket number."""
        return list(range(self.buckets))

    def scan(self, name: str, buckets: Iterable[int] | None = None) -> pl.LazyFrame:
        """The live rows of a table, of some buckets or of all."""
        table, wanted = all_tables()[name], None if buckets is None else set(buckets)
        parts = [
            pl.scan_parquet(files, glob=False, hive_partitioning=False)
            if bucket == WHOLE
            else pl.scan_parquet(files, glob=False, hive_partitioning=False).with_columns(
                pl.lit(bucket).cast(table.dtypes["bucket"]).alias("bucket")
            )
            for bucket, files in self.files(name).items()
            if wanted is None or bucket in wanted
        ]
        order = table.dtypes.names()
        return pl.concat([part.select(order) for part in parts] or [table.empty().lazy()])

    def files(self, name: str) -> dict[int, list[Path]]:
        """Live files of a table by bucket. Read by path: readers of URLs stumble over blanks."""
        live = pl.DataFrame(DeltaTable(self.path(name)).get_add_actions(flatten=True))
        bucket = pl.col("partition.bucket") if all_tables()[name].bucketed else pl.lit(WHOLE)
        rows = live.select(bucket.cast(pl.Int64).alias("bucket"), "path").sort("bucket", "path")
        root, found = Path(self.path(name)), dict[int, list[Path]]()
        for number, path in rows.iter_rows():
            found.setdefault(number, []).append(root / unquote(path))
        return found

    def read(self, name: str, buckets: Iterable[int] | None = None) -> pl.DataFrame:
        """`scan`, collected, columns in the contract's order."""
        return self.scan(name, buckets).select(all_tables()[name].dtypes.names()).collect()

    def append(self, name: str, frame: pl.DataFrame) -> None:
        """Add rows; the contract is checked, keys within the frame included."""
        if frame.height:
            table = all_tables()[name]
            self._commit(table, table.conform(frame), mode="append", predicate=None, work={})

    def replace(
        self,
        name: str,
        frame: pl.DataFrame,
        buckets: Iterable[int],
        work: Mapping[int, str] | None = None,
    ) -> None:
        """Make `frame` the whole content of `buckets`, in one commit.

        `work` names the work that produced each bucket; a ledger that lost its row adopts it.
        A replacement that would change no content column is not written.
        """
        table, wanted = all_tables()[name], sorted(buckets)
        frame = table.conform(frame)
        if not set(frame["bucket"].unique()) <= set(wanted):
            raise ValueError(f"{name}: rows outside the buckets {wanted}")
        state = self.state(name)
        fresh = digests(table, frame)
        if all(state.digests.get(b, "") == fresh.get(b, "") for b in wanted) and not work:
            return
        predicate = f"bucket in ({','.join(map(str, wanted))})"
        self._commit(
            table, frame, mode="overwrite", predicate=predicate, work=work or {}, drop=wanted
        )

    def overwrite(self, name: str, frame: pl.DataFrame) -> None:
        """Make `frame` the whole content of a table without buckets."""
        table = all_tables()[name]
        self._commit(table, table.conform(frame), "overwrite", None, {}, drop=[WHOLE])

    def state(self, name: str) -> State:
        """Version, digests and work of a table, from the newest commit's metadata alone."""
        delta = DeltaTable(self.path(name))
        last = _commit_info(Path(self.path(name)), delta.version())
        return State(
            version=delta.version(),
            digests={int(k): v for k, v in json.loads(last.get("winnow.digests", "{}")).items()},
            work={int(k): v for k, v in json.loads(last.get("winnow.work", "{}")).items()},
        )

    def _commit(
        self,
        table: Table,
        frame: pl.DataFrame,
        mode: Any,
        predicate: str | None,
        work: Mapping[int, str],
        drop: Iterable[int] = (),
    ) -> None:
        path = self.path(table.name)
        with lake_lock(self.root):
            exists = DeltaTable.is_deltatable(path)
            state = self.state(table.name) if exists else State(-1, {}, {})
            kept = {b: d for b, d in state.digests.items() if b not in set(drop)}
            metadata = {
                "winnow.digests": json.dumps(add_digests(kept, digests(table, frame))),
                "winnow.work": json.dumps({**state.work, **work}),
            }
            try:
                write_deltalake(
                    path,
                    frame,
                    mode=mode,
                    predicate=predicate,
                    partition_by=["bucket"] if table.bucketed else None,
                    commit_properties=CommitProperties(custom_metadata=metadata),
                )
            except (DeltaError, OSError) as error:
                raise Fatal(
                    f"{path}: cannot write ({error}): make room or mend its permissions, then run"
                    " the same command again"
                ) from error


@dataclass(frozen=True)
class State:
    """What the newest commit of a table says about it."""

    version: int
    digests: dict[int, str]
    work: dict[int, str]


def digests(table: Table, frame: pl.DataFrame) -> dict[int, str]:
    """Order-independent digest of the content columns per bucket: "<sum of row hashes>-<rows>".

    md5 of the row as JSON, summed modulo 2^64: the same on every machine and library version, and
    additive, so that an append needs no second look at what is already there.
    """
    if frame.is_empty():
        return {}
    bucket = "bucket" if table.bucketed else str(WHOLE)
    with _memory().cursor() as connection:
        connection.register("rows_of_table", frame.select(table.content).to_arrow())
        rows = connection.execute(
            f"select {bucket}, sum(md5_number_lower(to_json(rows_of_table)::varchar)), count(*)"
            " from rows_of_table group by all"
        ).fetchall()
    return {int(b): f"{int(total) % 2**64:016x}-{count}" for b, total, count in rows}


def _commit_info(table: Path, version: int) -> dict[str, Any]:
    """What a commit says about itself; read by path, as `history` finds none behind a blank."""
    log = table / "_delta_log" / f"{version:020d}.json"
    actions = map(json.loads, log.read_text(encoding="utf-8").splitlines())
    return next((action["commitInfo"] for action in actions if "commitInfo" in action), {})


def _check_path(root: Path) -> None:
    """Refuse what cannot be a lake folder before anything is written."""
    if root.exists() and not root.is_dir():
        raise SettingsError(f"{root} is a file: name a folder with --lake")
    path = str(root.resolve())
    misread = sorted({c for c in path if c in _MISREAD or not c.isprintable()})
    if misread:
        raise SettingsError(
            f"{path}: a lake cannot lie in a folder with {' '.join(map(repr, misread))} in its"
            " path: name another one with --lake"
        )


@cache
def _memory() -> duckdb.DuckDBPyConnection:
    """One in-memory database for hashing; making one costs more than hashing a small frame."""
    return duckdb.connect()


def add_digests(one: Mapping[int, str], other: Mapping[int, str]) -> dict[int, str]:
    """Digests of the union of two disjoint sets of rows."""

    def parts(digest: str) -> tuple[int, int]:
        total, _, count = digest.partition("-")
        return int(total, 16), int(count)

    merged = dict(one)
    for bucket, digest in other.items():
        (a, n), (b, m) = parts(merged.get(bucket, "0-0")), parts(digest)
        merged[bucket] = f"{(a + b) % 2**64:016x}-{n + m}"
    return merged
