"""The shape of a text: its words in order, each with the part it plays in a comparison.

Belongs here: turning a text into shape tokens, a class letter and a canonical spelling:

  U user   P other person   T content term   Q quantity   R role (把, to, over): they must match
  N negation   M modality and aspect   C condition: marks with kind and root, compared in place
  a article or classifier   d 的 / 's   h determiner   o who / which   l and   k , ; .   b but
  z because   i 在   j 里   + degree: structure, visible but no fact of its own

Does not belong here: comparing two shapes (`judge/containment.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from transforms.text.function_words import BARE_CLASSIFIERS, COUNTING_VERBS
from transforms.text.modality import STATIVE
from transforms.text.normalise import normalise
from transforms.text.numbers import scan
from transforms.text.persons import TRADES
from transforms.text.segment import stem, tokens
from transforms.text.vocabulary import PHRASES, PREFIXES, SHAPES, SUFFIXES

STRONG = frozenset("UPTQR")
MARKS = frozenset("NMC")


def kind_of(token: str) -> str:
    """Class and kind of a mark, without its root: Nend:不再 -> Nend."""
    return token.partition(":")[0]


@dataclass(frozen=True, slots=True)
class Shape:
    """Shape tokens of a text, its canonical quantities, and its normalised form."""

    normalised: str
    tokens: list[str]
    numbers: list[str]


def shape_of(text: str) -> Shape:
    """The shape of one text."""
    normalised = normalise(text)
    scanned, numbers = scan(normalised)
    if " " in scanned:
        scanned = PHRASES.sub(lambda m: m.group().replace(" ", "_"), scanned)
    shape: list[str] = []
    previous = ""
    for kind, token in tokens(scanned, numbers):
        if kind == "word":
            _add_word(shape, token, previous)
        elif kind == "han":
            _add_han(shape, token, previous)
        elif kind == "quantity":
            shape.append(f"Q{token}")
        elif kind == "mark":
            shape.append("l" if token == "、" else "k")
        else:
            shape.append("a")
        previous = token
    return Shape(normalised, _prefer_over(shape), numbers)


def _prefer_over(shape: list[str]) -> list[str]:
    """ "prefers tea to coffee" says "over"; "prefers to walk" stays."""
    if "Tprefer~" in shape or "Tprefer" in shape:
        at = next(at for at, token in enumerate(shape) if token.startswith("Tprefer"))
        for place in range(at + 2, len(shape)):
            if shape[place] == "Rto" and shape[at + 1] != "Rto":
                shape[place] = "Rover"
                break
    return shape


def _add_word(shape: list[str], token: str, previous: str) -> None:
    if token == "user":
        if shape and shape[-1] == "h":
            shape.pop()
        shape.append("U")
        return
    if token in ("a", "an"):
        shape.append("a")
        return
    known = SHAPES.get(token.replace("_", " ") if "_" in token else token)
    if known is None:
        stemmed = stem(token)
        known = SHAPES.get(stemmed)
        if known is not None and known[:1] == "P":
            known += "~"
        elif stemmed != token:
            known = f"T{stemmed}~"
        else:
            known = f"T{token}"
    if known == "h" and token == "that":
        known = "o" if previous and shape and shape[-1][0] in "TP" else ""
    _append(shape, known, token)


def _add_han(shape: list[str], token: str, previous: str) -> None:
    if token == "用户":
        shape.append("U")
        return
    if token == "了" and (previous in STATIVE or not shape or shape[-1][0] in "NM"):
        return
    if token in BARE_CLASSIFIERS and previous in COUNTING_VERBS:
        shape.append("a")
        return
    known = SHAPES.get(token)
    if known is None and len(token) > 1 and token[0] in PREFIXES:
        head = next(token[:end] for end in range(len(token) - 1, 0, -1) if token[:end] in SHAPES)
        _add_han(shape, head, previous)
        _add_han(shape, token[len(head) :], head)
        return
    if known is None and len(token) > 1 and token[-1] in SUFFIXES:
        _add_han(shape, token[:-1], previous)
        _add_han(shape, token[-1], token[:-1])
        return
    _append(shape, f"T{token}" if known is None else known, token)


def _append(shape: list[str], known: str, token: str) -> None:
    """A trade is a person only as somebody's: "the user's coach", not "the user is a coach"."""
    if known[:1] == "P" and known[1:].rstrip("~") in TRADES:
        owned = bool(shape) and shape[-1] in ("d", "Tposs", "U")
        known = known if owned else f"T{token}"
    if known:
        shape.append(known)
