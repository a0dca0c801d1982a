"""Who a claim is about, and who its source sentence is about.

Belongs here: heads of sentences in both languages. Does not belong here: the words for relations
(transforms/text/persons.py), the subject facts that the judge compares.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from transforms.text.persons import RELATIONS

#: Animals speak for themselves as little as friends do: "my dog is called Rex".
_ANIMALS = ("cat", "dog", "pet", "猫", "狗", "宠物")
_WORDS = {**RELATIONS, **dict.fromkeys(_ANIMALS, "animal")}


def _alternatives(words: Collection[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


_ZH = _alternatives([w for w in _WORDS if not w.isascii() and (len(w) > 1 or w in "妈爸猫狗")])
_EN = rf"(?:{_alternatives([w for w in _WORDS if w.isascii()])})s?"
_LABEL = (
    r"(?:该|这位|本)?(?:用户|使用者)(?:\s*[（(][^（()）]{0,40}[)）])?",
    r"\b(?:the )?users?\b(?:\s*\([^()]{0,60}\))?",
)
_AI = re.compile(
    r"^\s*(?:我（AI）|我\(AI\)|AI|人工智能|(?:智能)?助手|the (?:AI|assistant|model|chatbot)\b"
    r"|assistant\b)",
    re.IGNORECASE,
)
_OTHER_HEAD = re.compile(
    rf"^\s*(?:[他她]们?|人家|对方|(?:(?:我|用户)的?)?(?:一个|一位)?(?:{_ZH})"
    r"|(?:he|she|they|his|her|their)\b"
    rf"|(?:my|our|user'?s?)\s+(?:\w+\s+)?{_EN}\b|(?:a|the) {_EN}\b)",
    re.IGNORECASE,
)
_NO_NAME = "I|It|This|That|There|The|We|You|What|Who|How|If|When|And|But|So|Please|My|Never|Always"
_VERB = (
    r"is|was|has|had|likes?|loves?|hates?|doesn't|does|did|works?|lives?|wants?|prefers?|said|says|"
    r"told|went|moved|can't|never|plays?|owns?"
)
_NAMED_HEAD = re.compile(rf"^\s*(?!(?:{_NO_NAME})\b)[A-Z][a-z]+(?:\s+[A-Z][a-z]+)?\s+(?:{_VERB})\b")
_LEAD = re.compile(
    r"^(?:(?:yes|no|well|oh|so|and|but|ok(?:ay)?|actually|by the way|btw|fyi|also|hi|hello)\b"
    r"[\s,.!]*|(?:对了|其实|嗯|哦|啊|但是?|不过|而且|另外|还有|因为|所以|是的|对|最近|今天|昨天)[，,\s]*)+",
    re.IGNORECASE,
)
_SELF = re.compile(
    rf"我(?!的?(?:一个|一位)?(?:{_ZH}))|咱|\b(?:I|me|we|us)\b|\bmy\b(?!\s+(?:\w+\s+)?{_EN}\b)",
    re.IGNORECASE,
)
_RELATION = re.compile(rf"{_ZH}|\b{_EN}\b", re.IGNORECASE)
_OWNED = re.compile(rf"\s*(?:的|['’]s?\s+(?:\w+\s+)?)(?:{_ZH}|{_EN}\b)", re.IGNORECASE)


def subject_of(content: str, names: Collection[str] = ()) -> str:
    """user, ai, other (another person, named by relation to the user), or none.

    `names` are the owner's name and aliases. The label may follow an adverbial
    ("2024年5月1日，用户…", "On 3 May 2024, User ...").
    """
    if _AI.search(content):
        return "ai"
    found = _label(frozenset(names)).search(content)
    if found is None or _OTHER_HEAD.search(content[: found.start()]):
        return "other" if _OTHER_HEAD.search(content) or _NAMED_HEAD.search(content) else "none"
    return "other" if _OWNED.match(content[found.end() :]) else "user"


def has_label(content: str, names: Collection[str] = ()) -> bool:
    """Whether the user is named in the claim at all."""
    return _label(frozenset(names)).search(content) is not None


def tells_of_another(sentence: str, content: str) -> bool:
    """Whether a source sentence is about another person whom the claim does not mention."""
    head = _LEAD.sub("", sentence.strip())
    other = _OTHER_HEAD.search(head) or _NAMED_HEAD.search(head)
    if other is None or _SELF.search(head):
        return False
    relations = _relations(other[0])
    mentioned = _relations(content)
    return not (relations & mentioned if relations else mentioned)


@lru_cache(maxsize=1024)
def _label(names: frozenset[str]) -> re.Pattern[str]:
    own = [re.escape(name) for name in sorted(names, key=len, reverse=True) if name]
    return re.compile("|".join((*_LABEL, *own)), re.IGNORECASE)


def _relations(text: str) -> set[str]:
    words = (found.lower() for found in _RELATION.findall(text))
    return {_WORDS.get(word) or _WORDS.get(word.removesuffix("s")) or word for word in words}
