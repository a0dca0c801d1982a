"""import: archive files -> messages, quarantine, sources. Files seen before are skipped.

A file's row in `sources` is written last: killed before that, the file is read again, and the
anti-joins on keys find that everything is there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import polars as pl

from jobs import quarantine
from jobs.archives import ArchiveFile, BadFile, read_batches
from jobs.context import Context
from jobs.report import tally
from schemas.columns import PARTITION
from schemas.tables import all_tables
from transforms.clean import clean
from transforms.ids import content_id
from transforms.importers.frames import RAW
from transforms.messages import Overrides, anti_join, build, override

#: Messages of whole files that are taken in together.
ROWS_AT_ONCE = 200_000
_KNOWN = ["message_key", "content_hash", *PARTITION]


@dataclass
class _Load:
    """Whole files that are committed together."""

    cleaned: list[pl.DataFrame] = field(default_factory=list)
    bad: list[dict[str, Any]] = field(default_factory=list)
    sources: list[dict[str, Any]] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """Messages held."""
        return sum(frame.height for frame in self.cleaned)


def import_archives(context: Context) -> None:
    """Read every file that is new, in whole files, a bounded number of rows at a time."""
    started = time.monotonic()
    found = context.archive
    known = set(context.lake.read("sources")["source_key"].to_list())
    fresh = [file for file in found.files if _source_key(context, file) not in known]
    if fresh or found.bad:
        context.say(f"import: {len(fresh)} new of {len(found.files)} files")
    for load in _loads(context, fresh, found.bad):
        _commit(context, load)
        if context.stop.is_set():
            break
    context.report.stage("import").seconds += time.monotonic() - started


def _loads(context: Context, files: list[ArchiveFile], bad: tuple[BadFile, ...]) -> Iterator[_Load]:
    load = _Load(bad=[quarantine.file(context, file) for file in bad])
    for file in files:
        _read(context, file, load)
        if load.rows >= ROWS_AT_ONCE:
            yield load
            load = _Load()
    if load.cleaned or load.bad or load.sources:
        yield load


def _read(context: Context, file: ArchiveFile, load: _Load) -> None:
    """Read and clean one whole file into `load`."""
    archive = context.settings.archive
    said = Overrides(archive.as_owner, archive.as_persona, archive.as_project)
    accepted = quarantined = 0
    for batch in read_batches(file):
        load.cleaned.append(override(clean(batch.messages), said))
        load.bad += [quarantine.line(context, file, row) for row in batch.bad.to_dicts()]
        accepted += batch.messages.height
        quarantined += batch.bad.height
    load.sources.append(
        {
            "source_key": _source_key(context, file),
            "digest": file.digest,
            "path": str(file.path),
            "size": file.size,
            "importer": file.importer.name,
            "importer_version": file.importer.version,
            "rows": accepted + quarantined,
            "accepted": accepted,
            "quarantined": quarantined,
            "read_at": datetime.now(UTC),
            "run_id": context.run_id,
        }
    )


def _commit(context: Context, load: _Load) -> None:
    """Messages, then quarantine, then sources: what is committed twice is found by its key."""
    lake, counts = context.lake, context.report.stage("import")
    rows = build(
        pl.concat(load.cleaned or [pl.DataFrame(schema=RAW)]),
        lake.buckets,
        context.received_at,
        context.run_id,
    )
    known = lake.scan("messages", rows["bucket"].unique()).select(_KNOWN).collect()
    fresh, changed = anti_join(rows, known)
    lake.append("messages", fresh)
    new_bad = quarantine.add(context, load.bad)
    lake.append("sources", _frame("sources", load.sources))
    counts.rows_in += load.rows + len(load.bad)
    counts.rows_out += fresh.height
    counts.rejected += tally(fresh["excluded"]) + tally(new_bad["reason"])
    if known_already := load.rows - fresh.height:
        counts.rejected["known"] += known_already
    if changed.height:
        context.report.notes.append(
            f"{changed['n'].sum()} known messages arrived changed and were not taken"
        )
    context.report.failures += new_bad.height
    context.report.work_done |= bool(fresh.height or new_bad.height or load.sources)


def _source_key(context: Context, file: ArchiveFile) -> str:
    archive = context.settings.archive
    overrides = (archive.as_owner or "", archive.as_persona or "", archive.as_project or "")
    return content_id(file.digest, file.importer.name, file.importer.version, *overrides)


def _frame(table: str, rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=all_tables()[table].dtypes)
