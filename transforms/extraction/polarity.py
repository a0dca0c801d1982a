"""Whether a claim turns its source round: "I don't eat pork" made into "User eats pork".

Belongs here: comparing the negations of a claim's clauses with those of the clauses they come
from. Does not belong here: the negation words (transforms/text/negation.py), pairs of memories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from transforms.extraction.grounding import holds
from transforms.text.negation import NEGATIONS, polarity
from transforms.text.shape import shape_of

#: A source clause must hold more than this share of a claim clause's terms to be compared.
SAME_MATTER = 0.6

_EN = "|".join(sorted(re.escape(word) for word in NEGATIONS if word.isascii()))
_ZH = "|".join(sorted((word for word in NEGATIONS if not word.isascii()), key=len))
_ANY = re.compile(rf"\b(?:{_EN})\b|n't\b|n’t\b|cannot|{_ZH}", re.IGNORECASE)
_CLAUSE = re.compile(r"[，,。；;！!：:\n]|\.\s|\b(?:and|but|because|so)\b|但是?|而且|因为|所以")
_QUESTION = re.compile(r"[?？]|吗")


def contradicts(content: str, terms: Sequence[str], passage: str) -> bool:
    """Whether a clause of the claim and the clause it rests on differ in negation.

    `passage` is the user's sentence that states it; a question states nothing.
    """
    if not (_ANY.search(content) or _ANY.search(passage)) or _QUESTION.search(passage):
        return False
    sources = [clause for clause in _CLAUSE.split(passage) if clause and clause.strip()]
    return any(_turned(clause, terms, sources) for clause in _CLAUSE.split(content) if clause)


def _turned(clause: str, terms: Sequence[str], sources: Sequence[str]) -> bool:
    """Where several source clauses share the matter, one that agrees with the claim will do."""
    own = holds(terms, clause)
    told = [(held, source) for source in sources if (held := set(holds(own, source)))]
    if not told or len(set().union(*(held for held, _ in told))) <= SAME_MATTER * len(own):
        return False
    most = max(len(held) for held, _ in told)
    whole = most == len(set().union(*(held for held, _ in told)))
    compared = [source for held, source in told if len(held) == most or not whole]
    return all(_negated(clause) != _negated(source) for source in compared)


@lru_cache(maxsize=8192)
def _negated(clause: str) -> int:
    return polarity([token for token in shape_of(clause).tokens if token.startswith("N")])
