"""The gate: verifies a score and decides whether the memory is stored (rows P03-P07, P19-P29).

Belongs here: the decision and its reason, and the rows of `scores` and `audit` made of it.
Does not belong here: how points come about, what happens to a stored memory later.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import polars as pl

from schemas import scores
from schemas.columns import PARTITION
from schemas.scores import DIMENSIONS
from transforms.ids import content_id
from transforms.scoring.mark import write_mark
from transforms.scoring.total import TotalParams, final_tenths, may_force, raw_tenths

VERSION = "gate-1"

_REASONS = tuple(f"{name}_reason" for name in DIMENSIONS)

#: Rejections that break a rule of storing (rows P27-P29); the others are everyday outcomes.
VIOLATIONS = frozenset(
    {
        "unscored",
        "dimension_missing",
        "dimension_out_of_range",
        "restricted_source",
        "forged_force",
        "mark_mismatch",
    }
)


@dataclass(frozen=True)
class GateParams:
    """The line in tenths, and the formula that a score must agree with."""

    line: int = 70
    total: TotalParams = field(default_factory=TotalParams)


def gate(scored: pl.DataFrame, params: GateParams) -> pl.DataFrame:
    """Add `decision` (stored, rejected) and `reason` (null if stored); rows are kept in order.

    Columns read: the six values (any numeric type), raw_tenths, total_tenths, forced, mark,
    explicit, declined, restricted. The first that fits is the reason:

    - `unscored`: no mark;
    - `dimension_missing`, `dimension_out_of_range`: a value is null or NaN, not whole, not 0-10;
    - `restricted_source`: it rests on a group chat or a stranger;
    - `user_declined`: the user asked not to remember it;
    - `forged_force`: it claims to be forced without an explicit instruction;
    - `mark_mismatch`: mark, total and values do not say the same;
    - `below_threshold`: total below the line and not forced.

    With everything else equal, the decision is monotone in each of the six values.
    """
    reasons = (pl.when(check).then(pl.lit(code)) for code, check in _checks(params).items())
    judged = scored.with_columns(reason=pl.coalesce(*reasons))
    stored = pl.when(pl.col("reason").is_null()).then(pl.lit("stored"))
    return judged.with_columns(decision=stored.otherwise(pl.lit("rejected")))


def _checks(params: GateParams) -> dict[str, pl.Expr]:
    values = [_number(name) for name in DIMENSIONS]
    forced = pl.col("forced").cast(pl.Boolean).fill_null(False)
    raw = raw_tenths(params.total)
    total = pl.col("total_tenths")
    agrees = (
        (pl.col("raw_tenths") == raw)
        & (total == final_tenths(raw, forced, params.total))
        & (pl.col("mark") == write_mark())
    )
    return {
        "unscored": pl.col("mark").fill_null("").str.strip_chars() == "",
        "dimension_missing": pl.any_horizontal(value.is_null() for value in values),
        "dimension_out_of_range": ~pl.all_horizontal(_whole_within(value, 10) for value in values),
        "restricted_source": pl.col("restricted").fill_null(False),
        "user_declined": pl.col("declined").fill_null(False),
        "forged_force": forced & ~may_force(),
        "mark_mismatch": ~agrees.fill_null(False),
        "below_threshold": (total < params.line) & ~forced,
    }


def _number(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.Float64, strict=False).fill_nan(None)


def _whole_within(value: pl.Expr, most: int) -> pl.Expr:
    return value.is_between(0, most) & (value == value.round())


def to_scores(
    gated: pl.DataFrame, score_version: str, gate_version: str, run_id: str, scored_at: datetime
) -> pl.DataFrame:
    """Rows of the table `scores`, each the latest of its memory.

    `score_id` hashes the memory, the versions and all that the row says: the reasons hold the
    figures that went in, so equal input gives an equal id and nothing to write. Rows that the
    table cannot hold (a value or total missing or impossible) are left to the audit; `score`
    makes none.
    """
    values = [_whole_within(_number(name), 10) for name in DIMENSIONS]
    totals = [_whole_within(_number(name), 100) for name in ("raw_tenths", "total_tenths")]
    given = [pl.col(name).is_not_null() for name in ("forced", *_REASONS)]
    rows = gated.filter(*values, *totals, *given).with_columns(
        score_version=pl.lit(score_version),
        gate_version=pl.lit(gate_version),
        scored_at=pl.lit(scored_at, pl.Datetime("us", "UTC")),
        run_id=pl.lit(run_id),
        latest=pl.lit(True),
    )
    said = [
        name
        for name in scores.TABLE.content
        if name not in (*PARTITION, "bucket", "score_id", "latest")
    ]
    texts = (pl.col(name).cast(pl.String).fill_null("") for name in said)
    joined = rows.select(pl.concat_str(texts, separator="\0"))
    ids = [content_id(row) for row in joined.to_series().to_list()]
    named = rows.with_columns(score_id=pl.Series(ids, dtype=pl.String))
    return named.select(scores.TABLE.dtypes.names()).cast(scores.TABLE.dtypes)


def audit_rows(gated: pl.DataFrame, gate_version: str, run_id: str, at: datetime) -> pl.DataFrame:
    """A row of the table `audit` for each rejection (rows P06, P29, P55); no text.

    `event_id` hashes memory, reason and version: a rerun makes the same rows, not new ones.
    """
    rejected = gated.filter(pl.col("decision") == "rejected")
    pairs = rejected.select("memory_id", "reason").rows()
    ids = [content_id("gate.reject", memory, reason, gate_version) for memory, reason in pairs]
    return rejected.select(
        pl.Series("event_id", ids, dtype=pl.String),
        pl.lit("gate.reject").alias("event"),
        "owner_id",
        pl.col("memory_id").alias("subject_id"),
        "reason",
        pl.lit(True).alias("auto"),
        pl.lit(at, pl.Datetime("us", "UTC")).alias("at"),
        pl.lit(run_id).alias("run_id"),
    )


def merge_history(
    previous: pl.DataFrame, new: pl.DataFrame, partitions: pl.DataFrame | None = None
) -> pl.DataFrame:
    """The table `scores` after `previous` was scored anew as `new`; history is kept.

    A row that `previous` already has (same score_id) keeps its first scored_at and run_id, so a
    rerun changes nothing. `latest` stands on the rows of `new`. Earlier rows of the partitions
    that were scored anew lose it, also where the memory no longer exists (its last claim was
    forgotten or rejected); rows of other partitions stay as they are. `partitions` names what was
    scored anew, by default the partitions of `new`; give it where one may have come out empty.
    """
    anew = (new if partitions is None else partitions).select(PARTITION).unique()
    first = previous.select("score_id", "scored_at", "run_id")
    current = new.join(first, on="score_id", how="left", suffix="_first").with_columns(
        pl.coalesce("scored_at_first", "scored_at").alias("scored_at"),
        pl.coalesce("run_id_first", "run_id").alias("run_id"),
    )
    history = previous.join(new.select("score_id"), on="score_id", how="anti")
    columns = previous.columns
    return pl.concat(
        [
            current.select(columns),
            history.join(anew, on=PARTITION, how="semi").with_columns(latest=pl.lit(False)),
            history.join(anew, on=PARTITION, how="anti"),
        ]
    ).sort("memory_id", "scored_at", "score_id")
