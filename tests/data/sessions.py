"""One generated session: its turns, its facts, its lines.

Belongs here: the shape of standard chat, a partition's memory of what was told, writing one
session. Does not belong here: which sessions there are and files (make_archive.py), facts
(facts.py), troubles (troubles.py), words (words.toml).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import orjson

from tests.data import facts, words
from tests.data.troubles import TROUBLES, Turn

REMEMBERED = 64  # facts of a partition that may come up again
Piece = tuple[list[bytes], list[bytes]]  # lines of the archive, lines of gold

#: Lengths around their mean, log-normal (sigma 0.9): many short messages, a few long ones.
SPREAD = (
    0.12, 0.19, 0.25, 0.30, 0.35, 0.40, 0.46, 0.52, 0.58, 0.65,
    0.73, 0.82, 0.92, 1.04, 1.18, 1.37, 1.60, 1.95, 2.53, 4.04,
)  # fmt: skip


@dataclass(frozen=True)
class Shape:
    """Standard chat; tokens as estimated without a model. Rates of mentions sum to one."""

    turns: tuple[int, int] = (10, 10)  # exchanges of a session, uniform
    user_tokens: int = 30
    assistant_tokens: int = 120
    zipf: float = 1.0
    mentions: float = 0.16  # of user messages say something lasting
    again: float = 0.15  # of mentions repeat a known fact
    changed: float = 0.08  # give another value of one
    over: float = 0.04  # say that one is over
    decoy: float = 0.10  # are about a friend, or hedged
    small_talk: float = 0.05  # of user messages
    broken: int = 20_000  # messages to a broken line
    troubles: bool = True


@dataclass
class Partition:
    """A partition and what its user has told so far."""

    base: dict[str, str]
    langs: tuple[str, ...]
    name: str
    told: list[tuple[facts.Template, facts.Values]] = field(default_factory=list)

    def who(self, lang: str) -> str:
        return f"用户（{self.name}）" if lang == "zh" else f"The user ({self.name})"


@dataclass
class Made:
    """What was written."""

    messages: int = 0
    sessions: int = 0
    partitions: int = 0
    broken_lines: int = 0
    stored: int = 0
    rejected: int = 0
    troubles: dict[str, int] = field(default_factory=dict)


class Session:
    """One session: its turns, then its lines and gold."""

    def __init__(
        self,
        partition: Partition,
        number: int,
        start: datetime,
        rng: Random,
        shape: Shape,
        made: Made,
    ) -> None:
        self.partition, self.start, self.rng, self.shape, self.made = (
            partition, start, rng, shape, made,
        )  # fmt: skip
        self.id = f"s{number:07d}"
        self.lang = facts.pick(rng, partition.langs)
        self.marks: dict[str, Any] = {}  # what a trouble does to the whole session
        self.mentions: list[tuple[Turn, facts.Mention]] = []

    def write(self, most: int) -> Piece:
        """Lines and gold lines of its first `most` messages."""
        turns = self._turns()
        if self.shape.troubles:
            for trouble in TROUBLES:
                if self.rng.random() < trouble.rate:
                    self.marks.update(trouble.apply(turns, self.lang, self.rng))
                    self.made.troubles[trouble.name] = self.made.troubles.get(trouble.name, 0) + 1
        turns = turns[:most]
        return self._lines(turns), self._gold(turns)

    def _turns(self) -> list[Turn]:
        rng, shape, lang = self.rng, self.shape, self.lang
        low, high = shape.turns
        turns: list[Turn] = []
        for _ in range(low + int(rng.random() * (high - low + 1))):
            ask = Turn(
                "user",
                self._filler(words.ASKS[lang], _per_sentence(lang, "asks"), shape.user_tokens),
            )
            draw = rng.random()
            if draw < shape.mentions:
                mention = self._mention()
                ask.content = _join(lang, [mention.said, facts.pick(rng, words.ASKS[lang])])
                self.mentions.append((ask, mention))
            elif draw < shape.mentions + shape.small_talk:
                ask.content = facts.pick(rng, words.SMALL_TALK[lang])
            turns.append(ask)
            answer = self._filler(
                words.ADVICE[lang], _per_sentence(lang, "advice"), shape.assistant_tokens
            )
            turns.append(Turn("assistant", answer))
        return turns

    def _filler(self, pool: list[str], tokens: float, target: int) -> str:
        count = int(target / tokens * facts.pick(self.rng, SPREAD) + self.rng.random())
        return _join(self.lang, self.rng.choices(pool, k=max(count, 1)))

    def _mention(self) -> facts.Mention:
        rng, shape, told = self.rng, self.shape, self.partition.told
        who = self.partition.who(self.lang)
        draw = rng.random()
        if draw < shape.decoy:
            return facts.decoy(self.lang, who, rng)
        day = (self.start - timedelta(days=1 + int(rng.random() * 20))).date()
        template, values, over = self._fact(draw - shape.decoy)
        if not over:
            if len(told) < REMEMBERED:
                told.append((template, values))
            else:
                told[int(rng.random() * REMEMBERED)] = (template, values)
        return facts.state(template, values, self.lang, who, day, rng, over)

    def _fact(self, draw: float) -> tuple[facts.Template, facts.Values, bool]:
        """A fact told before, again, changed or over; else a new one."""
        rng, shape, told = self.rng, self.shape, self.partition.told
        if draw < shape.again:
            if known := [fact for fact in told if fact[0].kind != "episodic"]:
                return *facts.pick(rng, known), False
        elif draw < shape.again + shape.changed:
            if known := [fact for fact in told if fact[0].changes is not None]:
                template, values = facts.pick(rng, known)
                return template, facts.changed(template, values, rng), False
        elif draw < shape.again + shape.changed + shape.over and (
            known := [fact for fact in told if fact[0].over is not None]
        ):
            return *facts.pick(rng, known), True
        template = facts.pick(rng, facts.TEMPLATES)
        return template, facts.draw_values(template, rng), False

    def _lines(self, turns: list[Turn]) -> list[bytes]:
        base = {**self.partition.base, "session_id": self.id}
        visibility = self.marks.get("visibility")
        timed = not self.marks.get("null_times")
        clock = int(self.start.timestamp() * 1000)
        lines = []
        for place, turn in enumerate(turns):
            turn.message_id = turn.message_id or f"{self.id}-m{place:03d}"
            clock += int(5_000 + 90_000 * self.rng.random())
            row = {
                **base,
                "message_id": turn.message_id,
                "role": turn.role,
                "content": turn.content,
                "timestamp": clock if timed and turn.timed else None,
            }
            if turn.role == "user":
                row["name"] = turn.speaker or self.partition.name
            if visibility is not None:
                row["visibility"] = visibility
            lines.append(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
        return lines

    def _gold(self, turns: list[Turn]) -> list[bytes]:
        """A line for each mention whose message was written."""
        restricted = "restricted_source" if "visibility" in self.marks else None
        kept = {turn.message_id for turn in turns}
        lines = []
        for number, (turn, mention) in enumerate(self.mentions):
            if turn.message_id not in kept:
                continue
            why = restricted or mention.reject
            row = {
                "gold_id": f"{self.id}-g{number:02d}",
                "owner_id": self.partition.base["owner_id"],
                "persona_id": self.partition.base.get("persona_id", "default"),
                "session_id": self.id,
                "content": mention.told,
                "type": mention.kind,
                "priority": mention.priority,
                "source_message_ids": [turn.message_id],
                "lang": self.lang,
            }
            if mention.day is not None:
                row["activity_start_time"] = row["activity_end_time"] = mention.day.isoformat()
            row["expect"] = "rejected" if why else "stored"
            row["why"] = why or "stated by the user"
            self.made.stored += not why
            self.made.rejected += bool(why)
            lines.append(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
        return lines


def _join(lang: str, sentences: list[str]) -> str:
    return ("" if lang == "zh" else " ").join(sentences)


@cache
def _per_sentence(lang: str, pool: str) -> float:
    """Mean tokens of a sentence: one a CJK character, else four characters."""
    sentences = (words.ASKS if pool == "asks" else words.ADVICE)[lang]
    characters = sum(len(sentence) + (lang == "en") for sentence in sentences) / len(sentences)
    return characters if lang == "zh" else characters / 4
