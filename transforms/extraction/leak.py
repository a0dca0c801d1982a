"""Pieces of the prompt that come back as memories. Belongs here: the n-gram comparison only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from transforms.extraction.grounding import FORM
from transforms.extraction.wording import WORDINGS
from transforms.text.segment import content_terms

GRAM_ZH = 9  # characters in a row
GRAM_EN = 6  # words in a row

_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[a-z0-9']+")


def leaks(content: str, window_texts: Iterable[str]) -> bool:
    """Whether the text shares a long n-gram with the prompt that its sources do not have."""
    shared = _grams(content) & _prompt_grams()
    return bool(shared) and not shared <= {gram for text in window_texts for gram in _grams(text)}


def _grams(text: str) -> set[str]:
    words = _WORD.findall(text.lower())
    found = {" ".join(words[at : at + GRAM_EN]) for at in range(len(words) - GRAM_EN + 1)}
    han = "".join(_HAN_RUN.findall(text))
    found.update(han[at : at + GRAM_ZH] for at in range(len(han) - GRAM_ZH + 1))
    return found


@cache
def _prompt_grams() -> frozenset[str]:
    """Grams of the prompts; what they share with any claim of the asked-for form is left out."""
    told = {gram for words in WORDINGS.values() for gram in _grams(words.system)}
    return frozenset(gram for gram in told if set(content_terms(gram)) - FORM)
