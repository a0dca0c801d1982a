"""The gate lets through exactly what reaches the line with an honest score."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from schemas import audit, scores
from schemas.columns import PARTITION
from schemas.scores import DIMENSIONS
from tests.transforms.scoring.build import scored_frame
from transforms.gate import VIOLATIONS, GateParams, audit_rows, gate, merge_history, to_scores
from transforms.scoring.mark import write_mark

MONDAY = datetime(2024, 6, 3, tzinfo=UTC)
TUESDAY = datetime(2024, 6, 4, tzinfo=UTC)
WEIGHTS = np.array([3, 1, 2, 2, 1, 1])
BASIC, TRIFLE, PERFECT = (9, 7, 9, 8, 8, 9), (3, 5, 4, 7, 6, 2), (10,) * 6

vectors = st.tuples(*[st.integers(0, 10)] * 6)


def decide(frame, **params):
    """(decision, reason) of each row."""
    return gate(frame, GateParams(**params)).select("decision", "reason").rows()


def with_true_mark(frame):
    return frame.with_columns(mark=write_mark())


def test_worked_examples():
    assert decide(scored_frame(BASIC, TRIFLE)) == [
        ("stored", None),
        ("rejected", "below_threshold"),
    ]


def test_all_vectors_that_total_seven_pass_and_their_lower_neighbours_fail():
    grid = np.indices((11,) * 6).reshape(6, -1).T
    exact = grid[grid @ WEIGHTS == 70]
    assert len(exact) == 20_102
    frame = scored_frame(*map(tuple, exact.tolist()))
    assert gate(frame, GateParams())["decision"].unique().to_list() == ["stored"]
    lower = exact[exact[:, 1] > 0] - np.array([0, 1, 0, 0, 0, 0])
    below = gate(scored_frame(*map(tuple, lower.tolist())), GateParams())
    assert below["reason"].unique().to_list() == ["below_threshold"]


@settings(max_examples=40, deadline=None)
@given(vectors, st.integers(0, 5), st.integers(1, 10), st.integers(0, 100))
def test_the_decision_is_monotone_in_each_dimension(vector, place, more, line):
    raised = tuple(min(v + more, 10) if i == place else v for i, v in enumerate(vector))
    (before, _), (after, _) = decide(scored_frame(vector, raised), line=line)
    assert (before, after) != ("stored", "rejected")


def test_an_explicit_instruction_passes_and_never_lowers_a_total():
    forced = scored_frame(TRIFLE, PERFECT, forced=True)
    assert forced["total_tenths"].to_list() == [80, 100]
    assert decide(forced) == [("stored", None)] * 2
    assert decide(forced, line=90) == [("stored", None)] * 2


@pytest.mark.parametrize("change", [{"explicit": False}, {"explicit": None}])
def test_forged_forcing_is_rejected_even_where_the_total_would_pass(change):
    forged = scored_frame(TRIFLE, PERFECT, forced=True, **change)
    assert decide(forged) == [("rejected", "forged_force")] * 2


def test_what_the_user_declined_or_a_stranger_said_is_never_forced():
    assert decide(scored_frame(BASIC, forced=True, declined=True)) == [
        ("rejected", "user_declined")
    ]
    assert decide(scored_frame(BASIC, forced=True, restricted=True)) == [
        ("rejected", "restricted_source")
    ]


@pytest.mark.parametrize("mark", [None, "", "  "])
def test_without_a_mark_nothing_is_stored(mark):
    unmarked = scored_frame(PERFECT).with_columns(mark=pl.lit(mark, pl.String))
    assert decide(unmarked) == [("rejected", "unscored")]


@pytest.mark.parametrize(
    "change",
    [
        {"mark": pl.lit("#评分:9.9 #评估:whatever")},
        {"mark": pl.col("mark").str.replace("8.5", "8.6", literal=True)},
        {"mark": pl.col("mark").str.replace("重要性9", "重要性8")},
        {"mark": pl.col("mark") + " "},
        {"novelty": pl.lit(8, pl.Int32)},
        {"total_tenths": pl.lit(None, pl.Int32)},
        {"raw_tenths": pl.lit(84, pl.Int32)},
    ],
)
def test_mark_and_columns_must_agree(change):
    assert decide(scored_frame(BASIC).with_columns(**change)) == [("rejected", "mark_mismatch")]


def test_the_mark_of_another_row_does_not_help():
    frame = scored_frame(TRIFLE, PERFECT).with_columns(mark=pl.col("mark").reverse())
    assert decide(frame) == [("rejected", "mark_mismatch")] * 2


def test_a_total_that_only_claims_to_pass_is_caught_though_its_mark_says_so_too():
    raised = with_true_mark(scored_frame(TRIFLE).with_columns(total_tenths=pl.lit(75, pl.Int32)))
    assert decide(raised) == [("rejected", "mark_mismatch")]
    assert decide(with_true_mark(raised.with_columns(raw_tenths=pl.lit(75, pl.Int32)))) == [
        ("rejected", "mark_mismatch")
    ]


@pytest.mark.parametrize("name", DIMENSIONS)
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "dimension_missing"),
        (float("nan"), "dimension_missing"),
        (float("inf"), "dimension_out_of_range"),
        (8.5, "dimension_out_of_range"),
        (11.0, "dimension_out_of_range"),
        (-1.0, "dimension_out_of_range"),
    ],
)
def test_impossible_values(name, value, reason):
    frame = scored_frame(PERFECT).with_columns(pl.lit(value, pl.Float64).alias(name))
    assert decide(frame) == [("rejected", reason)]


def test_whole_floats_are_whole_points():
    frame = scored_frame(BASIC).with_columns(pl.col(DIMENSIONS).cast(pl.Float64))
    assert decide(frame) == [("stored", None)]


def test_rows_for_the_table_keep_reason_versions_and_contract():
    frame = scored_frame(BASIC, TRIFLE)
    broken = [
        scored_frame(PERFECT).with_columns(novelty=pl.lit(None, pl.Int32)),
        scored_frame(BASIC).with_columns(total_tenths=pl.lit(None, pl.Int32)),
        scored_frame(BASIC).with_columns(
            pl.lit(None, pl.Int32).alias("novelty"), pl.lit(None, pl.String).alias("mark")
        ),
    ]
    gated = gate(pl.concat([frame, *broken]), GateParams())
    rows = to_scores(gated, "score-1", "gate-1", "run-1", MONDAY)
    scores.TABLE.conform(rows)
    assert rows["reason"].to_list() == [None, "below_threshold"]
    assert rows["latest"].all()
    events = audit_rows(gated, "gate-1", "run-1", MONDAY)
    audit.TABLE.conform(events)
    assert events["reason"].to_list() == [
        "below_threshold",
        "dimension_missing",
        "mark_mismatch",
        "unscored",
    ]


def test_an_empty_frame_gives_empty_tables():
    gated = gate(scored_frame(BASIC).clear(), GateParams())
    assert to_scores(gated, "score-1", "gate-1", "r", MONDAY).schema == scores.TABLE.dtypes
    assert audit_rows(gated, "gate-1", "r", MONDAY).schema == audit.TABLE.dtypes


def test_score_ids_depend_on_what_is_said_and_by_which_version_only():
    gated = gate(scored_frame(BASIC), GateParams())
    first = to_scores(gated, "score-1", "gate-1", "run-1", MONDAY)
    again = to_scores(gated, "score-1", "gate-1", "run-2", TUESDAY)
    bumped = to_scores(gated, "score-2", "gate-1", "run-1", MONDAY)
    other = gated.with_columns(novelty_reason=pl.lit("new=1 terms=9"))
    argued = to_scores(other, "score-1", "gate-1", "run-1", MONDAY)
    assert first["score_id"].to_list() == again["score_id"].to_list()
    assert len({*first["score_id"], *bumped["score_id"], *argued["score_id"]}) == 3


def rows_of(*vectors, version="score-1", run="run-1", at=MONDAY, **columns):
    gated = gate(scored_frame(*vectors, **columns), GateParams())
    return to_scores(gated, version, "gate-1", run, at)


def test_scoring_again_without_change_changes_nothing():
    before = merge_history(scores.TABLE.empty(), rows_of(BASIC, TRIFLE))
    after = merge_history(before, rows_of(BASIC, TRIFLE, run="run-2", at=TUESDAY))
    assert_frame_equal(before, after)


def test_a_changed_score_keeps_the_old_one_as_history():
    before = rows_of(BASIC)
    after = merge_history(before, rows_of(BASIC, version="score-2", run="run-2", at=TUESDAY))
    scores.TABLE.conform(after)
    assert after.select("score_version", "latest", "run_id").rows() == [
        ("score-1", False, "run-1"),
        ("score-2", True, "run-2"),
    ]
    back = merge_history(after, rows_of(BASIC, run="run-3", at=TUESDAY))
    assert back.select("score_version", "latest", "run_id").rows() == [
        ("score-1", True, "run-1"),
        ("score-2", False, "run-2"),
    ]


def test_a_memory_that_is_gone_is_history_but_other_partitions_are_not_touched():
    mine, gone = rows_of(BASIC), rows_of(PERFECT)
    foreign = rows_of(TRIFLE, owner_id="li")
    before = pl.concat([mine, gone, foreign])
    after = merge_history(before, mine)
    latest = dict(after.select("memory_id", "latest").rows())
    assert latest == {
        mine["memory_id"][0]: True,
        gone["memory_id"][0]: False,
        foreign["memory_id"][0]: True,
    }
    emptied = merge_history(before, before.clear(), partitions=mine.select(PARTITION))
    assert emptied.filter("latest")["owner_id"].to_list() == ["li"]


def test_every_violation_is_a_reason_that_the_gate_gives():
    assert {"forged_force", "mark_mismatch", "unscored", "restricted_source"} <= VIOLATIONS
    assert not VIOLATIONS & {"below_threshold", "user_declined"}
