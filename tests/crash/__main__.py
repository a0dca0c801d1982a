"""`python -m tests.crash [--kills N] [--seed S]`: kill -9 a backfill at random times.

After each kill the published snapshot, if there is one, must open; the same command goes on. At
the end of a lake the tables must equal those of an undisturbed run, and no finished call may have
been repeated. Prints one line of figures; exits 1 if anything differs.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import duckdb

from jobs.lake import Lake
from tests.data.make_archive import make_archive
from tests.lakes import RECEIVED, differing, start, winnow
from tests.scripted import write_log

MESSAGES = 3_000
DELAY_MS = 40


@dataclass
class Figures:
    """What happened over all lakes."""

    kills: int = 0
    lakes: int = 0
    repeated: int = 0
    differing: int = 0


def main() -> int:
    """Kill until the wanted number is reached, lake after lake."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice, figures = random.Random(options.seed), Figures()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_archive(root, MESSAGES, options.seed, gold=True)
        log = root / "replies.jsonl"
        write_log(log, [root / "archive"], root / "gold.jsonl")
        settings = root / "slow.toml"
        settings.write_text(f"[engine]\ndelay_ms = {DELAY_MS}\nslots = 4\n", encoding="utf-8")
        command = (
            *("backfill", root / "archive", "--received-at", RECEIVED, "--settings", settings),
            *("--engine", "replay", "--replies", log, "--json", "--lake"),
        )
        undisturbed = root / "undisturbed"
        seconds = winnow(*command, undisturbed).summary["seconds"]
        while figures.kills < options.kills:
            lake = root / f"lake-{figures.lakes}"
            _one_lake(command, lake, dice, seconds, figures, options.kills)
            figures.differing += len(differing(undisturbed, lake))
            subjects = Lake.open(lake).read("replies")["subject"]
            figures.repeated += subjects.len() - subjects.n_unique()
            figures.lakes += 1
    sys.stdout.write(f"{figures}\n")
    return int(bool(figures.repeated or figures.differing))


def _one_lake(
    command: tuple[object, ...],
    lake: Path,
    dice: random.Random,
    seconds: float,
    figures: Figures,
    most: int,
) -> None:
    """Kill and resume until a run gets through, or enough kills were done; then let one through."""
    while figures.kills < most:
        running = start(*command, lake)
        try:
            running.communicate(timeout=dice.uniform(1.0, seconds + 5.0))
            return
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
            running.communicate()
            figures.kills += 1
            _check_snapshot(lake)
    winnow(*command, lake)


def _check_snapshot(lake: Path) -> None:
    database = lake / "winnow.duckdb"
    if database.exists():
        with duckdb.connect(str(database.resolve()), read_only=True) as connection:
            connection.execute("select count(*) from v_memories").fetchall()


if __name__ == "__main__":
    sys.exit(main())
