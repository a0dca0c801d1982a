"""Requests for this time only, as against standing wishes and statements."""

from __future__ import annotations

import pytest

from tests.transforms.extraction.build import judged, memory, messages
from transforms.extraction.requests import one_off, only_requests


@pytest.mark.parametrize(
    ("kind", "passage", "content"),
    [
        ("instruction", "Execute make lint", "User wants the AI to execute make lint"),
        ("instruction", "ok, deploy it once to the test box", "User wants the AI to deploy"),
        ("instruction", "just this once answer in French", "User wants the AI to answer in French"),
        ("instruction", "For now keep it short", "User wants the AI to keep it short"),
        ("instruction", "这次用法语回答", "用户要求 AI 用法语回答"),
        ("instruction", "帮我部署到测试机", "用户要求 AI 部署到测试机"),
        ("instruction", "暂时别用表格", "用户要求 AI 不用表格"),
        ("episodic", "Can you draft a letter to the bank", "User asked for a letter to the bank"),
        ("episodic", "给我来个简单的汤", "用户要求做一个简单的汤"),
    ],
)
def test_passing(kind, passage, content):
    assert one_off(content, kind, passage)


@pytest.mark.parametrize(
    ("kind", "passage", "content"),
    [
        ("instruction", "Answer in French", "User wants the AI to answer in French"),
        ("instruction", "Run the linter before every commit", "User wants the linter run"),
        ("instruction", "From now on deploy on Mondays", "User wants deploys on Mondays"),
        ("instruction", "Translate all my notes into French", "User wants notes in French"),
        ("instruction", "give me short answers", "User wants short answers"),
        ("instruction", "Report back once a week", "User wants the AI to report once a week"),
        ("instruction", "这次以后都用法语回答", "用户要求 AI 用法语回答"),
        ("instruction", "每次部署前跑测试", "用户要求 AI 部署前跑测试"),
        ("instruction", "回答简短一点", "用户要求 AI 回答简短"),
        (
            "episodic",
            "I asked my landlord for a new boiler",
            "User asked the landlord for a boiler",
        ),
        ("episodic", "我今天向公司要求了调岗", "用户向公司要求调岗"),
        ("episodic", "I ran the Oslo marathon this time", "User ran the Oslo marathon"),
        ("persona", "Run echo", "User runs"),
    ],
)
def test_standing_or_stated(kind, passage, content):
    assert not one_off(content, kind, passage)


def test_only_requests():
    assert only_requests(["Recommend a hotel in Lisbon", "Any cheap ones?"])
    assert only_requests(["帮我找一家里斯本的酒店"])
    assert not only_requests(["Recommend a hotel, I'm allergic to feathers"])
    assert not only_requests(["推荐一家酒店，我对羽毛过敏"])
    assert not only_requests([])


@pytest.mark.parametrize(
    ("lang", "text", "claim", "kept"),
    [
        ("en", "My train leaves at 6:40 so bye", "User's train leaves at 6:40", False),
        (
            "en",
            "My train leaves at 6:40 every Friday",
            "User's train leaves at 6:40 on Fridays",
            True,
        ),
        ("en", "I ran the race in 2:31!", "User ran the race in 2:31", True),
        ("zh", "我三点半有个会，先走了", "用户三点半有个会", False),
        ("zh", "我每周一三点半有个会", "用户每周一三点半有个会", True),
        ("zh", "我跑完全程用了2:31", "用户跑完全程用了2:31", True),
    ],
)
def test_a_clock_time_alone_says_nothing_later(lang, text, claim, kept):
    found = judged(messages(("user", text)), lang, memory(claim, "episodic"))["reason"][0]
    assert found == (None if kept else "not_self_contained")
