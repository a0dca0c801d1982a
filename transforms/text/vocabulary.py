"""All tables of words as one lookup from token to shape token.

Belongs here: the union of the tables and the check that they agree. No word stands here.
VERSION counts changes of any table of `transforms/text` that facts rest on.
"""

from __future__ import annotations

from transforms.text import conditions, function_words, modality, negation, persons
from transforms.text.lexicon import chinese_words, phrase_pattern, root

LOOK_ALIKES = (
    negation.LOOK_ALIKES
    | modality.LOOK_ALIKES
    | conditions.LOOK_ALIKES
    | persons.LOOK_ALIKES
    | function_words.LOOK_ALIKES
)
PREFIXES = negation.PREFIXES | conditions.PREFIXES | frozenset("很最")
SUFFIXES = negation.SUFFIXES

_BY_CLASS = (
    ("T", function_words.ALIKE),
    ("P", persons.RELATIONS),
    ("M", modality.MODALITY),
    ("C", conditions.CONDITIONS),
    ("N", negation.NEGATIONS),
    ("R", function_words.ROLES),
)


def _lookup() -> dict[str, str]:
    shapes: dict[str, str] = {word: f"T{word}" for word in LOOK_ALIKES}
    entries = [
        (word, letter + (f"{mark}:{root(word)}" if letter in "NMC" else mark))
        for letter, tab in _BY_CLASS
        for word, mark in tab.items()
    ]
    entries += function_words.STRUCTURE.items()
    entries += [(word, "+") for word in function_words.DEGREE]
    entries += [(word, "") for word in function_words.DROPPED]
    for word, shape in entries:
        shapes.setdefault(word, shape)
    return shapes


#: Shape token by word; a mark is kind and root, Nend:不再; "" drops the word; a look-alike
#: shields its text from every other table.
SHAPES = _lookup()
PHRASES = phrase_pattern([SHAPES])
CHINESE = chinese_words([SHAPES])
