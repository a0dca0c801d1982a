"""Every item of a live reply becomes a claim with its place, sources and partition."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from schemas.claims import TABLE as CLAIMS
from schemas.scenes import TABLE as SCENES
from tests.transforms.extraction.build import (
    NOON,
    judged,
    memory,
    messages,
    reply,
    scene,
    window,
)
from transforms.extraction.claims import ClaimParams, claims
from transforms.ids import content_id
from transforms.text.identity import identity_text

TALK = messages(
    ("user", "我住杭州，对核桃过敏。"),
    ("assistant", "需要我推荐无坚果的餐厅吗？"),
    ("user", "好的，以后都推荐无坚果的餐厅"),
)
WINDOW = window(TALK, "zh")
MEMORIES = (
    memory("用户住在杭州"),
    memory("用户要求 AI 以后推荐无坚果的餐厅", "instruction", ["m3"]),
    memory("用户喜欢[姓名]"),
)


def made(text=None, windows=WINDOW, talk=TALK, params=None, **fields):
    return claims(reply(text or scene(*MEMORIES), **fields), windows, talk, {}, params)


def test_both_frames_conform():
    scenes, found = made()
    assert_frame_equal(scenes, SCENES.conform(scenes))
    assert_frame_equal(found, CLAIMS.conform(found))


def test_accepted_and_rejected_are_all_there():
    found = made()[1].sort("ordinal")
    assert found["status"].to_list() == ["accepted", "accepted", "rejected"]
    assert found["reason"].to_list() == [None, None, "placeholder"]
    assert (found["status"] == "accepted").equals(found["reason"].is_null())


def test_persona_claims_are_global_and_the_others_stay():
    found = made()[1].sort("ordinal")
    assert found["scope"].to_list() == ["global", "project", "global"]
    assert found["project_id"].to_list() == ["", "p", ""]
    kept = made(params=ClaimParams(persona_to_global=False))[1]
    assert set(kept["scope"]) == {"project"}


def test_ids_follow_from_partition_and_identity_text():
    first = made()[1].sort("ordinal").row(0, named=True)
    place = ("me", "default", "global", "")
    assert first["memory_id"] == content_id(*place, identity_text("用户住在杭州"))
    assert first["claim_id"] == content_id("q", "0")
    again = judged(TALK, "zh", memory("用户住在杭州。"))["memory_id"][0]
    assert again == first["memory_id"]


def test_sources_are_message_keys_in_order_of_time():
    (item,) = judged(TALK, "zh", memory("用户住在杭州", sources=["m3", "m1"])).iter_rows(named=True)
    assert item["sources"] == ["k0", "k2"]
    assert item["user_sources"] == 2
    assert (item["first_at"], item["last_at"]) == (NOON, NOON.replace(minute=2))


def test_parts_of_one_message_are_one_source():
    parts = [
        {"message_key": "k0", "part": 0, "start": 0, "stop": 5},
        {"message_key": "k0", "part": 1, "start": 5, "stop": 11},
    ]
    cited = scene(memory("用户住在杭州，对核桃过敏", sources=["m1", "m2"]))
    (item,) = made(cited, window(TALK, "zh", new=parts))[1].iter_rows(named=True)
    assert (item["sources"], item["user_sources"], item["reason"]) == (["k0"], 1, None)


def test_a_yes_brings_the_users_message_along():
    talk = messages(("assistant", "晚上8点开会，对吗？"), ("user", "对"))
    (item,) = judged(talk, "zh", memory("用户晚上8点开会", sources=["m1"])).iter_rows(named=True)
    assert (item["sources"], item["user_sources"], item["reason"]) == (["k0", "k1"], 1, None)


def test_scenes():
    text = scene(name="我（AI）在和用户聊过敏", ids=["m1", "m2"])
    (row,) = made(text)[0].iter_rows(named=True)
    assert row["raw_name"] == "我（AI）在和用户聊过敏"
    assert row["display_name"].startswith(row["raw_name"] + " #")
    assert row["message_keys"] == ["k0", "k1", "k2"]
    assert row["scope"] == "project"


def test_equal_scene_names_differ_when_shown():
    twice = pl.concat([reply(scene(name="茶")), reply(scene(name="茶"), request_key="p")])
    scenes, _ = claims(twice, WINDOW, TALK, {})
    assert scenes["raw_name"].n_unique() == 1
    assert scenes["display_name"].n_unique() == scenes["scene_id"].n_unique() == 2


def test_an_unnamed_scene_goes_on_with_the_one_before():
    unnamed = '[{"message_ids":["m1"],"memories":[]}]'
    assert made(unnamed, previous_scene="聊茶")[0]["raw_name"].to_list() == ["聊茶"]
    assert made(unnamed)[0]["raw_name"].to_list() == [""]


@pytest.mark.parametrize(
    "fields", [{"live": False}, {"purpose": "t1"}, {"subject": "elsewhere"}], ids=str
)
def test_only_live_extract_replies_of_known_windows_count(fields):
    scenes, found = made(**fields)
    assert scenes.is_empty() and found.is_empty()


@pytest.mark.parametrize("text", ["", "prose", "[]", "{", "[1]"])
def test_a_reply_without_items_gives_none(text):
    assert made(text or " ")[1].is_empty()


def test_the_order_of_rows_changes_nothing():
    windows = pl.concat([WINDOW, window(TALK, "zh", window_id="v", ordinal=1)])
    replies = pl.concat(
        [reply(scene(*MEMORIES)), reply(scene(*MEMORIES), subject="v", request_key="p")]
    )
    straight = claims(replies, windows, TALK, {})
    turned = claims(replies.reverse(), windows.reverse(), TALK.reverse(), {})
    for one, other in zip(straight, turned, strict=True):
        assert_frame_equal(one, other)
    apart = [claims(replies, windows.filter(pl.col("window_id") == w), TALK, {})[1] for w in "wv"]
    assert_frame_equal(pl.concat(apart).sort("claim_id"), straight[1])


def test_two_owners_with_the_same_keys_never_meet():
    """Same session, messages and texts under two owners: ids and partitions differ."""
    theirs = [frame.with_columns(owner_id=pl.lit("you")) for frame in (WINDOW, TALK)]
    theirs[0] = theirs[0].with_columns(window_id=pl.lit("v"))
    theirs[0] = theirs[0].with_columns(pl.col("new").list.eval(_renamed()))
    theirs[1] = theirs[1].with_columns(
        message_key=pl.concat_str(pl.lit("y"), "message_key"), session_key=pl.lit("t")
    )
    replies = pl.concat(
        [
            reply(scene(*MEMORIES)),
            reply(scene(*MEMORIES), subject="v", request_key="p", owner_id="you"),
        ]
    )
    found = claims(replies, pl.concat([WINDOW, theirs[0]]), pl.concat([TALK, theirs[1]]), {})[1]
    by_owner = found.group_by("owner_id").agg("memory_id", pl.col("sources").explode())
    (mine, yours) = by_owner.sort("owner_id").rows(named=True)
    assert not set(mine["memory_id"]) & set(yours["memory_id"])
    assert not set(mine["sources"]) & set(yours["sources"])


def _renamed():
    key = pl.concat_str(pl.lit("y"), pl.element().struct.field("message_key"))
    return pl.element().struct.with_fields(key.alias("message_key"))


GARBAGE = [
    "The user is a person who likes to do things.",
    "User (name) likes / is / is good at",
    "stable identity, tastes, skills, values, habits.",
    "I am a helpful AI assistant named SmolLM.",
    "User is an engineer at Google who lives in San Francisco.",
    "[m1] [user] [2024-05-01T04:00:00Z]",
    "persona|episodic|instruction",
    "User did what, where, on which absolute date.",
    "The conversation is about a user and an AI assistant.",
    "用户喜欢／是／擅长／习惯",
]


@pytest.mark.parametrize("sources", [[], ["m1"], ["m1", "m2", "m3"]], ids=len)
def test_what_a_tiny_model_parrots_stays_out(sources):
    talk = messages(
        ("user", "Can you help me plan a picnic for my sister?"),
        ("assistant", "Sure, how many people?"),
        ("user", "About nine, and two of them are vegan"),
    )
    found = judged(talk, "en", *(memory(text, sources=sources) for text in GARBAGE))
    assert set(found["status"]) == {"rejected"}
