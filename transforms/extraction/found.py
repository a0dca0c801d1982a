"""Where in a reply the answer stands: reasoning, fences and prose around it are passed over.

Belongs here: choosing the JSON values that are the answer. Does not belong here: their fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from transforms.extraction.reader import CutObject, NotJson, Read, read_value

STARTS_MAX = 256  # places at which a value is tried; a reply of nothing but brackets ends there

_WRAPPERS = ("scenes", "result", "results", "output", "data", "response", "answer")
_SCENE_KEYS = frozenset(("scene_name", "memories"))
_TAGS = r"(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)"
_CLOSED = re.compile(
    rf"^.*(?:</{_TAGS}>|<\|channel\|>final<\|message\|>)", re.DOTALL | re.IGNORECASE
)
_OPEN = re.compile(rf"<{_TAGS}>.*$|^\s*{_TAGS}>.*$", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"^\s*```[A-Za-z]*\s*(.*?)\s*(?:```)?\s*$", re.DOTALL)
_START = re.compile(r"[\[{]")
_STRUCTURE = re.compile(r"[\[{]\s*(?:[\[{\"“＂']|[A-Za-z_]+\s*:)")
_REFUSAL = re.compile(
    r"\b(?:I(?:'m| am) (?:sorry|unable)|I (?:can(?:'|no)t|cannot|won't|will not) "
    r"(?:help|assist|comply|do|provide|process|extract|fulfil)|as an AI(?: language)? model)\b"
    r"|抱歉|对不起|很遗憾|无法(?:协助|提供|满足|处理|完成|帮)|不能(?:协助|提供|满足|处理|帮)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """Values that are the answer, in order; `problem` is the outcome where there is none."""

    values: tuple[Any, ...] = ()
    cut: bool = False
    problem: str | None = None
    notes: Mapping[str, int] = field(default_factory=dict)


def find_answer(text: str) -> Answer:
    """The answer in a reply; never raises.

    The whole text is tried as JSON first, so that nothing inside a string is taken for a fence
    or a tag. Else reasoning is passed over and every value that looks like an answer is read:
    several equal ones count once, an empty one yields to a full one, objects in a row are one
    list, two different lists are refused.
    """
    body = text.strip().lstrip("\ufeff").strip()
    whole = _strict(body)
    if isinstance(whole, str):
        body, whole = whole.strip(), _strict(whole)
    if whole is not None:
        return _of_whole(whole)
    starts_with_json = bool(_START.match(body))
    answer = _scan(body if starts_with_json else _without_reasoning(body))
    if starts_with_json and not answer.values and answer.problem:
        answer = _scan(_without_reasoning(body))
    return answer


def _strict(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _of_whole(value: Any) -> Answer:
    answer = unwrap(value)
    if answer is not None:
        return Answer(values=(answer,))
    refused = isinstance(value, dict) and ("refusal" in value or "error" in value)
    return Answer(problem="refused" if refused else "schema_invalid")


def unwrap(value: Any) -> Any:
    """The list or object that may be an answer, out of any known wrapper; None for others."""
    if isinstance(value, dict):
        if _SCENE_KEYS & value.keys():
            return _flat(value)
        for name in _WRAPPERS:
            if isinstance(value.get(name), (list, dict)):
                return unwrap(value[name])
        if isinstance(value.get("facts"), list):
            return _flat({"memories": value["facts"]})
        return value if "content" in value else None
    if isinstance(value, list):
        inner = value[0] if len(value) == 1 and isinstance(value[0], list) else value
        usable = [item for item in inner if isinstance(item, dict) and _is_entry(item)]
        return inner if usable or not inner else None
    return None


def _flat(value: dict[str, Any]) -> Any:
    """`{"memories": []}` without a scene is an empty answer, not a scene."""
    if value.get("memories") == [] and len(value) == 1 and not isinstance(value, CutObject):
        return []
    return value


def _is_entry(item: dict[str, Any]) -> bool:
    return bool(_SCENE_KEYS & item.keys()) or "content" in item or isinstance(item, CutObject)


def _without_reasoning(text: str) -> str:
    """What stands after the last closing tag, and before a tag that is never closed."""
    return _OPEN.sub("", _CLOSED.sub("", text))


def _scan(text: str) -> Answer:
    found: list[Read] = []
    broken = False
    at = 0
    for _ in range(STARTS_MAX):
        start = _START.search(text, at)
        if start is None:
            break
        at = start.start() + 1
        try:
            read = read_value(text, start.start())
        except NotJson:
            broken = broken or bool(_STRUCTURE.match(text, start.start()))
            continue
        answer = unwrap(read.value)
        if answer is not None:
            found.append(Read(answer, read.end, read.cut))
            at = read.end
        elif _covers(text, start.start(), read):
            return Answer(problem="schema_invalid", cut=read.cut)
        elif not read.cut and isinstance(read.value, dict) and read.value:
            at = read.end
    return _choose(text, found, broken)


def _choose(text: str, found: list[Read], broken: bool) -> Answer:
    full = [read for read in found if read.value or read.cut]
    if not full:
        if found and not broken:
            return Answer(values=([],))
        refused = _REFUSAL.search(text[:400]) is not None
        return Answer(problem="refused" if refused else "parse_failed")
    distinct = [
        read
        for index, read in enumerate(full)
        if all(read.value != other.value for other in full[:index])
    ]
    cut = any(read.cut for read in distinct)
    lists = sum(isinstance(read.value, list) for read in distinct)
    if lists and len(distinct) > 1 and not broken:
        return Answer(problem="parse_failed", cut=cut, notes={"several_answers": 1})
    values = tuple(read.value for read in distinct)
    notes = {"broken_around": 1} if broken else {}
    return Answer(values=values, cut=cut, problem="parse_failed" if broken else None, notes=notes)


def _covers(text: str, start: int, read: Read) -> bool:
    """Whether the value is all there is, a fence apart."""
    fenced = _FENCE.match(text)
    body = fenced[1] if fenced else text.strip()
    return text[start : read.end].strip() == body.strip()
