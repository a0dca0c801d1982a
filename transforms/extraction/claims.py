"""From stored replies to scenes and claims: every item is kept, accepted or with its reason.

Belongs here: assembling the two tables. Does not belong here: parsing, evidence, the checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from schemas.claims import TABLE as CLAIMS
from schemas.columns import PARTITION
from schemas.scenes import TABLE as SCENES
from transforms.extraction import checks, cues
from transforms.extraction.evidence import cited_parts, evidence, window_parts
from transforms.extraction.features import features
from transforms.extraction.parse import VERSION as PARSE_VERSION
from transforms.extraction.parse import parse_reply
from transforms.extraction.views import OwnerView, known_owners
from transforms.ids import content_id, content_ids
from transforms.text.identity import identity_text
from transforms.text.language import dominant_language_expr


@dataclass(frozen=True)
class ClaimParams:
    """Where persona claims belong (design section 2), and the limits of the checks."""

    persona_to_global: bool = True
    checks: checks.CheckParams = field(default_factory=checks.CheckParams)


_SCENE_ITEMS: dict[str, Any] = {
    "request_key": pl.String, "window_id": pl.String, "previous_scene": pl.String,
    "scene": pl.Int64, "raw_name": pl.String, "aliases": pl.List(pl.String),
}  # fmt: skip
_CLAIM_ITEMS: dict[str, Any] = {
    "item": pl.Int64, "request_key": pl.String, "window_id": pl.String, "ordinal": pl.Int64,
    "scene": pl.Int64, "content": pl.String, "kind_raw": pl.String, "priority": pl.Int32,
    "aliases": pl.List(pl.String), "start_raw": pl.String, "end_raw": pl.String,
}  # fmt: skip


def claims(
    replies: pl.DataFrame,
    windows: pl.DataFrame,
    messages: pl.DataFrame,
    owners: Mapping[str, OwnerView],
    params: ClaimParams | None = None,
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(scenes, claims) of the live extract replies among `replies`; rows E01-E47.

    The frames are of the tables replies, windows and messages, of whole buckets; `messages` holds
    every message of the sessions concerned. Order of rows and of buckets does not matter. Replies
    whose window is not given are left out.
    """
    params = params or ClaimParams()
    known = known_owners(messages, owners)
    live = replies.filter((pl.col("purpose") == "extract") & pl.col("live")).join(
        windows.select(
            pl.col("window_id").alias("subject"), n_parts=pl.col("new").list.len().cast(pl.Int64)
        ),
        on="subject",
        how="inner",
    )
    asked = windows.join(live, left_on="window_id", right_on="subject", how="semi")
    scene_items, claim_items = _parsed(live.sort("request_key"))
    parts = window_parts(asked, messages, known)
    return _scenes(scene_items, asked, parts), _claims(claim_items, asked, parts, known, params)


def _parsed(replies: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The one loop over replies: rows of scenes and of claims as the model gave them."""
    scenes: list[tuple[Any, ...]] = []
    items: list[tuple[Any, ...]] = []
    columns = ("request_key", "subject", "previous_scene", "n_parts", "text", "finish_reason")
    for key, window_id, before, n_parts, text, finish in replies.select(columns).iter_rows():
        parsed = parse_reply(text, finish, [f"m{number}" for number in range(1, n_parts + 1)])
        for at, scene in enumerate(parsed.scenes):
            scenes.append((key, window_id, before, at, scene.name, list(scene.aliases)))
        for at, item in enumerate(parsed.memories):
            items.append(
                (len(items), key, window_id, at, item.scene, item.content, item.kind,
                 item.priority, list(item.aliases), item.start, item.end)
            )  # fmt: skip
    return (
        pl.DataFrame(scenes, schema=_SCENE_ITEMS, orient="row"),
        pl.DataFrame(items, schema=_CLAIM_ITEMS, orient="row"),
    )


def _scenes(items: pl.DataFrame, windows: pl.DataFrame, parts: pl.DataFrame) -> pl.DataFrame:
    """The scenes table; an unnamed scene goes on with the name before it (row E08)."""
    ids = [f"{content_id(key, 'scene', str(at))}" for key, at in _pairs(items, "scene")]
    numbers = [str(int(scene_id[:10], 16)) for scene_id in ids]
    keyed = items.with_columns(
        scene_id=pl.Series(ids, dtype=pl.String), number=pl.Series(numbers, dtype=pl.String)
    )
    keys = (
        keyed.select("scene_id", "window_id", pl.col("aliases").alias("alias"))
        .filter(pl.col("alias").list.len() > 0)
        .explode("alias")
        .join(parts, on=["window_id", "alias"], how="inner")
        .sort("scene_id", "number")
        .group_by("scene_id", maintain_order=True)
        .agg(pl.col("message_key").unique(maintain_order=True).alias("message_keys"))
    )
    before = pl.when(pl.col("raw_name") != "").then("raw_name").forward_fill().over("request_key")
    named = (
        keyed.sort("request_key", "scene")
        .with_columns(raw_name=pl.coalesce(before, "previous_scene", pl.lit("")))
        .join(windows.select("window_id", "session_key", "bucket", *PARTITION), on="window_id")
        .join(keys, on="scene_id", how="left")
        .with_columns(
            ordinal=pl.col("scene"),
            display_name=pl.concat_str("raw_name", pl.lit(" #"), "number").str.strip_chars(),
            message_keys=pl.col("message_keys").fill_null([]),
        )
    )
    return SCENES.conform(named.sort("scene_id"))


def _claims(
    items: pl.DataFrame,
    windows: pl.DataFrame,
    parts: pl.DataFrame,
    known: Mapping[str, OwnerView],
    params: ClaimParams,
) -> pl.DataFrame:
    place = windows.select(
        "window_id", "session_key", "bucket", *PARTITION, pl.col("lang").alias("window_lang")
    )
    judged = (
        items.join(place, on="window_id", how="inner")
        .join(evidence(cited_parts(items, parts)), on="item", how="left")
        .with_columns(
            kind=checks.kind_of(pl.col("kind_raw")),
            lang=dominant_language_expr(pl.col("content")),
            sources=pl.col("sources").fill_null([]),
            user_sources=pl.col("user_sources").fill_null(0),
            restricted=pl.col("restricted").fill_null(False),
        )
        .sort("item")
    )
    judged = judged.join(features(judged, known), on="item", how="left").with_columns(
        reason=checks.reason(params.checks)
    )
    return CLAIMS.conform(_identified(_placed(judged, params)).sort("claim_id"))


def _placed(items: pl.DataFrame, params: ClaimParams) -> pl.DataFrame:
    """Persona claims belong to scope global of the same owner and persona."""
    to_global = (pl.col("kind") == "persona").fill_null(False) & params.persona_to_global
    return items.with_columns(
        scope=pl.when(to_global).then(pl.lit("global")).otherwise("scope"),
        project_id=pl.when(to_global).then(pl.lit("")).otherwise("project_id"),
        status=pl.when(pl.col("reason").is_null())
        .then(pl.lit("accepted"))
        .otherwise(pl.lit("rejected")),
        explicit=pl.col("explicit")
        & ~cues.role_play(pl.col("user_texts").list.join("\n")).fill_null(False),
        parse_version=pl.lit(PARSE_VERSION),
        checks_version=pl.lit(checks.VERSION),
    )


def _identified(items: pl.DataFrame) -> pl.DataFrame:
    partition = items.select(*PARTITION, "content").iter_rows()
    memory_ids = content_ids((*row[:-1], identity_text(row[-1])) for row in partition)
    claim_ids = content_ids((key, str(at)) for key, at in _pairs(items, "ordinal"))
    scene_ids = [
        None if at is None else content_id(key, "scene", str(at))
        for key, at in _pairs(items, "scene")
    ]
    return items.with_columns(
        memory_id=pl.Series(memory_ids, dtype=pl.String),
        claim_id=pl.Series(claim_ids, dtype=pl.String),
        scene_id=pl.Series(scene_ids, dtype=pl.String),
    )


def _pairs(frame: pl.DataFrame, column: str) -> list[tuple[str, Any]]:
    return list(zip(frame["request_key"], frame[column], strict=True))
