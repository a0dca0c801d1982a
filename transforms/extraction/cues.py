"""Phrases that tell what a text is for: yes, don't remember this, a refusal, a placeholder.

Belongs here: patterns as column expressions, Chinese and English beside each other. Does not
belong here: what follows from them (checks.py), language facts of memories (transforms/text).
"""

from __future__ import annotations

import polars as pl


def _any(*patterns: str) -> str:
    """Alternatives with ASCII word boundaries; Unicode ones are 100 times slower on Chinese."""
    return "|".join(f"(?:{pattern})" for pattern in patterns).replace(r"\b", r"(?-u:\b)")


_CONFIRMS = _any(
    r"(?i)^\s*(?:yes|yeah|yep|yup|sure|right|correct|exactly|ok(?:ay)?|of course|absolutely)\b",
    r"(?i)^\s*(?:definitely|that's (?:right|it|correct)|please do|sounds good|perfect|agreed)\b",
    r"(?i)^\s*(?:the )?(?:first|second|third|last|former|latter)(?: one| option)?\b",
    r"(?i)^\s*(?:option \w+|(?:let's )?go (?:with|for) )\b",
    r"^\s*(?:是|对|好|行|可以)(?:的|啊|呀|吧|$|[，。,.！!])",
    r"^\s*(?:嗯|没错|当然|确实|正是|同意|就这个|就这样|就按|听你的|没问题|选?第[一二三四五\d]个)",
)
_ASKS = r"[?？]|(?:吗|呢|么)\s*[。.!！]?\s*$"
_DECLINES = _any(
    r"(?:不用|不要|别|无需|不必|不需要)再?(?:帮我|替我|把[这那它此][^，。]{0,8})?"
    r"(?:记(?:住|下|录|着|$|[，。！!,.\s吧了啊这那我它])|保存|存(?:下|到记忆))",
    r"(?i)(?:^|[.!?;,\n]\s*|\b(?:please|and|so|but) )(?:do not|don't|never) "
    r"(?:remember|memori[sz]e|store|save|record|keep) (?:this|that|it|any of|what|my|anything)\b",
    r"(?i)\b(?:no need|you don't (?:need|have)) to (?:remember|memori[sz]e|save|store|note)\b",
    r"(?i)\boff the record\b|\bforget (?:that|what) I (?:said|told)",
)
_BACKWARD = _any(
    r"刚才|刚刚|上面|前面|以上|我说的|[这那](?:个|些|条|件)",
    r"(?i)\b(?:this|that|it|those|these|what I (?:just )?(?:said|told))\b",
)
_META = _any(
    r"(?i)\bwhat (?:do|did|have|can) you (?:still )?(?:remember|know|memori[sz]ed?|learn(?:ed)?|"
    r"stored?|recall)\b.{0,20}\b(?:me|my|us)\b",
    r"(?i)\bdo you (?:still )?(?:remember|know) (?:me|who I am|my name|what I|anything about me)\b",
    r"(?i)\bwhat(?:'s| is) my (?:name|job|age|birthday)\?",
    r"(?i)\b(?:list|show|tell me) (?:all )?(?:your|the) memor(?:y|ies)\b",
    r"你还?(?:记得|知道|记住了?|了解)(?:关于)?我的?"
    r"(?:什么|哪些|多少|是谁|叫什么|吗|[^，。]{0,6}吗)",
    r"(?:你|关于我)(?:都|还)?(?:记得|记住了|知道)些?(?:什么|哪些)|我(?:叫什么|是谁)[?？]",
)
_REFUSAL = _any(
    r"(?i)\bI(?:'m| am) (?:sorry|unable to)|\bas an AI(?: language)? model\b",
    r"(?i)\bI (?:can(?:'|no)t|cannot|won't) (?:help|assist|comply|provide|process|extract)",
    r"^(?:抱歉|对不起|很遗憾)|作为(?:一个)?(?:AI|人工智能)",
    r"我(?:无法|不能)(?:协助|提供|满足|处理|回答|帮)",
)
_SHRAPNEL = _any(
    r'"\s*(?:content|type|priority|memories|scene_name|\w*message_ids|metadata)"\s*:',
    r"scene_name|source_message_ids|activity_(?:start|end)_time",
    r"[{}]\s*[,\]]|\[\s*\{|\}\s*\]|```|<\|[^|]*\|>|</?(?:think|thought|s|tool_call)>",
    r"\bm\d+\]|\[m\d+|\bNO_REPLY\b|\bHEARTBEAT_OK\b|^\W*$",
    r"^(?i:none|null|n/a|nothing(?: to (?:extract|remember))?|无|没有|暂无)\W*$",
    r"(?i)\bno (?:meaningful |lasting )?memor(?:y|ies)\b|没有(?:可提取|值得)",
)
_PLACEHOLDER = _any(
    r"(?i)[\[【〔（(<{｛]\s*(?:用户)?(?:姓名|名字|时间|日期|地点|某地|某时|人名|城市|职业|名称|内容)"
    r"\s*[\]】〕）)>}｝]",
    r"(?i)[\[【〔（(<{｛]\s*(?:(?:user'?s? ?)?name|time|date|place|location|city|job|person|"
    r"content|subject|…|\.\.\.)\s*[\]】〕）)>}｝]",
    r"(?i)\busers? (?:x|y|z|a|b|1|#1)\b|用户(?:[XYZAB甲乙某１1])(?:[^A-Za-z0-9]|$)",
    r"某某|某人名|某年某月|某地做|×{2,}|\bX{2,}\b|…{2,}|\.{4,}|(?i:\blorem ipsum\b)",
)
_QUOTED = r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|《[^》]*》|‘[^’]*’"
_FIRST_PERSON = _any(
    r"^(?:我|俺|咱)",
    r"[，。；,;]\s*我们?(?:是|在|有|要|想|喜欢|不|会|的|去|也|就|每)",
    r"^(?:I|I'm|I've|I'd|I'll|My|We|We're|Our|Me)\b",
    r"\b(?:I am|I'm|I've|I like|I have|I was|my)\b",
)
_PRONOUN = _any(
    r"(?i)\b(?:it|this|that|them|these|those|he|she|him|her|they)\b",
    r"它|[这那](?:个|些|样)|[他她]们?|[这那]件事",
)
_CLOCK = _any(
    r"(?i)\b(?:at|by|until|before|after) \d{1,2}(?::\d\d| ?[ap]\.?m\b)",
    r"(?:上午|下午|早上|晚上|中午|凌晨|傍晚|于|在)\s?\d{1,2}[:：]\d\d",
    r"(?:\d|[一二两三四五六七八九十])点(?:钟|半|整|\d|[有开要到出去])",
)
_ROLE_PLAY = _any(
    r"(?i)\brole-?play|\bpretend (?:to be|you|that|I)\b|\bact as\b|\bin character\b",
    r"(?i)\bimagine (?:you|I)(?:'re| are|'m| am)\b",
    r"(?i)\byou are (?:now )?(?:a|an|the) (?:pirate|wizard|king|queen|knight|detective|captain)\b",
    r"角色扮演|扮演|假装(?:你|我)|假设(?:你|我)是|你现在是一[个名位]",
)


def confirms(text: pl.Expr) -> pl.Expr:
    """The user says yes, or chooses, at the beginning of the message."""
    return text.str.contains(_CONFIRMS)


def asks(text: pl.Expr) -> pl.Expr:
    """The message asks something."""
    return text.str.contains(_ASKS)


def declines(text: pl.Expr) -> pl.Expr:
    """The user asks that what the message says is not remembered."""
    return text.str.contains(_DECLINES)


def declines_before(text: pl.Expr) -> pl.Expr:
    """A short message that asks so of what was said before it."""
    return declines(text) & text.str.contains(_BACKWARD) & (text.str.len_chars() <= 60)


def meta_question(text: pl.Expr) -> pl.Expr:
    """A question about what the assistant remembers, and little else."""
    return text.str.contains(_META) & (text.str.len_chars() <= 120)


def junk(text: pl.Expr) -> pl.Expr:
    """Refusals, pieces of JSON, layout marks, and texts that say nothing."""
    return text.str.contains(_REFUSAL) | text.str.contains(_SHRAPNEL)


def placeholder(text: pl.Expr) -> pl.Expr:
    """A name, place or time that stands for one that was not filled in."""
    return text.str.contains(_PLACEHOLDER)


def first_person(text: pl.Expr) -> pl.Expr:
    """A sentence of the user echoed as it was said; what stands in quotes does not count."""
    return text.str.replace_all(_QUOTED, "").str.contains(_FIRST_PERSON)


def pronoun(text: pl.Expr) -> pl.Expr:
    """A word that stands for something named elsewhere."""
    return text.str.contains(_PRONOUN)


def clock_time(text: pl.Expr) -> pl.Expr:
    """A time of day."""
    return text.str.contains(_CLOCK)


def role_play(text: pl.Expr) -> pl.Expr:
    """The user sets up a play: what is said in it is fiction."""
    return text.str.contains(_ROLE_PLAY)
