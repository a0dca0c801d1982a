"""The seam between the job and a model: questions in, answers out, never blocking on a single one.

Belongs here: what every engine takes and gives. Does not belong here: prompts, parsing, retries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Question:
    """One request. `replay_key` names its content independently of lake, owner and model."""

    key: str
    turns: tuple[tuple[str, str], ...]  # (role, text) of the chat
    schema: Mapping[str, Any] | None  # JSON schema of the reply; one object per shape, reused
    max_tokens: int
    replay_key: str
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply. `error` is set, and the text empty, where the engine gave none."""

    key: str
    text: str
    finish_reason: str  # stop | length | repetition | error
    prompt_tokens: int
    output_tokens: int
    latency_ms: float
    error: str | None = None


class Engine(Protocol):
    """Continuous submission: `submit` never waits, `poll` returns what has finished."""

    name: str
    identity: str  # model name, weights digest, dtype: part of the request key
    slots: int  # questions that may be in flight

    def submit(self, question: Question) -> None:
        """Queue a question. A key that is already in flight raises ValueError."""

    def poll(self, timeout: float) -> list[Answer]:
        """Finished answers, waiting at most `timeout` seconds for the first."""

    def close(self) -> None:
        """End the engine and everything it started; safe to call twice."""
