"""pairs: memories recalled as similar, inside one partition."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned
from schemas.tables import Table, register


class Pairs(Partitioned):
    """A recalled pair; the later row (first_seen, id) is the new one."""

    new_id = dy.String(primary_key=True, description="the later memory")
    existing_id = dy.String(primary_key=True, description="the earlier memory")
    similarity = dy.Float64(min=0, max=1, description="cosine on unprojected features")
    mode = dy.String(description="lexical, embedding or key")
    recall_version = dy.String(description="version of recall")


TABLE = register(Table("pairs", Pairs, "Recalled pairs."))
