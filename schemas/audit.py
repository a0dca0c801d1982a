"""audit: events that changed something or broke a rule; ids, reasons and counts, never text."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import utc
from schemas.tables import WORK, Table, register


class Audit(dy.Schema):
    """One event."""

    event_id = dy.String(primary_key=True, description="hash of the event and what it concerns")
    event = dy.String(description="gate.reject, memory.tidy.apply, ...")
    owner_id = dy.String(nullable=True, description="owner concerned")
    subject_id = dy.String(description="memory, candidate or session concerned")
    reason = dy.String(description="reason code")
    auto = dy.Bool(description="done without a person")
    at = utc("when", nullable=False, work=True)
    run_id = dy.String(metadata=WORK, description="run")


TABLE = register(Table("audit", Audit, "Events, without text.", bucketed=False))
