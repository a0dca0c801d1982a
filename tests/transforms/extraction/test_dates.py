"""Dates named in texts, and the days that time words mean."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transforms.extraction.dates import (
    Named,
    chinese_number,
    derivable,
    month_of,
    named_dates,
    week_of,
    without_dates,
)
from transforms.extraction.time_words import is_relative, meant_days

DAY = date(2021, 3, 10)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-01", [(2024, 5, 1)]),
        ("in the week of 2021-03-01", [(2021, 3, 1)]),
        ("2024年5月1日搬家", [(2024, 5, 1)]),
        ("2024 年 5 月", [(2024, 5, None)]),
        ("二〇二四年三月五日", [(2024, 3, 5)]),
        ("十二月三十一号", [(None, 12, 31)]),
        ("5月份", [(None, 5, None)]),
        ("on 3 May", [(None, 5, 3)]),
        ("3rd of May 2024", [(2024, 5, 3)]),
        ("May 3rd, 2024", [(2024, 5, 3)]),
        ("Sept. 9", [(None, 9, 9)]),
        ("March 2021", [(2021, 3, None)]),
        ("since 2019", [(2019, None, None)]),
        ("in March", [(None, 3, None)]),
        ("用了3个月", []),
        ("version 2024.13.45", []),
        ("it may rain", []),
        ("2000 dollars", []),
    ],
)
def test_named_dates(text, expected):
    assert named_dates(text) == [Named(*parts) for parts in expected]


def test_dates_are_not_read_as_numbers():
    assert "2024" not in without_dates("moved on 3 May 2024 with 2 cats")
    assert "2 cats" in without_dates("moved on 3 May 2024 with 2 cats")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("last week I moved", date(2021, 3, 1), date(2021, 3, 7)),
        ("上周我搬家了", date(2021, 3, 1), date(2021, 3, 7)),
        ("yesterday", date(2021, 3, 9), date(2021, 3, 9)),
        ("昨晚", date(2021, 3, 9), date(2021, 3, 9)),
        ("大后天", date(2021, 3, 13), date(2021, 3, 13)),
        ("next month", date(2021, 4, 1), date(2021, 4, 30)),
        ("上个月", date(2021, 2, 1), date(2021, 2, 28)),
        ("去年", date(2020, 1, 1), date(2020, 12, 31)),
        ("three days ago", date(2021, 3, 6), date(2021, 3, 8)),
        ("三天前", date(2021, 3, 6), date(2021, 3, 8)),
        ("two weeks ago", date(2021, 2, 20), date(2021, 2, 28)),
    ],
)
def test_time_words(text, first, last):
    assert meant_days(text, DAY) == [(first, last)]
    assert is_relative(text)


@pytest.mark.parametrize(
    "text", ["每天早上7点跑步", "every Monday at 9", "对后天性疾病有研究", "I live here"]
)
def test_habits_and_plain_facts_are_not_relative(text):
    assert not is_relative(text)


def test_a_date_follows_from_what_was_said():
    stated = [Named(None, 5, 3)]
    assert derivable(Named(2021, 5, 3), stated, [DAY], [])
    assert derivable(Named(None, 5, None), stated, [DAY], [])
    assert derivable(Named(2021, 3, 10), [], [DAY], [])
    assert derivable(Named(2021, 3, 4), [], [DAY], [week_of(DAY, -1)])
    assert derivable(Named(2021, 2, None), [], [], [month_of(DAY, -1)])


def test_a_date_is_not_made_finer_or_moved():
    assert not derivable(Named(2021, 5, 3), [Named(2021, 5, None)], [DAY], [])
    assert not derivable(Named(2018, 5, 3), [Named(None, 5, 3)], [DAY], [])
    assert not derivable(Named(2023, 10, 4), [], [], [])
    assert not derivable(Named(2021, 2, 31), [], [], [month_of(DAY, -1)])


@given(st.integers(1, 99))
def test_chinese_numbers(number):
    digits = "零一二三四五六七八九"
    tens, ones = divmod(number, 10)
    written = ("" if tens < 2 else digits[tens]) + ("十" if tens else "")
    assert chinese_number(written + (digits[ones] if ones else "")) == number


@given(st.dates(), st.text(max_size=40))
def test_never_raises(day, text):
    assert all(first <= last for first, last in meant_days(text + " last week 3年后", day))
