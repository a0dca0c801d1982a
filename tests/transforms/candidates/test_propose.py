"""Candidates: rows C21-C45, one test or more per action."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import polars as pl
import pytest

from schemas.candidates import TABLE
from tests.transforms.gated import RUN, day, decided, gated, links
from transforms.candidates import VERSION, propose
from transforms.candidates.params import ApplyParams
from transforms.judge.facts import language_facts
from transforms.judge.t0 import judge

CATS, MORE = "用户喜欢猫", "用户喜欢猫和狗"


def proposed(
    rows: pl.DataFrame, decisions: pl.DataFrame, action: str | None = None
) -> list[dict[str, Any]]:
    """Candidates as dictionaries, checked against the contract."""
    made = propose(decisions, rows, language_facts(rows), ApplyParams(), **RUN)
    listed = TABLE.conform(made).to_dicts()
    return [row for row in listed if action in (None, row["action"])]


def judged(rows: pl.DataFrame) -> pl.DataFrame:
    """The real T0 on the one pair of a frame of two rows."""
    pair = pl.DataFrame(
        {
            "new_id": [rows["memory_id"][1]],
            "existing_id": [rows["memory_id"][0]],
            "similarity": [0.9],
            "mode": ["lexical"],
        }
    )
    return judge(pair, language_facts(rows), rows)


def test_a_merge_shows_both_texts_and_what_is_missing() -> None:
    rows = gated({"content": CATS}, {"content": MORE, "kind": "episodic"})
    (merge,) = proposed(rows, judged(rows), "merge")
    assert merge["source_ids"] == ["m0"]
    assert merge["target_id"] == "m1"
    assert merge["kind"] == "episodic"
    assert (merge["content_a"], merge["content_b"]) == (CATS, MORE)
    assert (merge["proposed_content"], merge["merged_content"]) == (CATS, MORE)
    assert (merge["kind_a"], merge["kind_b"]) == ("persona", "episodic")
    assert merge["containment"] == "a_subset_b"
    assert merge["containment_evidence"] == ["missing_in_a: 狗"]
    assert merge["reason"] == "fact_subset"
    assert merge["veto_reason"] == ""
    assert (merge["similarity"], merge["recall_mode"]) == (0.9, "lexical")
    assert (merge["score_min"], merge["score_max"]) == (0.9, 0.9)
    assert (merge["status"], merge["auto"], merge["auto_class"]) == ("pending", False, "contained")
    assert (merge["run_id"], merge["created_at"]) == (RUN["run_id"], RUN["created_at"])


def test_the_key_is_that_of_row_c42_and_names_neither_target_nor_run() -> None:
    rows = gated({"content": CATS}, {"content": MORE}, {"content": "用户喜欢猫和鸟"})
    (one,) = proposed(rows, links([("m0", "m1")]))
    (two,) = proposed(rows, links([("m0", "m2")], similarity=0.3))
    parts = ["default", "global", "", "m0", "merge", VERSION]
    assert one["idempotency_key"] == sha256("\0".join(parts).encode()).hexdigest()
    assert one["candidate_id"] == two["candidate_id"]
    assert one["target_id"] != two["target_id"]


def test_two_owners_never_share_a_candidate_id() -> None:
    mine = gated({"content": CATS}, {"content": MORE})
    yours = mine.with_columns(owner_id=pl.lit("you"))
    (one,) = proposed(mine, links([("m0", "m1")]))
    (two,) = proposed(yours, links([("m0", "m1")]).with_columns(owner_id=pl.lit("you")))
    assert one["candidate_id"] != two["candidate_id"]


@pytest.mark.parametrize(
    ("similarity", "containment", "expected"),
    [
        (0.95, "both", "equivalent"),
        (0.94, "both", "contained"),
        (0.99, "a_subset_b", "contained"),
    ],
)
def test_the_automatic_class(similarity: float, containment: str, expected: str) -> None:
    decisions = links([("m1", "m0")], similarity=similarity, containment=containment)
    (merge,) = proposed(gated({}, {}), decisions)
    assert merge["auto_class"] == expected


def test_the_best_target_is_equivalent_then_most_similar_then_smallest() -> None:
    rows = gated(*({} for _ in range(5)))
    options = [
        {"existing_id": "m0", "similarity": 0.99, "containment": "a_subset_b"},
        {"existing_id": "m3", "similarity": 0.6, "containment": "both"},
        {"existing_id": "m2", "similarity": 0.6, "containment": "both"},
        {"existing_id": "m1", "similarity": 0.5, "containment": "both"},
    ]
    decisions = decided(*({"new_id": "m4", **option} for option in options))
    assert [row["target_id"] for row in proposed(rows, decisions)] == ["m2"]
    assert [row["target_id"] for row in proposed(rows, decisions[::-1])] == ["m2"]


def test_modify_keeps_the_new_row() -> None:
    decisions = decided(
        {"new_id": "m1", "existing_id": "m0", "tier": "t1", "outcome": "modify", "target_id": "m1"}
    )
    (modify,) = proposed(gated({}, {}), decisions)
    assert (modify["action"], modify["source_ids"], modify["target_id"]) == ("modify", ["m0"], "m1")
    assert modify["auto_class"] == "t1"
    assert modify["containment"] == "b_subset_a"


@pytest.mark.parametrize("outcome", ["keep", "gray", "veto", "create"])
def test_nothing_but_a_merge_becomes_a_candidate(outcome: str) -> None:
    decisions = decided({"new_id": "m1", "existing_id": "m0", "outcome": outcome})
    assert proposed(gated({}, {}), decisions) == []


def test_differing_kinds_add_a_reclassify_that_no_class_applies() -> None:
    rows = gated({"kind": "instruction"}, {"kind": "persona"})
    made = {row["action"]: row for row in proposed(rows, links([("m0", "m1")]))}
    assert set(made) == {"merge", "reclassify"}
    change = made["reclassify"]
    assert change["candidate_id"] != made["merge"]["candidate_id"]
    assert (change["source_ids"], change["target_id"]) == (["m0"], None)
    assert (change["proposed_content"], change["merged_content"]) == (None, None)
    assert (change["kind_a"], change["proposed_kind"]) == ("instruction", "persona")
    assert (change["reason"], change["auto_class"]) == ("kind_mismatch", None)


@pytest.mark.parametrize("text", ["用户昨天买了一台相机", "The user bought a camera yesterday"])
def test_a_one_off_event_is_proposed_for_the_archive(text: str) -> None:
    (archive,) = proposed(gated({"content": text}), links([]))
    assert (archive["action"], archive["reason"]) == ("archive", "one_off_event")
    assert (archive["source_ids"], archive["target_id"]) == (["m0"], None)
    assert (archive["proposed_content"], archive["containment"]) == (text, "none")
    assert (archive["score_min"], archive["score_max"]) == (0.0, 0.0)
    assert archive["auto_class"] == "one_off"


@pytest.mark.parametrize(
    "text",
    [
        "用户每天早上7点跑步",
        "The user runs every Monday at 9",
        "用户2019年毕业于浙江大学",
        "The user was born on 3 May 1990",
        "用户2021年戒了烟",
        "The user tore a knee ligament in 2019",
        "The user switched to decaf in May 2024",
        "用户喜欢猫",
    ],
)
def test_habits_and_lasting_dated_facts_are_never_archived(text: str) -> None:
    assert proposed(gated({"content": text}), links([])) == []


def test_an_episode_is_not_archived_for_being_one() -> None:
    rows = gated({"content": "用户昨天买了一台相机", "kind": "episodic"})
    assert proposed(rows, links([])) == []


@pytest.mark.parametrize("closed", ["m0", "m1"])
def test_restricted_rows_take_no_part(closed: str) -> None:
    rows = gated({"content": "用户昨天买了一台相机"}, {"content": MORE}).with_columns(
        restricted=pl.col("memory_id") == closed
    )
    made = proposed(rows, links([("m0", "m1")]))
    assert [row["action"] for row in made] == ([] if closed == "m0" else ["archive"])


def test_rows_of_two_partitions_never_meet_even_if_a_decision_says_so() -> None:
    rows = gated({}, {"persona_id": "other"})
    assert proposed(rows, links([("m0", "m1")])) == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("用户吃海鲜", "用户不吃海鲜", "newer_negates"),
        ("The user eats meat", "The user does not eat meat", "newer_negates"),
        ("用户体重70公斤", "用户体重72公斤", "newer_value"),
        ("The user has 2 cats", "The user has 3 cats", "newer_value"),
        ("用户每晚服用10毫克褪黑素", "用户现在每晚服用5毫克褪黑素", "newer_value"),
        ("The user takes 10 mg a night", "The user takes 5 mg a night now", "newer_value"),
    ],
)
def test_a_changed_fact_proposes_to_end_the_older(old: str, new: str, reason: str) -> None:
    rows = gated({"content": old}, {"content": new})
    (change,) = proposed(rows, judged(rows))
    assert (change["action"], change["reason"]) == ("supersede", reason)
    assert (change["source_ids"], change["target_id"]) == (["m0"], "m1")
    assert (change["content_a"], change["content_b"]) == (old, new)
    assert change["auto_class"] is None


def test_other_facts_with_other_numbers_and_equal_times_propose_nothing() -> None:
    rows = gated({"content": "用户体重70公斤"}, {"content": "用户的跑鞋72元"})
    assert proposed(rows, judged(rows)) == []
    same_day = gated(
        {"content": "用户体重70公斤"}, {"content": "用户体重72公斤", "first_seen": day(0)}
    )
    assert proposed(same_day, judged(same_day)) == []


def test_rephrased_dated_events_wait_for_a_person() -> None:
    rows = gated(
        {"content": "用户3月5日去了牙科", "kind": "episodic"},
        {"content": "用户03月05日去了牙科。", "kind": "episodic"},
    )
    (merge,) = proposed(rows, judged(rows))
    assert (merge["action"], merge["reason"]) == ("merge", "same_dated_event")
    assert (merge["source_ids"], merge["target_id"]) == (["m1"], "m0")
    assert (merge["auto_class"], merge["veto_reason"]) == (None, "veto_temporal")
    other = rows.with_columns(content=pl.col("content").str.replace("03月05", "3月6"))
    assert proposed(other, judged(other)) == []


@pytest.mark.parametrize("mark", ["habit", "lasting_dated"])
def test_a_habit_or_lasting_fact_that_looks_one_off_is_not_archived(mark: str) -> None:
    rows = gated({"content": "用户昨天买了一台相机"})
    facts = language_facts(rows).with_columns(pl.lit(value=True).alias(mark))
    assert propose(links([]), rows, facts, ApplyParams(), **RUN).is_empty()
