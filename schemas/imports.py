"""imports: memories that came from outside; they pass the same gate."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned, run_id, utc
from schemas.tables import Table, register


class Imports(Partitioned):
    """A memory from outside, as it arrived."""

    memory_id = dy.String(primary_key=True, description="hash of partition and identity text")
    content = dy.String(description="text")
    kind = dy.String(description="persona, episodic, instruction")
    priority = dy.Int32(description="-1..100")
    mark = dy.String(nullable=True, description="score mark it came with")
    stated_at = utc("time it claims for itself")
    run_id = run_id()


TABLE = register(Table("imports", Imports, "Memories from outside."))
