"""Columns that many tables share: factories and mixins; nothing of a single table."""

from __future__ import annotations

import dataframely as dy

from schemas.tables import WORK

SCOPES = ("global", "project")
KINDS = ("persona", "episodic", "instruction")
PARTITION = ("owner_id", "persona_id", "scope", "project_id")


def utc(
    description: str, *, nullable: bool = True, work: bool = False, primary_key: bool = False
) -> dy.Datetime:
    """An instant, microseconds, UTC."""
    return dy.Datetime(
        nullable=nullable,
        primary_key=primary_key,
        time_zone="UTC",
        time_unit="us",
        description=description,
        metadata=WORK if work else None,
    )


def run_id() -> dy.String:
    """The run that wrote the row."""
    return dy.String(metadata=WORK, description="run that wrote the row")


class Bucketed(dy.Schema):
    """Every big table: the unit of work and replacement, and the tenant boundary."""

    bucket = dy.Int32(min=0, description="stable hash of the owner modulo the lake's bucket count")
    owner_id = dy.String(min_length=1, description="the person whose archive it is")


class Partitioned(Bucketed):
    """Tables whose rows lie in one partition; rows of two partitions are never compared."""

    persona_id = dy.String(min_length=1, description='assistant character, "default" if unknown')
    scope = dy.String(description="global or project", check=lambda c: c.is_in(SCOPES))
    project_id = dy.String(description='project, "" in scope global')
