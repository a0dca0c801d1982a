"""Answers from a recorded reply log, for demos, CI, bug reports and moving replies between lakes.

The log is JSON Lines, plain or gzipped, one reply a line: `replay_key, attempt, text,
finish_reason, prompt_tokens, output_tokens, model`. A question that was not recorded, in exactly
that attempt, is answered with error `not_recorded`: nothing is ever invented.
"""

from __future__ import annotations

import gzip
import hashlib
import heapq
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, cast

import orjson

from jobs.engines.base import Answer, Question
from jobs.errors import SettingsError

if TYPE_CHECKING:
    from jobs.settings import EngineSettings

SLOTS = 64
FIELDS = (
    "replay_key",
    "attempt",
    "text",
    "finish_reason",
    "prompt_tokens",
    "output_tokens",
    "model",
)
_TYPES = (str, int, str, str, int, int, str)


def open_engine(settings: EngineSettings) -> ReplayEngine:
    """The engine of `[engine]`; raises `SettingsError` where the log is not one."""
    delay = settings.delay_ms
    return ReplayEngine(settings.replies or Path(), settings.slots or SLOTS, lambda _: delay)


def write_replies(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write `rows` (their `FIELDS`) as a reply log, gzipped if named `*.gz`; returns how many.

    A reply to a question that stands there already is left out: the first one counts.
    """
    seen: set[tuple[str, int]] = set()
    with _open(path, "wb") as log:
        for row in rows:
            key = (row["replay_key"], row["attempt"])
            if key not in seen:
                seen.add(key)
                line = {field: row[field] for field in FIELDS}
                log.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
    return len(seen)


def read_replies(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a reply log. `SettingsError` names the file and line that is not one."""
    try:
        with _open(path, "rb") as log:
            for number, line in enumerate(log, start=1):
                if line.strip():
                    yield _checked(line, f"{path}:{number}")
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SettingsError(
            f"{path}: cannot read the reply log: {reason}; check --replies"
        ) from None


class ReplayEngine:
    """An `Engine` over the log at `path`; `delay_ms(question)` is how long an answer takes.

    Its identity is that of the model that gave all replies, or a digest of the log if several did.
    Where the log answers a question twice, the first answer counts.
    """

    name = "replay"

    def __init__(
        self,
        path: Path,
        slots: int = SLOTS,
        delay_ms: Callable[[Question], float] = lambda _: 0.0,
    ) -> None:
        self.slots = slots
        self._delay_ms = delay_ms
        self._recorded: dict[tuple[str, int], tuple[str, str, int, int]] = {}
        self._due: list[tuple[float, str]] = []  # heap of (time, key)
        self._open: dict[str, tuple[Question, float]] = {}
        models: set[str] = set()
        digest = hashlib.blake2b(digest_size=6)
        for row in read_replies(path):
            reply = (
                row["text"],
                row["finish_reason"],
                row["prompt_tokens"],
                row["output_tokens"],
            )
            self._recorded.setdefault((row["replay_key"], row["attempt"]), reply)
            models.add(row["model"])
            digest.update(orjson.dumps([row[field] for field in FIELDS]))
        self.identity = models.pop() if len(models) == 1 else f"replay@{digest.hexdigest()}"

    def submit(self, question: Question) -> None:
        """Queue a question. A key that is already in flight raises ValueError."""
        if question.key in self._open:
            raise ValueError(f"question {question.key} is already in flight")
        now = time.monotonic()
        self._open[question.key] = (question, now)
        heapq.heappush(self._due, (now + self._delay_ms(question) / 1000, question.key))

    def poll(self, timeout: float) -> list[Answer]:
        """Answers that are due, waiting at most `timeout` seconds for the first."""
        if not self._due:
            return []
        time.sleep(min(max(self._due[0][0] - time.monotonic(), 0.0), timeout))
        now = time.monotonic()
        answers = []
        while self._due and self._due[0][0] <= now:
            question, asked = self._open.pop(heapq.heappop(self._due)[1])
            answers.append(self._answer(question, (now - asked) * 1000))
        return answers

    def close(self) -> None:
        """Forget what is open."""
        self._due.clear()
        self._open.clear()

    def _answer(self, question: Question, latency_ms: float) -> Answer:
        recorded = self._recorded.get((question.replay_key, question.attempt))
        if recorded is None:
            return Answer(question.key, "", "error", 0, 0, latency_ms, "not_recorded")
        return Answer(question.key, *recorded, latency_ms)

    def __enter__(self) -> ReplayEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _open(path: Path, mode: str) -> IO[bytes]:
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.GzipFile(path, mode, mtime=0))
    return cast(IO[bytes], path.open(mode))


def _checked(line: bytes, where: str) -> dict[str, Any]:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise SettingsError(f"{where}: not JSON; is this a reply log (winnow export)?") from None
    if not isinstance(row, dict):
        raise SettingsError(f"{where}: not a JSON object; is this a reply log (winnow export)?")
    wrong = [f for f, kind in zip(FIELDS, _TYPES, strict=True) if type(row.get(f)) is not kind]
    if wrong:
        raise SettingsError(f"{where}: {', '.join(wrong)} missing or of the wrong type")
    return row
