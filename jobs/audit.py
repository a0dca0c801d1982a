"""Audit: events that changed something or broke a rule, each written once.

Belongs here: appending events. Does not belong here: deciding that something is one.
"""

from __future__ import annotations

import polars as pl

from jobs.lake import Lake


def add(lake: Lake, events: pl.DataFrame) -> None:
    """Append what is not there yet, by event_id."""
    known = lake.scan("audit").select("event_id").collect()
    lake.append("audit", events.join(known, on="event_id", how="anti"))
