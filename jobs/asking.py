"""Asking a model about windows: what the scheduler needs to know, and what becomes of each answer.

Belongs here: questions, the record of each reply, the decision to ask again, what failed. Does not
belong here: which windows to ask (transforms.extraction.pending), the order of asking (scheduler).
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import orjson
import polars as pl

from jobs import quarantine
from jobs.context import Context
from jobs.engines.base import Answer, Engine, Question
from jobs.inflight import ReplyLog, fold
from jobs.scheduler import Settled
from transforms.extraction.parse import parse_reply
from transforms.extraction.prompt import VERSION, render
from transforms.extraction.schema import max_tokens, reply_schema
from transforms.extraction.views import WindowView, replay_key, window_views
from transforms.ids import content_id
from transforms.replies import ACCEPTED

#: A reply that cannot be used is asked for once more, with the JSON-only reminder.
ASKS_OF_A_BAD_REPLY = 2
FOLD_SECONDS = 600.0
#: Errors that the same question would meet again.
_LASTING = frozenset({"prompt_too_long", "not_recorded"})


@dataclass(frozen=True, slots=True)
class Item:
    """A window in a chain, with the attempt to begin with."""

    view: WindowView
    bucket: int
    owner_id: str
    attempt: int


class Asking:
    """A group of buckets being asked: what the scheduler calls back into."""

    def __init__(
        self,
        context: Context,
        engine: Engine,
        log: ReplyLog,
        windows: pl.DataFrame,
        waiting: pl.DataFrame,
    ) -> None:
        self._context, self._engine, self._log = context, engine, log
        self._waiting = waiting
        asked = windows.join(waiting.select("window_id"), on="window_id", how="semi")
        messages = context.lake.read("messages", waiting["bucket"].unique())
        owners = context.settings.owners
        self._views = {view.window_id: view for view in window_views(asked, messages, owners)}
        self._failed: dict[str, tuple[str, str | None]] = {}
        self._outcomes: Counter[str] = Counter()
        self._folded = time.monotonic()

    def chains(self) -> list[list[Item]]:
        """Windows of each session in order; an answered window between two breaks a chain."""
        chains: list[list[Item]] = []
        for row in self._waiting.iter_rows(named=True):
            item = Item(
                self._views[row["window_id"]], row["bucket"], row["owner_id"], row["attempt"]
            )
            if row["follows"]:
                chains[-1].append(item)
            else:
                chains.append([item])
        return chains

    def question(self, item: Item, scene: str | None) -> Question:
        """The question of a window; `scene` is the name of the scene before it."""
        view = item.view
        return Question(
            key=self._key(item),
            turns=render(view, scene, reminder=item.attempt > 1),
            schema=reply_schema(len(view.new)),
            max_tokens=self._max_tokens(item),
            replay_key=replay_key(view),
            attempt=item.attempt,
        )

    def settle(self, item: Item, scene: str | None, answer: Answer) -> Settled[Item, str | None]:
        """Log the reply, then decide: done with the scene to go on from, or ask once more."""
        calls = self._context.report.calls["extract"]
        calls["made"] += 1
        outcome, following = "engine_error", scene
        if answer.error is None:
            parsed = parse_reply(answer.text, answer.finish_reason, item.view.aliases)
            outcome, following = parsed.outcome, parsed.last_scene or scene
            self._log.append(self._row(item, scene, answer, outcome))
            self._context.report.tokens["prompt"] += answer.prompt_tokens
            self._context.report.tokens["output"] += answer.output_tokens
            self._fold_now_and_then()
        if outcome not in ACCEPTED and self._once_more(item.attempt, answer):
            calls["retried"] += 1
            return Settled(scene, again=(replace(item, attempt=item.attempt + 1),))
        self._outcomes[outcome] += 1
        if outcome not in ACCEPTED:
            calls["failed"] += 1
            self._failed[item.view.window_id] = (outcome, answer.error)
        return Settled(following)

    def _once_more(self, attempt: int, answer: Answer) -> bool:
        most = self._context.settings.engine.max_attempts
        if answer.error is None:
            return attempt < min(most, ASKS_OF_A_BAD_REPLY)
        return attempt < most and answer.error not in _LASTING

    def report(self) -> None:
        """Counts for the summary; windows that failed go to quarantine."""
        counts = self._context.report.stage("extract")
        counts.rows_in += self._waiting.height
        counts.rows_out += sum(self._outcomes[outcome] for outcome in ACCEPTED)
        counts.rejected += Counter(
            {name: n for name, n in self._outcomes.items() if name not in ACCEPTED}
        )
        rows = [
            quarantine.window(self._context, window_id, outcome, detail)
            for window_id, (outcome, detail) in self._failed.items()
        ]
        self._context.report.failures += quarantine.add(self._context, rows).height

    def _fold_now_and_then(self) -> None:
        """A long night does not leave its replies in the log alone."""
        if time.monotonic() - self._folded > FOLD_SECONDS:
            fold(self._context.lake, self._log.roll())
            self._folded = time.monotonic()

    def _key(self, item: Item) -> str:
        return content_id(
            "extract",
            item.view.window_id,
            VERSION,
            self._engine.identity,
            self._params(item),
            str(item.attempt),
        )

    def _max_tokens(self, item: Item) -> int:
        most = self._context.settings.engine.max_reply_tokens
        wanted = max_tokens(len(item.view.new))
        return wanted if most is None else min(wanted, most)

    def _params(self, item: Item) -> str:
        limits = {"max_tokens": self._max_tokens(item), "temperature": 0}
        return orjson.dumps(limits, option=orjson.OPT_SORT_KEYS).decode()

    def _row(self, item: Item, scene: str | None, answer: Answer, outcome: str) -> dict[str, Any]:
        return {
            "bucket": item.bucket,
            "owner_id": item.owner_id,
            "request_key": answer.key,
            "purpose": "extract",
            "subject": item.view.window_id,
            "session_key": item.view.session_key,
            "attempt": item.attempt,
            "live": False,
            "outcome": outcome,
            "finish_reason": answer.finish_reason,
            "text": answer.text,
            "previous_scene": scene,
            "prompt_version": VERSION,
            "model": self._engine.identity,
            "params": self._params(item),
            "prompt_tokens": answer.prompt_tokens,
            "output_tokens": answer.output_tokens,
            "latency_ms": answer.latency_ms,
            "engine": self._engine.name,
            "asked_at": datetime.now(UTC).isoformat(),
            "run_id": self._context.run_id,
        }
