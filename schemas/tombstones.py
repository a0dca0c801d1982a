"""tombstones: forgotten content, by keyed hash; neither re-import nor re-extraction revives it."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Bucketed, utc
from schemas.tables import Table, register


class Tombstones(Bucketed):
    """One forgotten message or memory."""

    tombstone = dy.String(primary_key=True, description="keyed hash of the content or source id")
    what = dy.String(
        check=lambda c: c.is_in(["message", "session", "memory", "owner"]),
        description="what was forgotten",
    )
    forgotten_at = utc("when", nullable=False)


TABLE = register(Table("tombstones", Tombstones, "Forgotten content."))
