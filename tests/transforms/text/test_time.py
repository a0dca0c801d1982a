"""Absolute times, terms, habits, one-off events, lasting dates."""

from __future__ import annotations

import pytest

from transforms.text.normalise import normalise
from transforms.text.numbers import scan
from transforms.text.time import TimeFacts, time_facts


def facts(text: str) -> TimeFacts:
    """Time facts of a raw text."""
    normalised = normalise(text)
    return time_facts(normalised, scan(normalised)[1])


@pytest.mark.parametrize(
    "text",
    [
        "用户3月5日去了牙科",
        "用户昨天买了电脑",
        "用户上周感冒了",
        "用户2023年去了冰岛",
        "用户周五有面试",
        "用户年底搬家",
        "The user has an exam on 3 June",
        "The user flew to Rome yesterday",
        "The user moved in 2018",
        "The user has a meeting on Friday",
        "The user broke an arm two weeks ago",
        "The user will visit Oslo in March",
    ],
)
def test_absolute(text: str) -> None:
    assert facts(text).times


@pytest.mark.parametrize(
    "text",
    [
        "用户每天早上7点跑步",
        "用户每周三晚上打球",
        "用户的生日是5月2日",
        "用户喜欢雨天",
        "The user runs at 6 am every day",
        "The user plays chess on Mondays",
        "The user was born on 3 May 1990",
        "The user lives on the 4th floor",
    ],
)
def test_not_absolute(text: str) -> None:
    assert not facts(text).times
    assert not facts(text).has_term


@pytest.mark.parametrize(
    "text",
    ["用户目前住在武汉", "用户暂时吃素", "用户吃药直到周一", "The user is in Rome for now"],
)
def test_term(text: str) -> None:
    assert facts(text).has_term


@pytest.mark.parametrize("text", ["用户每天早上 7 点跑步", "The user swims every Monday at 9"])
def test_a_habit_with_a_clock_time_is_never_one_off(text: str) -> None:
    assert facts(text).habit
    assert not facts(text).one_off


@pytest.mark.parametrize("text", ["用户2015年毕业于浙大", "The user got married in 2010"])
def test_lasting_facts_with_a_date_are_not_one_off(text: str) -> None:
    assert facts(text).lasting_dated
    assert not facts(text).one_off


@pytest.mark.parametrize("text", ["用户3月5日去看了牙医", "The user went to a concert on 3 June"])
def test_one_off(text: str) -> None:
    assert facts(text).one_off
