"""verdicts: what a person decided; outlives rule versions and re-extraction."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned, utc
from schemas.tables import WORK, Table, register


class Verdicts(Partitioned):
    """A person's decision on a pair or a row, with the source messages of both sides."""

    verdict_id = dy.String(primary_key=True, description="hash of candidate, decision and time")
    candidate_id = dy.String(description="candidate it was given on")
    decision = dy.String(
        check=lambda c: c.is_in(["approve", "reject", "revert", "clear"]),
        description="what was decided",
    )
    action = dy.String(description="action of the candidate")
    source_ids = dy.List(dy.String(), description="memory ids of the changed side")
    target_id = dy.String(nullable=True, description="memory id of the survivor")
    source_messages = dy.List(dy.String(), description="message keys of the changed side")
    target_messages = dy.List(dy.String(), description="message keys of the survivor")
    decided_at = utc("when", nullable=False)
    decided_by = dy.String(metadata=WORK, description="login name")


TABLE = register(Table("verdicts", Verdicts, "What a person decided."))
