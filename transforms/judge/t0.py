"""T0: the judge of pairs by rules. No model, no text in its output, one pass over columns.

Belongs here: facts as columns of pairs, asking the rules in order, naming the survivor. Does not
belong here: the rules (`rules/`), containment of two texts (`containment.py`).
"""

from __future__ import annotations

from functools import reduce
from operator import or_

import polars as pl

from schemas.columns import PARTITION
from schemas.decisions import TABLE
from transforms.judge.containment import Containment, Prepared, contain, prepare
from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Rule, all_rules

VERSION = "t0-1"

#: Facts compared as sets: each distinct set gets a number, so that pairs compare numbers.
_SETS = ("numbers", "persons", "limiting", "modality")
_COUNTED = ("numbers", "times", "negations")
_PLAIN = ("sketch", "polarity", "subject", "instructional", "has_term")
_ROWS = (*PARTITION, "bucket", "first_seen", "confidence", "restricted")
_DIFFERS = ("negation", "subject", "condition", "modality")


def judge(
    pairs: pl.DataFrame,
    facts: pl.DataFrame,
    rows: pl.DataFrame,
    params: JudgeParams | None = None,
) -> pl.DataFrame:
    """Decisions on recalled pairs (rows T01-T41), sorted by new_id, existing_id.

    `pairs`: schema pairs; the new row is a. `facts`: schema facts. `rows`: memory_id, bucket,
    partition columns, first_seen, confidence, restricted of every memory in a pair. A pair of
    which a side has no facts or no row is left out.
    """
    policy = params or JudgeParams()
    columns = pair_columns(pairs, facts, rows)
    early = [rule for rule in all_rules() if not rule.contained]
    late = [rule for rule in all_rules() if rule.contained]
    first = columns.with_columns(_first_hit(early, policy))
    vetoed = _no_containment(first.filter(pl.col("rule").is_not_null()), None)
    compared = with_containment(first.filter(pl.col("rule").is_null()).drop("rule"), facts)
    judged = compared.with_columns(_first_hit(late, policy))
    decided = pl.concat([vetoed.select(judged.columns), judged])
    return _decisions(decided).sort("new_id", "existing_id")


def pair_columns(pairs: pl.DataFrame, facts: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Pairs with every column that rules read, suffixed `_a` (new) and `_b` (existing).

    `at_a` and `at_b` are the places of the two sides in `facts`.
    """
    codes = facts.with_row_index("at").select(
        "memory_id",
        "at",
        *_PLAIN,
        *(pl.col(name).list.join("\n").rank("dense").alias(name) for name in _SETS),
        *(pl.col(name).list.len().alias(f"{name}_count") for name in _COUNTED),
    )
    known = rows.select("memory_id", *_ROWS).join(codes, on="memory_id", maintain_order="left")
    places = known.select("memory_id", pl.int_range(pl.len(), dtype=pl.UInt32).alias("place"))
    base = pairs.select("new_id", "existing_id", "similarity", "mode")
    for key in ("new_id", "existing_id"):
        place = places.rename({"memory_id": key, "place": f"place_{key}"})
        base = base.join(place, on=key, maintain_order="left")
    facts_of = known.drop("memory_id")
    sides = [
        facts_of[base[f"place_{key}"]].select(pl.all().name.suffix(end))
        for key, end in (("new_id", "_a"), ("existing_id", "_b"))
    ]
    return pl.concat([base.drop("place_new_id", "place_existing_id"), *sides], how="horizontal")


def with_containment(columns: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """Adds containment, a column per mark that differs, counts of missing words, and whether the
    two sides share a word.

    A text can only be contained in another whose sketch covers its own, so few pairs are compared
    word by word; the loop runs over those.
    """
    a, b = pl.col("sketch_a"), pl.col("sketch_b")
    possible = columns.select(((a & b) == a) | ((a & b) == b)).to_series()
    compared = _compare(columns.filter(possible), facts)
    rest = _no_containment(columns.filter(~possible), "none")
    return _with_shared_words(pl.concat([compared, rest]), facts)


def _compare(chosen: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    shapes = facts["shape"]
    prepared: dict[int, Prepared] = {}
    found: list[Containment] = []
    asked = chosen.select("at_a", "at_b", pl.col("instructional_a") | pl.col("instructional_b"))
    for at_a, at_b, instruction in asked.iter_rows():
        for at in (at_a, at_b):
            if at not in prepared:
                prepared[at] = prepare(shapes[at].to_list())
        found.append(contain(prepared[at_a], prepared[at_b], instruction=instruction))
    return chosen.with_columns(
        pl.Series("containment", [each.kind for each in found], dtype=pl.String),
        *(
            pl.Series(f"differs_{mark}", [mark in each.differs for each in found], dtype=pl.Boolean)
            for mark in _DIFFERS
        ),
        pl.Series("missing_in_a", [each.missing_in_a for each in found], dtype=pl.Int64),
        pl.Series("missing_in_b", [each.missing_in_b for each in found], dtype=pl.Int64),
    )


def _no_containment(columns: pl.DataFrame, kind: str | None) -> pl.DataFrame:
    return columns.with_columns(
        pl.lit(kind, dtype=pl.String).alias("containment"),
        *(pl.lit(value=False).alias(f"differs_{mark}") for mark in _DIFFERS),
        pl.lit(None, dtype=pl.Int64).alias("missing_in_a"),
        pl.lit(None, dtype=pl.Int64).alias("missing_in_b"),
        *([pl.lit(value=False).alias("shares_words")] if kind is None else []),
    )


def _with_shared_words(columns: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """`shares_words`, looked up only where one side is negated and the other is not."""
    opposed = columns["polarity_a"] != columns["polarity_b"]
    asked = columns.filter(opposed)
    units = facts["units"]
    sides = pl.DataFrame({"a": units[asked["at_a"]], "b": units[asked["at_b"]]}).rechunk()
    both = pl.col("a").list.set_intersection("b").list.len()
    shared = sides.select(both > 0).to_series()
    parts = [
        asked.with_columns(shared.alias("shares_words")),
        columns.filter(~opposed).with_columns(pl.lit(value=True).alias("shares_words")),
    ]
    return pl.concat(parts)


def _first_hit(rules: list[Rule], params: JudgeParams) -> pl.Expr:
    """Id of the first rule that fires, null if none does."""
    hits = [
        pl.when(rule.fires(params).fill_null(value=False)).then(pl.lit(rule.id)) for rule in rules
    ]
    return pl.coalesce(*hits, pl.lit(None, dtype=pl.String)).alias("rule")


def _survivor() -> pl.Expr:
    """The superset; of equivalent ones the earlier, then the smaller id (rows T26-T29)."""
    never = pl.datetime(9999, 1, 1, time_unit="us", time_zone="UTC")
    seen_a = pl.col("first_seen_a").fill_null(never)
    seen_b = pl.col("first_seen_b").fill_null(never)
    smaller = pl.col("new_id") <= pl.col("existing_id")
    a_earlier = (seen_a < seen_b) | ((seen_a == seen_b) & smaller)
    both = pl.col("containment") == "both"
    a_wins = (pl.col("containment") == "b_subset_a") | (both & a_earlier)
    return pl.when(a_wins).then("new_id").otherwise("existing_id")


def _evidence() -> pl.Expr:
    """Codes and counts in a fixed order; no word of a memory."""
    counts = [f"{name}_count_{side}" for name in _COUNTED for side in "ab"]
    codes = [
        pl.when(pl.col(name) > 0).then(
            pl.format("{}={}", pl.lit(name.replace("_count_", "_")), pl.col(name))
        )
        for name in [*counts, "missing_in_a", "missing_in_b"]
    ]
    flags = {f"has_term_{side}": f"term_{side}" for side in "ab"}
    flags |= {f"differs_{mark}": f"differs={mark}" for mark in _DIFFERS}
    codes += [pl.when(pl.col(name)).then(pl.lit(code)) for name, code in flags.items()]
    some = reduce(or_, [code.is_not_null() for code in codes])
    line = pl.concat_str(codes, separator="|", ignore_nulls=True)
    return pl.when(some).then(line.str.split("|")).otherwise(pl.lit([], dtype=pl.List(pl.String)))


def _decisions(decided: pl.DataFrame) -> pl.DataFrame:
    outcome = {rule.id: rule.outcome for rule in all_rules()}
    reason = {rule.id: rule.reason for rule in all_rules()}
    named = decided.with_columns(
        pl.col("rule").replace_strict(outcome, return_dtype=pl.String).alias("outcome"),
        pl.col("rule").replace_strict(reason, return_dtype=pl.String).alias("reason"),
    )
    merged = pl.col("outcome") == "merge"
    return named.select(
        pl.col("bucket_a").alias("bucket"),
        *(pl.col(f"{name}_a").alias(name) for name in PARTITION),
        "new_id",
        "existing_id",
        pl.lit("t0").alias("tier"),
        "outcome",
        "rule",
        "reason",
        _evidence().alias("evidence"),
        "containment",
        pl.when(merged).then(_survivor()).otherwise(None).alias("target_id"),
        "similarity",
        pl.col("mode").alias("recall_mode"),
        pl.lit(VERSION).alias("version"),
    ).select(TABLE.dtypes.names())
