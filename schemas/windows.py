"""windows: an extraction window, the unit of model work."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned, run_id, utc
from schemas.tables import Table, register

STATUSES = ("open", "ready", "context", "split", "held")


class Windows(Partitioned):
    """A run of new message parts of one session with a little background before them."""

    window_id = dy.String(
        primary_key=True, description="hash of session, new parts and window version"
    )
    session_key = dy.String(description="session it was cut from")
    ordinal = dy.Int64(min=0, description="place in the session's chain of windows")
    parent_id = dy.String(nullable=True, description="window it was halved from")
    status = dy.String(
        check=lambda c: c.is_in(STATUSES),
        description="open, ready, split, held, or context: no user's text, never asked",
    )
    lang = dy.String(
        check=lambda c: c.is_in(["zh", "en"]), description="language of the user's new text"
    )
    new = dy.List(
        dy.Struct(
            {
                "message_key": dy.String(),
                "part": dy.Int32(),
                "start": dy.Int64(),
                "stop": dy.Int64(),
            }
        ),
        description="new message parts in order; start and stop are character offsets",
    )
    background = dy.List(dy.String(), description="message keys shown for understanding only")
    est_tokens = dy.Int64(min=0, description="estimated tokens of the new parts")
    first_at = utc("earliest time among the new parts")
    last_at = utc("latest time among the new parts")
    window_version = dy.String(description="version of the cutting rules")
    run_id = run_id()


TABLE = register(Table("windows", Windows, "An extraction window."))
