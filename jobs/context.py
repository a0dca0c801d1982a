"""What a stage is given: the lake, the settings, the clock reading of the run, where to count.

Belongs here: the run's context and nothing that acts on it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from jobs.archives import Scan
from jobs.engines.base import Engine
from jobs.lake import Lake
from jobs.ledger import Ledger
from jobs.report import Report
from jobs.settings import Settings

NOTHING = Scan((), ())


def new_run_id(now: datetime) -> str:
    """Sortable by start; the letters keep two runs of one second apart. Never part of an id."""
    return f"{now.astimezone(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(2)}"


@dataclass
class Context:
    """One run. `received_at` is the only "now" that any decision may read."""

    lake: Lake
    settings: Settings
    run_id: str
    started_at: datetime
    received_at: datetime
    report: Report
    ledger: Ledger
    open_engine: Callable[[], Engine] | None = None  # None: this run asks no model
    say: Callable[[str], None] = lambda _: None  # progress, for people
    archive: Scan = NOTHING
    flush: bool = False
    forced: frozenset[str] = frozenset()  # stages to run whatever the ledger says
    limit: int | None = None  # windows to ask at most
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def inflight(self) -> Path:
        """Folder of the reply logs."""
        return self.settings.inflight or self.lake.root / "inflight"
