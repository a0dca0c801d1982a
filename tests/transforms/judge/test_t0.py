"""T0 as a whole: survivors, symmetry, determinism, the contract, the floor."""

from __future__ import annotations

import itertools
import json

import polars as pl
import pytest

from schemas.decisions import TABLE
from tests.transforms.judge.build import EARLIER, decide, memories, recalled
from transforms.judge.facts import language_facts
from transforms.judge.params import JudgeParams
from transforms.judge.t0 import judge

TEXTS = [
    "用户养了一只柯基",
    "用户养了一只柯基，名字叫土豆",
    "用户养了1只柯基",
    "用户不养狗",
    "用户的妹妹养了一只柯基",
    "用户想养一只柯基",
    "用户养了三只柯基",
    "The user keeps bees",
    "The user keeps bees on the roof",
    "The user no longer keeps bees",
    "The user keeps bees only in summer",
    "The user is currently abroad",
]
_SIDES = {"a_subset_b": "b_subset_a", "b_subset_a": "a_subset_b"}


def all_pairs(swap: bool) -> pl.DataFrame:
    ids = [f"m{at}" for at in range(len(TEXTS))]
    pairs = [(new, old) for old, new in itertools.combinations(ids, 2)]
    return recalled(*(((old, new) if swap else (new, old)) for new, old in pairs))


def judged(pairs: pl.DataFrame) -> pl.DataFrame:
    rows = memories(TEXTS)
    return judge(pairs, language_facts(rows), rows)


def test_decisions_keep_the_contract() -> None:
    decisions = judged(all_pairs(swap=False))
    assert TABLE.conform(decisions).height == all_pairs(swap=False).height


def test_swapped_sides_give_the_same_outcome_and_survivor() -> None:
    there = judged(all_pairs(swap=False))
    back = judged(all_pairs(swap=True)).rename({"new_id": "existing_id", "existing_id": "new_id"})
    both = there.join(back, on=["new_id", "existing_id"], suffix="_back")
    assert both.height == there.height
    for column in ("outcome", "rule", "reason", "target_id"):
        assert both[column].to_list() == both[f"{column}_back"].to_list()
    mirrored = [_SIDES.get(kind, kind) for kind in both["containment_back"]]
    assert both["containment"].to_list() == mirrored


def test_order_and_size_of_the_batch_change_nothing() -> None:
    pairs = all_pairs(swap=False)
    whole = judged(pairs)
    assert judged(pairs.reverse()).equals(whole)
    parts = [judged(pairs[at : at + 7]) for at in range(0, pairs.height, 7)]
    assert pl.concat(parts).sort("new_id", "existing_id").equals(whole)


def test_the_superset_survives_whichever_came_first() -> None:
    short, long = "The user keeps bees", "The user keeps bees on the roof"
    assert decide(short, long)["target_id"] == "m1"
    assert decide(long, short)["target_id"] == "m0"


def test_of_equivalent_facts_the_earlier_survives_then_the_smaller_id() -> None:
    texts = ["用户有三只猫", "用户有3只猫"]
    assert decide(*texts)["target_id"] == "m0"
    assert decide(*texts)["containment"] == "both"
    rows = memories(texts, [{"memory_id": "z"}, {"memory_id": "b", "first_seen": EARLIER}])
    found = judge(recalled(("z", "b")), language_facts(rows), rows)
    assert found["target_id"].to_list() == ["b"]


def test_only_a_merge_has_a_target() -> None:
    decisions = judged(all_pairs(swap=False))
    merged = decisions["outcome"] == "merge"
    assert merged.sum() >= 3
    assert decisions["target_id"].is_not_null().equals(merged)


def test_evidence_has_codes_and_no_text() -> None:
    found = decide("用户有三只猫和两只狗", "用户有三只猫")
    assert found["evidence"] == ["numbers_a=1", "numbers_b=2"]
    decisions = judged(all_pairs(swap=False))
    for line in decisions["evidence"].explode(empty_as_null=False).to_list():
        assert line.isascii()


def test_the_floor_only_keeps_pairs_from_the_model() -> None:
    texts = ("用户喜欢钓鱼", "用户在银行工作")
    assert decide(*texts, similarity=0.05)["reason"] == "below_t1_floor"
    assert decide(*texts, similarity=0.05, params=JudgeParams(t1_floor=0.0))["outcome"] == "gray"
    assert decide("用户有三只猫", "用户有3只猫", similarity=0.0)["outcome"] == "merge"


def test_a_literal_pair_with_a_date_is_left_to_the_id() -> None:
    assert decide("The user flew on 9 May", "The user flew on 9 May.")["reason"] == "veto_temporal"


def test_the_hard_gate_decides_in_its_order() -> None:
    rows = memories(
        ["用户喜欢猫", "用户喜欢猫"],
        [{"scope": "project", "project_id": "x"}, {"persona_id": "coach", "restricted": True}],
    )
    found = judge(recalled(("m1", "m0")), language_facts(rows), rows)
    assert found["reason"].to_list() == ["veto_scope"]


def test_no_pairs() -> None:
    rows = memories(["用户喜欢猫"])
    empty = recalled(("m0", "m0")).clear()
    found = judge(empty, language_facts(rows), rows)
    assert found.schema == TABLE.dtypes
    assert found.is_empty()


@pytest.mark.parametrize("evidence", ["similarity"])
def test_similarity_changes_no_merge_and_no_veto(evidence: str) -> None:
    rows = memories(TEXTS)
    facts = language_facts(rows)
    pairs = all_pairs(swap=False)
    by_value = [
        judge(pairs.with_columns(pl.lit(value).alias(evidence)), facts, rows, JudgeParams())
        for value in (0.3, 1.0)
    ]
    assert by_value[0].drop(evidence).equals(by_value[1].drop(evidence))
    assert json.dumps(by_value[0]["outcome"].unique().sort().to_list())
