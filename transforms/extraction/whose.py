"""Whose fact a source states: the user's, or that of another person whom it is about.

Belongs here: the clauses of a source with the person each is about, and comparing a claim with
them. Does not belong here: who the claim says it is about (subject.py), the words (people.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from transforms.extraction import people
from transforms.extraction.grounding import holds
from transforms.extraction.own_words import sentences

#: "My friend Tara and I", 我和我爱人: the user is one of them.
_JOINT = re.compile(
    rf"(?:both\s+)?(?:my|our)\s+(?:\w+\s+)?{people.EN}(?:\s+[A-Z]\w+)?,?\s+and\s+(?:I|me|myself)\b"
    rf"|\b(?:me|I|myself)\s+and\s+(?:my|our)\s+(?:\w+\s+)?{people.EN}\b"
    rf"|我(?:和|跟|与|同)我?{people.OWN_ZH}"
    rf"|(?:我{people.OWN_ZH}|{people.NICKNAME}|[他她])[^，。\s]{{0,3}}?(?:和|跟|与|同)我"
    r"(?!们?(?:说|讲|提|聊|抱怨)|的)",
    re.IGNORECASE,
)
#: A clause ends at a mark or a conjunction, and where a pronoun or `who` begins the next one.
_CLAUSE = re.compile(
    r"[,，;；:：()（）—]|\b(?:and|but|because|so|while|whereas|although|though)\b|(?=\bwho\b)"
    r"|(?:\bthat)?\s+(?=(?:I|he|she|we)\b)|但是?|不过|而且|因为|所以"
    rf"|(?:(?<=[说讲道得])|(?<=诉我)|(?<=说过))(?=[他她我]|{people.ZH}|{people.NICKNAME})",
)
_LEAD = re.compile(
    r"^(?:(?:yes|yeah|no|well|oh|ok(?:ay)?|actually|by the way|btw|fyi|also|hi|hello|noted|both|"
    r"today|yesterday|lol|haha)\b[\s,.!]*"
    r"|(?:对了|其实|嗯|哦|啊|另外|还有|是的|对|最近|今天|昨天|现在|继续|以前|后来)[，,\s]*)+",
    re.IGNORECASE,
)
_WHO = re.compile(r"^\s*who\b", re.IGNORECASE)
_ENDS_IN_PERSON = re.compile(
    rf"\b{people.EN}(?:\s+[A-Z]\w+)?\s*$|\b(?:someone|somebody|a (?:guy|woman|man|person))\s*$",
    re.IGNORECASE,
)
_I_AM = re.compile(r"\bI(?:['’]m| am)\b", re.IGNORECASE)
_SO_DO_I = re.compile(r"\b(?:so|neither|nor) (?:am|do|have|was|did|can) I\b", re.IGNORECASE)
_THEY = re.compile(r"^\s*they\b", re.IGNORECASE)
#: Begins something new, whoever was spoken of: a request, a question, the speaker's own plans.
_FRESH = re.compile(
    r"^\s*(?:please|can|could|would|what|how|where|any|suggest|recommend|give|help|find|need|should"
    r"|thanks)\b|自己|终于|想|打算|准备|请|帮|推荐|怎么|有没有|能不能|有什么|求",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"\b(?:too|also|as well|same here|me neither)\b"
    r"|我.{0,3}(?:也|同样)|一样",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？]\s*$|[吗呢]\s*[。.]?\s*$|会不会|是不是")
#: What others decide about the user's things: "the client moved the deadline".
_DECIDES = re.compile(
    r"把|将|改[成到为了]|推迟|提前|延[长到期]|定[在到了]|取消|批准|"
    r"\b(?:moved|pushed|changed|set|postponed|cancell?ed|extended|approved|raised|cut|brought)\s+"
    r"(?:the|our|my|it|back|forward)\b",
    re.IGNORECASE,
)
_POSSESSES = re.compile(
    r"的|['’]s\b|^\s*(?:his|her)\b|有|养|买|\b(?:has|have|owns?|bought|keeps?)\b", re.IGNORECASE
)
_THING = re.compile(
    r"^[^，。,.]{0,12}?(?:用户|users?)\s*(?:[(（][^()（）]*[)）])?\s*(?:的|['’]s?\s)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a source. `named`: the other persons it is about; None if it is the user's."""

    text: str
    named: frozenset[str] | None
    also: bool = False  # the user joins in what was said before: "me too"


def of_another(content: str, terms: Sequence[str], texts: Iterable[str]) -> bool:
    """Whether a claim about the user rests on clauses about a person whom it does not mention.

    The user's own clauses count first: the claim is another's only where theirs hold more of its
    terms. A claim about a thing of the user is another's only where that person has the thing.
    """
    mentioned = people.mentioned(content)
    thing = _THING.match(content) is not None
    own: set[str] = set()
    other: set[str] = set()
    for text in texts:
        for clause in clauses(text):
            held = holds(terms, clause.text)
            if clause.named is None:
                own.update(other if clause.also else (), held)
            elif not _told(clause, mentioned, content) and (
                not thing or _POSSESSES.search(clause.text)
            ):
                other.update(held)
    return len(other) > len(own)


def _told(clause: Clause, mentioned: frozenset[str], content: str) -> bool:
    """Whether the claim names the person, so that the clause may well be part of it."""
    if not clause.named:
        return bool(mentioned)
    return people.mentions(clause.named, mentioned) or any(
        name in content for name in clause.named if not name.islower()
    )


@lru_cache(maxsize=8192)
def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of a user's text, each with the persons it is about.

    A clause without a subject of its own goes on with the one before in its sentence.
    """
    found: list[Clause] = []
    for sentence in sentences(text):
        about: frozenset[str] | None = None
        last = ""
        asked = _QUESTION.search(sentence) is not None
        for part in _CLAUSE.split(_SO_DO_I.sub("I too", _JOINT.sub("我们 we ", sentence))):
            if not part or not part.strip():
                continue
            about = _about(part, last, about)
            named = None if about is None or _involves_user(part, about) else about
            also = about is None and not asked and _ALSO.search(part) is not None
            found.append(Clause(part, named, also))
            last = part
    return tuple(found)


def _about(part: str, last: str, before: frozenset[str] | None) -> frozenset[str] | None:
    """The persons a clause is about, empty if only a pronoun tells; None for the user."""
    head = _LEAD.sub("", part.strip())
    if _WHO.match(head):
        another = _ENDS_IN_PERSON.search(last) and not _I_AM.search(last)
        return people.relations(last) if another else before
    if other := people.OTHER_HEAD.search(head):
        return people.relations(other[0]) or before or _nickname(other[0])
    if name := people.NAMED_HEAD.search(head):
        return frozenset({name[1]})
    if before is None or _THEY.match(head):
        return before
    return None if people.SELF.match(head) or _FRESH.search(head) else before


def _nickname(head: str) -> frozenset[str]:
    name = re.search(people.NICKNAME, head)
    return frozenset({name[0]}) if name else frozenset()


def _involves_user(part: str, about: frozenset[str]) -> bool:
    """The clause is about another but for or with the user, or about what is the user's."""
    if people.in_charge(about) and _DECIDES.search(part):
        return True
    return people.SELF.search(part) is not None
