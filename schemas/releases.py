"""releases: sessions that a person released from a hold."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Bucketed, utc
from schemas.tables import Table, register


class Releases(Bucketed):
    """A released session."""

    session_key = dy.String(primary_key=True, description="session")
    released_at = utc("when", nullable=False)


TABLE = register(Table("releases", Releases, "Sessions released from a hold."))
