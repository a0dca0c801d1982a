"""Keeps an engine full while it works through chains: each item needs what the one before left.

Belongs here: which question is asked next. Does not belong here: what a question says, what a reply
means, where it is kept (`ask` and `settle` know).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from jobs.engines.base import Answer, Engine, Question
from jobs.errors import Retryable

Item = TypeVar("Item")
Carry = TypeVar("Carry")

_POLL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Settled(Generic[Item, Carry]):
    """What follows an item: `carry` for the next one of its chain, `again` to be asked before it.

    `again` is empty where the item is done, the item's next attempt for a retry, its two halves
    where it is split.
    """

    carry: Carry
    again: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class ChainCounts:
    """`asked` questions; `left` items that a stop kept from being asked; most in flight at once."""

    asked: int
    left: int
    most_in_flight: int


def run_chains(
    engine: Engine,
    chains: Sequence[Sequence[Item]],
    start: Callable[[int], Carry],
    ask: Callable[[Item, Carry], Question | Settled[Item, Carry]],
    settle: Callable[[Item, Carry, Answer], Settled[Item, Carry]],
    stop: Callable[[], bool] = lambda: False,
) -> ChainCounts:
    """Ask every item of every chain, in order within a chain, chains side by side.

    `start(i)` is the carry that chain i begins with. `ask` renders a question when its turn has
    come, or returns `Settled` if the item needs none. The chain with the most items left goes
    first. Once `stop()` is true nothing more is asked, and what is in flight is settled; so it is
    before a `Retryable` of `submit` is passed on. Other errors are passed on at once. The caller
    closes the engine.
    """
    return _Run(engine, chains, start, ask, settle, stop).run()


class _Chain(Generic[Item, Carry]):
    """A chain under way: what is to be asked before the rest, the rest, and the carry."""

    __slots__ = ("ahead", "carry", "items", "position")

    def __init__(self, items: Sequence[Item], carry: Carry) -> None:
        self.items, self.carry = items, carry
        self.position = 0
        self.ahead: tuple[Item, ...] = ()

    @property
    def left(self) -> int:
        return len(self.ahead) + len(self.items) - self.position

    def take(self) -> Item:
        if self.ahead:
            item, *rest = self.ahead
            self.ahead = tuple(rest)
            return item
        self.position += 1
        return self.items[self.position - 1]

    def follow(self, settled: Settled[Item, Carry]) -> None:
        self.carry = settled.carry
        self.ahead = settled.again + self.ahead


class _Run(Generic[Item, Carry]):
    def __init__(
        self,
        engine: Engine,
        chains: Sequence[Sequence[Item]],
        start: Callable[[int], Carry],
        ask: Callable[[Item, Carry], Question | Settled[Item, Carry]],
        settle: Callable[[Item, Carry, Answer], Settled[Item, Carry]],
        stop: Callable[[], bool],
    ) -> None:
        self._engine, self._ask, self._settle, self._stop = engine, ask, settle, stop
        self._waiting = [(-len(items), number) for number, items in enumerate(chains) if items]
        heapq.heapify(self._waiting)
        self._chains, self._start = chains, start
        self._open: dict[int, _Chain[Item, Carry]] = {}
        self._in_flight: dict[str, tuple[int, Item]] = {}
        self._asked = self._most = 0
        self._gone: Retryable | None = None

    def run(self) -> ChainCounts:
        while True:
            self._fill()
            if not self._in_flight:
                break
            for answer in self._engine.poll(_POLL_SECONDS):
                number, item = self._in_flight.pop(answer.key)
                chain = self._open[number]
                chain.follow(self._settle(item, chain.carry, answer))
                self._wait(number, chain)
                self._fill()
        if self._gone:
            raise self._gone
        return ChainCounts(self._asked, self._left(), self._most)

    def _fill(self) -> None:
        """Give free slots to the longest waiting chains."""
        while self._waiting and len(self._in_flight) < self._engine.slots:
            if self._gone or self._stop():
                return
            _, number = heapq.heappop(self._waiting)
            chain = self._open.get(number)
            if chain is None:
                chain = self._open[number] = _Chain(self._chains[number], self._start(number))
            self._advance(number, chain)
            self._most = max(self._most, len(self._in_flight))

    def _advance(self, number: int, chain: _Chain[Item, Carry]) -> None:
        """Submit the chain's next question; items that need none are passed over."""
        item = chain.take()
        asked = self._ask(item, chain.carry)
        if isinstance(asked, Settled):
            chain.follow(asked)
            self._wait(number, chain)
            return
        try:
            self._engine.submit(asked)
        except Retryable as error:  # the engine is gone; what it has answered still counts
            self._gone = error
            return
        self._in_flight[asked.key] = (number, item)
        self._asked += 1

    def _wait(self, number: int, chain: _Chain[Item, Carry]) -> None:
        if chain.left:
            heapq.heappush(self._waiting, (-chain.left, number))
        else:
            del self._open[number]

    def _left(self) -> int:
        return sum(-left for left, _ in self._waiting)
