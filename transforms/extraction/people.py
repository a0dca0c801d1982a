"""Words for other persons at the head of a clause or claim, in both languages.

Belongs here: patterns. Does not belong here: the words for relations (transforms/text/persons.py),
whose fact a source states (whose.py), who a claim is about (subject.py).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from transforms.text.persons import RELATIONS, TRADES

#: Animals speak for themselves as little as friends do: "my dog is called Rex".
_ANIMALS = ("cat", "dog", "pet", "猫", "狗", "宠物")
_WORDS = {**RELATIONS, **dict.fromkeys(_ANIMALS, "animal")}
#: One-character words that are relations only after 我: 我哥, but 哥伦比亚.
_SHORT_ZH = "爸妈爹娘哥姐弟妹"
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾"
#: Narrower words for the same persons: a claim may say daughter where the source says child.
_NARROWER = {
    "child": {"son", "daughter"},
    "parent": {"mother", "father"},
    "sibling": {"brother", "sister"},
    "partner": {"wife", "husband", "girlfriend", "boyfriend"},
}


def _alternatives(words: Collection[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


_WHOLE_ZH = [w for w in _WORDS if not w.isascii() and (len(w) > 1 or w in "妈爸猫狗")]
#: A relation, not the beginning of a compound: 朋友, but not 朋友圈; 宠物, but not 宠物店.
ZH = rf"(?:{_alternatives(_WHOLE_ZH)})(?!店|圈|毛|粮|砂|医|用品|聚会|节|椅)"
EN = rf"(?:{_alternatives([w for w in _WORDS if w.isascii()])})s?"
#: 我 that opens a relation: 我朋友, 我们领导, 我家的猫, 我有个朋友.
OWN_ZH = rf"(?:们|家)?的?(?:有?一?[个位]|那个)?(?:[^，。我]{{0,3}}的)?(?:{ZH}|[{_SHORT_ZH}])"
NICKNAME = rf"[老小阿](?![龙白米])[{_SURNAMES}珍强明芳丽]"
OTHER_HEAD = re.compile(
    rf"^\s*(?:[他她]们?|人家|对方|(?:我|你|咱|用户){OWN_ZH}|(?:一个|一位|有个)?(?:{ZH})|{NICKNAME}"
    rf"|[这那]个?是(?:我|咱){OWN_ZH}"
    r"|(?:he|she|his|her)\b"
    rf"|(?:that|this|it)(?:['’]s| is| was)\s+(?:my|our|the)\s+(?:\w+\s+)?{EN}\b"
    rf"|(?:(?:is|are|was|do|does|did|has|have)\s+)?(?:my|our|your|user'?s?)\s+(?:\w+\s+)?{EN}\b"
    rf"|(?:an?|the|one of my)\s+(?:\w+\s+)?{EN}\b)",
    re.IGNORECASE,
)
_NO_NAME = (
    "I|It|This|That|There|The|We|You|What|Who|How|If|When|And|But|So|Please|My|Our|Never|Always"
)
_VERB = (
    r"(?:is|was)\s+(?:(?:learn|work|liv|mov|study|train|plann|tak|gett)ing|allergic|afraid|scared|married|vegan|vegetarian|diabetic|pregnant|born|"
    r"from|\d)|has|had|likes?|loves?|hates?|doesn't|does|did|works?|lives?|wants?|prefers?|said|"
    r"says|told|went|moved|can't|never|plays?|owns?"
)
NAMED_HEAD = re.compile(
    rf"^\s*(?!(?:{_NO_NAME})\b)(?!\w+ing\b)([A-Z][a-z]+)(?:\s+[A-Z][a-z]+)?\s+(?:{_VERB})\b"
)
SELF = re.compile(
    rf"我(?!{OWN_ZH})|咱|\b(?:I|me|we|us)\b|\b(?:my|our)\b(?!\s+(?:\w+\s+)?{EN}\b)", re.IGNORECASE
)
#: What the claim says the user is: "is a ward manager", 是主管.
_TRADE = re.compile(
    rf"(?:\b(?:is|was|became|works as|as)\s+(?:an?|the)\s+(?:\w+\s+){{0,3}}{EN}\b)"
    rf"|(?:是|当|任|做|担任)[^，。的]{{0,8}}?(?:{ZH})",
    re.IGNORECASE,
)
_RELATION = re.compile(rf"{ZH}|(?<=我)[{_SHORT_ZH}]|\b{EN}\b", re.IGNORECASE)


def relations(text: str) -> frozenset[str]:
    """The relations that a text names, in one spelling."""
    words = (found.lower() for found in _RELATION.findall(text))
    return frozenset(_WORDS.get(word) or _WORDS.get(word[:-1]) or word for word in words)


def mentioned(content: str) -> frozenset[str]:
    """The relations that a claim names beside the user; what the user is does not count."""
    return relations(_TRADE.sub(" ", content))


def mentions(named: Collection[str], content_relations: Collection[str]) -> bool:
    """Whether a claim's relations name one of these persons, by the same word or a narrower one."""
    wider = {narrow for word in named for narrow in _NARROWER.get(word, ())}
    return not wider.union(named).isdisjoint(content_relations)


def in_charge(named: Collection[str]) -> bool:
    """Persons who decide about what is the user's: a client, a boss, a landlord."""
    return not (TRADES | {"landlord", "colleague"}).isdisjoint(named)
