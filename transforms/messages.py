"""Messages: from cleaned rows to the table, with partition, ids, order and time.

Belongs here: owner, persona, scope and project of a message; session_key and message_key (design,
section 2); which times are possible; the order inside a session; reasons to exclude a message that
need its session; the anti-join on what the lake knows. Does not belong here: the text itself.

The result depends on what the files hold, never on their names, their order or on how whole
sessions are spread over them. Everything about a message that enters its key or its order looks
only at the messages before it in its file, so a file that grew gives old messages their old keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import polars as pl

from schemas.columns import PARTITION
from schemas.messages import TABLE
from transforms.ids import bucket_of, content_id, content_ids

OLDEST = datetime(2000, 1, 1, tzinfo=UTC)
UTC_US = pl.Datetime("us", "UTC")

_FILE_SESSION = ["source_digest", "session_key"]


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the command line or an `[[archive]]` entry says; null leaves it to the file."""

    owner: str | None = None
    persona: str | None = None
    project: str | None = None


def override(cleaned: pl.DataFrame, overrides: Overrides) -> pl.DataFrame:
    """Every row under the owner, persona or project that the overrides name."""
    said = {"owner_id": overrides.owner, "persona_id": overrides.persona}
    if overrides.project is not None:
        said |= {"project_id": overrides.project, "scope": "project"}
    return cleaned.with_columns(
        pl.lit(value, pl.String).alias(name) for name, value in said.items() if value is not None
    )


def build(cleaned: pl.DataFrame, buckets: int, received_at: datetime, run_id: str) -> pl.DataFrame:
    """Rows of `schemas.messages` from the cleaned rows of any number of whole files.

    A message that several files hold comes out once. Times after `received_at` or before 2000 are
    nulled and flagged. Sorted by bucket, session, order in the session.
    """
    if cleaned.is_empty():
        return TABLE.empty()
    rows = _keyed(_sessions(_partitioned(cleaned, buckets)))
    rows = _timed(rows, received_at).with_columns(run_id=pl.lit(run_id))
    rows = _excluded(rows).sort("message_key", "position", "source_digest", "line")
    rows = rows.unique("message_key", keep="first", maintain_order=True)
    return TABLE.conform(rows.rename({"line": "source_line"})).sort(
        "bucket", "session_key", "order_at", "position", "message_key"
    )


def anti_join(new: pl.DataFrame, known: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """What the lake does not have, and what it has otherwise.

    `known`: messages of the buckets of `new`, at least message_key, content_hash and the partition.
    The second frame counts known keys that arrived changed: owner_id, session_key, what (content
    or partition), n. They are not taken (design, section 2).
    """
    fresh = new.join(known, on="message_key", how="anti", maintain_order="left")
    columns = ["message_key", "content_hash", *PARTITION]
    both = new.select("session_key", *columns).join(known.select(columns), on="message_key")
    moved = pl.any_horizontal(pl.col(name) != pl.col(f"{name}_right") for name in PARTITION)
    edited = pl.col("content_hash") != pl.col("content_hash_right")
    what = pl.when(edited).then(pl.lit("content")).when(moved).then(pl.lit("partition"))
    changed = (
        both.with_columns(what=what)
        .filter(pl.col("what").is_not_null())
        .group_by("owner_id", "session_key", "what")
        .agg(n=pl.len().cast(pl.Int64))
        .sort("owner_id", "session_key", "what")
    )
    return fresh, changed


def _partitioned(rows: pl.DataFrame, buckets: int) -> pl.DataFrame:
    project = pl.col("project_id").fill_null("")
    in_project = (project != "") & (pl.col("scope").fill_null("project") == "project")
    rows = rows.with_columns(
        owner_id=pl.col("owner_id").fill_null("me"),
        persona_id=pl.col("persona_id").fill_null("default"),
        scope=pl.when(in_project).then(pl.lit("project")).otherwise(pl.lit("global")),
        project_id=pl.when(in_project).then(project).otherwise(pl.lit("")),
        content_hash=pl.Series(content_ids(rows.select("role", "content").iter_rows())),
    )
    owners = rows["owner_id"].unique()
    numbers = {owner: bucket_of(owner, buckets) for owner in owners}
    return rows.with_columns(
        bucket=pl.col("owner_id").replace_strict(numbers, return_dtype=pl.Int32)
    )


def _sessions(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds session_key, and position: the place in the session as the file lists it."""
    if rows["session_id"].null_count():
        rows = _name_sessions(rows)
    found = rows.select("owner_id", "session_id").unique(maintain_order=True)
    found = found.with_columns(session_key=pl.Series(content_ids(found.iter_rows())))
    rows = rows.join(found, on=["owner_id", "session_id"], how="left", maintain_order="left")
    return rows.with_columns(position=pl.int_range(pl.len()).over(_FILE_SESSION))


def _name_sessions(rows: pl.DataFrame) -> pl.DataFrame:
    """Ids for conversations without one: format, then role, text and time of the first message.

    Equal beginnings are ranked by what follows; equal conversations are one.
    """
    conversation = ["source_digest", "owner_id", "session_ref"]
    time = pl.col("time_us").cast(pl.String).fill_null("")
    first = (
        rows.filter(pl.col("session_id").is_null())
        .group_by(conversation, maintain_order=True)
        .agg(
            pl.col("format", "content_hash").first(),
            time=time.first(),
            whole=pl.concat_str("content_hash", time).str.join(),
        )
        .with_columns(rank=pl.col("whole").rank("dense").over("format", "content_hash", "time"))
    )
    parts = first.select("format", "content_hash", "time", pl.col("rank").cast(pl.String))
    first = first.with_columns(made=pl.Series(content_ids(parts.iter_rows())))
    rows = rows.join(
        first.select(*conversation, "made"),
        on=conversation,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )
    return rows.with_columns(pl.coalesce("session_id", "made").alias("session_id")).drop("made")


def _keyed(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds message_key.

    The first text under a source id keeps that id; another text under the same id, and a message
    without one, is named by role, text and time, and by its rank among equal ones of its file.
    """
    time = pl.col("time_us").cast(pl.String).fill_null("")
    rows = rows.with_columns(
        rank=pl.int_range(pl.len()).over(*_FILE_SESSION, "time_us", "content_hash"),
        first=pl.col("content_hash")
        .sort_by("position", "time_us", "content_hash")
        .first()
        .over("session_key", "message_id"),
    )
    by_id = pl.col("message_id").is_not_null() & (pl.col("first") == pl.col("content_hash"))
    columns = rows.select(
        by_id.alias("by_id"),
        "session_key",
        "message_id",
        "content_hash",
        time.alias("time"),
        pl.col("rank").cast(pl.String),
    )
    keys = [
        content_id(session, source) if named else content_id(session, hashed, moment, rank)
        for named, session, source, hashed, moment, rank in columns.iter_rows()
    ]
    return rows.with_columns(message_key=pl.Series(keys, dtype=pl.String)).drop("rank", "first")


def _timed(rows: pl.DataFrame, received_at: datetime) -> pl.DataFrame:
    """Adds created_at, time_flag and order_at (the last known time so far in file and session)."""
    time = pl.from_epoch("time_us", "us").dt.replace_time_zone("UTC")
    flag = (
        pl.when(pl.col("time_us").is_null())
        .then(pl.col("time_flag"))
        .when(time > pl.lit(received_at, UTC_US))
        .then(pl.lit("future"))
        .when(time < pl.lit(OLDEST, UTC_US))
        .then(pl.lit("ancient"))
        .otherwise(pl.lit("ok"))
    )
    return (
        rows.with_columns(time_flag=flag)
        .with_columns(created_at=pl.when(pl.col("time_flag") == "ok").then(time))
        .with_columns(order_at=pl.col("created_at").forward_fill().over(_FILE_SESSION))
    )


def _excluded(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds the reasons that need the session: restricted, and duplicate of the one before.

    One message seen by a group or a stranger makes its session restricted.
    """
    restricted = (pl.col("visibility") != "owner").any().over("session_key")
    kept = pl.when(pl.col("excluded").is_null()).then(pl.col("content_hash"))
    before = kept.forward_fill().shift(1).over(_FILE_SESSION)
    duplicate = pl.col("excluded").is_null() & (before == pl.col("content_hash")).fill_null(False)
    return rows.with_columns(
        excluded=pl.when(restricted)
        .then(pl.lit("restricted"))
        .when(duplicate)
        .then(pl.lit("duplicate"))
        .otherwise(pl.col("excluded"))
    )
