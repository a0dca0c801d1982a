"""Scripted replies: what a good model would answer, written from gold facts for the replay engine.

Belongs here: gold facts and windows in, rows of a reply log out. Does not belong here: cutting
windows, the replay engine, judging claims. It imports nothing of the product, so that a test
cannot agree with a fault by sharing it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

GOLD = Path(__file__).parent / "gold.jsonl"
MODEL = "scripted"
MEMORIES_PER_SCENE = 7  # one below the bound of the reply schema: a full array counts as cut

#: (replay key, [(alias, source message id or None, part)], language of the window)
Window = tuple[str, Sequence[tuple[str, str | None, int]], str]
Gold = Mapping[str, Any]

_TOPICS = {
    "zh": {"persona": "习惯与喜好", "episodic": "经历与计划", "instruction": "对回答方式的要求"},
    "en": {"persona": "habits and tastes", "episodic": "events", "instruction": "standing wishes"},
}


def read_gold(path: Path = GOLD) -> list[dict[str, Any]]:
    """The gold facts of a file, one a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def scripted_replies(
    windows: Iterable[Window], gold: Iterable[Gold], *, sloppy: bool = False, model: str = MODEL
) -> list[dict[str, Any]]:
    """A row of a reply log (the fields of `_row`) per replay key.

    A fact is stated in the window that shows its last source, in that window's language only, and
    cites those of its sources that the window shows. `sloppy` adds what gold says must be
    rejected, in whatever language it was written. Token counts are rough: nothing was rendered.
    """
    by_last_source: dict[str, list[Gold]] = {}
    for fact in gold:
        if sloppy or fact["expect"] == "stored":
            by_last_source.setdefault(fact["source_message_ids"][-1], []).append(fact)
    rows = {
        key: _row(key, _scenes(parts, lang, by_last_source, sloppy), model)
        for key, parts, lang in windows
    }
    return list(rows.values())


def _row(key: str, scenes: list[dict[str, Any]], model: str) -> dict[str, Any]:
    text = json.dumps(scenes, ensure_ascii=False, separators=(",", ":"))
    return {
        "replay_key": key,
        "attempt": 1,
        "text": text,
        "finish_reason": "stop",
        "prompt_tokens": 0,
        "output_tokens": len(text) // 3,
        "model": model,
    }


def _scenes(
    parts: Sequence[tuple[str, str | None, int]],
    lang: str,
    by_last_source: Mapping[str, list[Gold]],
    sloppy: bool,
) -> list[dict[str, Any]]:
    """The window as one scene, or as several where one would hold too many memories."""
    shown: dict[str, list[str]] = {}
    for alias, message_id, _ in parts:
        if message_id is not None:
            shown.setdefault(message_id, []).append(alias)
    scenes: list[tuple[list[str], list[Gold]]] = [([], [])]
    seen: set[str] = set()
    for alias, message_id, _ in parts:
        facts = []
        if message_id is not None and alias == shown[message_id][-1]:
            facts = list(_told(by_last_source.get(message_id, ()), lang, sloppy, seen))
        if scenes[-1][0] and len(scenes[-1][1]) + len(facts) > MEMORIES_PER_SCENE:
            scenes.append(([], []))
        scenes[-1][0].append(alias)
        scenes[-1][1].extend(facts)
    return [
        {
            "scene_name": _scene_name(lang, facts),
            "message_ids": aliases,
            "memories": [_memory(fact, shown) for fact in facts],
        }
        for aliases, facts in scenes
    ]


def _told(facts: Iterable[Gold], lang: str, sloppy: bool, seen: set[str]) -> Iterator[Gold]:
    """The facts a reply in `lang` states, each text once: equal windows share one reply."""
    for fact in facts:
        fits = fact["lang"] == lang or (sloppy and fact["expect"] == "rejected")
        if fits and fact["content"] not in seen:
            seen.add(fact["content"])
            yield fact


def _memory(fact: Gold, shown: Mapping[str, list[str]]) -> dict[str, Any]:
    times = ("activity_start_time", "activity_end_time")
    return {
        "content": fact["content"],
        "type": fact["type"],
        "priority": fact["priority"],
        "source_message_ids": [a for s in fact["source_message_ids"] for a in shown.get(s, ())],
        "metadata": {name: fact[name] for name in times if name in fact},
    }


def _scene_name(lang: str, facts: Sequence[Gold]) -> str:
    """In the form of row E11."""
    told = {fact["type"] for fact in facts}
    topics = [name for kind, name in _TOPICS[lang].items() if kind in told]
    if lang == "zh":
        about = "聊近况，顺带了解其" + "、".join(topics) if topics else "闲聊并处理一些临时的小事"
        return f"我（AI）在和用户{about}"
    about = " and ".join(topics) if topics else "passing matters and small requests"
    return f"I (AI) am talking with the user about daily life, {about}"
