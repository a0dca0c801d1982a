"""The pass over a frame: what a usual memory reaches, in both languages, and what never does."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from schemas.scores import DIMENSIONS
from tests.transforms.scoring.build import NOW, as_of_frame, fact_frame, statement_frame
from transforms.gate import GateParams, gate
from transforms.scoring import Dimension, dimensions, register
from transforms.scoring.importance import ImportanceParams
from transforms.scoring.score import ScoreParams, score
from transforms.scoring.total import TotalParams

DAY = timedelta(days=1)


def score_one(statement=None, facts=None, as_of=NOW, params=None):
    """The scored row of the good persona fact, changed as told."""
    statements, language = statement_frame(statement or {}), fact_frame(facts or {})
    return score(statements, language, params or ScoreParams(), as_of_frame(as_of)).row(
        0, named=True
    )


@pytest.mark.parametrize("priority", [60, 70, 85, 100])
@pytest.mark.parametrize(
    ("content", "terms"),
    [
        ("我住杭州", ["住", "杭州"]),
        ("用户吃素", ["吃素"]),
        ("用户（小李）对花生过敏", ["花生", "过敏"]),
        ("User lives in Oslo", ["live", "oslo"]),
        ("User (Li) is allergic to peanuts", ["allergic", "peanut"]),
    ],
)
def test_usual_persona_facts_reach_the_line(priority, content, terms):
    row = score_one({"content": content, "priority": priority}, {"terms": terms, "specific": 0})
    assert row["total_tenths"] >= 70


def test_every_value_has_a_reason_with_its_figures():
    row = score_one({"grounding": 0.916, "user_sources": 2, "mention_count": 2})
    assert {name: row[f"{name}_reason"] for name in DIMENSIONS} == {
        "importance": "priority=70 mentions=2 term=no limit=no",
        "novelty": "new=2 terms=2",
        "relevance": "kind=persona subject=user user_stated=2 act=no",
        "credibility": "grounding=0.92 user_stated=2 hedge=no subject=user",
        "granularity": "terms=2 specific=1 vague=no",
        "timeliness": "holds=lasting end=none",
    }
    assert [row[name] for name in DIMENSIONS] == [8, 10, 10, 10, 7, 9]
    assert row["raw_tenths"] == 3 * 8 + 10 + 2 * 10 + 2 * 10 + 7 + 9


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ({"priority": -1}, 10),
        ({"priority": 100}, 10),
        ({"priority": 69}, 6),
        ({"priority": 49}, 1),
        ({"priority": 49, "kind": "instruction"}, 4),
        ({"priority": 0}, 0),
        ({"priority": None}, 0),
        ({"priority": 100, "mention_count": 9}, 10),
        ({"priority": 70, "mention_count": 3}, 8),
    ],
)
def test_importance_takes_in_the_priority(statement, value):
    assert score_one(statement)["importance"] == value


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ({}, 10),
        ({"kind": "episodic"}, 8),
        ({"kind": None}, 8),
        ({"subject": "none"}, 8),
        ({"subject": None}, 8),
        ({"subject": "other"}, 2),
        ({"subject": "ai"}, 2),
        ({"subject": "ai", "kind": "instruction"}, 10),
        ({"user_sources": 0}, 6),
        ({"subject": "other", "user_sources": 0}, 0),
    ],
)
def test_relevance(statement, value):
    assert score_one(statement)["relevance"] == value


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ({"grounding": 0.8}, 9),
        ({"grounding": 0.79}, 8),
        ({"grounding": 0.2}, 4),
        ({"grounding": 0.1}, 2),
        ({"grounding": None}, 2),
        ({"grounding": float("nan")}, 2),
        ({"user_sources": 0}, 4),
        ({"user_sources": 5}, 10),
        ({"hedged": True}, 4),
        ({"hedged": True, "user_sources": 5}, 5),
        ({"subject": "other"}, 7),
    ],
)
def test_credibility(statement, value):
    assert score_one(statement)["credibility"] == value


@pytest.mark.parametrize(
    ("terms", "specific", "value"),
    [(0, 0, 0), (1, 0, 4), (2, 0, 6), (3, 1, 8), (12, 5, 9), (41, 5, 7)],
)
def test_granularity_counts_terms_not_characters(terms, specific, value):
    facts = {"terms": [f"t{i}" for i in range(terms)], "specific": specific}
    assert score_one({}, facts)["granularity"] == value


@pytest.mark.parametrize(
    ("statement", "facts", "holds"),
    [
        ({}, {}, "lasting"),
        ({}, {"habit": True, "has_term": True}, "habit"),
        ({}, {"lasting_dated": True, "one_off": True}, "dated_fact"),
        ({}, {"one_off": True}, "one_off"),
        ({}, {"has_term": True}, "term"),
        ({"last_seen": NOW - 91 * DAY}, {"has_term": True}, "expired"),
        ({"last_seen": None}, {"has_term": True}, "term"),
        ({"activity_end": NOW - DAY}, {"has_term": True}, "expired"),
        ({"kind": "episodic", "activity_end": NOW + DAY}, {}, "ahead"),
        ({"kind": "episodic", "activity_end": NOW - 90 * DAY}, {}, "recent"),
        ({"kind": "episodic", "activity_start": NOW - 91 * DAY}, {}, "past"),
        ({"kind": "episodic"}, {}, "undated"),
        ({"content": "用户向AI打招呼"}, {}, "passing"),
    ],
)
def test_timeliness_is_judged_by_the_owners_newest_message(statement, facts, holds):
    assert score_one(statement, facts)["timeliness_reason"].startswith(f"holds={holds} ")


def test_an_owner_without_times_has_nothing_ahead_or_past():
    event = {"kind": "episodic", "activity_end": NOW}
    assert score_one(event, as_of=None)["timeliness_reason"] == "holds=undated end=2024-06-01"
    assert score_one({}, {"has_term": True}, as_of=None)["timeliness"] == 4


@pytest.mark.parametrize("lack", [{"grounding": 0.19}, {"grounding": None}, {"user_sources": 0}])
@pytest.mark.parametrize("priority", [-1, 100])
def test_what_the_user_never_said_does_not_reach_the_line(lack, priority):
    row = score_one({"priority": priority, "mention_count": 5, **lack})
    assert row["importance_reason"].endswith("limit=unfounded")
    assert row["total_tenths"] < 70


best = st.fixed_dictionaries(
    {
        "priority": st.integers(-1, 100),
        "mention_count": st.integers(1, 9),
        "user_sources": st.integers(0, 9),
        "grounding": st.floats(0, 1),
        "kind": st.sampled_from(["persona", "episodic", "instruction"]),
    }
)


@settings(max_examples=60, deadline=None)
@given(best, st.booleans(), st.integers(0, 9))
def test_hedged_statements_never_reach_the_line_by_themselves(statement, habit, specific):
    row = score_one({**statement, "hedged": True}, {"habit": habit, "specific": specific})
    assert row["total_tenths"] < 70
    assert row["credibility"] <= 5


@settings(max_examples=60, deadline=None)
@given(
    best,
    st.sampled_from(
        [
            "用户喜欢某些东西",
            "用户心情很好",
            "User likes something",
            "User wants stuff",
            "User feels tired today",
        ]
    ),
)
def test_vague_and_momentary_statements_never_reach_the_line_by_themselves(statement, content):
    row = score_one({**statement, "content": content}, {"specific": 0})
    assert row["total_tenths"] < 70


@pytest.mark.parametrize(
    "content",
    [
        "用户（小李）询问明天的天气",
        "用户向AI道谢",
        "用户和助手打了招呼",
        "User asked the assistant to translate a sentence",
        "User (Li) asked how to boil eggs",
        "The user thanked the AI",
        "User said hello",
    ],
)
def test_acts_of_the_chat_are_no_facts_about_the_user(content):
    row = score_one({"content": content, "priority": 100, "kind": "episodic"})
    assert row["relevance"] == 2
    assert row["total_tenths"] < 70


@pytest.mark.parametrize(
    "content",
    [
        "用户说他对核桃过敏",
        "用户每天问候父母",
        "User says they are allergic to walnuts",
        "User asked their manager for a transfer to Oslo",
        "用户喜欢心情好的时候写诗",
        "User is happy living in Oslo",
        "用户做事情一丝不苟",
        "用户喜欢这个季节的龙井茶",
    ],
)
def test_facts_that_only_look_like_small_talk_pass(content):
    terms = {"terms": ["甲", "乙", "丙", "丁"], "specific": 0}
    assert score_one({"content": content}, terms)["total_tenths"] >= 70


@pytest.mark.parametrize(
    "content",
    ["User works in IT", "用户会弹吉他和其它乐器", "用户对某些海鲜过敏", "用户喜欢安静的地方"],
)
def test_filler_words_inside_other_words_are_not_vague(content):
    row = score_one({"content": content}, {"specific": 0})
    assert row["granularity_reason"].endswith("vague=no")


@pytest.mark.parametrize(
    "content", ["用户要求AI今后用中文回答", "User asked the AI to answer in French"]
)
def test_an_instruction_that_asks_the_assistant_is_no_chat_act(content):
    row = score_one({"content": content, "kind": "instruction", "priority": 90})
    assert row["total_tenths"] >= 70


def test_an_explicit_instruction_is_forced_unless_declined():
    trifle = {"priority": 0, "grounding": 0.0, "explicit": True}
    row = score_one(trifle)
    assert row["forced"]
    assert row["total_tenths"] == 80 > row["raw_tenths"]
    declined = score_one({**trifle, "declined": True})
    assert not declined["forced"]
    assert declined["total_tenths"] == declined["raw_tenths"]


def test_score_writes_what_the_gate_accepts():
    statements = statement_frame(
        {"memory_id": "a"}, {"memory_id": "b", "priority": 5}, {"memory_id": "c", "explicit": True}
    )
    facts = fact_frame(*({"memory_id": m} for m in "abc"))
    gated = gate(score(statements, facts, ScoreParams(), as_of_frame()), GateParams())
    assert gated["reason"].to_list() == [None, "below_threshold", None]


def test_rows_and_their_order_are_kept_and_partitions_do_not_meet():
    said = [
        {"memory_id": "c", "first_seen": NOW},
        {"memory_id": "a", "first_seen": NOW - DAY},
        {"memory_id": "b", "owner_id": "li", "first_seen": NOW + DAY},
    ]
    facts = fact_frame(*({"memory_id": m} for m in "abcd"))
    together = score(statement_frame(*said), facts, ScoreParams(), as_of_frame())
    assert together["memory_id"].to_list() == ["c", "a", "b"]
    assert together["novelty"].to_list() == [0, 10, 10]
    reversed_ = score(statement_frame(*said[::-1]), facts, ScoreParams(), as_of_frame())
    assert_frame_equal(together, reversed_.reverse())
    alone = score(statement_frame(said[2]), facts, ScoreParams(), as_of_frame())
    assert_frame_equal(together.filter(pl.col("owner_id") == "li"), alone)


def test_a_statement_without_facts_is_an_error_not_a_low_score():
    with pytest.raises(ValueError, match="1 statements have no language facts"):
        score(statement_frame({}), fact_frame({"memory_id": "x"}), ScoreParams(), as_of_frame())


def test_an_empty_frame_is_scored():
    empty = statement_frame({}).clear()
    assert score(empty, fact_frame({}).clear(), ScoreParams(), as_of_frame()).is_empty()


def test_params_of_a_dimension_replace_its_defaults():
    strict = ScoreParams(tuned=(ImportanceParams(repeated=5),))
    assert score_one({"mention_count": 3}, params=strict)["importance"] == 7
    assert score_one({"mention_count": 5}, params=strict)["importance"] == 8


def test_weights_must_add_up_to_ten():
    with pytest.raises(ValueError, match="add up to 10"):
        TotalParams(importance=4)
    flat = replace(TotalParams(), importance=2, novelty=2)
    row = score_one(params=ScoreParams(total=flat))
    assert row["raw_tenths"] == 2 * 7 + 2 * 10 + 2 * 10 + 2 * 9 + 7 + 9


def test_there_are_exactly_six_dimensions():
    assert [dimension.name for dimension in dimensions()] == list(DIMENSIONS)
    for name in ("novelty", "beauty"):
        with pytest.raises(ValueError, match=name):
            register(Dimension(name, "美", ImportanceParams, dimensions()[0].points))
