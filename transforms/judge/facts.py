"""Language facts of memories: one row per memory, computed once, stored, joined by the rules.

Belongs here: which facts there are and how they are read off a shape. Does not belong here: words
(`transforms/text`) and what follows from a fact (the rules).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from zlib import crc32

import polars as pl
import pyarrow as pa

from schemas.facts import TABLE
from transforms.text.lexicon import words
from transforms.text.shape import STRONG, Shape, kind_of, shape_of
from transforms.text.time import time_facts

VERSION = "facts-1"

SKETCH_BITS = 63
_CHUNK = 2_048
_LIMITING = frozenset({"only", "if", "except"})
_ASKING = words("prefer|要求|请求|ask|request|let|allow|偏好|请|like|喜欢|允许|require")
_OUTPUT = words(
    "answer|reply|replie|response|explanation|output|comment|code|summary|format|markdown|tone|"
    "emoji|assistant|bullet|unit|回答|回复|答复|注释|输出|解释|格式|语气|助手|总结|代码|示例|"
    "长回答|列表|表格"
)
_NAME = re.compile(r"(?<![.!?\"“]\s)(?<!^)\b[A-Z][\w-]+")
_LATIN = re.compile(r"[A-Za-z][\w.+#-]*")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LIGHT = words(
    "has|have|had|make|made|get|got|go|poss|pron|有|会|能|做|去|人|大|小|好|多|吃|喝|喜欢|习惯|"
    "觉得|感到|like|likes|love|enjoy|prefer|use|used|want|can|could|would|about|up|out"
)
_SUFFIX = re.compile(r"(?:([bdgklmnprt])\1)?(?:ing|ed|es|e|s)$")
#: Modality whose presence on one side makes two statements differ even when otherwise unlike.
_DECISIVE = {
    "want": "unrealised",
    "plan": "unrealised",
    "try": "unrealised",
    "past": "past",
    "hedge": "hedge",
    "almost": "almost",
    "pretend": "almost",
}
_TEXT_COLUMNS = [
    name
    for name in TABLE.dtypes
    if name
    not in {"bucket", "owner_id", "persona_id", "scope", "project_id", "memory_id", "facts_version"}
]


def language_facts(rows: pl.DataFrame) -> pl.DataFrame:
    """Facts of memories. In: bucket, partition columns, memory_id, content, kind. Out: `facts`.

    Equal texts of equal kind are analysed once. Order of rows is kept.
    """
    texts = rows.select("content", "kind").unique(maintain_order=True)
    parts = [_analyse(part) for part in texts.iter_slices(_CHUNK)] or [_analyse(texts)]
    analysed = pl.concat(parts)
    joined = rows.select(
        "bucket", "owner_id", "persona_id", "scope", "project_id", "memory_id", "content", "kind"
    ).join(analysed, on=["content", "kind"], how="left", maintain_order="left", nulls_equal=True)
    return joined.with_columns(facts_version=pl.lit(VERSION)).select(TABLE.dtypes.names())


def _analyse(texts: pl.DataFrame) -> pl.DataFrame:
    """Facts of distinct (content, kind), in order; small parts keep Python's heap small."""
    found = [text_facts(content, kind) for content, kind in texts.iter_rows()]
    columns = [_column(name, [facts[name] for facts in found]) for name in _TEXT_COLUMNS]
    return pl.DataFrame(columns).with_columns(kind=texts["kind"])


def text_facts(content: str, kind: str | None = None) -> dict[str, Any]:
    """Facts of one text by column name."""
    shape = shape_of(content)
    read = _read(shape.tokens)
    instructional = kind == "instruction" or (read.asks and read.speaks_of_output)
    times = time_facts(shape.normalised, shape.numbers)
    return {
        "content": content,
        "terms": read.terms,
        "shape": shape.tokens,
        "units": sorted(read.units),
        "sketch": read.sketch,
        "numbers": sorted(shape.numbers),
        "negations": sorted(read.negations),
        "polarity": len(read.negations) % 2,
        "subject": subject_of(shape.tokens),
        "persons": sorted(read.persons),
        "conditions": sorted(read.conditions),
        "limiting": sorted(_LIMITING & {mark.partition(":")[0] for mark in read.conditions}),
        "modality": _modality(read.modality, instructional),
        "instructional": instructional,
        "times": list(times.times),
        "has_term": times.has_term,
        "habit": times.habit,
        "one_off": times.one_off,
        "lasting_dated": times.lasting_dated,
        "hedged": "hedge" in read.modality,
        "specific": _specific(content, shape),
    }


@dataclass(slots=True)
class _Read:
    """What one pass over the tokens finds."""

    terms: list[str] = field(default_factory=list)
    units: set[str] = field(default_factory=set)
    negations: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    modality: set[str] = field(default_factory=set)
    persons: set[str] = field(default_factory=set)
    sketch: int = 0
    asks: bool = False
    speaks_of_output: bool = False


def _read(tokens: list[str]) -> _Read:
    read = _Read()
    for at, token in enumerate(tokens):
        letter, word = token[0], token[1:].removesuffix("~")
        if letter in STRONG:
            read.sketch |= _bit(letter + word)
        if letter in "TPQ":
            read.terms.append(word)
        if letter == "T":
            read.units.update(_units(word))
            read.asks = read.asks or word in _ASKING
            read.speaks_of_output = read.speaks_of_output or word in _OUTPUT
        elif letter == "P":
            read.persons.add(word)
            read.units.add(word)
        elif letter == "N":
            read.negations.append(_scoped(kind_of(word), tokens, at))
        elif letter == "C":
            read.conditions.append(_scoped(kind_of(word), tokens, at))
        elif letter == "M":
            read.modality.add(kind_of(word))
            read.asks = read.asks or kind_of(word) == "want"
    return read


def _scoped(mark: str, tokens: list[str], at: int) -> str:
    """A mark with the word that follows it: not:抽烟."""
    scope = next((later[1:] for later in tokens[at + 1 :] if later[0] in "TQP"), "")
    return f"{mark}:{scope.removesuffix('~')}"


def _modality(marks: set[str], instructional: bool) -> list[str]:
    """Decisive modality by class; wanting is how an instruction is given."""
    decisive = marks - {"want"} if instructional else marks
    return sorted({_DECISIVE[mark] for mark in decisive if mark in _DECISIVE})


@lru_cache(maxsize=1 << 15)
def _units(word: str) -> frozenset[str]:
    """What two texts share when they speak of one matter: the characters of a Chinese word, the
    stem of an English one; nothing of a light verb."""
    if word in _LIGHT:
        return frozenset()
    if not word.isascii():
        return frozenset(word)
    return frozenset({_SUFFIX.sub("", word)[:5] if len(word) > 4 else word})


def _column(name: str, values: list[Any]) -> pl.Series:
    """A column of facts; lists go through Arrow, which is ten times faster than by element."""
    dtype = TABLE.dtypes[name]
    if isinstance(dtype, pl.List):
        return pl.Series(name, pa.array(values, pa.large_list(pa.large_string())))
    return pl.Series(name, values, dtype=dtype)


def subject_of(tokens: list[str]) -> str:
    """Head of the sentence: the user, the AI, or the person of the user's it speaks of.

    "the user's friend's wife" is the wife; 用户的猫 is still the user's matter.
    """
    strong = [at for at, token in enumerate(tokens) if token[0] in STRONG]
    if not strong:
        return "none"
    at = strong[0]
    head = "user" if tokens[at] == "U" else "none"
    if tokens[at][0] == "T" and tokens[at][1:] in ("ai", "assistant", "助手"):
        return "ai"
    if tokens[at] == "U":
        at += 1
    while at < len(tokens) and (tokens[at] == "d" or tokens[at][0] == "P"):
        if tokens[at][0] == "P":
            head = tokens[at][1:]
        at += 1
    if head == "none" and "U" in tokens:
        head = "user"
    return head


@lru_cache(maxsize=1 << 16)
def _bit(token: str) -> int:
    return 1 << (crc32(token.encode()) % SKETCH_BITS)


def _specific(content: str, shape: Shape) -> int:
    """Quantities, names and long words: what makes a statement checkable."""
    names = _LATIN if _HAN.search(content) else _NAME
    long_words = sum(1 for t in shape.tokens if t[0] == "T" and len(t) > 3 and not t.isascii())
    return len(shape.numbers) + len(names.findall(content)) + long_words
