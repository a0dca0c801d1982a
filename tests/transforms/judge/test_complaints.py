"""The wrong merges that users of comparable systems reported, one kind each."""

from __future__ import annotations

import pytest

from tests.transforms.judge.build import outcome

NEVER_MERGED = {
    "veto_numeric": [
        ("The user takes 10mg melatonin", "The user takes 5mg melatonin"),
        ("The user's mortgage is at 6.5 %", "The user's mortgage is at 5.9 %"),
        ("The user files record SR-2023-052", "The user files record SR-2023-053"),
        ("The user works on Amendment 16", "The user works on Amendment 17"),
        ("The user's board is Rev A", "The user's board is Rev B"),
        ("The user needs chip ASR1603", "The user needs chip ASR1605"),
        ("用户的手机是 iPhone 十五", "用户的手机是 iPhone 十六"),
        ("用户每天做12组训练", "用户每天做8组训练"),
    ],
    "veto_temporal": [
        ("The user's deadline is October 15th", "The user's deadline is October 16th"),
        ("用户9月18日出差", "用户9月22日出差"),
    ],
    "veto_conflict": [
        ("The deployment is allowed", "The deployment is not allowed"),
        ("用户允许自动部署", "用户不允许自动部署"),
        ("The user loves Chinese food", "The user no longer loves Chinese food"),
    ],
    "veto_subject": [
        ("The user doesn't like football", "The user's friend doesn't like football"),
        ("用户不喜欢足球", "用户的朋友不喜欢足球"),
    ],
    "gray": [
        ("The user codes in C", "The user codes in C#"),
        ("用户负责 Project 阿尔法", "用户负责 Project 贝塔"),
        ("The user maintains Asset Contribution Flow", "The user maintains Asset Consumption Flow"),
        ("The user tests with jest-native", "The user tests with react-native"),
        ("The user chose Postgres over MySQL", "The user chose tabs over spaces"),
        ("The user has a brother", "The user has brothers"),
        ("用户喜欢红牛", "用户喜欢冰美式"),
        ("用户不断改进代码质量", "用户持续改进代码质量"),
        ("用户说他对核桃过敏", "小李对核桃过敏"),
        ("Use X for the build", "Do not forget to configure X"),
    ],
    "veto_condition": [
        ("The user wants the reply OK", "The user wants the reply OK only for test messages"),
    ],
}
PAIRS = [(*pair, reason) for reason, pairs in NEVER_MERGED.items() for pair in pairs]


@pytest.mark.parametrize(("existing", "new", "expected"), PAIRS)
def test_never_merged(existing: str, new: str, expected: str) -> None:
    assert outcome(existing, new) == expected
    assert outcome(new, existing) == expected


def test_unrelated_notes_with_a_negation_are_no_conflict() -> None:
    assert outcome("The roof was not surveyed", "The user does not own a drone") != "veto_conflict"


def test_no_rule_reads_the_similarity_to_merge() -> None:
    assert outcome("The user is loyal to Initech", "The user is royal to Initech") == "gray"
