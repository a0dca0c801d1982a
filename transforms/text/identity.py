"""The identity text: what makes two statements one memory by id.

Belongs here: the frozen normal form of design section 2 and nothing else; standard library only.
Does not belong here: anything a rule may decide (Traditional script, emoji, numerals, synonyms).
A change is a lake upgrade with a map from old ids to new ones.
"""

from __future__ import annotations

import re
import unicodedata

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_QUOTES = dict.fromkeys(map(ord, "“”„‟«»「」『』〝〞"), '"') | dict.fromkeys(
    map(ord, "‘’‚‛‹›`´"), "'"
)
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-")
_SIGNS: dict[int, int | str] = {**_FULL_WIDTH, **_QUOTES, **_DASHES}

_CJK = r"[\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_SPACES = re.compile(r"\s+")
_SPACE_BESIDE_CJK = re.compile(rf"(?<={_CJK}) | (?={_CJK})")
_FINAL = " .!?。！？…;；｡"


def identity_text(text: str) -> str:
    """The text by which a memory's id is made. Idempotent.

    NFC, full-width to half-width, quotes and dashes unified, case folded, spaces collapsed and
    dropped beside CJK, sentence-final punctuation dropped. Signs inside the text stay, so
    C / C#, 1.5 / 15 and 2³ / 23 have different ids. A text of final signs only is kept.
    """
    folded = unicodedata.normalize("NFC", text).translate(_SIGNS).casefold()
    spaced = _SPACES.sub(" ", unicodedata.normalize("NFC", folded)).strip()
    joined = _SPACE_BESIDE_CJK.sub("", spaced)
    return joined.rstrip(_FINAL) or joined
