"""Settling: chains, people's verdicts, switches, restricted rows, and invariants on any input."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.candidates import STATUSES
from schemas.candidates import TABLE as CANDIDATES
from tests.transforms.gated import (
    day,
    decided,
    gated,
    links,
    survivors,
    tidy,
    verdict,
    verdicts,
)
from transforms.apply import ApplyParams
from transforms.memories import consolidate

ONE_OFF = "用户昨天买了一台相机"


def numbered(count: int, **columns: Any) -> pl.DataFrame:
    """Rows m0, m1, ... without a fact in common."""
    return gated(*(columns for _ in range(count)))


def shown(candidates: pl.DataFrame) -> dict[tuple[str, str], tuple[str | None, str, bool]]:
    """(action, source) -> (target, status, auto)."""
    columns = candidates.select("action", "source_ids", "target_id", "status", "auto").iter_rows()
    return {(act, source): (to, status, auto) for act, (source,), to, status, auto in columns}


def test_a_chain_of_seven_with_direct_decisions_goes_into_its_end() -> None:
    pairs = [(f"m{low}", f"m{high}") for low in range(7) for high in range(low + 1, 7)]
    candidates, memories = tidy(numbered(7), links(pairs))
    assert survivors(memories) == {**{f"m{row}": "m6" for row in range(6)}, "m6": None}
    assert candidates["status"].unique().to_list() == ["applied"]
    (end,) = memories.filter(pl.col("status") == "active").to_dicts()
    assert end["content"] == "The user owns item 6"
    assert end["absorbed"] == [f"m{row}" for row in range(6)]
    assert end["sources"] == [f"s-m{row}" for row in range(7)]
    assert (end["mention_count"], end["first_seen"], end["last_seen"]) == (7, day(0), day(6))


def test_a_chain_without_the_direct_decision_stops() -> None:
    candidates, memories = tidy(numbered(3), links([("m0", "m1"), ("m1", "m2")]))
    assert survivors(memories) == {"m0": None, "m1": "m2", "m2": None}
    assert shown(candidates)["merge", "m0"] == ("m1", "pending", False)


def test_the_next_best_target_is_taken_with_the_evidence_of_that_pair() -> None:
    rows = gated(
        {"content": "用户喜欢猫"}, {"content": "用户喜欢猫和狗"}, {"content": "用户喜欢猫和狗和鸟"}
    )
    decisions = pl.concat(
        [links([("m0", "m1"), ("m1", "m2")]), links([("m0", "m2")], similarity=0.4)]
    )
    candidates, _ = tidy(rows, decisions)
    assert shown(candidates)["merge", "m0"] == ("m2", "applied", True)
    (row,) = candidates.filter(pl.col("source_ids").list.first() == "m0").to_dicts()
    assert (row["similarity"], row["merged_content"]) == (0.4, "用户喜欢猫和狗和鸟")
    assert row["containment_evidence"] == ["missing_in_a: 狗", "missing_in_a: 鸟"]
    assert row["run_id"] == "run-1"


@pytest.mark.parametrize(
    ("params", "applied"),
    [
        (ApplyParams(), {"m0", "m2", "m4"}),
        (ApplyParams(enabled=False), set()),
        (ApplyParams(auto=("equivalent", "one_off")), {"m2", "m4"}),
        (ApplyParams(auto=("contained",)), {"m0"}),
    ],
)
def test_the_switches(params: ApplyParams, applied: set[str]) -> None:
    rows = gated({}, {}, {}, {}, {"content": ONE_OFF})
    decisions = pl.concat(
        [links([("m0", "m1")]), links([("m2", "m3")], containment="both", similarity=0.96)]
    )
    candidates, _ = tidy(rows, decisions, params=params)
    done = candidates.filter(pl.col("status") == "applied")
    assert set(done["source_ids"].list.first()) == applied
    assert candidates.height == 3


def test_reclassify_and_supersede_are_never_applied_by_themselves() -> None:
    rows = gated(
        {"content": "The user eats meat"},
        {"content": "The user does not eat meat"},
        {"kind": "instruction"},
        {},
    )
    conflict = decided(
        {"new_id": "m1", "existing_id": "m0", "outcome": "veto", "reason": "veto_conflict"}
    )
    every = ApplyParams(auto=("equivalent", "contained", "t1", "one_off", "supersede"))
    candidates, memories = tidy(rows, pl.concat([conflict, links([("m2", "m3")])]), params=every)
    assert shown(candidates)["supersede", "m0"] == ("m1", "pending", False)
    assert shown(candidates)["reclassify", "m2"] == (None, "pending", False)
    assert survivors(memories)["m0"] is None


@pytest.mark.parametrize("closed", ["m0", "m1"])
def test_a_restricted_row_is_never_merged_even_if_a_person_approves(closed: str) -> None:
    rows = numbered(2).with_columns(restricted=pl.col("memory_id") == closed)
    approved = verdicts(verdict(1, "approve", "m0", "m1"))
    candidates, memories = tidy(rows, links([("m0", "m1")]), approved)
    assert candidates.is_empty()
    assert memories["status"].unique().to_list() == ["active"]


@pytest.mark.parametrize(("decision", "status"), [("reject", "rejected"), ("revert", "reverted")])
def test_a_refused_merge_is_not_applied_nor_any_other_of_its_row(
    decision: str, status: str
) -> None:
    refused = verdicts(verdict(1, decision, "m0", "m1"))
    decisions = links([("m0", "m1"), ("m0", "m2")])
    candidates, memories = tidy(numbered(3), decisions, refused)
    assert shown(candidates) == {("merge", "m0"): ("m1", status, False)}
    assert survivors(memories)["m0"] is None
    cleared = verdicts(verdict(1, decision, "m0", "m1"), verdict(2, "clear", "m0", "m1"))
    candidates, memories = tidy(numbered(3), decisions, cleared)
    assert shown(candidates) == {("merge", "m0"): ("m1", "applied", True)}


def test_a_row_with_a_refused_merge_still_takes_others_in() -> None:
    refused = verdicts(verdict(1, "reject", "m0", "m1"))
    decisions = links([("m0", "m1"), ("m0", "m2"), ("m3", "m0")])
    _, memories = tidy(numbered(4), decisions, refused)
    assert survivors(memories) == {"m0": None, "m1": None, "m2": None, "m3": "m0"}


def test_a_row_that_a_person_made_a_survivor_stays() -> None:
    approved = verdicts(verdict(1, "approve", "m0", "m1"))
    candidates, memories = tidy(numbered(3), links([("m0", "m1"), ("m1", "m2")]), approved)
    assert survivors(memories) == {"m0": "m1", "m1": None, "m2": None}
    assert shown(candidates)["merge", "m1"] == ("m2", "pending", False)


def test_the_newest_verdict_counts() -> None:
    both = verdicts(verdict(2, "approve", "m0", "m1"), verdict(1, "reject", "m0", "m1"))
    candidates, _ = tidy(numbered(2), links([("m0", "m1")]), both)
    assert shown(candidates)["merge", "m0"] == ("m1", "applied", False)


def test_an_approval_wins_over_the_switch_and_over_better_targets() -> None:
    decisions = pl.concat([links([("m0", "m1")]), links([("m0", "m2")], similarity=0.1)])
    approved = verdicts(verdict(1, "approve", "m0", "m2"))
    for params in (ApplyParams(), ApplyParams(enabled=False)):
        candidates, memories = tidy(numbered(3), decisions, approved, params)
        assert shown(candidates) == {("merge", "m0"): ("m2", "applied", False)}
        assert survivors(memories)["m0"] == "m2"


def test_an_approval_holds_when_the_rules_propose_it_no_more() -> None:
    approved = verdicts(verdict(1, "approve", "m0", "m1"))
    candidates, memories = tidy(numbered(2), links([]), approved)
    assert shown(candidates) == {("merge", "m0"): ("m1", "applied", False)}
    assert survivors(memories)["m0"] == "m1"


def test_approvals_that_form_a_ring_stop_before_it_closes() -> None:
    ring = verdicts(
        verdict(1, "approve", "m0", "m1"),
        verdict(2, "approve", "m1", "m2"),
        verdict(3, "approve", "m2", "m0"),
    )
    candidates, memories = tidy(numbered(3), links([]), ring)
    assert survivors(memories) == {"m0": "m2", "m1": "m2", "m2": None}
    assert shown(candidates)["merge", "m2"] == ("m0", "pending", False)


def test_an_approved_supersede_ends_the_older_row() -> None:
    rows = gated({"content": "The user eats meat"}, {"content": "The user does not eat meat"})
    conflict = decided(
        {"new_id": "m1", "existing_id": "m0", "outcome": "veto", "reason": "veto_conflict"}
    )
    approved = verdicts(verdict(1, "approve", "m0", "m1", action="supersede"))
    _, memories = tidy(rows, conflict, approved)
    old, new = memories.to_dicts()
    assert (old["status"], old["survivor_id"], old["valid_to"]) == ("superseded", "m1", day(1))
    assert (new["status"], new["absorbed"], new["sources"]) == ("active", [], ["s-m1"])


def test_a_pair_judged_in_an_earlier_wording_waits_for_a_person() -> None:
    earlier = verdict(
        1, "reject", "old-0", "old-1", source_messages=["s-m1"], target_messages=["s-m0"]
    )
    candidates, _ = tidy(numbered(2), links([("m0", "m1")]), verdicts(earlier))
    assert shown(candidates)["merge", "m0"] == ("m1", "pending", False)
    candidates, _ = tidy(numbered(3), links([("m0", "m2")]), verdicts(earlier))
    assert shown(candidates)["merge", "m0"] == ("m2", "applied", True)


def test_an_archived_row_takes_nothing_in() -> None:
    rows = gated({}, {"content": ONE_OFF})
    candidates, memories = tidy(rows, links([("m0", "m1")]))
    assert shown(candidates) == {
        ("archive", "m1"): (None, "applied", True),
        ("merge", "m0"): ("m1", "pending", False),
    }
    assert memories["status"].to_list() == ["active", "archived"]
    assert memories["status_reason"].to_list() == [None, "one_off_event"]


def test_what_can_no_longer_happen_is_superseded() -> None:
    rows = gated({"content": ONE_OFF}, {})
    candidates, _ = tidy(rows, links([("m0", "m1")]))
    assert shown(candidates)["merge", "m0"] == ("m1", "superseded", False)


def test_a_key_keeps_its_first_run_and_what_is_proposed_no_more_is_superseded() -> None:
    rows = numbered(4)
    first, _ = tidy(rows, links([("m0", "m1"), ("m2", "m3")]))
    earlier = first.with_columns(run_id=pl.lit("run-0"), created_at=day(1))
    second, _ = tidy(rows, links([("m0", "m1")]), previous=earlier)
    assert second["run_id"].to_list() == ["run-0", "run-0"]
    assert second["created_at"].unique().to_list() == [day(1)]
    assert shown(second) == {
        ("merge", "m0"): ("m1", "applied", True),
        ("merge", "m2"): ("m3", "superseded", False),
    }
    third, _ = tidy(rows, links([("m0", "m1"), ("m2", "m3")]), previous=second)
    assert shown(third) == shown(first)


_NAMES = st.sampled_from([f"m{row}" for row in range(8)])
_PAIR = st.tuples(_NAMES, _NAMES).filter(lambda pair: pair[0] != pair[1])
_DECISION = st.fixed_dictionaries(
    {
        "pair": _PAIR,
        "kept": st.booleans(),
        "similarity": st.sampled_from([0.3, 0.5, 0.96]),
        "containment": st.sampled_from(["both", "a_subset_b", "b_subset_a"]),
    }
)
_VERDICT = st.tuples(
    st.sampled_from(["approve", "reject", "revert", "clear"]),
    _PAIR,
    st.sampled_from(["merge", "supersede", "archive"]),
)


@settings(max_examples=15, deadline=None)
@given(
    made=st.lists(_DECISION, max_size=14, unique_by=lambda item: frozenset(item["pair"])),
    judged=st.lists(_VERDICT, max_size=5),
    closed=st.sets(_NAMES, max_size=2),
    one_off=st.sets(_NAMES, max_size=2),
    seed=st.integers(0, 10**6),
)
def test_invariants(
    made: list[dict[str, Any]],
    judged: list[tuple[str, tuple[str, str], str]],
    closed: set[str],
    one_off: set[str],
    seed: int,
) -> None:
    rows = numbered(8).with_columns(
        restricted=pl.col("memory_id").is_in(list(closed)),
        content=pl.when(pl.col("memory_id").is_in(list(one_off)))
        .then(pl.format("用户昨天买了第{}台相机", pl.col("memory_id")))
        .otherwise("content"),
    )
    decisions = decided(
        *(
            {
                "new_id": item["pair"][0],
                "existing_id": item["pair"][1],
                "target_id": item["pair"][item["kept"]],
                "similarity": item["similarity"],
                "containment": item["containment"],
            }
            for item in made
        )
    )
    given_verdicts = verdicts(
        *(
            verdict(place, decision, source, None if action == "archive" else to, action=action)
            for place, (decision, (source, to), action) in enumerate(judged)
        )
    )
    candidates, memories = tidy(rows, decisions, given_verdicts)

    # nothing is lost and every text is what it was
    assert memories.select("memory_id", "content").equals(rows.select("memory_id", "content"))
    assert set(candidates["status"]) <= set(STATUSES)
    pointers, status = survivors(memories), dict(memories.select("memory_id", "status").iter_rows())
    for row in memories.to_dicts():
        # a merged row points to one survivor, whose chain has ended, and is listed there
        if row["status"] == "merged":
            assert status[pointers[row["memory_id"]]] != "merged"
            assert (
                row["memory_id"]
                in memories.filter(pl.col("memory_id") == row["survivor_id"])["absorbed"].item()
            )
        for guest in row["absorbed"]:
            assert pointers[guest] == row["memory_id"]
        members = {row["memory_id"], *row["absorbed"]}
        assert set(row["sources"]) == {f"s-{member}" for member in members}
        assert row["mention_count"] == len(members)
        if row["restricted"]:
            assert (row["status"], row["absorbed"]) == ("active", [])
    assert memories["absorbed"].list.len().sum() == list(status.values()).count("merged")

    # what was applied by itself rests on a direct decision, into a row that stays
    direct = {tuple(sorted(pair)) for pair in decisions.select("new_id", "existing_id").iter_rows()}
    for (action, source), (target, state, auto) in shown(candidates).items():
        if auto and action == "merge":
            assert tuple(sorted((source, target))) in direct
            assert pointers[source] == target
        if state in ("rejected", "reverted"):
            assert not auto

    # the order of the input changes nothing, and running again changes nothing
    turned = tidy(
        rows.sample(fraction=1.0, shuffle=True, seed=seed),
        decisions.sample(fraction=1.0, shuffle=True, seed=seed),
        given_verdicts.sample(fraction=1.0, shuffle=True, seed=seed),
    )
    assert turned[0].equals(candidates)
    assert turned[1].equals(memories)
    again, same = tidy(rows, decisions, given_verdicts, previous=candidates)
    assert again.equals(candidates)
    assert same.equals(memories)


def test_no_rows_and_no_decisions_give_nothing() -> None:
    candidates, memories = tidy(gated().clear(), links([]))
    assert candidates.is_empty()
    assert memories.is_empty()
    assert consolidate(numbered(2), CANDIDATES.empty())["status"].to_list() == ["active", "active"]
