"""Passing requests: what the user wants done now, as against what should hold from now on.

Belongs here: telling a wish for this time from a standing one, and a mere request from a statement
about oneself (rows E16, E36, E37). Does not belong here: forcing words (own_words.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: Whatever else the sentence says, it is meant to last.
_LASTING = re.compile(
    r"\b(?:always|never|every ?time|whenever|from (?:now|here|today) on|going forward|by default|"
    r"in (?:the )?future|remember|keep in mind|for everything|each time|as a rule)\b"
    r"|以后(?!再)|今后|每次|每当|总是|一直|始终|永远|从(?:现在|今天)(?:起|开始)|从今|一律|凡是|默认|记住|"
    r"牢记|长期|任何时候|只要",
    re.IGNORECASE,
)
#: Sounds like a rule, unless the sentence speaks of this time.
_GENERAL = re.compile(
    r"\b(?:every|each|all (?:my|your|code|answers|replies)|must|prefer|usually|in general|any)\b"
    r"|每|都|所有|任何|必须|通常|平时|习惯",
    re.IGNORECASE,
)
_THIS_TIME = re.compile(
    r"\bthis (?:time|once|week|answer|reply|message|one)\b"
    r"|\bjust (?:for )?(?:now|today|tonight|once)\b|\bfor (?:now|today|tonight|the moment)\b"
    r"|\bright now\b|\bnow\s*[.!]?\s*$|\btemporar(?:y|ily)\b"
    r"|\bonce\b(?!\s+(?:an?|per|every|each|I|you|we|the|it|my)\b)"
    r"|这一?[次回趟]|本次|就一[次回遍]|只此一次|今天先|暂时|临时|这周|本周|马上|立刻|这一?[条篇段]",
    re.IGNORECASE,
)
_POLITE = (
    r"^(?:(?:please|ok(?:ay)?|great|nice|fine|good|thanks|cool|now|then|and|so|hey|hi|just|"
    r"(?:can|could|would|will) you|I need you to|go ahead and)\b[\s,.!]*)*"
)
_POLITE_ZH = (
    r"^(?:(?:请|麻烦你?|好的?|行|那|先|再|现在|能不能|可以|你)[，,。\s]*)*(?:帮我|给我|替我)?"
)
_OPERATION = re.compile(
    rf"{_POLITE}(?:run|execute|deploy|delete|rename|restart|install|build|compile|commit|push|merge|"
    r"translate|summari[sz]e|proofread|rewrite|rephrase|fix|debug|convert|calculate|generate|draft|"
    r"book|send|print|open|play|"
    r"(?:write|make|create|find|set|give|show|get)(?: me)? (?:an?|one|\d+))\b"
    rf"|{_POLITE_ZH}(?:把[^，。]{{1,24}}?)?(?:运行|执行|跑一?下|部署|删掉?|翻译|总结|润色|改写|改成|"
    r"校对|修复|修一?下|算一?下|计算|生成|起草|发一?[封条份]|写[一个篇封段首成]|画|查一?下|搜一?下|"
    r"订|[设定]个|来[个份点]|列[个一出])",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:please|can you|could you|would you|recommend|suggest|any|what|where|which|how|give me|"
    r"show me|find me|tell me)\b"
    r"|^(?:请|麻烦|帮我|给我|替我|推荐|有什么|有没有|有哪些|哪里|哪家|怎么|如何)",
    re.IGNORECASE,
)
_SPEAKS_OF_SELF = re.compile(r"\b(?:I|I'm|my|mine|we|our)\b|(?<![帮给替让教跟])我", re.IGNORECASE)
#: An episode of nothing but asking: "User asked for a meal plan", 用户要求写一段导入.
_ASKED = re.compile(
    r"(?:用户|users?)\s*(?:[(（][^()（）]*[)）])?\s*(?:(?:请|要求|请求|让|希望)(?:AI|助手)?|"
    r"(?:asked|asks|requested|requests|wants?|wanted)\b(?:\s+(?:the )?(?:AI|assistant))?)",
    re.IGNORECASE,
)


def one_off(content: str, kind: str | None, passage: str) -> bool:
    """Whether an instruction or an episode of asking rests on a request for this time only."""
    if kind not in ("instruction", "episodic") or not passage or _LASTING.search(passage):
        return False
    if kind == "episodic":
        return _ASKED.search(content) is not None and _wants_now(passage)
    return _wants_now(passage)


def only_requests(passages: Sequence[str]) -> bool:
    """Whether sentences ask for something and tell nothing of the person who asks."""
    return bool(passages) and all(
        _REQUEST.search(passage) and not _SPEAKS_OF_SELF.search(passage) for passage in passages
    )


def _wants_now(passage: str) -> bool:
    if _THIS_TIME.search(passage):
        return True
    return _OPERATION.search(passage) is not None and not _GENERAL.search(passage)
