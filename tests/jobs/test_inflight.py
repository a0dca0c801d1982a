"""The reply log: what was written whole is kept once, whatever was killed."""

from __future__ import annotations

import os
from typing import Any

import pytest

from jobs.inflight import ReplyLog, fold, logs_in
from jobs.lake import Lake
from tests.frames import frame


def _row(key: str, **fields: Any) -> dict[str, Any]:
    row: dict[str, Any] = frame("replies", {"request_key": key, "subject": key}).row(0, named=True)
    return row | {"asked_at": "2025-01-01T00:00:00+00:00"} | fields


def test_logged_replies_are_folded_once(lake: Lake) -> None:
    folder = lake.root / "inflight"
    with ReplyLog(folder, "run") as log:
        log.append(_row("a", text='[{"scene_name":"旅行"}]'))
        log.append(_row("b", bucket=2))
    saved = log.path.read_bytes()
    assert fold(lake, logs_in(folder)) == 2
    log.path.write_bytes(saved)  # killed after the commit, before the log was removed
    assert fold(lake, logs_in(folder)) == 0
    assert not log.path.exists()
    replies = lake.read("replies").sort("request_key")
    assert replies["request_key"].to_list() == ["a", "b"]
    assert replies["live"].to_list() == [True, True]


def test_a_short_write_is_carried_on(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, bytes(data[:7])))
    with ReplyLog(lake.root / "inflight", "run") as log:
        log.append(_row("a", text="下雨天也跑步"))
        log.append(_row("b"))
    monkeypatch.undo()
    assert fold(lake, logs_in(lake.root / "inflight")) == 2
    assert "下雨天也跑步" in lake.read("replies")["text"].to_list()


def test_a_torn_last_line_is_a_call_that_did_not_finish(lake: Lake) -> None:
    folder = lake.root / "inflight"
    with ReplyLog(folder, "run") as log:
        log.append(_row("a"))
        log.append(_row("b"))
    log.path.write_bytes(log.path.read_bytes()[:-10])
    assert fold(lake, logs_in(folder)) == 1


def test_an_accepted_reply_stays_live_beside_a_later_failure(lake: Lake) -> None:
    folder = lake.root / "inflight"
    for number, outcome in enumerate(("parse_failed", "ok", "truncated"), start=1):
        with ReplyLog(folder, f"run-{number}") as log:
            at = f"2025-01-0{number}T00:00:00+00:00"
            log.append(_row(outcome, subject="w", outcome=outcome, attempt=number, asked_at=at))
        fold(lake, logs_in(folder))
    live = lake.read("replies").filter(live=True)
    assert live["request_key"].to_list() == ["ok"]


def test_a_fold_with_nothing_logged_does_nothing(lake: Lake) -> None:
    version = lake.state("replies").version
    assert fold(lake, logs_in(lake.root / "inflight")) == 0
    assert lake.state("replies").version == version
