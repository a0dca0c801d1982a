"""Containment: what is licensed, what differs, what is missing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.judge.containment import Containment, contain, containment_evidence, prepare
from transforms.text.shape import shape_of


def compare(a: str, b: str, *, instruction: bool = False) -> Containment:
    """Containment of two texts."""
    one, other = prepare(shape_of(a).tokens), prepare(shape_of(b).tokens)
    return contain(one, other, instruction=instruction)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户养了一只柯基", "用户养了一只柯基，名字叫土豆"),
        ("用户在医院做药剂师", "用户在杭州的医院做药剂师"),
        ("用户每天跑步", "用户每天在河边跑步"),
        ("用户喜欢爬山和露营", "用户喜欢爬山、摄影和露营"),
        ("用户喜欢露营", "用户喜欢爬山和露营"),
        ("用户养了一只猫", "用户养了一只黑色的猫"),
        ("用户不抽烟", "用户不抽烟，也不喝酒"),
        ("The user plays the cello", "The user plays the cello in an orchestra"),
        ("The user has a sister", "The user has a sister named Clara"),
        ("The user has a cat", "The user has a black cat"),
        ("The user speaks Welsh", "The user speaks Welsh and Breton"),
        ("The user does not eat beef", "The user does not eat beef because of gout"),
    ],
)
def test_subset(a: str, b: str) -> None:
    assert compare(a, b) == Containment("a_subset_b", frozenset(), *_missing(a, b))
    assert compare(b, a).kind == "b_subset_a"


def _missing(a: str, b: str) -> tuple[int, int]:
    words = [len(prepare(shape_of(text).tokens).words) for text in (a, b)]
    return max(words[1] - words[0], 0), max(words[0] - words[1], 0)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户的老家在绍兴", "用户老家在绍兴"),
        ("用户用 Vim", "用户使用 Vim"),
        ("用户在中学里当老师", "用户在中学当老师"),
        ("用户最喜欢的城市是三亚", "用户最喜欢的城市就是三亚"),
        ("用户不仅会滑雪，还会冲浪", "用户会滑雪，还会冲浪"),
        ("The user has an uncle who farms", "The user has an uncle that farms"),
        ("The user is allergic to cashew", "The user is allergic to cashews"),
        ("The user plays not only chess but also go", "The user plays chess and also go"),
    ],
)
def test_equivalent(a: str, b: str) -> None:
    assert compare(a, b).kind == "both"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户喜欢苹果", "用户喜欢苹果手机"),
        ("用户会弹钢琴", "用户会弹钢琴的妹妹住在扬州"),
        ("用户的姐姐认识用户的同事", "用户的同事认识用户的姐姐"),
        ("用户把车借给弟弟", "弟弟把车借给用户"),
        ("小王和猫", "小王的猫"),
        ("The user likes horses", "The user likes horse racing"),
        ("The user swims", "The user wants to learn to swim"),
        ("The user lives in York", "The user lives in New York"),
        ("The user chose Django over Flask", "The user chose Flask over Django"),
        ("The user moved from Lyon to Nice", "The user moved to Lyon from Nice"),
        ("The user has a dog", "The user has dogs"),
        ("The user is a doctor", "The user is a retired doctor"),
        ("The user likes cats", "The user likes cats with short legs"),
        ("The user likes rock", "The user likes rock and roll"),
        ("The user is the fastest runner", "The user is the fastest runner in the club"),
        ("The user walks all dogs", "The user walks all dogs in the shelter"),
        ("用户拒绝加班", "用户讨厌加班"),
        ("用户打算搬家", "用户考虑搬家"),
        ("The user plans to move", "The user considers to move"),
        ("The user never eats meat", "The user does not eat meat"),
        ("用户是老师", "用户在中学里当物理老师"),
    ],
)
def test_not_contained(a: str, b: str) -> None:
    assert compare(a, b).kind == "none"
    assert compare(b, a).kind == "none"


@pytest.mark.parametrize(
    ("a", "b", "mark"),
    [
        ("用户喜欢吃辣", "用户不再喜欢吃辣", "negation"),
        ("用户养狗", "用户养狗，但已经放弃了", "negation"),
        ("用户想学画画", "用户学画画", "modality"),
        ("用户骑车上班", "除非下雨，用户骑车上班", "condition"),
        ("用户怕高", "用户的妈妈怕高", "subject"),
        ("The user likes olives", "The user does not like olives", "negation"),
        ("The user might move", "The user moves", "modality"),
        ("The user drinks wine", "The user drinks wine only when guests come", "condition"),
        ("The user has asthma", "The user's son has asthma", "subject"),
    ],
)
def test_contained_with_a_difference(a: str, b: str, mark: str) -> None:
    assert compare(a, b).kind != "none"
    assert mark in compare(a, b).differs
    assert mark in compare(b, a).differs


def test_an_instruction_allows_clauses_but_no_narrowing() -> None:
    short = "用户要求回答用英文"
    assert compare(short, short + "，并加上例子", instruction=True).kind == "a_subset_b"
    wide, narrow = "The user wants tables", "The user wants tables in recipes"
    assert compare(wide, narrow, instruction=True).kind == "none"


def test_evidence_lists_what_is_missing() -> None:
    a, b = shape_of("用户养了一只猫").tokens, shape_of("用户养了一只猫，叫豆豆").tokens
    assert containment_evidence(a, b) == ["missing_in_a: named", "missing_in_a: 豆豆"]


_TOKENS = st.lists(
    st.sampled_from(["U", "Tcat", "Tcat~", "Tdog", "Rin", "Nnot", "a", "d", "l", "k", "Pwife"]),
    min_size=1,
    max_size=7,
)
_MIRROR = {"a_subset_b": "b_subset_a", "b_subset_a": "a_subset_b", "both": "both", "none": "none"}


@settings(max_examples=200)
@given(_TOKENS, _TOKENS, st.booleans())
def test_swapping_the_sides_mirrors_the_result(
    a: list[str], b: list[str], instruction: bool
) -> None:
    there = contain(prepare(a), prepare(b), instruction=instruction)
    back = contain(prepare(b), prepare(a), instruction=instruction)
    assert back.kind == _MIRROR[there.kind]
    assert back.differs == there.differs


@settings(max_examples=100)
@given(_TOKENS.filter(lambda tokens: any(token[0] in "UTPR" for token in tokens)))
def test_a_text_is_equivalent_to_itself(tokens: list[str]) -> None:
    found = contain(prepare(tokens), prepare(tokens))
    assert (found.kind, found.differs) == ("both", frozenset())
