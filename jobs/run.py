"""One run of the job, from the lock to the published generation.

Belongs here: the order of the stages, what a run records about itself, how it ends. Does not
belong here: flags and output (cli), what a stage does.
"""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

import polars as pl

from jobs.context import Context
from jobs.errors import Retryable
from jobs.inflight import fold, logs_in
from jobs.locks import run_lock
from jobs.pipeline import run_stage
from jobs.publish import changed, manifest, next_generation, publish
from jobs.stages import (
    candidates,
    claims,
    decisions,
    memories,
    recall,
    scores,
    windows,
)
from jobs.stages.extract import extract
from jobs.stages.imports import import_archives
from schemas.tables import all_tables
from transforms.versions import all_versions

#: Stages by name, in order. import and extract keep their own books; the others use the ledger.
ORDER = (
    "import",
    "windows",
    "extract",
    "claims",
    "scores",
    "recall",
    "decisions",
    "candidates",
    "memories",
    "publish",
)
_DECIDING = tuple(
    stage.STAGE for stage in (claims, scores, recall, decisions, candidates, memories)
)


@dataclass(frozen=True)
class Outcome:
    """How a run ended: the summary object and the exit code that follows from it."""

    summary: dict[str, Any]
    exit_code: int


def backfill(context: Context, *, wait: bool = False) -> Outcome:
    """The nightly command: import, extract what is new, decide, publish."""

    def work() -> None:
        import_archives(context)
        run_stage(context, windows.STAGE)
        windows.name_open_tails(context)
        if not context.stop.is_set():
            _extract_what_works(context)
        _decide(context)

    return _run(context, "backfill", work, wait=wait)


def reprocess(context: Context, *, wait: bool = False) -> Outcome:
    """Run the stages from the first forced one on, from what the lake holds."""

    def work() -> None:
        if "windows" in context.forced:
            run_stage(context, windows.STAGE)
        if "extract" in context.forced:
            extract(context)
        _decide(context)

    return _run(context, "reprocess", work, wait=wait)


def forced_from(stage: str) -> frozenset[str]:
    """`--from STAGE`: that stage and every later one. The name must be one of `ORDER`."""
    return frozenset(ORDER[ORDER.index(stage) :])


def _extract_what_works(context: Context) -> None:
    """An engine that dies costs the windows it had not answered, not the night."""
    try:
        extract(context)
    except Retryable as error:
        context.report.notes.append(str(error))
        context.report.stage("extract").rejected["engine_error"] += 1
        context.report.failures += 1


def _decide(context: Context) -> None:
    for stage in _DECIDING:
        if context.stop.is_set():
            return
        run_stage(context, stage)


def _run(context: Context, command: str, work: Callable[[], None], *, wait: bool) -> Outcome:
    started = time.monotonic()
    lake, report = context.lake, context.report
    with run_lock(lake.root, command, wait=wait), _draining(context.stop):
        recovered = fold(lake, logs_in(context.inflight))
        if recovered:
            report.notes.append(f"kept {recovered} replies of an interrupted run")
            report.work_done = True
        work()
        status = _status(context)
        if status != "interrupted" and (report.work_done or changed(lake)):
            upcoming = next_generation(lake.root)
            _record(context, command, report.as_dict(status, _since(started), upcoming))
            publish(lake, context.run_id, context.settings.publish)
        current = manifest(lake.root)
        generation = int(current["generation"]) if current else None
        summary = report.as_dict(status, _since(started), generation)
    codes = {"interrupted": 130, "partial": 1}
    return Outcome(summary, codes.get(status, 0))


def _since(started: float) -> float:
    return time.monotonic() - started


def _status(context: Context) -> str:
    if context.stop.is_set():
        return "interrupted"
    if context.report.failures:
        return "partial"
    return "done" if context.report.work_done or changed(context.lake) else "nothing"


def _record(context: Context, command: str, summary: dict[str, Any]) -> None:
    row = {
        "run_id": context.run_id,
        "command": command,
        "status": summary["status"],
        "started_at": context.started_at,
        "received_at": context.received_at,
        "seconds": summary["seconds"],
        "generation": summary["published"]["generation"],
        "versions": json.dumps(all_versions()),
        "summary": json.dumps(summary, ensure_ascii=False),
    }
    context.lake.append("runs", pl.DataFrame([row], schema=all_tables()["runs"].dtypes))


@contextmanager
def _draining(stop: threading.Event) -> Iterator[None]:
    """First Ctrl-C (or TERM): finish what is in flight, then stop. Second: stop at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def drain(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, drain) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
