"""The letters of many texts as one array, folded for comparison.

Belongs here: what two texts are equal in before anything is hashed: width, case, script, signs,
the user's label. Does not belong here: n-grams and weights (`features.py`).
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import opencc
import polars as pl

Codes = npt.NDArray[np.uint32]

END, SPACE = 0, 32
_POINTS = 0x110000
_SUPPLEMENT = 0x20000  # from here on rare Chinese characters, kept as they are
_HAN = range(0x3400, 0xA000)
_TERM_SIGNS = "+#"  # C, C# and C++ are three languages

#: The user's label opens nearly every memory; it says nothing about which fact it is.
_LABEL = r"^\s*(?:the user|用户)\s*(?:[(（][^)）]{0,40}[)）])?(?:'s\b|的)?\s*[:：]?\s*"


def folded(texts: pl.Series) -> tuple[Codes, npt.NDArray[np.int64]]:
    """(codes, rows): the code points of all texts, each text closed by END, and the text that each
    stands in. Lower case, half width, Simplified; any sign that is no part of a term is a SPACE,
    and a SPACE stands only between two words of letters or digits."""
    plain = texts.str.normalize("NFKC").str.to_lowercase().str.replace(_LABEL, "")
    joined = "".join(f"{text.replace(chr(END), ' ')}{chr(END)}" for text in plain.to_list())
    codes = _table()[np.frombuffer(joined.encode("utf-32-le", "replace"), dtype=np.uint32)]
    for after in (True, False):  # each run of spaces first becomes one
        codes = codes[~_idle_spaces(codes, after)]
    ends = codes == END
    return codes, np.cumsum(ends) - ends


def is_han(codes: Codes) -> npt.NDArray[np.bool_]:
    """Which codes are Chinese characters: each is a word of its own."""
    han: npt.NDArray[np.bool_] = (codes >= _HAN.start) & (codes < _HAN.stop)
    return han


def _idle_spaces(codes: Codes, after: bool) -> npt.NDArray[np.bool_]:
    """Spaces with no letter or digit of a word after (or before) them."""
    beside = np.roll(codes, -1 if after else 1)  # the array ends with END, so it may turn
    idle: npt.NDArray[np.bool_] = (beside == SPACE) | (beside == END) | is_han(beside)
    idle &= codes == SPACE
    return idle


@cache
def _table() -> Codes:
    """What each code point is folded to."""
    table = np.arange(_POINTS, dtype=np.uint32)
    for code in range(1, _SUPPLEMENT):
        sign = chr(code)
        if not sign.isalnum() and sign not in _TERM_SIGNS:
            table[code] = SPACE
    traditional = [chr(code) for code in _HAN]
    simplified = opencc.OpenCC("t2s").convert("\n".join(traditional)).split("\n")
    for old, new in zip(traditional, simplified, strict=True):
        table[ord(old)] = ord(new[0])
    return table
