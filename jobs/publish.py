"""Publishing: the commit point across tables.

A generation is a folder of hard links to the live files of every table, with a DuckDB file whose
views are pinned to it. One symlink swap makes it current; a reader sees the old state or the new.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb

from jobs.errors import Precondition
from jobs.lake import Lake
from jobs.locks import lake_lock
from jobs.settings import PublishSettings
from jobs.views import view_statements
from schemas.tables import Table, all_tables

#: Tables whose change alone makes no new generation worth publishing.
_BOOKKEEPING = ("ledger", "runs")


def publish(lake: Lake, run_id: str, settings: PublishSettings) -> int:
    """Publish the lake as it is, as the next generation; returns its number."""
    with lake_lock(lake.root):
        published = lake.root / "published"
        published.mkdir(mode=0o700, exist_ok=True)
        number = next_generation(lake.root)
        final = published / f"gen-{number:06d}"
        partial = published / f".partial-{final.name}"
        for leftover in (partial, final):  # of a kill in mid-publish: it was never current
            shutil.rmtree(leftover, ignore_errors=True)
        for table in all_tables().values():
            _link_table(lake, table, partial / table.name)
        partial.rename(final)
        _write_database(final)
        facts = {
            "generation": number,
            "run_id": run_id,
            "published_at": datetime.now(UTC).isoformat(),
            "folder": str(final),
            "digests": _shown(lake),
        }
        (final / "manifest.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        _swap(published / "current", Path(final.name))
        _swap(lake.root / "winnow.duckdb", Path("published/current/winnow.duckdb"))
    prune(lake.root, settings)
    return number


def changed(lake: Lake) -> bool:
    """Whether the lake holds anything that the current generation does not show, or was moved."""
    current = manifest(lake.root)
    return current is None or moved(lake.root) or bool(current["digests"] != _shown(lake))


def moved(root: Path) -> bool:
    """Whether the folder was moved or copied since: the views still look at the old place."""
    current = manifest(root)
    return current is not None and current.get("folder") != str(current_folder(root))


def next_generation(root: Path) -> int:
    """Number of the generation that the next publish makes."""
    return 1 + max((number for number, _ in generations(root)), default=0)


def _shown(lake: Lake) -> dict[str, dict[str, str]]:
    return {
        name: {str(bucket): digest for bucket, digest in lake.state(name).digests.items()}
        for name in all_tables()
        if name not in _BOOKKEEPING
    }


def manifest(root: Path) -> dict[str, Any] | None:
    """What the current generation says about itself; None before the first one."""
    file = root / "published" / "current" / "manifest.json"
    facts: dict[str, Any] | None = json.loads(file.read_text("utf-8")) if file.exists() else None
    return facts


def current_folder(root: Path) -> Path:
    """Folder of the current generation, resolved once. Raises `Precondition` before the first."""
    link = root / "published" / "current"
    if not link.exists():
        raise Precondition(
            f"nothing is published in {root}: run `winnow backfill ARCHIVE --lake {root}` first"
        )
    return link.resolve()


def generations(root: Path) -> Iterator[tuple[int, Path]]:
    """Complete generations, oldest first."""
    for folder in sorted((root / "published").glob("gen-*")):
        if (folder / "manifest.json").exists():
            yield int(folder.name.removeprefix("gen-")), folder


def prune(root: Path, settings: PublishSettings) -> None:
    """Remove old generations: the newest `keep` and one a week for `keep_weeks` stay."""
    found = list(generations(root))
    current = current_folder(root)
    kept = {number for number, _ in found[-settings.keep :]}
    horizon = datetime.now(UTC) - timedelta(weeks=settings.keep_weeks)
    weeks: set[tuple[int, int]] = set()
    for number, folder in found:
        facts = json.loads((folder / "manifest.json").read_text("utf-8"))
        at = datetime.fromisoformat(facts["published_at"])
        week = at.isocalendar()[:2]
        if at >= horizon and week not in weeks:
            weeks.add(week)
            kept.add(number)
    for number, folder in found:
        if number not in kept and folder != current:
            shutil.rmtree(folder)


def _link_table(lake: Lake, table: Table, folder: Path) -> None:
    """Hard-link the live files of a table (copy where links are not possible)."""
    folder.mkdir(parents=True)
    files = [file for bucket in lake.files(table.name).values() for file in bucket]
    root = Path(lake.path(table.name))
    for file in files:
        target = folder / file.relative_to(root)
        target.parent.mkdir(exist_ok=True)
        try:
            os.link(file, target)
        except OSError:
            shutil.copy2(file, target)
        target.chmod(0o600)
    if not files:
        _write_empty(table, folder)


def _write_empty(table: Table, folder: Path) -> None:
    """One file without rows, laid out like the others, so that globs and views find columns."""
    if table.bucketed:
        folder = folder / "bucket=0"
        folder.mkdir()
    columns = [name for name in table.dtypes if not (table.bucketed and name == "bucket")]
    table.empty().select(columns).write_parquet(folder / "empty.parquet")


def _write_database(folder: Path) -> None:
    """`winnow.duckdb` and `winnow.sql`: the same views, pinned to this generation."""
    statements = list(view_statements(folder))
    (folder / "winnow.sql").write_text(";\n\n".join(statements) + ";\n", encoding="utf-8")
    with closing(duckdb.connect(str(folder / "winnow.duckdb"))) as connection:
        for statement in statements:
            connection.execute(statement)


def _swap(link: Path, target: Path) -> None:
    """Point a symlink elsewhere in one step."""
    fresh = link.with_name(f".{link.name}.fresh")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(link)
