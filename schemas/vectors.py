"""vectors: recall vectors, stored so that a night features only what is new."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned
from schemas.tables import WORK, Table, register


class Vectors(Partitioned):
    """An L2-normalised vector of one memory in one recall mode."""

    memory_id = dy.String(primary_key=True, description="memory")
    mode = dy.String(primary_key=True, description="lexical or embedding")
    recall_version = dy.String(description="version of recall; in embedding mode with the model")
    vector = dy.List(dy.Float32(), metadata=WORK, description="unit vector, derived from the text")


TABLE = register(Table("vectors", Vectors, "Recall vectors."))
