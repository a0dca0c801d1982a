"""sources: an archive file that was read to its end."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import run_id, utc
from schemas.tables import WORK, Table, register


class Sources(dy.Schema):
    """One file seen; a file with a known key is skipped."""

    source_key = dy.String(
        primary_key=True, description="hash of content digest, importer and its version, overrides"
    )
    digest = dy.String(description="blake2b of the file's bytes")
    path = dy.String(metadata=WORK, description="path as given when it was first read")
    size = dy.Int64(min=0, description="bytes")
    importer = dy.String(description="format")
    importer_version = dy.String(description="version of the importer")
    rows = dy.Int64(min=0, description="lines or items found")
    accepted = dy.Int64(min=0, description="messages accepted, known ones included")
    quarantined = dy.Int64(min=0, description="lines or items that went to quarantine")
    read_at = utc("when it was read", nullable=False, work=True)
    run_id = run_id()


TABLE = register(Table("sources", Sources, "An archive file seen.", bucketed=False))
