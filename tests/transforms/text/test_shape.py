"""Shapes: marks of negation, modality, condition and person, and their look-alikes."""

from __future__ import annotations

import pytest

from transforms.text.shape import kind_of, shape_of
from transforms.text.vocabulary import LOOK_ALIKES, SHAPES


def marks(text: str, letter: str) -> list[str]:
    """Marks of one class, in order."""
    return [kind_of(token) for token in shape_of(text).tokens if token[0] == letter]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("用户不吃辣", ["Nnot"]),
        ("用户不喜欢跑步", ["Nnot"]),
        ("用户没有驾照", ["Nnot"]),
        ("用户不再抽烟", ["Nend"]),
        ("用户戒烟了", ["Nquit"]),
        ("用户讨厌开会", ["Naverse"]),
        ("The user does not eat meat", ["Nnot"]),
        ("The user doesn't eat meat", ["Nnot"]),
        ("The user no longer smokes", ["Nend"]),
        ("The user has given up golf", ["Nquit"]),
        ("answers without emojis", ["Nwithout"]),
        ("The user rarely cooks", ["Nrare"]),
        ("The user never skips breakfast", []),
        ("用户不断练习", []),
        ("用户不断改进代码质量", []),
        ("用户不仅会唱歌", []),
        ("用户无论多忙都运动", []),
        ("用户的英语不错", []),
        ("用户住在别墅", []),
        ("用户喜欢无糖可乐", []),
        ("用户不得不加班", []),
        ("用户戴戒指", []),
        ("not only tea but also coffee", []),
        ("No matter the weather", []),
        ("a notable interest", []),
        ("Do not forget to configure it", []),
    ],
)
def test_negation(text: str, expected: list[str]) -> None:
    assert marks(text, "N") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("用户想学画画", ["Mwant"]),
        ("用户打算搬家", ["Mplan"]),
        ("用户曾经是老师", ["Mpast"]),
        ("用户可能过敏", ["Mhedge"]),
        ("用户差点辞职", ["Malmost"]),
        ("用户卖了车", ["Mdone"]),
        ("The user wants to sail", ["Mwant"]),
        ("The user would like to sail", ["Mwant"]),
        ("The user used to sail", ["Mpast"]),
        ("The user might sail", ["Mhedge"]),
        ("The user was a sailor", ["Mwas"]),
        ("The user is used to cold", []),
        ("用户有理想", []),
        ("用户养了猫", []),
        ("用户对花粉过敏", []),
    ],
)
def test_modality(text: str, expected: list[str]) -> None:
    assert marks(text, "M") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("用户只吃素", ["Conly"]),
        ("除非下雨，用户骑车", ["Cif"]),
        ("如果累了用户就睡", ["Cif"]),
        ("The user swims unless it rains", ["Cif"]),
        ("The user eats fish only on Fridays", ["Conly"]),
        ("The user is an only child", []),
        ("用户住了三小时", []),
        ("用户有时跑步", []),
    ],
)
def test_condition(text: str, expected: list[str]) -> None:
    assert marks(text, "C") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("用户的妻子是医生", ["Pwife"]),
        ("The user's wife is a judge", ["Pwife"]),
        ("用户的姐姐和同事", ["Psister", "Pcolleague"]),
        ("The user has brothers", ["Pbrother~"]),
        ("The user is a coach", []),
        ("The user's coach is Polish", ["Pcoach"]),
        ("The user's mother tongue is Basque", []),
    ],
)
def test_persons(text: str, expected: list[str]) -> None:
    assert marks(text, "P") == expected


def test_a_count_of_one_is_an_article() -> None:
    article = shape_of("用户养了一只猫").tokens
    assert article == shape_of("用户养了1只猫").tokens == shape_of("用户养了只猫").tokens
    assert "a" in article


def test_prefer_to_is_prefer_over() -> None:
    over = shape_of("The user prefers tea over coffee").tokens
    assert shape_of("The user prefers tea to coffee").tokens == over
    assert "Rto" in shape_of("The user prefers to walk").tokens


def test_look_alikes_shield_their_words() -> None:
    assert all(SHAPES[word] == f"T{word}" for word in LOOK_ALIKES)
