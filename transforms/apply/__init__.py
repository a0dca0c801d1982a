"""Applying candidates: statuses of one run, and their history over runs.

Belongs here: the public names of this folder. Nothing here writes; an applied candidate is a row,
and `transforms/memories.py` reads it.
"""

from __future__ import annotations

from transforms.apply.history import applied_events, merge_status
from transforms.apply.settle import settle
from transforms.candidates.params import ApplyParams

__all__ = ["ApplyParams", "applied_events", "merge_status", "settle"]
