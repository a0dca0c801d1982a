"""The vocabulary of generated archives, read from words.toml.

Belongs here: the shapes in which facts.py and make_archive.py use the words. Does not belong
here: the words (words.toml), facts about users (facts.py).
"""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path

Pairs = tuple[tuple[str, str], ...]  # (Chinese, English)

_WORDS = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))
_FILLER = _WORDS["filler"]
_ASK_OPENINGS = 4  # of the openings fit a question


def pairs(name: str) -> Pairs:
    """Parallel words of one kind."""
    split = (pair.split("=") for pair in _WORDS["pairs"][name])
    return tuple((chinese, english) for chinese, english in split)


def _sentences(kind: str, most_openings: int | None = None) -> dict[str, list[str]]:
    """Every opening with every frame and thing, per language."""
    return {
        lang: [
            opening + frame.format(thing)
            for opening, frame, thing in product(
                filler["openings"][:most_openings], filler[kind], filler["things"]
            )
        ]
        for lang, filler in _FILLER.items()
    }


SURNAMES, GIVEN, FIRST = (tuple(_WORDS["names"][name]) for name in ("surnames", "given", "first"))
ASKS = _sentences("asks", _ASK_OPENINGS)
ADVICE = _sentences("advice")
SMALL_TALK = {lang: list(filler["small_talk"]) for lang, filler in _FILLER.items()}
