"""ledger: work done, by what it was done on; the reason why nothing is done twice."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import utc
from schemas.tables import Table, register


class Ledger(dy.Schema):
    """A row per finished (stage, bucket, inputs, versions, settings, model)."""

    stage = dy.String(primary_key=True, description="stage")
    bucket = dy.Int32(primary_key=True, description="bucket, -1 for the whole lake")
    work = dy.String(primary_key=True, description="hash of inputs, versions, settings, model")
    inputs = dy.String(description="digest of the input tables' bucket")
    versions = dy.String(description="versions that took part, JSON")
    settings = dy.String(description="digest of the settings that matter to the stage")
    done_at = utc("when", nullable=False, primary_key=True)
    run_id = dy.String(description="run that did it")


TABLE = register(Table("ledger", Ledger, "Work done.", bucketed=False))
