"""Which part of a message the user said in their own words, and what they ask to be kept.

Belongs here: setting quoted and pasted text apart, sentences, remember-verbs. Does not belong
here: whether a claim may rest on the rest.
"""

from __future__ import annotations

import re

#: Without any of these there is nothing to set apart.
_MARKS = re.compile(r"[`>|<“\"「『':：]")
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_BLOCKQUOTE = re.compile(r"^\s*(?:>|\|).*$", re.MULTILINE)
_MARKED = re.compile(r"<(\w[\w-]{1,30})(?: [^<>]*)?>.*?</\1>", re.DOTALL)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"\n]*\"|「[^」]*」|『[^』]*』|(?<!\w)'[^'\n]{12,}'(?!\w)")
_LONG_QUOTE = 14  # characters; a shorter one is a name or a word
_PASTE_ZH = (
    "网页|文章|邮件|短信|帖子|评论|文档|文件|原文|内容|资料|说明书|聊天记录|日志|代码|这段|这篇|"
    "下面|以下|如下|翻译|总结|润色|改写|校对|概括"
)
_PASTE_EN = (
    "page|article|e-?mail|message|post|review|document|file|text|transcript|log|output|code|"
    "snippet|following|below|pasted?|quoted?|says?|said|wrote|reads?|translate|summari[sz]e|"
    "proofread|rewrite|rephrase"
)
_PASTE = re.compile(
    rf"(?:{_PASTE_ZH}|\b(?:{_PASTE_EN})\b)[^\n:：]{{0,60}}[:：]\s*\S", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^。！？!?；;\n]*?(?:[。！？!?；;\n]+|\.(?=\s|$)\s*|$)")

_ASK_ZH = "请|麻烦|帮我|替我|给我|务必|一定要?|千万要?|你要|你得|你必须|你应该|好好"
_KEEP_ZH = (
    rf"(?:(?:(?<![不别])(?:{_ASK_ZH})\s*){{1,3}}|(?<![不别没忘能会要用否何么得我]))"
    r"(?:牢牢)?(?:记住|牢记|记好|记下来|记一下)"
    r"(?!了?(?:吗|没|没有|么)[?？]?)(?!密码的|单词|的)"
)
_WHAT_EN = r"(?:\s*[:,]|\s+that\b|\s+(?:this|my|I|I'm|I've|we|our)\b)"
_KEEP_EN = r"(?:remember|keep in mind|bear in mind|make a note)"
_REMEMBER = re.compile(
    "|".join(
        (
            _KEEP_ZH,
            r"(?:^|[.!?;:,]\s*|\b(?:please|also|and|so|but|kindly|just|always)\s+)"
            rf"(?:{_KEEP_EN}{_WHAT_EN}|(?:commit|save|store)\s+(?:this|that|it)\s+(?:to|in)\s+"
            r"(?:your\s+)?memory)",
            r"\b(?:I (?:want|need|would like|'d like) you to|(?:can|could) you (?:please )?|"
            rf"you (?:should|must))\s*{_KEEP_EN}{_WHAT_EN}",
        )
    ),
    re.IGNORECASE,
)
_NOT_AN_ORDER = re.compile(
    r"\bdo(?:es)? (?:you|he|she|they) (?:still )?remember|\bremember (?:when|how|the time|me\?)"
    r"|\bI (?:still |can |can't |don't |do )?remember"
    r"|(?:不用|不要|别|无需|不必|要不要|能不能|是否|怎么|如何|很难|难以|没)[^，。]{0,3}记",
    re.IGNORECASE,
)
_SHORT = 24  # characters of an asking sentence that may point at its neighbour


def own_words(text: str) -> str:
    """The text without fenced, block-quoted, tagged, pasted and longer quoted passages.

    What follows a lead-in ("translate this:", 以下是邮件内容：) is pasted; the lead-in stays.
    """
    if not _MARKS.search(text):
        return text
    rest = _BLOCKQUOTE.sub(" ", _MARKED.sub(" ", _FENCED.sub(" ", text)))
    lead_in = _PASTE.search(rest)
    if lead_in and not _REMEMBER.search(rest[: lead_in.end()]):
        rest = rest[: lead_in.end() - 1]
    return _QUOTED.sub(lambda found: " " if len(found[0]) >= _LONG_QUOTE else found[0], rest)


def sentences(text: str) -> list[str]:
    """Sentences in order, blank ones left out."""
    return [found.strip() for found in _SENTENCE.findall(text) if found.strip()]


def remembered(text: str) -> list[str]:
    """What a user's own words ask to be remembered: each asking sentence with its neighbour.

    "记住：我不吃香菜。" and "I'm vegan. Please remember that." both give the fact.
    """
    if not _REMEMBER.search(text):
        return []
    said = sentences(own_words(text))
    found: list[str] = []
    for index, sentence in enumerate(said):
        if not _REMEMBER.search(sentence) or _NOT_AN_ORDER.search(sentence):
            continue
        short = len(sentence) <= _SHORT
        first = index - 1 if short and index else index
        last = index + 2 if short or sentence.endswith((":", "：")) else index + 1
        found.append(" ".join(said[first:last]))
    return found
