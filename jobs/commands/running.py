"""From flags to a run: settings, checks before anything is written, context, summary."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from jobs.commands.options import RunOptions
from jobs.console import stderr, stdout
from jobs.context import Context, new_run_id
from jobs.engines.registry import check_engine, open_engine
from jobs.engines.replay import read_replies
from jobs.errors import SettingsError
from jobs.lake import Lake
from jobs.ledger import Ledger
from jobs.report import Report
from jobs.report import show as show_summary
from jobs.run import Outcome
from jobs.settings import Settings, load


def load_settings(options: RunOptions, more: Mapping[str, Any] | None = None) -> Settings:
    """Settings from ./winnow.toml or --settings, the environment, and flags."""
    default = Path("winnow.toml")
    file = options.settings or (default if default.exists() else None)
    return load(file, os.environ, options.flags() | dict(more or {}))


def check_ready(settings: Settings) -> None:
    """Refuse an engine that cannot work, a log that is none among them, before any writing."""
    check_engine(settings.engine)
    if settings.engine.engine == "replay" and settings.engine.replies:
        next(read_replies(settings.engine.replies), None)


def make_context(lake: Lake, settings: Settings, options: RunOptions, **fields: Any) -> Context:
    """The context of a run that starts now."""
    now = datetime.now(UTC)
    run_id = new_run_id(now)
    console = stderr()

    def say(line: str) -> None:
        console.print(line, highlight=False, markup=False, style="dim")

    return Context(
        lake=lake,
        settings=settings,
        run_id=run_id,
        started_at=now,
        received_at=received_at(options.received_at, now),
        report=Report(run_id),
        ledger=Ledger(lake, run_id),
        open_engine=lambda: open_engine(settings.engine),
        say=say,
        limit=options.limit,
        **fields,
    )


def received_at(given: datetime | None, now: datetime) -> datetime:
    """`--received-at` in UTC; a time without a zone is taken as UTC."""
    if given is None:
        return now
    if given.year < 1970:
        raise SettingsError(f"--received-at {given.isoformat()}: before 1970")
    return given.replace(tzinfo=UTC) if given.tzinfo is None else given.astimezone(UTC)


def finish(outcome: Outcome, options: RunOptions) -> int:
    """Print the summary the way it was asked for; the exit code is the run's."""
    if options.json:
        sys.stdout.write(orjson.dumps(outcome.summary).decode() + "\n")
    else:
        show_summary(outcome.summary, stdout())
    return outcome.exit_code
