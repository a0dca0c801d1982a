"""Larger archives of the kind of the sample archive, by seed: a command and `make_archive`.

Belongs here: owners, which session is whose, files. Does not belong here: what a session holds
(sessions.py). Output is streamed; each block of sessions has a random stream of its own, and the
same seed and size give the same bytes on every machine.

    python -m tests.data.make_archive --messages 100000 --seed 1 --out DIR --gold
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import BinaryIO

import orjson

from tests.data import facts, words
from tests.data.sessions import Made, Partition, Piece, Session, Shape

START, SPAN = datetime(2024, 1, 8, tzinfo=UTC), timedelta(days=900)
BLOCK = 500  # sessions that share a random stream
SHARD = 200_000  # messages of a file


def make_archive(
    out: Path, messages: int, seed: int, *, gold: bool = False, shape: Shape | None = None
) -> Made:
    """Write `out/archive/part-*.jsonl` with `messages` good lines, and `out/gold.jsonl`.

    The folder must not hold an archive already: FileExistsError.
    """
    shape = shape or Shape()
    folder = out / "archive"
    folder.mkdir(parents=True)
    made = Made()
    facts_file = (out / "gold.jsonl").open("wb") if gold else None
    try:
        for number, block in enumerate(_shards(messages, seed, shape, made)):
            with (folder / f"part-{number:05d}.jsonl").open("wb") as shard:
                for lines, stated in block:
                    shard.write(b"".join(lines))
                    if facts_file is not None:
                        facts_file.write(b"".join(stated))
    finally:
        if facts_file is not None:
            facts_file.close()
    return made


def _shards(messages: int, seed: int, shape: Shape, made: Made) -> Iterator[Iterator[Piece]]:
    pieces = _sessions(messages, seed, shape, made)
    for first in pieces:
        yield _shard(first, pieces)


def _shard(first: Piece, pieces: Iterator[Piece]) -> Iterator[Piece]:
    yield first
    left = SHARD - len(first[0])
    while left > 0 and (piece := next(pieces, None)) is not None:
        left -= len(piece[0])
        yield piece


def _sessions(messages: int, seed: int, shape: Shape, made: Made) -> Iterator[Piece]:
    """Lines and gold lines of a session at a time, in order of time."""
    expected = max(messages // 20, 1)
    partitions = _partitions(max(expected // 50, 6), seed)
    made.partitions = len(partitions)
    weights = list(accumulate((rank + 1) ** -shape.zipf for rank in range(len(partitions))))
    number = 0
    while made.messages < messages:
        if number % BLOCK == 0:
            rng = Random(f"{seed}:{number // BLOCK}")
        partition = rng.choices(partitions, cum_weights=weights)[0]
        start = START + SPAN * (number / expected) + timedelta(seconds=rng.random() * 600)
        session = Session(partition, number, start, rng, shape, made)
        lines, stated = session.write(messages - made.messages)
        made.messages += len(lines)
        made.sessions += 1
        if shape.troubles and made.messages // shape.broken >= made.broken_lines:
            made.broken_lines += 1
            lines.append(lines[-1][: len(lines[-1]) // 2] + b"\n")
        yield lines, stated
        number += 1


def _partitions(count: int, seed: int) -> list[Partition]:
    """Two to an owner, the second of another assistant or of a project."""
    rng = Random(f"{seed}:owners")
    partitions = []
    for owner in range((count + 1) // 2):
        langs = facts.pick(rng, (("zh",),) * 9 + (("en",),) * 9 + (("zh", "en"),) * 2)
        zh_name = facts.pick(rng, words.SURNAMES) + facts.pick(rng, words.GIVEN)
        name = zh_name if langs == ("zh",) else facts.pick(rng, words.FIRST)
        first = {"owner_id": f"u{owner:05d}"}
        second = (
            {"persona_id": "coach"} if owner % 2 else {"scope": "project", "project_id": "garden"}
        )
        partitions.append(Partition(first, langs, name))
        partitions.append(Partition({**first, **second}, langs, name))
    return partitions[:count]


def main(arguments: list[str] | None = None, out: BinaryIO | None = None) -> None:
    """The command; prints what was written as one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tests.data.make_archive", description=__doc__)
    parser.add_argument("--messages", type=int, required=True, help="good lines to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder; must not hold an archive")
    parser.add_argument("--gold", action="store_true", help="write gold.jsonl too")
    parser.add_argument("--clean", action="store_true", help="leave the troubles out")
    given = parser.parse_args(arguments)
    shape = Shape(troubles=not given.clean)
    made = make_archive(given.out, given.messages, given.seed, gold=given.gold, shape=shape)
    (out or sys.stdout.buffer).write(orjson.dumps(made, option=orjson.OPT_APPEND_NEWLINE))


if __name__ == "__main__":
    main()
