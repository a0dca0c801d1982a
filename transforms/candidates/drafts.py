"""Drafts: what a builder says about a change; and how a draft becomes a row of `candidates`.

Belongs here: the columns of a draft, texts and evidence looked up, keys and ids. Does not belong
here: which changes are proposed (a builder per action), what is applied (`transforms/apply.py`).
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

import polars as pl

from schemas.candidates import TABLE
from schemas.columns import PARTITION
from transforms.ids import content_ids
from transforms.judge.containment import containment_evidence

#: A draft. `other_id` is side b of the evidence: the survivor, or null where there is none.
#: Within one source and action the smallest `rank` is the best, then the largest similarity, then
#: the smallest `other_id` (design: one best target per source).
DRAFT = pl.Schema(
    {
        "action": pl.String(),
        "source_id": pl.String(),
        "target_id": pl.String(),
        "other_id": pl.String(),
        "rank": pl.Int32(),
        "reason": pl.String(),
        "auto_class": pl.String(),
        "similarity": pl.Float64(),
        "recall_mode": pl.String(),
        "containment": pl.String(),
        "veto_reason": pl.String(),
        "proposed_kind": pl.String(),
    }
)
BEST_FIRST = [pl.col("rank"), -pl.col("similarity").fill_null(0.0), pl.col("other_id")]


def draft(frame: pl.DataFrame, **columns: pl.Expr) -> pl.DataFrame:
    """A frame of drafts from named expressions over `frame`; columns not named are null."""
    nothing = {name: pl.lit(None) for name in DRAFT if name not in columns}
    chosen = {**columns, **nothing}
    return frame.select(chosen[name].cast(dtype).alias(name) for name, dtype in DRAFT.items())


def best(drafts: pl.DataFrame) -> pl.DataFrame:
    """The best draft of each (source, action), sorted by source and action."""
    return drafts.sort("source_id", "action", *BEST_FIRST).unique(
        ["source_id", "action"], keep="first", maintain_order=True
    )


def lawful(drafts: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Drafts whose sides are both known, in one partition and unrestricted (rows T16, T34, C13)."""
    side = rows.select("memory_id", where=pl.struct(PARTITION), closed=pl.col("restricted"))
    both = drafts.join(
        side.select("memory_id", where_a="where", closed_a="closed"),
        left_on="source_id",
        right_on="memory_id",
        maintain_order="left",
    ).join(
        side.select("memory_id", where_b="where", closed_b="closed"),
        left_on="other_id",
        right_on="memory_id",
        how="left",
        maintain_order="left",
    )
    alone = pl.col("other_id").is_null()
    together = (pl.col("where_a") == pl.col("where_b")) & ~pl.col("closed_b")
    fit = ~pl.col("closed_a") & (alone | together.fill_null(value=False))
    return both.filter(fit).select(DRAFT.names())


def dress(
    drafts: pl.DataFrame,
    rows: pl.DataFrame,
    facts: pl.DataFrame,
    rule_version: str,
    run_id: str,
    created_at: datetime,
) -> pl.DataFrame:
    """Rows of `schemas.candidates`, pending, from drafts with distinct (source, action).

    `rows`: gated memories; `facts`: schema facts, of which `shape` gives the evidence list.
    """
    side = rows.select("memory_id", "content", "kind").join(
        facts.select("memory_id", "shape"), on="memory_id", how="left"
    )
    home = rows.select("memory_id", "bucket", *PARTITION)
    full = (
        drafts.join(home, left_on="source_id", right_on="memory_id", maintain_order="left")
        .join(_suffixed(side, "a"), on="source_id", maintain_order="left")
        .join(_suffixed(side, "b"), on="other_id", how="left", maintain_order="left")
    )
    keys = _keys(full, rule_version)
    owned = zip(full["owner_id"], keys, strict=True)
    targeted = pl.col("target_id").is_not_null()
    standing = pl.col("action").is_in(["archive", "modify", "merge", "supersede"])
    score = pl.col("similarity").fill_null(0.0)
    return full.select(
        "bucket",
        *PARTITION,
        *("action", "target_id", "reason", "auto_class", "similarity", "recall_mode"),
        *("containment", "veto_reason", "kind_a", "kind_b", "proposed_kind"),
        *("content_a", "content_b"),
        candidate_id=pl.Series(content_ids(owned), dtype=pl.String),
        idempotency_key=pl.Series(keys, dtype=pl.String),
        kind=pl.when(targeted).then("kind_b").otherwise("kind_a"),
        source_ids=pl.concat_list("source_id"),
        proposed_content=pl.when(standing).then("content_a"),
        merged_content=pl.when(targeted).then("content_b"),
        containment_evidence=_evidence(full),
        rule_version=pl.lit(rule_version),
        score_min=score,
        score_max=score,
        status=pl.lit("pending"),
        auto=pl.lit(value=False),
        created_at=pl.lit(created_at).cast(pl.Datetime("us", "UTC")),
        run_id=pl.lit(run_id),
    ).select(TABLE.dtypes.names())


def _suffixed(side: pl.DataFrame, end: str) -> pl.DataFrame:
    key = "source_id" if end == "a" else "other_id"
    return side.select(
        pl.col("memory_id").alias(key),
        pl.col("content", "kind", "shape").name.suffix(f"_{end}"),
    )


def _keys(full: pl.DataFrame, rule_version: str) -> list[str]:
    """Row C42. A draft has one source, so the sorted, comma-joined list is that one id."""
    parts = full.select("persona_id", "scope", "project_id", "source_id", "action").iter_rows()
    return [
        sha256("\0".join((*part, rule_version)).encode("utf-8", "surrogatepass")).hexdigest()
        for part in parts
    ]


def _evidence(full: pl.DataFrame) -> pl.Series:
    pairs = full.select("shape_a", "shape_b").iter_rows()
    found = [containment_evidence(a, b) if a and b else [] for a, b in pairs]
    return pl.Series(found, dtype=pl.List(pl.String))
