"""The comparison form: script, label, contractions, emoji."""

from __future__ import annotations

import pytest

from transforms.text.normalise import normalise


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用戶對貓毛過敏", "用户对猫毛过敏"),
        ("用户（小李）喜欢茶", "用户喜欢茶"),
        ("用户：喜欢茶", "用户喜欢茶"),
        ("The user (Nadia) likes tea", "The user likes tea"),
        ("The user doesn't like tea", "The user does not like tea"),
        ("The user can't swim", "The user cannot swim"),
        ("The user won't eat", "The user will not eat"),
        ("用户喜欢茶🍵", "用户喜欢茶"),
        ("The user (Mo)'s cat", "The user's cat"),
    ],
)
def test_alike(a: str, b: str) -> None:
    assert normalise(a) == normalise(b)


def test_a_username_is_no_label() -> None:
    assert "用户名" in normalise("用户的用户名是 leo")
