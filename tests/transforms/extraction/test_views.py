"""Views show each part once, with alias, role, text and times; a recorded window is recognised."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from tests.transforms.extraction.build import messages, window
from transforms.extraction.views import (
    OwnerView,
    ViewParams,
    known_owners,
    replay_key,
    window_views,
)
from transforms.text.tokens import estimate_tokens

TALK = (("user", "我住杭州"), ("assistant", "好的"), ("user", "我对核桃过敏"))


def only(windows, talk, owners=None, params=None):
    (view,) = window_views(windows, talk, owners or {}, params)
    return view


def test_aliases_number_the_new_parts_only():
    talk = messages(*TALK)
    view = only(window(talk, "zh", background=["k0"]), talk)
    assert view.aliases == ("m1", "m2")
    assert [line.text for line in view.new] == ["好的", "我对核桃过敏"]
    assert [(line.alias, line.text) for line in view.background] == [("", "我住杭州")]


def test_parts_are_slices_in_characters():
    talk = messages(("user", "😀我住杭州。我对核桃过敏。"))
    part = {"message_key": "k0", "part": 0}
    new = [part | {"start": 0, "stop": 6}, part | {"part": 1, "start": 6, "stop": 14}]
    view = only(window(talk, "zh", new=new), talk)
    assert [line.text for line in view.new] == ["😀我住杭州。", "我对核桃过敏。"]


def test_times_are_shown_in_utc_and_the_owners_zone():
    talk = messages(*TALK)
    line = only(window(talk, "zh"), talk, {"me": OwnerView(zone="Asia/Shanghai")}).new[0]
    assert (line.utc, line.local) == ("2024-05-01T04:00:00Z", "2024-05-01 Wed 12:00")
    assert only(window(talk, "zh"), talk).new[0].local is None
    without = messages(*TALK, at=None)
    assert only(window(without, "zh"), without).new[0].utc is None


def test_owners_of_one_frame_have_their_own_clock():
    ours = messages(*TALK)
    theirs = ours.with_columns(
        owner_id=pl.lit("you"),
        session_key=pl.lit("t"),
        message_key=pl.concat_str(pl.lit("y"), "message_key"),
    )
    windows = pl.concat([window(ours, "zh"), window(theirs, "zh", window_id="v")])
    owners = {"me": OwnerView(zone="Asia/Tokyo"), "you": OwnerView(zone="America/New_York")}
    shown = {v.window_id: v for v in window_views(windows, pl.concat([ours, theirs]), owners)}
    assert shown["w"].new[0].local == "2024-05-01 Wed 13:00"
    assert shown["v"].new[0].local == "2024-05-01 Wed 00:00"
    assert replay_key(shown["w"]) == replay_key(shown["v"])


def test_long_assistant_text_is_elided_and_the_users_is_not():
    long = "word " * 900
    talk = messages(("assistant", long), ("user", long))
    said, asked = only(window(talk, "en"), talk, params=ViewParams(assistant_tokens=60)).new
    assert estimate_tokens(said.text) <= 60 and "[…]" in said.text
    assert asked.text == long


def test_the_archives_name_is_used_only_where_it_is_one():
    talk = messages(*TALK, speaker="小李")
    assert known_owners(talk, {})["me"].name == "小李"
    assert known_owners(talk, {"me": OwnerView(name="李雷")})["me"].name == "李雷"
    two = pl.concat([talk, messages(("user", "hi"), speaker="Bob")])
    assert known_owners(two, {})["me"].name is None
    assert known_owners(messages(*TALK, speaker="User"), {})["me"].name is None


def test_a_guest_is_marked():
    talk = messages(("user", "I love sailing"), speaker="Bob")
    assert only(window(talk, "en"), talk, {"me": OwnerView(name="Ann")}).new[0].role == "guest"
    known = {"me": OwnerView(name="Robert", aliases=("Bob",))}
    assert only(window(talk, "en"), talk, known).new[0].role == "user"


def test_a_message_that_is_not_given_is_an_error():
    talk = messages(*TALK)
    with pytest.raises(ValueError, match="k2"):
        only(window(talk, "zh"), talk.filter(pl.col("message_key") != "k2"))


def test_replay_key_is_the_content():
    talk = messages(*TALK)
    view = only(window(talk, "zh"), talk)
    same = replace(view, window_id="x", session_key="y", ordinal=7, owner=OwnerView(name="李雷"))
    assert replay_key(same) == replay_key(view)
    line = view.new[0]
    others = [
        replace(view, lang="en"),
        replace(view, new=view.new[1:]),
        replace(view, new=(replace(line, text="我住苏州"), *view.new[1:])),
        replace(view, new=(replace(line, utc="2024-05-02T04:00:00Z"), *view.new[1:])),
        replace(view, background=view.new[:1], new=view.new[1:]),
    ]
    assert len({replay_key(view), *map(replay_key, others)}) == len(others) + 1
