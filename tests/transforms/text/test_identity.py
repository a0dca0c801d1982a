"""The identity text: frozen, idempotent, and never joining what a sign keeps apart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.text.identity import identity_text


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户喜欢爬山。", "用户喜欢爬山"),
        ("用户用 Notion 做笔记", "用户用Notion做笔记"),
        ("ＣＮ－Ａ１０２９３", "cn-a10293"),
        ("用户（俞敏）　喜欢听评弹", "用户(俞敏)喜欢听评弹"),
        ("The user’s cat", "the user's  cat!"),
        ("用户喜欢“慢食”", "用户喜欢「慢食」"),
        ("A — B", "a - b"),
        ("THE USER\tLIKES\nTEA...", "the user likes tea"),
        ("caf\u00e9", "cafe\u0301"),
    ],
)
def test_one_memory(a: str, b: str) -> None:
    assert identity_text(a) == identity_text(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user codes in C", "The user codes in C#"),
        ("The user codes in C", "The user codes in C++"),
        ("用户每天吃1.5片", "用户每天吃15片"),
        ("2³", "23"),
        ("Project 阿尔法", "Project 贝塔"),
        ("iPhone 十五", "iPhone 十六"),
        ("a-b", "ab"),
        ("用户有3只猫", "用户有三只猫"),
        ("用户對貓過敏", "用户对猫过敏"),
    ],
)
def test_two_memories(a: str, b: str) -> None:
    assert identity_text(a) != identity_text(b)


def test_a_text_of_final_signs_is_kept() -> None:
    assert identity_text("？") == "?"


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_idempotent(text: str) -> None:
    once = identity_text(text)
    assert identity_text(once) == once
