"""The scheduler: order within a chain, a full engine, retries, splits, draining."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.engines.base import Answer, Question
from jobs.errors import Retryable
from jobs.scheduler import Settled, run_chains


@dataclass(frozen=True)
class Window:
    chain: int
    position: int
    attempt: int = 1
    half: str = ""

    @property
    def key(self) -> str:
        return f"{self.chain}/{self.position}{self.half}/{self.attempt}"


class FakeEngine:
    """Gives one answer a poll, picked by seed, and notes how full it was."""

    name, identity = "fake", "fake"

    def __init__(self, slots: int = 4, seed: int = 0) -> None:
        self.slots = slots
        self.open: list[Question] = []
        self.submitted: list[str] = []
        self.fill: list[int] = []
        self._random = random.Random(seed)

    def submit(self, question: Question) -> None:
        assert len(self.open) < self.slots
        self.open.append(question)
        self.submitted.append(question.key)

    def poll(self, timeout: float) -> list[Answer]:
        self.fill.append(len(self.open))
        question = self.open.pop(self._random.randrange(len(self.open)))
        return [Answer(question.key, f"scene of {question.key}", "stop", 1, 1, 0.0)]

    def close(self) -> None:
        self.open.clear()


def chains_of(lengths: list[int]) -> list[list[Window]]:
    return [[Window(c, p) for p in range(n)] for c, n in enumerate(lengths)]


def ask(window: Window, carry: str) -> Question:
    return Question(window.key, (("user", carry),), None, 10, window.key, window.attempt)


def accept(window: Window, carry: str, answer: Answer) -> Settled[Window, str]:
    return Settled(answer.text)


@given(st.lists(st.integers(0, 6), max_size=12), st.integers(1, 5), st.integers(0, 3))
def test_each_item_is_asked_once_in_order_with_the_carry_before_it(lengths, slots, seed):
    engine, carries = FakeEngine(slots, seed), {}

    def noting(window: Window, carry: str) -> Question:
        carries[window] = carry
        return ask(window, carry)

    counts = run_chains(engine, chains_of(lengths), lambda i: f"start {i}", noting, accept)

    assert sorted(engine.submitted) == sorted(w.key for c in chains_of(lengths) for w in c)
    assert (counts.asked, counts.left) == (sum(lengths), 0)
    for window, carry in carries.items():
        before = replace(window, position=window.position - 1)
        expected = f"scene of {before.key}" if window.position else f"start {window.chain}"
        assert carry == expected


def test_slots_stay_full_while_work_is_ready_and_longest_chains_go_first():
    engine, lengths = FakeEngine(slots=4), [1, 9, 2, 5, 1, 1, 7, 3]
    left, could_be_open = dict(enumerate(lengths)), [8]

    def noting(window: Window, carry: str, answer: Answer) -> Settled[Window, str]:
        left[window.chain] -= 1
        could_be_open.append(sum(n > 0 for n in left.values()))
        return Settled(answer.text)

    counts = run_chains(engine, chains_of(lengths), lambda _: "", ask, noting)
    assert engine.submitted[:4] == ["1/0/1", "6/0/1", "3/0/1", "7/0/1"]
    assert engine.fill == [min(4, chains) for chains in could_be_open[:-1]]
    assert counts.most_in_flight == 4


def test_a_retry_and_the_halves_of_a_split_come_before_the_rest_of_the_chain():
    engine = FakeEngine(slots=2)

    def settle(window: Window, carry: str, answer: Answer) -> Settled[Window, str]:
        if window.position == 1 and window.attempt < 3:
            return Settled(carry, (replace(window, attempt=window.attempt + 1),))
        if window.position == 2 and not window.half:
            return Settled(carry, (replace(window, half="a"), replace(window, half="b")))
        return Settled(answer.text)

    counts = run_chains(engine, chains_of([4]), lambda _: "", ask, settle)
    expected = ["0/0/1", "0/1/1", "0/1/2", "0/1/3", "0/2/1", "0/2a/1", "0/2b/1", "0/3/1"]
    assert engine.submitted == expected
    assert counts.asked == 8


def test_an_item_that_needs_no_question_hands_its_carry_on():
    engine, carries = FakeEngine(), []

    def cached(window: Window, carry: str) -> Question | Settled[Window, str]:
        carries.append(carry)
        return Settled("stored scene") if window.position < 2 else ask(window, carry)

    counts = run_chains(engine, chains_of([3]), lambda _: "first", cached, accept)
    assert carries == ["first", "stored scene", "stored scene"]
    assert engine.submitted == ["0/2/1"] and counts.asked == 1


@pytest.mark.parametrize("answers_before_stop", [0, 1, 5])
def test_a_stop_asks_nothing_more_and_settles_what_is_in_flight(answers_before_stop):
    engine, settled = FakeEngine(slots=3), []

    def noting(window: Window, carry: str, answer: Answer) -> Settled[Window, str]:
        settled.append(answer.key)
        return Settled(answer.text)

    counts = run_chains(
        engine,
        chains_of([6, 6, 6, 6]),
        lambda _: "",
        ask,
        noting,
        lambda: len(settled) >= answers_before_stop,
    )
    assert sorted(settled) == sorted(engine.submitted)
    assert len(settled) == (answers_before_stop + 2 if answers_before_stop else 0)
    assert counts.asked + counts.left == 24 and not engine.open


def test_an_error_of_settle_is_passed_on():
    def fail(window: Window, carry: str, answer: Answer) -> Settled[Window, str]:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        run_chains(FakeEngine(), chains_of([2]), lambda _: "", ask, fail)


def test_when_the_engine_is_gone_its_last_answers_are_settled_before_the_error():
    class Dying(FakeEngine):
        def submit(self, question: Question) -> None:
            if len(self.submitted) == 5:
                raise Retryable("gone")
            super().submit(question)

    engine, settled = Dying(slots=3), []

    def noting(window: Window, carry: str, answer: Answer) -> Settled[Window, str]:
        settled.append(answer.key)
        return Settled(answer.text)

    with pytest.raises(Retryable, match="gone"):
        run_chains(engine, chains_of([4] * 4), lambda _: "", ask, noting)
    assert sorted(settled) == sorted(engine.submitted) and len(settled) == 5


def test_prompts_are_rendered_only_when_a_slot_is_free():
    engine, rendered = FakeEngine(slots=2), []

    def noting(window: Window, carry: str) -> Question:
        rendered.append(window.key)
        assert len(rendered) <= len(engine.submitted) + 1
        return ask(window, carry)

    run_chains(engine, chains_of([3] * 5), lambda _: "", noting, accept)
    assert rendered == engine.submitted
