"""The comparison form of a text. Wider than the identity text and never stored as content.

Belongs here: width, case, script (Traditional to Simplified), quotes, emoji, contractions and the
user's label. Does not belong here: words and what they mean.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import opencc

from transforms.text.identity import identity_text

_EMOJI = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u2190-\u21ff\ufe0e\ufe0f\u200b-\u200d\u2060"
    "\ufeff\u00ad]+"
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_LABEL_EN = re.compile(r"\b(?:the )?user\b(?: ?\([^()]*\)| ?: ?)? ?")
_LABEL_ZH = re.compile(r"(?:该|这位|本)?(?:用户|使用者)(?: ?\([^()]*\))?(?: ?: ?)?")

_CONTRACTIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), full)
    for pattern, full in (
        (r"\bcan(?:'t|not)\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"),
        (r"n't\b", " not"),
        (r"\b(he|she|it|that|there|who|what|here|where)'s\b", r"\1 is"),
        (r"\b(i)'m\b", r"\1 am"),
        (r"'re\b", " are"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"\b(i|you|he|she|we|they|user)'d (like|rather|prefer|love|hate|need)\b", r"\1 would \2"),
    )
)


@cache
def _simplifier() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def normalise(text: str) -> str:
    """`text` for comparison: identity form, Simplified, no emoji, contractions written out,
    every form of the user's label ("用户（小李）", "The user (Nadia):") as 用户 / the user."""
    folded = _EMOJI.sub(" ", unicodedata.normalize("NFC", text))
    folded = identity_text(folded)
    if _HAN.search(folded):
        folded = _simplifier().convert(folded)
        folded = _LABEL_ZH.sub("用户", folded)
    if "'" in folded or "cannot" in folded:
        for pattern, full in _CONTRACTIONS:
            folded = pattern.sub(full, folded)
    if "user" in folded:
        folded = _LABEL_EN.sub("the user ", folded)
    return folded.strip()
