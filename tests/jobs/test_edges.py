"""The edges of the job, as a nightly user and an analyst meet them."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from jobs.lake import Lake
from jobs.settings import load
from jobs.views import views
from schemas.tables import all_tables
from tests.lakes import Ran, content, differing, replay, winnow
from tests.scripted import ARCHIVE, write_log

RUN_STAGES = ("claims", "scores", "recall", "decisions", "candidates", "memories")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a good model would answer to the sample archive."""
    path = tmp_path_factory.mktemp("log") / "replies.jsonl"
    write_log(path, sloppy=True)
    return path


@pytest.fixture(scope="module")
def whole(log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake after one run, in a folder that a URL would spell otherwise. Read only."""
    lake = tmp_path_factory.mktemp("whole") / "我的 湖's #1" / "lake"
    ran = replay(lake, log, ARCHIVE)
    assert ran.code == 1, ran.err
    return lake


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy of that lake, to be worked on."""
    shutil.copytree(whole, tmp_path / "copy", symlinks=True)
    return tmp_path / "copy"


def _lines(path: Path, rows: Iterable[dict[str, Any] | str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    told = (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("".join(f"{line}\n" for line in told), encoding="utf-8")
    return path


def _said(session: str, number: int, text: str = "我对花生过敏。", **more: Any) -> dict[str, Any]:
    at = datetime(2025, 3, 1, tzinfo=UTC) + timedelta(minutes=number)
    return {
        "owner_id": "lin",
        "session_id": session,
        "message_id": f"m{number}",
        "role": "user" if number % 2 == 0 else "assistant",
        "content": text,
        "timestamp": at.isoformat(),
        **more,
    }


def _ask(lake: Path, query: str) -> list[dict[str, Any]]:
    ran = winnow("sql", query, "--lake", lake, "--output", "json")
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def _refused(ran: Ran, code: int, told: str) -> None:
    assert ran.code == code, ran.err
    assert told in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.out == ""


# Archives


def test_an_empty_folder_makes_an_empty_lake_that_every_command_can_read(
    log: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    lake = tmp_path / "lake"
    assert replay(lake, log, tmp_path / "empty").code == 0
    assert replay(lake, log, tmp_path / "empty").summary["status"] == "nothing"
    for name in [*all_tables(), *(view.name for view in views())]:
        if name not in ("runs", "ledger", "v_runs", "v_funnel"):
            assert _ask(lake, f"from {name}") == [], name
    assert json.loads(winnow("status", "--lake", lake, "--json").out)["generation"] == 1
    for stage in RUN_STAGES:
        ran = winnow("reprocess", "--lake", lake, "--from", stage, "--json")
        assert (ran.code, ran.summary["status"]) == (0, "nothing"), ran.err
    _refused(winnow("explain", "3f0c", "--lake", lake), 2, "no memory or claim")


def test_the_folder_of_every_table_can_be_read_empty_or_not(
    whole: Path, log: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    replay(tmp_path / "lake", log, tmp_path / "empty")
    for name, table in all_tables().items():
        for lake in (tmp_path / "lake", whole):
            folder = Path(winnow("path", name, "--lake", lake).out.strip())
            rows = pl.read_parquet(folder / "**" / "*.parquet", hive_partitioning=table.bucketed)
            assert set(rows.columns) == set(table.dtypes), name
            glob = str(folder / "**" / "*.parquet").replace("'", "''")
            with duckdb.connect() as connection:
                found = connection.execute(f"select count(*) from read_parquet('{glob}')")
                assert found.fetchone() == (rows.height,), name


def test_files_that_hold_nothing_usable_fail_one_night(log: Path, tmp_path: Path) -> None:
    archive, lake = tmp_path / "archive", tmp_path / "lake"
    _lines(archive / "empty.jsonl", [])
    _lines(archive / "prose.jsonl", ["Dear diary,", '{"a":'])
    _lines(archive / "assistant.jsonl", [_said("s1", 1, "你好")])
    first = replay(lake, log, archive)
    assert first.code == 1
    assert first.summary["model_calls"]["extract"]["made"] == 0
    found = Lake.open(lake).read("quarantine")
    assert sorted(found["reason"]) == ["empty", "unknown_format"]
    assert replay(lake, log, archive).code == 0


def test_a_broken_line_in_a_file_that_grew_does_not_fail_the_night_again(
    log: Path, tmp_path: Path
) -> None:
    archive, lake = tmp_path / "archive", tmp_path / "lake"
    lines: list[dict[str, Any] | str] = [_said("s1", 0), '{"session_id": "s1", "role"']
    _lines(archive / "chat.jsonl", lines)
    assert replay(lake, log, archive).code == 1
    _lines(archive / "chat.jsonl", [*lines, _said("s1", 2, "我住在杭州。")])
    _lines(archive / "more.jsonl", [_said("s1", 4, "我在学法语。")])
    grown = replay(lake, log, archive)
    assert grown.summary["stages"]["import"]["rejected"] == {"known": 1}
    assert content(lake, "messages").height == 3
    assert Lake.open(lake).read("quarantine").filter(kind="line").height == 1


def test_two_archives_in_two_nights_are_kept_side_by_side(log: Path, tmp_path: Path) -> None:
    lake, together = tmp_path / "lake", tmp_path / "together"
    replay(lake, log, ARCHIVE / "emma")
    replay(lake, log, ARCHIVE / "zhang")
    replay(together, log, ARCHIVE / "emma", ARCHIVE / "zhang")
    assert differing(lake, together) == []


def test_a_giant_session_is_cut_and_asked_window_by_window(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    rows = [_said("s1", n, f"第{n}天我跑了{n}公里。") for n in range(3000)]
    _lines(archive / "giant.jsonl", rows)
    _lines(tmp_path / "gold.jsonl", [])
    write_log(tmp_path / "log.jsonl", [archive], gold=tmp_path / "gold.jsonl")
    summary = replay(tmp_path / "lake", tmp_path / "log.jsonl", archive).summary
    windows = content(tmp_path / "lake", "windows")
    assert windows["new"].list.len().sum() == 3000
    assert summary["model_calls"]["extract"]["made"] == windows.height
    assert summary["status"] == "done"


def test_a_limit_stops_early_and_the_next_night_asks_the_rest(
    whole: Path, log: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    first = replay(lake, log, ARCHIVE, more=("--limit", 7)).summary
    assert first["model_calls"]["extract"]["made"] == 7
    assert (
        replay(lake, log, ARCHIVE, more=("--limit", 0)).summary["model_calls"]["extract"]["made"]
        == 0
    )
    replay(lake, log, ARCHIVE)
    assert differing(whole, lake) == []
    assert winnow("backfill", ARCHIVE, "--lake", lake, "--limit", -1).code == 2


def test_an_owner_given_later_makes_rows_of_its_own(log: Path, tmp_path: Path) -> None:
    archive, lake = tmp_path / "archive", tmp_path / "lake"
    row = _said("s1", 0)
    del row["owner_id"]
    _lines(archive / "chat.jsonl", [row])
    replay(lake, log, archive)
    replay(lake, log, archive, more=("--as-owner", "王 'x"))
    assert set(content(lake, "messages")["owner_id"]) == {"me", "王 'x"}
    assert content(lake, "messages")["message_key"].n_unique() == 2
    again = replay(lake, log, archive, more=("--as-owner", "王 'x")).summary
    assert again["stages"]["import"]["rows_in"] == 0


# The lake folder


def test_a_lake_is_found_from_anywhere_and_after_a_move(
    copy: Path, whole: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copy.parent)
    count = "select count(*) as n from v_memories"
    expected = _ask(whole, count)
    assert expected[0]["n"] >= 40
    assert _ask(Path("copy"), count) == expected
    shutil.move("copy", "moved 湖")
    assert _ask(Path("moved 湖"), count) == expected
    memory = content(Path("moved 湖"), "memories")["memory_id"][0]
    assert winnow("explain", memory, "--lake", "moved 湖").code == 0
    assert replay(Path("moved 湖"), log, ARCHIVE).summary["published"] == {"generation": 2}
    assert replay(Path("moved 湖"), log, ARCHIVE).summary["status"] == "nothing"
    text = (copy.parent / "moved 湖" / "published" / "current" / "winnow.sql").read_text("utf-8")
    assert str(copy.parent / "moved 湖" / "published" / "gen-000002") in text


def test_a_folder_that_cannot_be_a_lake_is_refused(log: Path, tmp_path: Path) -> None:
    file = _lines(tmp_path / "file", ["x"])
    _refused(replay(file, log, ARCHIVE), 2, "is a file")
    _refused(replay(file / "lake", log, ARCHIVE), 3, "Not a directory")
    for odd in ("a[b]", "a%20b", "a=b", "a\nb"):
        ran = replay(tmp_path / odd, log, ARCHIVE)
        assert (ran.code, "name another one" in ran.err) == (2, True), odd
        assert not (tmp_path / odd).exists()
    full = _lines(tmp_path / "full" / "thesis.txt", ["x"]).parent
    _refused(replay(full, log, ARCHIVE), 2, "not a lake")
    assert winnow("backfill", ARCHIVE, "--lake", tmp_path / "l", "--buckets", 0).code == 2


def test_a_lake_that_cannot_be_written_can_be_read(
    copy: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)
    _refused(replay(copy, log, ARCHIVE), 3, "cannot be written")
    _refused(winnow("reprocess", "--lake", copy, "--from", "memories"), 3, "cannot be written")
    assert _ask(copy, "select count(*) as n from v_memories")[0]["n"] >= 40
    assert winnow("status", "--lake", copy).code == 0
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == before


def test_a_lake_whose_creation_was_killed_is_finished_by_the_next_run(
    whole: Path, log: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    Lake.create(lake)
    (lake / "lake.json").unlink()
    shutil.rmtree(lake / "tables" / "windows")
    shutil.rmtree(lake / "tables" / "replies" / "_delta_log")
    _refused(winnow("status", "--lake", lake), 3, "no lake at")
    replay(lake, log, ARCHIVE)
    assert differing(whole, lake) == []


def test_what_a_run_writes_is_readable_by_its_user_alone(whole: Path) -> None:
    modes = {
        str(path.relative_to(whole)): stat.S_IMODE(path.stat().st_mode)
        for path in [whole, *whole.rglob("*")]
    }
    wrong = {
        name: oct(mode)
        for name, mode in modes.items()
        if mode != (0o700 if (whole / name).is_dir() else 0o600)
    }
    assert wrong == {}


# Settings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[gate\nline = 1", "not valid TOML"),
        ("[gate]\nline = '70'", "gate.line must be int, not str"),
        ("[gate]\nline = 7.5", "gate.line must be int, not float"),
        ("[gate]\nline = -1", "gate.line must be 0 or more"),
        ("[windows]\nmax_messages = 0", "windows.max_messages must be 1 or more"),
        ("[windows]\ngap_hours = nan", "windows.gap_hours must be 0 or more"),
        ("gate = 70", "[gate] must be a table"),
        ("[gates]\nline = 70", "the nearest valid one is 'gate'"),
        ("[apply]\nauto = ['equivalnt']", "no class 'equivalnt'"),
        ("[apply]\nauto = [1]", "apply.auto must be str, not int"),
        ("owners = 'lin'", "[owners] must hold a table per owner"),
        ("[owners.lin]\nzone = 'Asia/Shangai'", "no time zone 'Asia/Shangai'"),
        ("[owners.lin]\nnames = 'x'", "'owners.lin.name'"),
    ],
)
def test_a_wrong_setting_is_one_line_and_nothing_is_written(
    text: str, told: str, log: Path, tmp_path: Path
) -> None:
    settings = _lines(tmp_path / "winnow.toml", [text])
    _refused(replay(tmp_path / "lake", log, ARCHIVE, more=("--settings", settings)), 2, told)
    assert not (tmp_path / "lake").exists()


def test_settings_files_that_cannot_be_read_are_named(log: Path, tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nowhere.toml"):
        _refused(replay(tmp_path / "lake", log, ARCHIVE, more=("--settings", file)), 2, str(file))


def test_the_environment_sets_what_a_file_would(tmp_path: Path) -> None:
    file = tmp_path / "winnow.toml"
    file.write_bytes(b"\xef\xbb\xbf[gate]\nline = 60\n[owners.lin]\nname = 'Lin'\n")
    environment = {
        "WINNOW_GATE_LINE": "75",
        "WINNOW_ENGINE_MODEL": "123",
        "WINNOW_ARCHIVE_AS_OWNER": "李雷",
        "WINNOW_APPLY_AUTO": '["equivalent"]',
        "WINNOW_INFLIGHT": "/elsewhere",
        "WINNOW_CRASH_AT": "publish:before_ledger",
    }
    settings = load(file, environment, {"engine.model": None})
    assert settings.gate.line == 75
    assert settings.engine.model == "123"
    assert settings.archive.as_owner == "李雷"
    assert settings.apply.auto == ("equivalent",)
    assert settings.inflight == Path("/elsewhere")
    assert settings.owners["lin"].name == "Lin"
    assert load(file, environment, {"engine.model": "m"}).engine.model == "m"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("WINNOW_GATE_LIN", "75", "the nearest valid one is WINNOW_GATE_LINE"),
        ("WINNOW_GATT_LINE", "75", "the nearest valid one is WINNOW_GATE_LINE"),
        ("WINNOW_GATE_LINE", "high", "WINNOW_GATE_LINE: gate.line must be int"),
        ("WINNOW_ENGINE_MAX_ATTEMPTS", "0", "engine.max_attempts must be 1 or more"),
    ],
)
def test_a_wrong_variable_is_named(
    name: str, value: str, told: str, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    _refused(replay(tmp_path / "lake", log, ARCHIVE), 2, told)


# Deciding again


@pytest.mark.parametrize("stage", RUN_STAGES)
def test_reprocessing_from_any_stage_gives_the_same(stage: str, copy: Path, whole: Path) -> None:
    ran = winnow("reprocess", "--lake", copy, "--from", stage, "--json")
    assert ran.code == 0, ran.err
    assert ran.summary["model_calls"]["extract"]["made"] == 0
    assert differing(whole, copy) == []


def test_an_unknown_stage_is_a_usage_error(copy: Path) -> None:
    ran = winnow("reprocess", "--lake", copy, "--from", "clams")
    assert ran.code == 2
    assert "claims" in ran.err


def test_a_gate_line_moved_and_moved_back(copy: Path, whole: Path, tmp_path: Path) -> None:
    settings = _lines(tmp_path / "winnow.toml", ["[gate]", "line = 85"])
    ran = winnow("reprocess", "--lake", copy, "--settings", settings, "--json")
    assert ran.code == 0, ran.err
    assert ran.summary["stages"]["claims"]["rows_in"] == 0
    assert ran.summary["stages"]["scores"]["rows_in"] > 0
    assert ran.summary["model_calls"]["extract"]["made"] == 0
    before, after = (content(lake, "scores") for lake in (whole, copy))
    flipped = before.join(after, on="memory_id", suffix="_after").filter(
        pl.col("decision") != pl.col("decision_after")
    )
    below = before.filter((pl.col("decision") == "stored") & (pl.col("total_tenths") < 85))
    assert below.height > 0
    assert set(flipped["memory_id"]) == set(below.filter(~pl.col("forced"))["memory_id"])
    assert set(flipped["reason_after"]) == {"below_threshold"}
    kept = set(content(copy, "memories")["memory_id"])
    assert not kept & set(flipped["memory_id"])
    assert winnow("reprocess", "--lake", copy, "--json").code == 0
    assert differing(whole, copy) == []


# Replies that cannot be used


def _with_replies(log: Path, to: Path, change: dict[int, str | None]) -> Path:
    """The log with the reply of some lines replaced (for both attempts) or missing."""
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    kept: list[dict[str, Any] | str] = []
    for number, row in enumerate(rows):
        text = change.get(number, row["text"])
        if text is not None:
            attempts = (1, 2) if number in change else (row["attempt"],)
            kept += [{**row, "text": text, "attempt": attempt} for attempt in attempts]
    return _lines(to, kept)


def test_answers_that_are_missing_are_asked_for_again_and_then_clear(
    whole: Path, log: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    partial = _with_replies(log, tmp_path / "log.jsonl", {0: None, 3: None})
    first = replay(lake, partial, ARCHIVE)
    assert first.code == 1
    assert first.summary["stages"]["extract"]["rejected"] == {"engine_error": 2}
    assert len(_ask(lake, "from v_failures where kind = 'window'")) == 2
    second = replay(lake, partial, ARCHIVE)
    assert second.code == 0
    third = replay(lake, log, ARCHIVE)
    assert (third.code, third.summary["model_calls"]["extract"]["made"]) == (0, 2)
    assert differing(whole, lake) == []
    assert {row["standing"] for row in _ask(lake, "from v_failures where kind = 'window'")} == {
        "answered since"
    }


def test_garbage_replies_are_quarantined_once_and_not_asked_again(
    log: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    whole_text = json.loads(log.read_text(encoding="utf-8").splitlines()[0])["text"]
    garbage = {
        0: whole_text[: len(whole_text) // 2],
        1: "Sure! Here is what I found about you, my friend.",
        2: "I'm sorry, but I can't help with that.",
        4: "\x00\ufffd" * 50,
        5: '{"scenes": 7, "memories": {"a": null}}',
        6: "",
        7: "[" * 20_000,
    }
    mixed = _with_replies(log, tmp_path / "log.jsonl", garbage)
    first = replay(lake, mixed, ARCHIVE)
    assert first.code == 1, first.err
    failed = first.summary["stages"]["extract"]["rejected"]
    assert sum(failed.values()) == len(garbage)
    assert set(failed) <= {"parse_failed", "truncated", "refused", "schema_invalid"}
    again = replay(lake, mixed, ARCHIVE)
    assert (again.code, again.summary["status"]) == (0, "nothing")
    assert again.summary["model_calls"]["extract"]["made"] == 0
    rows = Lake.open(lake).read("quarantine").filter(kind="window")
    assert rows["window_id"].n_unique() == rows.height == len(garbage)


def test_a_log_that_is_none_is_refused(tmp_path: Path, log: Path) -> None:
    bad = _lines(tmp_path / "bad.jsonl", ['{"replay_key": 1}'])
    _refused(replay(tmp_path / "lake", bad, ARCHIVE), 2, "bad.jsonl:1")
    _refused(replay(tmp_path / "lake", tmp_path, ARCHIVE), 3, "no recorded replies")
    _refused(replay(tmp_path / "lake", tmp_path / "no", ARCHIVE), 3, "no recorded replies")
    assert not (tmp_path / "lake").exists()


def test_books_carry_no_text(whole: Path) -> None:
    texts = set(content(whole, "messages")["content"]) | set(content(whole, "claims")["content"])
    told = {text for text in texts if text is not None and len(text) > 12}
    assert len(told) > 100
    for name in ("audit", "quarantine", "decisions", "ledger", "runs"):
        kept = json.dumps(Lake.open(whole).read(name).to_dicts(), default=str, ensure_ascii=False)
        assert not [text for text in told if text in kept], name


# Looking


@pytest.mark.parametrize("output", ["table", "csv", "json"])
def test_every_view_can_be_read(output: str, whole: Path) -> None:
    for view in views():
        ran = winnow("sql", f"from {view.name}", "--lake", whole, "--output", output)
        assert (ran.code, bool(ran.out)) == (0, True), view.name


_KINDS = """select 8.5::decimal(3, 1) as score, [{'at': timestamp '2025-01-02 03:04:05', 'd':
    1.5::decimal(3, 1)}] as sources, map {1: 'x'} as m, 170141183460469231731687303715884105727
    as huge, 'nan'::double as n, null as nothing, date '2025-01-02' as day, 1 as day, '[b]' as t"""


def test_values_of_every_kind_are_written_so_that_they_can_be_read_back(whole: Path) -> None:
    row = _ask(whole, _KINDS.replace("as huge", "as huge").replace("[b]", "花生"))[0]
    assert row["score"] == 8.5
    assert row["sources"][0]["at"].startswith("2025-01-02T03:04:05")
    assert row["sources"][0]["d"] == 1.5
    assert row["m"] == {"1": "x"}
    assert row["huge"] == str(2**127 - 1)
    assert row["n"] is None
    assert row["nothing"] is None
    assert (row["day"], row["day_2"], row["t"]) == ("2025-01-02", 1, "花生")
    ran = winnow("sql", _KINDS, "--lake", whole, "--output", "csv")
    (cells,) = csv.DictReader(io.StringIO(ran.out))
    assert json.loads(cells["sources"])[0]["d"] == 1.5
    assert (cells["score"], cells["nothing"], cells["t"]) == ("8.5", "", "[b]")
    assert "[b]" in winnow("sql", _KINDS, "--lake", whole).out


@pytest.mark.parametrize(
    "query",
    [
        "selec 1",
        "select nothing from v_memories",
        "select * from v_memory",
        "delete from memories",
        "create table t as select 1",
        "",
        "/* nothing */",
        "select cast(content as integer) from v_memories",
        "select 'a'::integer",
    ],
)
def test_a_query_that_cannot_be_answered_is_a_usage_error(query: str, whole: Path) -> None:
    ran = winnow("sql", query, "--lake", whole)
    assert ran.code == 2
    assert ran.err.startswith("winnow: the query ")
    assert "Traceback" not in ran.err


def test_the_funnel_adds_up_with_the_summary_and_the_tables(log: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    summary = replay(lake, log, ARCHIVE).summary
    rows = _ask(lake, f"from v_funnel where run_id = '{summary['run_id']}'")
    told = {(row["step"], row["outcome"]): row["n"] for row in rows}
    for name, counts in summary["stages"].items():
        assert told[name, "in"] == counts["rows_in"], name
        assert told[name, "out"] == counts["rows_out"], name
        for reason, n in counts["rejected"].items():
            assert told[name, reason] == n, (name, reason)
    steps = _ask(lake, "select step, sum(n) as n from v_funnel where run_id = 'all' group by all")
    sums = {row["step"]: row["n"] for row in steps}
    for step, name in (("messages",) * 2, ("windows",) * 2, ("claims",) * 2, ("memories",) * 2):
        assert sums[step] == content(lake, name).height, step
    assert sums["gate"] == content(lake, "scores").height
    for stage, step in (("claims", "claims"), ("scores", "gate")):
        counts = summary["stages"][stage]
        assert counts["rows_out"] + sum(counts["rejected"].values()) == sums[step]


def test_explain_tells_of_rejected_claims_and_merged_memories(whole: Path) -> None:
    claims, memories = content(whole, "claims"), content(whole, "memories")
    for claim in claims.filter(status="rejected").iter_rows(named=True):
        ran = winnow("explain", claim["claim_id"], "--lake", whole)
        assert ran.code == 0, (claim, ran.err)
        assert f"rejected: {claim['reason']}" in ran.out
    merged = memories.filter(status="merged").row(0, named=True)
    ran = winnow("explain", merged["memory_id"].upper(), "--lake", whole)
    assert f"merged into {merged['survivor_id']}" in ran.out
    told = json.loads(winnow("explain", merged["memory_id"], "--lake", whole, "--json").out)
    assert told["memory"][0]["survivor_id"] == merged["survivor_id"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", "no memory or claim"),
        ("花生' or 1=1 --", "no memory or claim"),
        ("%", "no memory or claim"),
        ("\u202e\u0000x", "no memory or claim"),
    ],
)
def test_explain_of_garbage_is_a_usage_error(given: str, told: str, whole: Path) -> None:
    _refused(winnow("explain", given, "--lake", whole), 2, told)


def test_explain_of_a_prefix_that_names_several_is_a_usage_error(whole: Path) -> None:
    firsts = [key[0] for key in content(whole, "claims")["memory_id"].unique()]
    several = next(first for first in firsts if firsts.count(first) > 1)
    _refused(winnow("explain", several, "--lake", whole), 2, "more than one memory")


# Help

COMMANDS = ("backfill", "reprocess", "demo", "sql", "explain", "status", "runs", "path")


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_imports_none_of_the_heavy_libraries(command: str) -> None:
    ran = _python("-X", "importtime", "-m", "jobs.cli", *command.split(), "--help")
    assert ran.returncode == 0
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in ran.stderr.splitlines()}
    assert "cyclopts" in loaded
    assert not loaded & {"polars", "duckdb", "deltalake", "vllm", "torch", "numpy", "sklearn"}
    assert "Exit codes" in ran.stdout or command
    assert all(name in ran.stdout for name in COMMANDS) or command


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself(name: str) -> None:
    ran = winnow(name, "--help")
    assert ran.code == 0
    assert ran.out.count(f"winnow {name}") >= 2
    assert "--lake" in ran.out


def test_a_reader_that_stops_early_is_no_error(whole: Path) -> None:
    query = "select repeat('x', 1000) from range(20000)"
    command = [sys.executable, "-m", "jobs.cli", "sql", query, "--lake", str(whole)]
    with subprocess.Popen(
        [*command, "--output", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.readline()
        ran.stdout.close()
        told = ran.stderr.read()
    assert (ran.returncode, told) == (0, "")
