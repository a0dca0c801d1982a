"""What a reply says: scenes and memory items out of a model's text, with one outcome.

Belongs here: outcomes, shapes of a reply, cited aliases, salvage. Does not belong here: finding
and reading JSON (found.py, reader.py), whether a memory may be trusted (checks).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from transforms.extraction import schema
from transforms.extraction.found import find_answer
from transforms.extraction.reader import CutObject

VERSION = "parse-1"

_NAME = ("scene_name", "scene", "name", "title")
_CITED = ("source_message_ids", "message_ids", "source_ids", "sources", "messages", "ids", "source")
_MEMORIES = ("memories", "memory", "facts")
_CONTENT = ("content", "memory", "text", "fact")
_TYPE = ("type", "kind", "category")
_ALIAS = re.compile(r"(?<![A-Za-z0-9])m?\s*(\d{1,4})(?![A-Za-z0-9])", re.IGNORECASE)
_CITATION = re.compile(r"[\s\[\](){}<>,，、;；\"'#m\d]*", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?\d{1,6}(?:\.0+)?")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ABSENT = ("", "null", "none", "n/a", "na", "unknown", "undefined", "未知", "无", "-")


@dataclass(frozen=True, slots=True)
class SceneItem:
    """A scene as named by the model; `name` is empty where it gave none."""

    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryItem:
    """A memory as stated. `kind` is the model's word; `priority` None unless whole, -1..100."""

    scene: int | None
    content: str
    kind: str | None
    priority: int | None
    aliases: tuple[str, ...]
    start: str | None
    end: str | None


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """Outcome of one reply, what could be used of it, and counts of what was mended."""

    outcome: str
    scenes: tuple[SceneItem, ...] = ()
    memories: tuple[MemoryItem, ...] = ()
    notes: Mapping[str, int] = field(default_factory=dict)

    @property
    def last_scene(self) -> str | None:
        """Raw name of the last named scene: what the next window of the session is told."""
        return next((scene.name for scene in reversed(self.scenes) if scene.name), None)


#: Finish reasons after which a reply is not whole: out of tokens, or ended in a runaway.
CUT = ("length", "repetition")


def parse_reply(text: str, finish_reason: str, aliases: Sequence[str]) -> ParsedReply:
    """Scenes and memories of a reply that may cite `aliases` (rows E42-E47); never raises.

    Outcomes: ok, ok_empty, parse_failed, truncated, refused, schema_invalid. Where the text ends
    too early, or a string or array fills its schema bound, the outcome is truncated and the
    complete items are kept. A value that could be read in two ways is parse_failed.
    """
    answer = find_answer(text)
    notes: Counter[str] = Counter(answer.notes)
    builder = _Builder(aliases, notes)
    for value in answer.values:
        builder.take(value)
    return ParsedReply(
        outcome=_outcome(answer.problem, finish_reason, answer.cut, builder),
        scenes=builder.finished_scenes(),
        memories=tuple(builder.memories),
        notes={note: count for note, count in notes.items() if count},
    )


def _outcome(problem: str | None, finish_reason: str, cut: bool, builder: _Builder) -> str:
    if finish_reason == "content_filter":
        return "refused"
    if finish_reason in CUT or cut or builder.full:
        return "truncated"
    if problem is not None:
        return problem
    if builder.memories:
        return "ok"
    return "schema_invalid" if builder.unusable else "ok_empty"


class _Builder:
    """Collects scenes and memories of one reply; counts what it mends in `notes`."""

    def __init__(self, aliases: Sequence[str], notes: Counter[str]) -> None:
        self.order = list(aliases)
        self.known = {alias.lower(): alias for alias in aliases}
        self.notes = notes
        self.names: list[str] = []
        self.cited: list[list[str]] = []
        self.memories: list[MemoryItem] = []
        self.full = False  # a bound of the schema was reached
        self.unusable = 0  # entries that are no scene and no memory

    def take(self, value: Any) -> None:
        """One value of the answer: a list of scenes or memories, a scene, or a memory."""
        entries = value if isinstance(value, list) else [value]
        entries = entries[0] if len(entries) == 1 and isinstance(entries[0], list) else entries
        scenes = 0
        for entry in entries:
            if not isinstance(entry, dict):
                self._unusable("not_an_object")
            elif _is_scene(entry):
                scenes += 1
                self._scene(entry)
            else:
                self._loose(entry)
        self.full = self.full or scenes == schema.SCENES_MAX == len(entries)

    def finished_scenes(self) -> tuple[SceneItem, ...]:
        """The scenes; an alias that none lists joins the scene of the alias before it."""
        home: dict[str, int] = {}
        for index, cited in enumerate(self.cited):
            for alias in cited:
                if home.setdefault(alias, index) != index:
                    self.notes["alias_in_two_scenes"] += 1
        before = 0
        for alias in self.order if self.names else ():
            if alias not in home:
                home[alias] = before
                self.notes["alias_without_scene"] += 1
            before = home[alias]
        members: list[list[str]] = [[] for _ in self.names]
        for alias in self.order:
            if alias in home:
                members[home[alias]].append(alias)
        return tuple(
            SceneItem(name, tuple(own)) for name, own in zip(self.names, members, strict=True)
        )

    def _scene(self, entry: dict[str, Any]) -> None:
        raw = _first(entry, _NAME)
        name = raw if isinstance(raw, str) else ""
        self.full = self.full or len(name) == schema.SCENE_NAME_MAX
        self.names.append(clean(name))
        self.cited.append(self._aliases(_first(entry, _CITED)))
        memories = _first(entry, _MEMORIES)
        memories = [memories] if isinstance(memories, (dict, str)) else memories
        if not isinstance(memories, list):
            if memories is not None:
                self._unusable("memories_not_a_list")
            return
        self.full = self.full or len(memories) == schema.MEMORIES_MAX
        for item in memories:
            self._memory(item, len(self.names) - 1)

    def _loose(self, entry: dict[str, Any]) -> None:
        """A memory outside any scene belongs to one unnamed scene, which goes on from before."""
        if _first(entry, _CONTENT) is None:
            if not isinstance(entry, CutObject):
                self._unusable("not_a_scene")
            return
        if not self.names:
            self.names.append("")
            self.cited.append([])
        self.notes["memory_without_scene"] += 1
        self._memory(entry, len(self.names) - 1)

    def _memory(self, item: Any, scene: int) -> None:
        if isinstance(item, CutObject):
            self.notes["cut_item"] += 1
            return
        entry = item if isinstance(item, dict) else {"content": item}
        content = _first(entry, _CONTENT)
        if not isinstance(content, str) or not clean(content):
            self._unusable("memory_without_content")
            return
        if len(content) == schema.CONTENT_MAX:
            self.full = True
            self.notes["cut_item"] += 1
            return
        metadata = entry.get("metadata")
        times = metadata if isinstance(metadata, dict) else entry
        kind = _first(entry, _TYPE)
        self.memories.append(
            MemoryItem(
                scene=scene,
                content=clean(content),
                kind=clean(kind).lower() if isinstance(kind, str) else None,
                priority=_priority(entry.get("priority")),
                aliases=tuple(self._aliases(_first(entry, _CITED))),
                start=_time(times.get("activity_start_time")),
                end=_time(times.get("activity_end_time")),
            )
        )

    def _aliases(self, raw: Any) -> list[str]:
        """Known aliases in order of the window, however they are written."""
        pieces = raw if isinstance(raw, list) else [raw]
        found: set[str] = set()
        for piece in pieces:
            if isinstance(piece, bool) or not isinstance(piece, (str, int)):
                continue
            numbers = _ALIAS.findall(str(piece)) if _CITATION.fullmatch(str(piece)) else []
            self.notes["unknown_alias"] += not numbers
            for number in numbers:
                alias = self.known.get(f"m{int(number)}")
                if alias is None:
                    self.notes["unknown_alias"] += 1
                else:
                    found.add(alias)
        return [alias for alias in self.order if alias in found]

    def _unusable(self, note: str) -> None:
        self.unusable += 1
        self.notes[note] += 1


def clean(text: str) -> str:
    """One line, no control characters, no half characters."""
    if text.isprintable():
        return " ".join(text.split())
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return " ".join(_CONTROLS.sub(" ", whole).split())


def _is_scene(entry: dict[str, Any]) -> bool:
    if "scene_name" in entry or "memories" in entry:
        return True
    return "scene" in entry and "content" not in entry


def _first(entry: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((entry[name] for name in names if name in entry), None)


def _priority(raw: Any) -> int | None:
    if isinstance(raw, bool) or not isinstance(raw, (int, float, str)):
        return None
    written = str(raw).strip()
    if not _WHOLE.fullmatch(written):
        return None
    value = int(float(written))
    return value if schema.PRIORITY_MIN <= value <= schema.PRIORITY_MAX else None


def _time(raw: Any) -> str | None:
    if not isinstance(raw, str):
        return None
    written = clean(raw)
    return None if written.lower() in _ABSENT else written
