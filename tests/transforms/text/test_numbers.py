"""Quantities: canonical values of both languages, and words that only look like numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.text.numbers import quantities
from transforms.text.numerals import en_value, zh_value

VALUES = {
    "用户有三只猫": ["3"],
    "用户有3只猫": ["3"],
    "The user has three cats": ["3"],
    "四百五十元": ["450yuan"],
    "三万五": ["35000"],
    "3万元": ["30000yuan"],
    "两百人": ["200"],
    "百分之二十": ["20%"],
    "20 percent": ["20%"],
    "6.5 %": ["6.5%"],
    "三成": ["30%"],
    "10毫克": ["10mg"],
    "１０ mg": ["10mg"],
    "1.5 mg": ["1.5mg"],
    "15 mg": ["15mg"],
    "5岁": ["5age"],
    "5 years old": ["5age"],
    "a 5-year-old": ["5age"],
    "a three-bedroom flat": ["3"],
    "a 3-bedroom flat": ["3"],
    "1,000.50": ["1000.5"],
    "$900": ["900usd"],
    "the 4th floor": ["4th"],
    "the fourth floor": ["4th"],
    "第三次": ["3th"],
    "half of it": ["1/2"],
    "三分之一": ["1/3"],
    "每天早上7点": ["07:00"],
    "每晚十一点": ["23:00"],
    "下午3点半": ["15:30"],
    "晚上9:30": ["21:30"],
    "6 am": ["06:00"],
    "6am": ["06:00"],
    "6:30 pm": ["18:30"],
    "12 am": ["00:00"],
    "at noon": ["12:00"],
    "3月12日": ["--03-12"],
    "March 12th": ["--03-12"],
    "12 March 2023": ["2023-03-12"],
    "2023-10-04": ["2023-10-04"],
    "2023年10月4日": ["2023-10-04"],
    "SR-2023-052": ["sr-2023-052"],
    "Amendment 16": ["16"],
    "Rev A": ["rev a"],
    "Rev B": ["rev b"],
    "ASR1603": ["asr1603"],
    "AX-5512": ["ax-5512"],
    "iPhone 十五": ["15"],
    "1970s soul": ["1970s"],
    "3-5 people": ["3", "5"],
    "用户读高二": ["高2"],
    "twice a week": ["2"],
    "每周三次": ["3"],
    "code 007": ["007"],
}
NO_NUMBERS = [
    "用户去过三亚",
    "用户在学四川菜",
    "万一下雨",
    "用户买了一些书",
    "用户养了一只猫",
    "用户一直在学习",
    "用户会拉二胡",
    "每周三游泳",
    "用户十分开心",
    "千万别忘",
    "The user has one cat",
    "no one knows",
    "they like one another",
    "one of the best",
    "English is the first language",
    "用户用 K8s",
    "She may come",
]


@pytest.mark.parametrize(("text", "expected"), VALUES.items())
def test_values(text: str, expected: list[str]) -> None:
    assert quantities(text) == expected


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_words_that_only_look_like_numbers(text: str) -> None:
    assert quantities(text) == []


@settings(max_examples=200)
@given(st.integers(min_value=1, max_value=99_999))
def test_chinese_numerals_are_read_back(value: int) -> None:
    assert zh_value(_spell(value)) == value


def _spell(value: int) -> str:
    """A Chinese numeral below 100,000, zeros written out."""
    if value >= 10_000:
        rest = value % 10_000
        gap = "零" if 0 < rest < 1_000 else ""
        return _spell(value // 10_000) + "万" + (gap + _spell(rest) if rest else "")
    text, zero = "", False
    for power, sign in ((1_000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, power)
        if digit:
            text += ("零" if zero and text else "") + "零一二三四五六七八九"[digit] + sign
            zero = False
        else:
            zero = True
    return text


def test_english_numbers() -> None:
    assert en_value("a hundred and five") == 105
    assert en_value("twenty-five") == 25
    assert en_value("two thousand") == 2000


@settings(max_examples=150)
@given(st.text(alphabet="一二三百分之点半月日年0123456789.-% 周第amp:个只岁", max_size=14))
def test_any_text_is_read(text: str) -> None:
    assert all(quantities(text))
