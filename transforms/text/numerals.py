"""Number words of both languages as values.

Belongs here: 三百五十 -> 350, "twenty-five" -> 25, and their spelling. Does not belong here: units,
dates, clock times and what counts as a quantity (`numbers.py`).
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from transforms.text.lexicon import listed

ZH_DIGITS = dict(zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
ZH_POWERS = {"十": 10, "百": 100, "千": 1_000}
ZH_GROUPS = {"万": 10_000, "亿": 100_000_000}
ZH_NUMERAL = "[零〇一二两三四五六七八九十百千万亿]"

EN_UNITS = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen"
        )
    )
}
EN_TENS = {
    word: value * 10
    for value, word in enumerate(
        listed("twenty thirty forty fifty sixty seventy eighty ninety"), start=2
    )
}
EN_POWERS = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "dozen": 12}
EN_ORDINALS = {
    word: value
    for value, word in enumerate(
        listed("third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), start=3
    )
}


def zh_value(numeral: str) -> int:
    """Value of a Chinese numeral; 四百五 is 450, 二零二三 is 2023."""
    if not any(sign in ZH_POWERS or sign in ZH_GROUPS for sign in numeral):
        return int("".join(str(ZH_DIGITS[sign]) for sign in numeral))
    total = group = digit = 0
    last_power = 1
    for sign in numeral:
        if sign in ZH_DIGITS:
            digit = ZH_DIGITS[sign]
            last_power = 1 if digit == 0 else last_power
        elif sign in ZH_POWERS:
            last_power = ZH_POWERS[sign]
            group += (digit or 1) * last_power
            digit = 0
        else:
            last_power = ZH_GROUPS[sign]
            total = (total + (group + digit or 1)) * last_power
            group = digit = 0
    return total + group + digit * (last_power // 10 if last_power >= 100 else 1)


def en_value(words: str) -> int:
    """Value of English number words joined by blanks or hyphens."""
    total = 0
    for word in words.replace("-", " ").split():
        if word in EN_POWERS:
            total = (total or 1) * EN_POWERS[word]
        elif word != "and":
            total += EN_UNITS.get(word, EN_TENS.get(word, 0))
    return total


def plain(digits: str) -> str:
    """Canonical spelling of a decimal: 1,000.50 -> 1000.5; a leading zero marks a code, 007."""
    bare = digits.replace(",", "")
    if len(bare) > 1 and bare[0] == "0" and bare[1] != ".":
        return bare
    try:
        value = Decimal(bare).normalize()
    except InvalidOperation:
        return bare
    return f"{value:f}"
