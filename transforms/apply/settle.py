"""Settling candidates: people's verdicts first, then the safe classes, until nothing changes.

Belongs here: which candidate has which status, and which target of several a source gets. Does not
belong here: proposing, and what an applied candidate does to memories (`transforms/memories.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from schemas.candidates import TABLE
from transforms.apply.rounds import absorbed
from transforms.apply.verdicts import SUBJECT, judged_in_other_words, standing, target_key
from transforms.candidates import VERSION
from transforms.candidates.drafts import BEST_FIRST, DRAFT, draft, dress, lawful
from transforms.candidates.merge import direct
from transforms.candidates.params import ApplyParams
from transforms.judge.facts import language_facts

_TWINS = ["merge", "modify"]
_REFUSED = {"reject": "rejected", "revert": "reverted"}


@dataclass(slots=True)
class _Taken:
    """Rows that have their place: `gone` are live no more, `held` took another in and stay."""

    gone: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)


def settle(
    candidates: pl.DataFrame,
    decisions: pl.DataFrame,
    rows: pl.DataFrame,
    verdicts: pl.DataFrame,
    params: ApplyParams,
) -> pl.DataFrame:
    """`candidates` with statuses, sorted by id. Pure, and independent of the order of any input.

    - Approved changes come first, in the order of approval, proposed this time or not; a change
      whose side is live no more at that point is passed over. A rejected or reverted change is
      never applied, nor any other of its action to that row without a person.
    - One-off archives come next, then merges in rounds (`rounds.absorbed`). An absorbed row goes
      into the best of its direct targets that stay: equivalent, then most similar, then smallest
      id. So a candidate may get another target than proposed, with the evidence of that pair.
    - A row none of whose direct targets stays remains live and its candidate pending.
    - What can no longer happen, because a side went another way, is superseded.
    """
    stood = standing(verdicts)
    options = _options(candidates, decisions, rows, stood, params)
    taken = _Taken()
    approved = _approve(options, stood, taken)
    allowed = _automatic(options, stood, rows, params)
    archived = _archive(allowed, taken)
    merged = _merge(allowed, rows, taken)
    automatic = pl.concat([archived, merged])
    chosen = _choose(options, stood, automatic, taken)
    shown = _shown(candidates, chosen, rows, stood)
    return _statuses(shown, stood, approved, automatic, taken).sort("candidate_id")


def _options(
    candidates: pl.DataFrame,
    decisions: pl.DataFrame,
    rows: pl.DataFrame,
    stood: pl.DataFrame,
    params: ApplyParams,
) -> pl.DataFrame:
    """Every change that is possible, with target_key and the verdict on it (`judged`), the best of
    each source first: what is proposed, every direct pair, and what a person approved before."""
    proposed = draft(
        candidates,
        source_id=pl.col("source_ids").list.first(),
        other_id=pl.col("target_id"),
        rank=pl.lit(2),
        **{name: pl.col(name) for name in DRAFT if name in candidates.columns},
    )
    approved = draft(
        stood.filter((pl.col("judged") == "approve") & (pl.col("action") != "reclassify")),
        action=pl.col("action"),
        source_id=pl.col("source_id"),
        target_id=pl.col("target_id"),
        other_id=pl.col("target_id"),
        rank=pl.lit(3),
        reason=pl.lit("approved"),
        veto_reason=pl.lit(""),
    )
    pairs = lawful(pl.concat([direct(decisions, params), proposed, approved]), rows)
    unique = pairs.with_columns(target_key()).unique(SUBJECT, keep="first", maintain_order=True)
    judged = unique.join(
        stood.select(*SUBJECT, "judged", "place"), on=SUBJECT, how="left", maintain_order="left"
    )
    return judged.sort("source_id", *BEST_FIRST, "action")


def _approve(options: pl.DataFrame, stood: pl.DataFrame, taken: _Taken) -> pl.DataFrame:
    """Walk the approvals in their order; a row is taken once, and only into a live one."""
    done = []
    approvals = options.filter(pl.col("judged") == "approve").sort("place")
    for action, source, target in approvals.select(SUBJECT).iter_rows():
        if action != "reclassify":
            if source in taken.gone or target in taken.gone or source == target:
                continue
            taken.gone.add(source)
            taken.held.update([target] if target else [])
        done.append((action, source, target))
    return pl.DataFrame(done, schema=dict.fromkeys(SUBJECT, pl.String()), orient="row")


def _automatic(
    options: pl.DataFrame, stood: pl.DataFrame, rows: pl.DataFrame, params: ApplyParams
) -> pl.DataFrame:
    """Options that may be applied without a person (rows C05-C13, C19)."""
    classes = list(params.auto) if params.enabled else []
    refused = stood.filter(pl.col("judged") != "approve").select("action", "source_id")
    other_words = judged_in_other_words(stood, rows)
    return (
        options.filter(pl.col("auto_class").is_in(classes))
        .join(refused, on=["action", "source_id"], how="anti", maintain_order="left")
        .join(other_words, on=["source_id", "target_key"], how="anti", maintain_order="left")
    )


def _archive(allowed: pl.DataFrame, taken: _Taken) -> pl.DataFrame:
    """One-off rows that no person gave another place."""
    chosen = allowed.filter(
        pl.col("action") == "archive",
        ~pl.col("source_id").is_in([*taken.gone, *taken.held]),
    ).select(SUBJECT)
    taken.gone.update(chosen["source_id"])
    return chosen


def _merge(allowed: pl.DataFrame, rows: pl.DataFrame, taken: _Taken) -> pl.DataFrame:
    """The link that each absorbed row takes: the first of its options whose target stays."""
    gone = list(taken.gone)
    links = allowed.filter(
        pl.col("action").is_in(_TWINS),
        ~pl.col("source_id").is_in([*gone, *taken.held]),
        ~pl.col("target_id").is_in(gone),
    )
    ages = rows.sort("first_seen", "memory_id", nulls_last=True).select(
        "memory_id", age=pl.int_range(pl.len(), dtype=pl.Int64)
    )
    for side in ("source", "target"):
        age = ages.rename({"memory_id": f"{side}_id", "age": side})
        links = links.join(age, on=f"{side}_id", maintain_order="left")
    source, target = links["source"].to_numpy(), links["target"].to_numpy()
    lost = absorbed(source, target, np.arange(ages.height, dtype=np.int64))
    taken.gone.update(links.filter(pl.Series(lost[source], dtype=pl.Boolean))["source_id"])
    fit = links.filter(pl.Series(lost[source] & ~lost[target], dtype=pl.Boolean))
    return fit.unique("source_id", keep="first", maintain_order=True).select(SUBJECT)


def _choose(
    options: pl.DataFrame, stood: pl.DataFrame, automatic: pl.DataFrame, taken: _Taken
) -> pl.DataFrame:
    """The draft that each (source, action) shows: the approved one, else the refused one, else the
    applied one, else the best with a live target, else the best."""
    marked = options.join(
        automatic.with_columns(done=pl.lit(value=True)),
        on=SUBJECT,
        how="left",
        maintain_order="left",
    ).with_row_index("best")
    preference = (
        pl.when(pl.col("judged") == "approve")
        .then(0)
        .when(pl.col("judged").is_not_null())
        .then(1)
        .when(pl.col("done").is_not_null())
        .then(2)
        .when(~pl.col("target_key").is_in(list(taken.gone)))
        .then(3)
        .otherwise(4)
    )
    return (
        marked.sort("source_id", "action", preference, "best")
        .unique(["source_id", "action"], keep="first", maintain_order=True)
        .select(*DRAFT.names(), "target_key")
    )


def _shown(
    candidates: pl.DataFrame, chosen: pl.DataFrame, rows: pl.DataFrame, stood: pl.DataFrame
) -> pl.DataFrame:
    """Candidates with the chosen targets; those that were not proposed so are built now."""
    keyed = candidates.with_columns(target_key(), source_id=pl.col("source_ids").list.first())
    same = keyed.join(chosen, on=SUBJECT, how="semi").select(TABLE.dtypes.names())
    moved = chosen.join(keyed, on=SUBJECT, how="anti").select(DRAFT.names())
    if moved.is_empty():
        return same
    ids = pl.concat([moved["source_id"], moved["other_id"].drop_nulls()]).unique()
    sides = rows.join(ids.to_frame("memory_id"), on="memory_id", how="semi")
    times = candidates["created_at"] if candidates.height else stood["decided_at"]
    run_id = candidates["run_id"].min() if candidates.height else ""
    built = dress(moved, sides, language_facts(sides), VERSION, str(run_id), times.sort()[-1])
    return pl.concat([same, built])


def _statuses(
    shown: pl.DataFrame,
    stood: pl.DataFrame,
    approved: pl.DataFrame,
    automatic: pl.DataFrame,
    taken: _Taken,
) -> pl.DataFrame:
    done = pl.concat(
        [
            approved.with_columns(by_person=pl.lit(value=True)),
            automatic.with_columns(by_person=pl.lit(value=False)),
        ]
    )
    marked = (
        shown.with_columns(target_key(), source_id=pl.col("source_ids").list.first())
        .join(done, on=SUBJECT, how="left")
        .join(stood.select(*SUBJECT, "judged"), on=SUBJECT, how="left")
    )
    gone = list(taken.gone)
    moot = (pl.col("action") != "reclassify") & pl.col("source_id").is_in(gone)
    moot |= (pl.col("action") == "supersede") & pl.col("target_id").is_in(gone)
    status = (
        pl.when(pl.col("judged").is_in(list(_REFUSED)))
        .then(pl.col("judged").replace(_REFUSED))
        .when(pl.col("by_person").is_not_null())
        .then(pl.lit("applied"))
        .when(moot.fill_null(value=False))
        .then(pl.lit("superseded"))
        .otherwise(pl.lit("pending"))
    )
    auto = (~pl.col("by_person")).fill_null(value=False)
    return marked.with_columns(status=status, auto=auto).select(TABLE.dtypes.names())
