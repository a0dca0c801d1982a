"""The replay engine: exact answers, nothing invented, both languages."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from jobs.engines.base import Question
from jobs.engines.registry import open_engine
from jobs.engines.replay import ReplayEngine, read_replies, write_replies
from jobs.errors import Precondition, SettingsError
from jobs.settings import EngineSettings


def row(key: str, text: str, attempt: int = 1, model: str = "m@1/float32") -> dict[str, object]:
    return {
        "replay_key": key,
        "attempt": attempt,
        "text": text,
        "finish_reason": "stop",
        "prompt_tokens": 11,
        "output_tokens": 7,
        "model": model,
        "owner_id": "never written",
    }


def question(replay_key: str, attempt: int = 1, key: str = "") -> Question:
    return Question(key or f"{replay_key}/{attempt}", (), None, 10, replay_key, attempt)


def ask(engine: ReplayEngine, *questions: Question) -> dict[str, tuple[str, str, str | None]]:
    for one in questions:
        engine.submit(one)
    answers = []
    while len(answers) < len(questions):
        answers += engine.poll(1)
    return {a.key: (a.text, a.finish_reason, a.error) for a in answers}


@pytest.mark.parametrize("name", ["replies.jsonl", "replies.jsonl.gz"])
def test_what_was_written_is_answered_by_key_and_attempt(tmp_path: Path, name: str):
    rows = [row("a", '{"x": "他喜欢猫\\n"}'), row("a", "second try", 2), row("b", "likes cats")]
    assert write_replies(tmp_path / name, rows) == 3
    engine = ReplayEngine(tmp_path / name)
    assert ask(engine, question("b"), question("a", 2), question("a")) == {
        "a/1": ('{"x": "他喜欢猫\\n"}', "stop", None),
        "a/2": ("second try", "stop", None),
        "b/1": ("likes cats", "stop", None),
    }
    assert engine.identity == "m@1/float32"
    assert "owner_id" not in next(read_replies(tmp_path / name))


def test_a_question_or_attempt_that_was_not_recorded_is_an_error(tmp_path: Path):
    write_replies(tmp_path / "r.jsonl", [row("a", "text")])
    engine = ReplayEngine(tmp_path / "r.jsonl")
    assert ask(engine, question("a", 2), question("c")) == {
        "a/2": ("", "error", "not_recorded"),
        "c/1": ("", "error", "not_recorded"),
    }


def test_the_first_reply_counts_and_several_models_give_a_digest(tmp_path: Path):
    assert write_replies(tmp_path / "one", [row("a", "first"), row("a", "second")]) == 1
    lines = [row("a", "first"), row("a", "second"), row("b", "x", model="other@2/float32")]
    log = tmp_path / "many"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    engine = ReplayEngine(log)
    assert ask(engine, question("a"))["a/1"][0] == "first"
    assert engine.identity.startswith("replay@")
    assert engine.identity == ReplayEngine(log).identity


def test_a_key_in_flight_is_refused_and_may_be_asked_again_later(tmp_path: Path):
    write_replies(tmp_path / "r", [row("a", "text")])
    engine = ReplayEngine(tmp_path / "r")
    engine.submit(question("a"))
    with pytest.raises(ValueError, match="already in flight"):
        engine.submit(question("a"))
    assert len(engine.poll(1)) == 1
    assert engine.poll(0) == []
    assert ask(engine, question("a"))["a/1"][0] == "text"


def test_delays_overlap_and_answers_come_in_order_of_their_delay(tmp_path: Path):
    write_replies(tmp_path / "r", [row(str(i), f"text {i}") for i in range(8)])
    engine = ReplayEngine(tmp_path / "r", delay_ms=lambda q: 80 - 10 * int(q.replay_key))
    for i in range(8):
        engine.submit(question(str(i)))
    assert engine.poll(0) == []
    order = []
    while len(order) < 8:
        order += engine.poll(0.5)
    assert [answer.key for answer in order] == [f"{i}/1" for i in reversed(range(8))]
    assert all(answer.latency_ms >= 80 - 10 * int(answer.key[0]) for answer in order)


def test_poll_waits_no_longer_than_it_is_told(tmp_path: Path):
    write_replies(tmp_path / "r", [row("a", "text")])
    engine = ReplayEngine(tmp_path / "r", delay_ms=lambda _: 60_000)
    engine.submit(question("a"))
    started = time.monotonic()
    assert engine.poll(0.01) == []
    assert time.monotonic() - started < 30
    engine.close()
    engine.close()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{broken", "r.jsonl:2: not JSON"),
        ("[1]", "r.jsonl:2: not a JSON object"),
        ('{"replay_key": "a", "attempt": "1"}', "r.jsonl:2: attempt, text"),
    ],
)
def test_a_line_that_is_no_reply_is_named(tmp_path: Path, line: str, told: str):
    log = tmp_path / "r.jsonl"
    write_replies(log, [row("a", "text")])
    log.write_text(log.read_text() + line + "\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        ReplayEngine(log)


def test_a_log_that_cannot_be_read_is_a_settings_error(tmp_path: Path):
    cut = tmp_path / "cut.jsonl.gz"
    write_replies(cut, [row(str(i), f"text {i}") for i in range(200)])
    cut.write_bytes(cut.read_bytes()[:-20])
    for path in (tmp_path / "missing", tmp_path, cut):
        with pytest.raises(SettingsError, match="cannot read the reply log"):
            ReplayEngine(path)


def test_the_registry_opens_replay_and_refuses_what_is_unknown(tmp_path: Path):
    write_replies(tmp_path / "r", [row("a", "text")])
    engine = open_engine(EngineSettings(engine="replay", replies=tmp_path / "r", slots=3))
    assert (engine.name, engine.slots) == ("replay", 3)
    with pytest.raises(Precondition, match="--replies FILE"):
        open_engine(EngineSettings(engine="replay"))
    with pytest.raises(SettingsError, match="one of replay, vllm"):
        open_engine(EngineSettings(engine="vlm"))
