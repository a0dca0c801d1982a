"""Killed in mid-extraction: the same command goes on, and nothing finished is asked again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from jobs.lake import Lake
from tests.lakes import RECEIVED, differing, replay, start, winnow
from tests.scripted import ARCHIVE, write_log

DELAY_MS = 150


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reply log for the sample archive."""
    path = tmp_path_factory.mktemp("log") / "replies.jsonl"
    write_log(path)
    return path


def _slow(folder: Path, log: Path) -> tuple[object, ...]:
    settings = folder / "slow.toml"
    settings.write_text(f"[engine]\ndelay_ms = {DELAY_MS}\nslots = 2\n", encoding="utf-8")
    lake = folder / "lake"
    return (
        *("backfill", ARCHIVE, "--lake", lake, "--settings", settings, "--received-at", RECEIVED),
        *("--engine", "replay", "--replies", log, "--json"),
    )


def _finished(lake: Path) -> set[str]:
    """Request keys of the replies that are safe: in the lake, or a whole line of a reply log."""
    logs = (lake / "inflight").glob("*.jsonl")
    lines = [line for log in logs for line in log.read_bytes().split(b"\n")[:-1]]
    logged = {json.loads(line)["request_key"] for line in lines}
    if not (lake / "lake.json").exists():
        return logged
    return logged | set(Lake.open(lake).read("replies")["request_key"])


def _wait_for(running: subprocess.Popen[str], lake: Path, replies: int) -> None:
    deadline = time.monotonic() + 120
    while len(_finished(lake)) < replies:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_kill_nine_repeats_no_finished_call(log: Path, tmp_path: Path) -> None:
    command = _slow(tmp_path, log)
    lake = tmp_path / "lake"
    for _ in range(2):
        running = start(*command)
        _wait_for(running, lake, len(_finished(lake)) + 4)
        running.send_signal(signal.SIGKILL)
        running.communicate()
    kept = len(_finished(lake))
    ran = winnow(*command)
    assert ran.code == 0, ran.err  # the broken line was quarantined by the first try
    windows = Lake.open(lake).read("windows").filter(status="ready").height
    assert ran.summary["model_calls"]["extract"]["made"] == windows - kept
    replies = Lake.open(lake).read("replies")
    assert replies["subject"].is_unique().all()
    replay(tmp_path / "undisturbed", log, ARCHIVE)
    assert differing(tmp_path / "undisturbed", lake) == []


def test_ctrl_c_drains_and_a_second_run_is_refused_meanwhile(log: Path, tmp_path: Path) -> None:
    command = _slow(tmp_path, log)
    lake = tmp_path / "lake"
    running = start(*command)
    _wait_for(running, lake, 2)
    second = winnow(*command)
    assert second.code == 3
    assert str(running.pid) in second.err
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert '"status":"interrupted"' in out
    assert list((lake / "inflight").iterdir()) == []  # folded into the lake
    kept = Lake.open(lake).read("replies").height
    again = winnow(*command)
    windows = Lake.open(lake).read("windows").filter(status="ready").height
    assert again.summary["model_calls"]["extract"]["made"] == windows - kept


def test_the_published_snapshot_answers_while_a_backfill_runs(log: Path, tmp_path: Path) -> None:
    command = _slow(tmp_path, log)
    lake = tmp_path / "lake"
    replay(lake, log, ARCHIVE / "default")
    running = start(*command)
    _wait_for(running, lake, 2)
    ran = winnow("sql", "select count(*) from v_memories", "--lake", lake, "--output", "csv")
    assert running.poll() is None
    assert ran.code == 0, ran.err
    assert int(ran.out.splitlines()[1]) > 0
    running.communicate(timeout=120)
    assert running.returncode == 1  # the broken line is new in this run
