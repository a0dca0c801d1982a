"""Time in a text: absolute times, states with a term, habits, one-off events, lasting dates.

Belongs here: what makes a statement temporal (rows T17, C07, C08). Does not belong here: reading
the value of a date (`numbers.py`) and resolving "yesterday" against a message's time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from transforms.text.number_words import MONTHS

_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTHS = "|".join(MONTHS)
_SPAN = "week|weekend|month|year|quarter|semester|term|summer|winter|spring|autumn|fall"


@dataclass(frozen=True, slots=True)
class _Words:
    """One notion in both languages; a text is searched only in those it is written in."""

    chinese: re.Pattern[str]
    english: re.Pattern[str]

    def findall(self, text: str) -> list[str]:
        found = [] if text.isascii() else self.chinese.findall(text)
        return found + self.english.findall(text) if _LATIN.search(text) else found

    def search(self, text: str) -> bool:
        return (not text.isascii() and self.chinese.search(text) is not None) or (
            _LATIN.search(text) is not None and self.english.search(text) is not None
        )


def _any(*alternatives: str) -> _Words:
    """Chinese and English alternatives, told apart by their letters."""
    chinese = [each for each in alternatives if not each.isascii()]
    english = [each for each in alternatives if each.isascii()]
    return _Words(re.compile("|".join(chinese)), re.compile("|".join(english)))


_LATIN = re.compile("[a-z]{2}")


_DATE = re.compile(r"^(?:-|\d{4})-\d{2}(?:-\d{2})?$")
_BARE_WEEKDAY = _any(
    "(?:周|星期|礼拜)[一二三四五六日天](?!次|回|趟|顿|节|个|遍|场)",
    rf"\b(?:{_WEEKDAYS})\b",
)
_RELATIVE = _any(
    "今天|明天|昨天|前天|后天|大后天|今晚|明晚|昨晚|今早|明早|昨夜|当天|当晚|今日|明日|昨日",
    "今年|去年|明年|前年|月底|月初|年底|年初|年中",
    "(?:上|这|本|下|前)(?:个)?(?:周末|周|星期|礼拜|季度|学期|月)",
    "刚才|刚刚|这次|本次|这一次|此次|这回|下次|上次|前几天|过几天|前不久|不久前",
    r"[几\d一二两三四五六七八九十]+(?:天|周|个月|年|个星期)(?:之)?(?:前|后)",
    r"\b(?:today|tomorrow|yesterday|tonight|last night|just now|earlier today|the other day)\b",
    r"\bthis (?:morning|afternoon|evening|time|once)\b|\bjust this once\b",
    rf"\b(?:last|this|next|coming|past) (?:{_SPAN}|{_WEEKDAYS})\b",
    rf"\b(?:in|since|by|during|early|late|mid|this|last|next|early in|late in) (?:{_MONTHS})\b",
    r"\b(?:spring|summer|autumn|fall|winter) (?:of )?(?:19|20)\d\d\b",
    r"\bon the \d+(?:st|nd|rd|th)(?= ?(?:$|[,.;]|of\b|at\b|and\b))",
    r"\b(?:at|by|until) the end of (?:the|this|next) (?:week|month|year|quarter)\b",
    r"\b(?:a|one|two|three|few|\d+) (?:day|week|month|year)s? ago\b",
)
_YEAR = _any(
    r"(?:19|20)\d\d年(?!代)",
    "[一二][零〇九][零〇一二三四五六七八九]{2}年(?!代)",
    r"\b(?:in|since|from|until|till|by|before|after|during|early|late|of) (?:the year )?"
    r"(?:19|20)\d\d\b(?!s)",
)
_TERM = _any(
    "直到|直至|到.{1,8}为止|截至|截止|目前|暂时|现在|眼下|当前|如今|近期|最近|这段时间|这学期|本学期",
    "这个学期|这个季度|此刻|这阵子|这几天|这些天|临时|暂且|暂住|短期内|过渡期|试用期|休假中|出差中",
    "住院中|正在休",
    r"\b(?:until|till|currently|at the moment|at present|presently|for now|right now|for the time "
    r"being|temporarily|these days|nowadays|recently|lately|so far|now|for the next|this time of|"
    r"for the moment|as of now|on (?:\w+ )?leave|interim)\b",
)
_HABIT = _any(
    "每天|每日|每周|每月|每年|每晚|每早|每个|每到|每逢|每次|每当|每隔|天天|经常|常常|总是|总会|平时|平日",
    r"每[一二三四五六七八九十两\d]|通常|往往|习惯|一直|老是|时常|定期|周末都|年年|周周|按时|照例|惯例|晨跑",
    r"\b(?:every|daily|weekly|monthly|yearly|annually|nightly|usually|always|often|regularly|"
    r"habitually|typically|routinely|never|tends to|sometimes|whenever|normally|generally)\b",
    rf"\beach (?:day|morning|evening|night|week|month|year|{_WEEKDAYS})\b",
    rf"\b(?:{_WEEKDAYS}|weekend|weekday|morning|evening|night)s\b",
)
_BIRTH = _any(
    "生日|出生|诞辰|纪念日|生于",
    r"\b(?:birthday|birth date|date of birth|born|anniversary|birthdate)\b",
)
_LASTING = _any(
    "出生|生于|毕业|入职|入学|结婚|领证|手术|自从|以来|离婚|移民|退休|创办|创立|成立|加入|入党|入伍|退伍",
    "确诊|搬到|搬家到|生日|纪念日|获得|考取|拿到|起(?:就|一直)|戒|不再|改用|换成|改成|转行|升职|怀孕",
    "去世|过世|摔断|骨折|撕裂|受伤|离职|辞职|分手|订婚|皈依|移居|定居|考上|录取|学会|领养|买了?房",
    r"\b(?:born|graduated?|graduates|joined|married|divorced|retired|operated|surgery|since|"
    r"founded|started|emigrated|immigrated|diagnosed|birthday|anniversary|earned|obtained|"
    r"received|moved|became|hired|employed|wed|enlisted|switched|quit|stopped|began|tore|broke|"
    r"injured|fractured|died|engaged|promoted|adopted|converted|learn(?:ed|t)|settled|replaced|"
    r"resigned)\b|\b(?:no longer|gave up|passed away)\b",
)


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """What a text says about time."""

    times: tuple[str, ...]
    has_term: bool
    habit: bool
    one_off: bool
    lasting_dated: bool


def time_facts(normalised: str, numbers: list[str]) -> TimeFacts:
    """Time facts of a normalised text and its canonical quantities.

    `times` holds absolute and relative days, years and dates, but neither the clock time of a
    habit nor a birthday. `one_off` is an event on such a day that is no habit and no lasting fact.
    """
    dates = [number for number in numbers if _DATE.match(number)]
    times = sorted(
        [*dates, *_RELATIVE.findall(normalised), *(m.strip() for m in _YEAR.findall(normalised))]
    )
    birth = bool(_BIRTH.search(normalised))
    if birth:
        times = []
    habit = bool(_HABIT.search(normalised))
    if not habit and not times:
        times = _BARE_WEEKDAY.findall(normalised)
    lasting = birth or bool(_LASTING.search(normalised))
    return TimeFacts(
        times=tuple(times),
        has_term=bool(_TERM.search(normalised)),
        habit=habit,
        one_off=bool(times) and not habit and not lasting,
        lasting_dated=lasting and (birth or bool(times)),
    )
