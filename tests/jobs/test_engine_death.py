"""An engine that dies in mid-run costs the windows it had not answered, not the night."""

from __future__ import annotations

from pathlib import Path

import pytest

from jobs.commands import running
from jobs.engines.base import Question
from jobs.engines.replay import ReplayEngine
from jobs.errors import Retryable
from jobs.lake import Lake
from tests.lakes import differing, replay
from tests.scripted import ARCHIVE, write_log

ANSWERED = 7


class Dying(ReplayEngine):
    """The replay engine until it has taken some questions; then its process is gone."""

    taken = 0

    def submit(self, question: Question) -> None:
        """As the real engine does when its child has ended."""
        self.taken += 1
        if self.taken > ANSWERED:
            raise Retryable("engine: its process has ended; run the same command again")
        super().submit(question)


def test_what_was_answered_is_decided_and_the_next_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, lake = tmp_path / "replies.jsonl", tmp_path / "lake"
    write_log(log)
    with monkeypatch.context() as patch:
        patch.setattr(running, "open_engine", lambda settings: Dying(log, slots=4))
        ran = replay(lake, log, ARCHIVE)
    assert ran.code == 1
    assert ran.summary["status"] == "partial"
    assert ran.summary["stages"]["extract"]["rejected"]["engine_error"] == 1
    assert ran.summary["stages"]["extract"]["rows_out"] == ANSWERED
    assert [note for note in ran.summary["notes"] if "run the same command again" in note]
    assert Lake.open(lake).read("replies").height == ANSWERED
    assert Lake.open(lake).read("memories").height > 0
    windows = Lake.open(lake).read("windows").filter(status="ready").height
    again = replay(lake, log, ARCHIVE)
    assert (again.code, again.summary["model_calls"]["extract"]["made"]) == (0, windows - ANSWERED)
    replay(tmp_path / "undisturbed", log, ARCHIVE)
    assert differing(tmp_path / "undisturbed", lake) == []
