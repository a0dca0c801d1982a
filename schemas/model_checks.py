"""model_checks: fitness tests of models, per model and prompt version."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import utc
from schemas.tables import Table, register


class ModelChecks(dy.Schema):
    """The outcome of one sanity pair."""

    model = dy.String(primary_key=True, description="model identity")
    purpose = dy.String(primary_key=True, description="t1")
    prompt_version = dy.String(primary_key=True, description="version of the prompt")
    pair_id = dy.String(primary_key=True, description="sanity pair")
    expected = dy.String(description="acceptable actions, comma-joined")
    got = dy.String(description="action the model chose, or the reason it gave none")
    passed = dy.Bool(description="whether it is acceptable")
    checked_at = utc("when", nullable=False)


TABLE = register(Table("model_checks", ModelChecks, "Fitness tests of models.", bucketed=False))
