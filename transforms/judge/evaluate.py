"""Measures of T0 on labelled pairs (`winnow evaluate pairs`).

Belongs here: judging labelled texts with the same code as the job, and the measures. Does not
belong here: reading files, printing, T1.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import polars as pl

from transforms.judge.facts import language_facts
from transforms.judge.params import JudgeParams
from transforms.judge.t0 import judge
from transforms.recall.features import features
from transforms.text.identity import identity_text

_NO_FLOOR = -1.0
_FIRST = datetime(2024, 1, 1, tzinfo=UTC)
_LATER = datetime(2024, 1, 2, tzinfo=UTC)


def evaluate_pairs(
    pairs: pl.DataFrame, params: JudgeParams | None = None, recall_floor: float = 0.0
) -> dict[str, Any]:
    """Measures over labelled pairs, overall and under `by_lang`, `by_kind`, `by_relation`.

    In: id, a, b, lang, kind_a, kind_b, relation, rules_may_merge, auto_ok, expect (list), and
    optionally `similarity`; without it the lexical one of recall. Out: the measures as floats or
    counts, `outcomes` (count per outcome) and `wrong` (id, measure, outcome, evidence). A share of
    nothing is null. The floors are applied to all measures but `paraphrase_reach`.
    """
    judged = judge_labelled(pairs, params or JudgeParams(), recall_floor)
    result = _measures(judged)
    for name, column in (("by_lang", "lang"), ("by_kind", "kind"), ("by_relation", "relation")):
        parts = judged.partition_by(column, as_dict=True, maintain_order=True)
        result[name] = {str(key[0]): _measures(part) for key, part in sorted(parts.items())}
    result["wrong"] = _wrong(judged)
    return result


def judge_labelled(
    pairs: pl.DataFrame, params: JudgeParams, recall_floor: float = 0.0
) -> pl.DataFrame:
    """Labelled pairs with `outcome` (floors applied), `outcome_reached` (as if recalled),
    `evidence`, `automatic` (its class if merged) and `recalled`. a is judged as the earlier row."""
    if "similarity" not in pairs.columns:
        pairs = pairs.with_columns(_lexical_similarity(pairs))
    labelled = pairs.with_columns(place=pl.int_range(pl.len()))
    literal = pl.Series(
        [identity_text(a) == identity_text(b) for a, b in labelled.select("a", "b").iter_rows()],
        dtype=pl.Boolean,
    )
    floored = _judged(labelled, params)
    reached = _judged(labelled, replace(params, t1_floor=_NO_FLOOR))
    outcome = pl.when(pl.col("literal")).then(pl.lit("merge"))
    return labelled.with_columns(
        literal=literal,
        kind=pl.concat_str(pl.concat_list("kind_a", "kind_b").list.sort().list.join("+")),
        raw=floored["outcome"],
        reached=reached["outcome"],
        containment=floored["containment"],
        evidence=floored["evidence"],
        recalled=pl.col("similarity") >= recall_floor,
    ).with_columns(
        outcome=outcome.when(~pl.col("recalled")).then(pl.lit("keep")).otherwise("raw"),
        outcome_reached=outcome.otherwise("reached"),
        automatic=pl.col("literal")
        | ((pl.col("containment") == "both") & (pl.col("raw") == "merge")),
    )


def _lexical_similarity(pairs: pl.DataFrame) -> pl.Series:
    """Cosine of both texts on the features of lexical recall, 0..1."""
    a, b = features(pairs["a"]), features(pairs["b"])
    cosines = np.asarray(a.multiply(b).sum(axis=1)).ravel()
    return pl.Series("similarity", np.clip(cosines, 0.0, 1.0), dtype=pl.Float64)


def _judged(labelled: pl.DataFrame, params: JudgeParams) -> pl.DataFrame:
    """outcome (`veto_<reason>` for vetoes), containment and evidence, in the order of the pairs."""
    sides = [
        labelled.select(
            bucket=pl.lit(0, dtype=pl.Int32),
            owner_id=pl.lit("me"),
            persona_id=pl.lit("default"),
            scope=pl.lit("global"),
            project_id=pl.lit(""),
            memory_id=pl.format("{}-{}", pl.col("place"), pl.lit(side)),
            content=pl.col(side),
            kind=pl.col(f"kind_{side}"),
            first_seen=pl.lit(seen).cast(pl.Datetime("us", "UTC")),
            confidence=pl.lit(1.0),
            restricted=pl.lit(value=False),
        )
        for side, seen in (("a", _FIRST), ("b", _LATER))
    ]
    rows = pl.concat(sides)
    recalled = labelled.select(
        new_id=pl.format("{}-b", "place"),
        existing_id=pl.format("{}-a", "place"),
        similarity="similarity",
        mode=pl.lit("lexical"),
    )
    decisions = judge(recalled, language_facts(rows), rows, params)
    named = decisions.select(
        "new_id",
        pl.when(pl.col("outcome") == "veto").then("reason").otherwise("outcome").alias("outcome"),
        "containment",
        "evidence",
    )
    return recalled.select("new_id").join(named, on="new_id", how="left", maintain_order="left")


def _measures(judged: pl.DataFrame) -> dict[str, Any]:
    may, merged = pl.col("rules_may_merge"), pl.col("outcome") == "merge"
    auto = pl.col("automatic") & merged
    gray_listed = pl.col("expect").list.contains("gray")
    paraphrase = (pl.col("relation") == "paraphrase") & gray_listed
    counts = judged.select(
        pairs=pl.len(),
        false_merge=(merged & ~may).sum(),
        false_auto=(auto & ~pl.col("auto_ok")).sum(),
        false_applied=(merged & ~may).sum(),
        merge_recall=(merged & may).sum() / may.sum(),
        auto_recall=(auto & pl.col("auto_ok")).sum() / pl.col("auto_ok").sum(),
        unsafe_gray=((pl.col("outcome") == "gray") & ~gray_listed).sum(),
        paraphrase_reach=(paraphrase & (pl.col("outcome_reached") == "gray")).sum()
        / paraphrase.sum(),
        paraphrase_reach_real=(paraphrase & (pl.col("outcome") == "gray")).sum() / paraphrase.sum(),
        recall_reach=(may & (pl.col("recalled") | pl.col("literal"))).sum() / may.sum(),
    ).row(0, named=True)
    measures: dict[str, Any] = {name: _plain(value) for name, value in counts.items()}
    by_outcome = judged.group_by("outcome").len().sort("outcome")
    measures["outcomes"] = {name: int(count) for name, count in by_outcome.iter_rows()}
    return measures


def _plain(value: float | int | None) -> float | int | None:
    """A share without a population is null, not NaN."""
    if isinstance(value, float):
        return None if value != value else round(value, 4)
    return value


def _wrong(judged: pl.DataFrame) -> list[dict[str, Any]]:
    """Pairs that break a measure: id, what is wrong, outcome and evidence codes."""
    merged, gray = pl.col("outcome") == "merge", pl.col("outcome") == "gray"
    gray_listed = pl.col("expect").list.contains("gray")
    wrong = (
        pl.when(merged & ~pl.col("rules_may_merge"))
        .then(pl.lit("false_merge"))
        .when(merged & pl.col("automatic") & ~pl.col("auto_ok"))
        .then(pl.lit("false_auto"))
        .when(gray & ~gray_listed)
        .then(pl.lit("unsafe_gray"))
        .when(pl.col("rules_may_merge") & ~merged)
        .then(pl.lit("missed_merge"))
        .when(
            (pl.col("relation") == "paraphrase")
            & gray_listed
            & (pl.col("outcome_reached") != "gray")
        )
        .then(pl.lit("missed_paraphrase"))
        .when(~pl.col("expect").list.contains(pl.col("outcome")))
        .then(pl.lit("unexpected"))
    )
    found = judged.with_columns(wrong=wrong).filter(pl.col("wrong").is_not_null())
    return found.select(
        "id", "wrong", "relation", "outcome", "expect", "containment", "evidence"
    ).to_dicts()
