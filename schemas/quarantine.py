"""quarantine: input that could not be used, with the place and the reason, never its text."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import run_id, utc
from schemas.tables import WORK, Table, register

KINDS = ("line", "file", "window")


class Quarantine(dy.Schema):
    """A bad line, an unreadable file, or a window whose attempts are used up."""

    quarantine_key = dy.String(primary_key=True, description="hash of kind, source and place")
    kind = dy.String(check=lambda c: c.is_in(KINDS), description="line, file, window")
    path = dy.String(nullable=True, metadata=WORK, description="file, as given on the command line")
    source_digest = dy.String(
        nullable=True, metadata=WORK, description="content digest of the file"
    )
    line = dy.Int64(nullable=True, description="line or item in the file, from 1")
    window_id = dy.String(nullable=True, description="window that failed")
    reason = dy.String(description="reason code")
    detail = dy.String(nullable=True, description="where and why, without text of the input")
    seen_at = utc("when it was noticed", nullable=False, work=True)
    run_id = run_id()


TABLE = register(Table("quarantine", Quarantine, "Input that could not be used.", bucketed=False))
