"""Equal claims become one statement, whatever the order and the nights they came in."""

from __future__ import annotations

from datetime import timedelta

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from tests.transforms.scoring.build import NOW, claim_frame
from transforms.statements import statements

DAY = timedelta(days=1)


def test_the_earliest_claim_gives_the_text_and_unknown_times_come_last():
    claims = claim_frame(
        {"claim_id": "a", "first_at": None, "last_at": None, "content": "用户住在杭州。"},
        {"claim_id": "b", "content": "用户住在杭州", "kind": "episodic"},
        {"claim_id": "c", "first_at": NOW + DAY, "content": "用户住在 杭州"},
    )
    row = statements(claims).row(0, named=True)
    assert (row["content"], row["kind"]) == ("用户住在杭州", "episodic")
    assert (row["first_seen"], row["last_seen"]) == (NOW, NOW)


def test_without_any_time_the_smallest_claim_id_speaks():
    claims = claim_frame(
        {"claim_id": "b", "first_at": None, "last_at": None, "content": "User lives in Oslo."},
        {"claim_id": "a", "first_at": None, "last_at": None, "content": "User lives in Oslo"},
    )
    row = statements(claims).row(0, named=True)
    assert row["content"] == "User lives in Oslo"
    assert row["first_seen"] is None


@pytest.mark.parametrize(
    ("given_priorities", "joined"),
    [([60, 80], 80), ([100, -1], -1), ([-1, -1], -1), ([None, 0], 0), ([None], None)],
)
def test_the_strictest_priority_counts_highest(given_priorities, joined):
    rows = [{"claim_id": f"c{i}", "priority": p} for i, p in enumerate(given_priorities)]
    assert statements(claim_frame(*rows))["priority"].to_list() == [joined]


def test_sources_are_joined_in_time_without_repetition():
    claims = claim_frame(
        {"claim_id": "late", "first_at": NOW + DAY, "sources": ["k2", "k9"], "window_id": "w2"},
        {"claim_id": "early", "sources": ["k7", "k2"], "user_sources": 2},
        {"claim_id": "none", "sources": [], "user_sources": 0},
    )
    assert statements(claims)["sources"].to_list() == [["k7", "k2", "k9"]]


def test_user_messages_are_counted_once_per_window():
    claims = claim_frame(
        {"claim_id": "a", "window_id": "w1", "sources": ["k1", "k2"], "user_sources": 2},
        {"claim_id": "b", "window_id": "w1", "sources": ["k1"], "user_sources": 1},
        {"claim_id": "c", "window_id": "w2", "sources": ["k3"], "user_sources": 1},
    )
    row = statements(claims).row(0, named=True)
    assert (row["user_sources"], row["mention_count"]) == (3, 2)


def test_parts_of_one_message_in_two_windows_are_one_message():
    claims = claim_frame({"claim_id": "a", "window_id": "w1"}, {"claim_id": "b", "window_id": "w2"})
    row = statements(claims).row(0, named=True)
    assert (row["user_sources"], row["mention_count"]) == (1, 2)


def test_flags_and_grounding():
    claims = claim_frame(
        {"claim_id": "a", "grounding": 0.4, "hedged": True, "restricted": True},
        {"claim_id": "b", "grounding": 0.8, "explicit": True},
    )
    row = statements(claims).row(0, named=True)
    assert row["grounding"] == 0.8
    assert (row["hedged"], row["explicit"], row["restricted"]) == (False, True, True)
    assert statements(claims.filter(pl.col("claim_id") == "a"))["hedged"].to_list() == [True]


def test_rejected_claims_state_nothing():
    rejected = claim_frame({"status": "rejected", "reason": "ungrounded"})
    assert statements(rejected).is_empty()
    assert statements(rejected).columns == statements(claim_frame({})).columns


@pytest.mark.parametrize(
    ("asked_at", "declined"),
    [(None, True), (NOW, True), (NOW + DAY, True), (NOW + 2 * DAY, False)],
)
def test_a_refusal_stands_until_the_user_asks_to_remember_it_later(asked_at, declined):
    claims = claim_frame(
        {"claim_id": "a", "explicit": asked_at is not None, "last_at": asked_at or NOW},
        {
            "claim_id": "b",
            "status": "rejected",
            "reason": "user_declined",
            "last_at": NOW + DAY,
        },
    )
    assert statements(claims)["declined"].to_list() == [declined]


def test_partitions_stay_apart_and_the_order_is_the_order_of_telling():
    claims = claim_frame(
        {"claim_id": "a", "memory_id": "z", "owner_id": "li", "bucket": 5},
        {"claim_id": "b", "memory_id": "y"},
        {"claim_id": "c", "memory_id": "x", "first_at": None},
        {"claim_id": "d", "memory_id": "w", "first_at": NOW - DAY},
    )
    joined = statements(claims)
    assert joined["memory_id"].to_list() == ["z", "w", "y", "x"]
    assert joined["bucket"].to_list() == [5, 3, 3, 3]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_neither_order_nor_nights_change_the_statements(data):
    rows = [
        {
            "claim_id": f"c{i}",
            "memory_id": data.draw(st.sampled_from("mno")),
            "window_id": data.draw(st.sampled_from(["w1", "w2", "w3"])),
            "first_at": data.draw(st.sampled_from([None, NOW, NOW + DAY])),
            "sources": data.draw(st.lists(st.sampled_from("abcd"), max_size=3)),
            "priority": data.draw(st.integers(-1, 100)),
            "grounding": data.draw(st.sampled_from([0.3, 0.7, 1.0])),
            "hedged": data.draw(st.booleans()),
        }
        for i in range(data.draw(st.integers(1, 8)))
    ]
    claims = claim_frame(*rows)
    shuffled = claim_frame(*data.draw(st.permutations(rows)))
    assert_frame_equal(statements(claims), statements(shuffled))
