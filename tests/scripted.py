"""A replay log for an archive, written from its gold facts: what a good model would have said.

It takes the product's own windows, so that the log answers exactly what a backfill asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl

from jobs.archives import read_batches, scan
from jobs.engines.replay import write_replies
from schemas.windows import TABLE
from tests.data.replies import read_gold, scripted_replies
from transforms.clean import clean
from transforms.extraction.views import WindowView, replay_key, window_views
from transforms.messages import build
from transforms.windows import WindowParams, cut

ARCHIVE = Path(__file__).parent / "data" / "archive"
LATE = datetime(2030, 1, 1, tzinfo=UTC)


def write_log(
    log: Path, archives: Sequence[Path] = (ARCHIVE,), gold: Path | None = None, **options: Any
) -> int:
    """Write the log; returns how many questions it answers."""
    facts = read_gold(gold) if gold else read_gold()
    return write_replies(log, scripted_replies(_windows(archives), facts, **options))


def _windows(archives: Sequence[Path]) -> Iterator[tuple[str, list[tuple[str, Any, int]], str]]:
    files = scan(archives).files
    cleaned = [clean(batch.messages) for file in files for batch in read_batches(file)]
    messages = build(pl.concat(cleaned), 16, LATE, "scripted")
    windows = cut(messages, TABLE.empty(), WindowParams(), LATE, True, "scripted")
    asked = windows.filter(pl.col("status") == "ready")
    source_ids = dict(messages.select("message_key", "message_id").iter_rows())
    parts = {row["window_id"]: row["new"] for row in asked.iter_rows(named=True)}
    for view in window_views(asked, messages, {}):
        yield _window(view, parts[view.window_id], source_ids)


def _window(
    view: WindowView, parts: list[dict[str, Any]], source_ids: dict[str, str | None]
) -> tuple[str, list[tuple[str, str | None, int]], str]:
    shown = zip(view.aliases, parts, strict=True)
    told = [(alias, source_ids[part["message_key"]], part["part"]) for alias, part in shown]
    return replay_key(view), told, view.lang
