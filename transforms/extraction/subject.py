"""Who a claim is about.

Belongs here: the label of the user and the heads of claims. Does not belong here: whose fact a
source states (whose.py), the subject facts that the judge compares.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from transforms.extraction import people

_LABEL = (
    r"(?:该|这位|本)?(?:用户|使用者)(?:\s*[（(][^（()）]{0,40}[)）])?",
    r"\b(?:the )?users?\b(?:\s*\([^()]{0,60}\))?",
)
_AI = re.compile(
    r"^\s*(?:我（AI）|我\(AI\)|AI|人工智能|(?:智能)?助手|the (?:AI|assistant|model|chatbot)\b"
    r"|assistant\b)",
    re.IGNORECASE,
)
_OWNED = re.compile(rf"\s*(?:的|['’]s?\s+(?:\w+\s+)?)(?:{people.ZH}|{people.EN}\b)", re.IGNORECASE)


def subject_of(content: str, names: Collection[str] = ()) -> str:
    """user, ai, other (another person, named by relation to the user), or none.

    `names` are the owner's name and aliases. The label may follow an adverbial
    ("2024年5月1日，用户…", "On 3 May 2024, User ...").
    """
    if _AI.search(content):
        return "ai"
    found = _label(frozenset(names)).search(content)
    if found is None or people.OTHER_HEAD.search(content[: found.start()]):
        other = people.OTHER_HEAD.search(content) or people.NAMED_HEAD.search(content)
        return "other" if other else "none"
    return "other" if _OWNED.match(content[found.end() :]) else "user"


def has_label(content: str, names: Collection[str] = ()) -> bool:
    """Whether the user is named in the claim at all."""
    return _label(frozenset(names)).search(content) is not None


@lru_cache(maxsize=1024)
def _label(names: frozenset[str]) -> re.Pattern[str]:
    own = [re.escape(name) for name in sorted(names, key=len, reverse=True) if name]
    return re.compile("|".join((*_LABEL, *own)), re.IGNORECASE)
