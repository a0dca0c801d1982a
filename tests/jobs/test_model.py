"""The whole job with the real small model, in a child process of its own."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import psutil
import pytest

from jobs.lake import Lake
from tests.lakes import RECEIVED, differing, start, winnow

pytestmark = pytest.mark.model

_SAID = {
    "a": ("I live in Leeds and I work as a nurse.", "That sounds like a busy life."),
    "b": ("我住在杭州，对花生过敏。", "好的，点菜时要小心。"),
    "c": ("I quit coffee last year and drink green tea now.", "Good for you."),
    "d": ("我每天早上七点跑步。", "很健康的习惯。"),
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four sessions of one window each."""
    file = tmp_path_factory.mktemp("archive") / "chats.jsonl"
    rows = [
        {
            "session_id": session,
            "message_id": f"{session}-{number}",
            "role": role,
            "content": text,
            "timestamp": f"2025-03-0{number + 1}T08:00:0{number}Z",
        }
        for session, turns in _SAID.items()
        for number, (role, text) in enumerate(zip(("user", "assistant"), turns, strict=True))
    ]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def _command(archive: Path, lake: Path, slots: int) -> tuple[object, ...]:
    settings = lake.with_suffix(".toml")
    settings.write_text(f"[engine]\nslots = {slots}\n", encoding="utf-8")
    return (
        *("backfill", archive, "--lake", lake, "--model", "smollm2-135m"),
        *("--max-model-len", "4096", "--received-at", RECEIVED, "--settings", settings, "--json"),
    )


@pytest.fixture(scope="module")
def undisturbed(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake after one undisturbed run. Read only."""
    lake = tmp_path_factory.mktemp("undisturbed") / "lake"
    ran = winnow(*_command(archive, lake, slots=8))
    assert ran.code in (0, 1), ran.err  # the model is small: a window may fail
    assert ran.summary["tokens"]["prompt"] > 0
    return lake


def test_every_window_is_asked_once_and_never_again(archive: Path, undisturbed: Path) -> None:
    replies = Lake.open(undisturbed).read("replies")
    assert replies["subject"].n_unique() == len(_SAID)
    assert replies["model"].str.starts_with("smollm2-135m@").all()
    again = winnow(*_command(archive, undisturbed, slots=8)).summary
    assert (again["status"], again["model_calls"]["extract"]["made"]) == ("nothing", 0)


def test_two_nights_equal_one(archive: Path, undisturbed: Path, tmp_path: Path) -> None:
    lines = archive.read_text(encoding="utf-8").splitlines(keepends=True)
    early = tmp_path / "early.jsonl"
    early.write_text("".join(lines[:4]), encoding="utf-8")
    for night in (early, archive):
        ran = winnow(*_command(night, tmp_path / "lake", slots=8))
        assert ran.code in (0, 1), ran.err
    assert differing(undisturbed, tmp_path / "lake") == []


def test_a_killed_run_goes_on_and_equals_an_undisturbed_one(
    archive: Path, undisturbed: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    running = start(*_command(archive, lake, slots=1))
    deadline = time.monotonic() + 300
    logs = lake / "inflight"
    while not any(log.read_bytes().count(b"\n") for log in logs.glob("*.jsonl")):
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    engines = psutil.Process(running.pid).children(recursive=True)
    assert engines
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    kept = sum(log.read_bytes().count(b"\n") for log in logs.glob("*.jsonl"))
    _, alive = psutil.wait_procs(engines, timeout=10)
    assert alive == []

    calls = Lake.open(undisturbed).read("replies").height
    resumed = winnow(*_command(archive, lake, slots=8)).summary
    assert resumed["model_calls"]["extract"]["made"] == calls - kept
    assert differing(undisturbed, lake) == []
