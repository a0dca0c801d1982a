"""The whole job on the sample archive, with replies a good model would give."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import polars as pl
import pytest

from jobs.lake import Lake
from jobs.publish import current_folder
from schemas.tables import all_tables
from tests.lakes import content, differing, replay, winnow
from tests.scripted import ARCHIVE, write_log


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reply log for the sample archive: the gold facts, and what a sloppy model would add."""
    path = tmp_path_factory.mktemp("log") / "replies.jsonl"
    write_log(path, sloppy=True)
    return path


@pytest.fixture(scope="module")
def whole(log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake after one undisturbed run. Read only."""
    lake = tmp_path_factory.mktemp("whole") / "lake"
    ran = replay(lake, log, ARCHIVE)
    assert ran.code == 1, ran.err  # the archive's one broken line
    return lake


def _sessions(files: Iterable[Path]) -> dict[str, list[tuple[Path, bytes]]]:
    """Lines by session, in order; broken lines are a session of their own."""
    found: dict[str, list[tuple[Path, bytes]]] = {}
    for file in files:
        for line in file.read_bytes().splitlines(keepends=True):
            try:
                row = json.loads(line)
                key = f"{row.get('owner_id')}/{row['session_id']}"
            except ValueError:
                key = "broken"
            found.setdefault(key, []).append((file, line))
    return found


def test_the_summary_has_the_names_that_scripts_rely_on(log: Path, tmp_path: Path) -> None:
    summary = replay(tmp_path / "lake", log, ARCHIVE).summary
    assert summary.keys() >= {
        *("run_id", "status", "seconds", "stages", "model_calls", "tokens", "published")
    }
    for counts in summary["stages"].values():
        assert counts.keys() == {"rows_in", "rows_out", "rejected", "seconds"}
    assert summary["model_calls"].keys() == {"extract", "t1", "embed"}
    assert summary["model_calls"]["extract"].keys() >= {"made", "cached", "failed"}
    assert summary["tokens"].keys() == {"prompt", "output"}
    assert summary["status"] == "partial"
    assert summary["published"] == {"generation": 1}


def test_the_archive_gives_memories_in_both_languages(whole: Path) -> None:
    active = content(whole, "memories").filter(status="active")
    assert active.height >= 40
    assert set(active["lang"]) == {"zh", "en"}
    assert content(whole, "memories").filter(status="merged").height >= 3


def test_a_second_run_makes_no_call_and_publishes_nothing(whole: Path, log: Path) -> None:
    before = {name: Lake.open(whole).state(name).version for name in ("replies", "runs", "ledger")}
    ran = replay(whole, log, ARCHIVE)
    assert (ran.code, ran.summary["status"]) == (0, "nothing")
    assert ran.summary["model_calls"]["extract"]["made"] == 0
    assert ran.summary["published"] == {"generation": 1}
    after = {name: Lake.open(whole).state(name).version for name in before}
    assert after == before


def test_two_nights_of_whole_sessions_equal_one(whole: Path, log: Path, tmp_path: Path) -> None:
    sessions = _sessions(sorted(ARCHIVE.rglob("*.jsonl")))
    for number, (key, lines) in enumerate(sorted(sessions.items(), reverse=True)):
        night = tmp_path / ("night-1" if number % 2 else "night-2")
        night.mkdir(exist_ok=True)
        for file, line in lines:
            with (night / f"{99 - number:02d}-{file.name}").open("ab") as out:
                out.write(line)
        assert key
    for night in ("night-1", "night-2"):
        replay(tmp_path / "lake", log, tmp_path / night)
    assert differing(whole, tmp_path / "lake") == []


def test_renamed_and_reordered_files_change_nothing(whole: Path, log: Path, tmp_path: Path) -> None:
    files = sorted(ARCHIVE.rglob("*.jsonl"))
    for number, file in enumerate(files):
        shutil.copy(file, tmp_path / f"{99 - number}.jsonl")
    replay(tmp_path / "lake", log, *sorted(tmp_path.glob("*.jsonl"), reverse=True))
    assert differing(whole, tmp_path / "lake") == []
    ran = replay(whole, log, *tmp_path.glob("*.jsonl"))
    assert ran.summary["status"] == "nothing"


def test_reprocessing_everything_from_stored_replies_gives_the_same(
    whole: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "lake"
    shutil.copytree(whole, copy, symlinks=True)
    ran = winnow("reprocess", "--lake", copy, "--from", "claims", "--json")
    assert ran.code == 0, ran.err
    assert ran.summary["model_calls"]["extract"]["made"] == 0
    assert differing(whole, copy) == []


def test_messages_appended_to_a_session_ask_only_about_its_new_windows(
    log: Path, tmp_path: Path
) -> None:
    archive, lake = tmp_path / "archive", tmp_path / "lake"
    shutil.copytree(ARCHIVE / "emma", archive)
    replay(lake, log, archive)
    before = {name: content(lake, name) for name in ("messages", "windows", "replies", "claims")}
    session = "em-2025-08"
    turns = [
        ("user", "By the way, I started taking violin lessons on Thursdays."),
        ("assistant", "Lovely! Shall I add that to your week?"),
        ("user", "Yes please."),
        ("assistant", "Done."),
        ("user", "Thanks."),
    ]
    with (archive / "later.jsonl").open("w", encoding="utf-8") as out:
        for number, (role, text) in enumerate(turns):
            row = {
                "owner_id": "u-emma",
                "session_id": session,
                "message_id": f"later-{number}",
                "role": role,
                "content": text,
                "timestamp": f"2026-02-01T10:0{number}:00Z",
            }
            out.write(json.dumps(row) + "\n")
    write_log(tmp_path / "log.jsonl", [archive])
    ran = replay(lake, tmp_path / "log.jsonl", archive)
    assert ran.summary["model_calls"]["extract"]["made"] == 1
    for name, rows in before.items():
        keys = rows.columns[: rows.width]
        now = content(lake, name)
        assert now.join(rows, on=keys, how="semi", nulls_equal=True).height == rows.height, name
    new = content(lake, "windows").join(before["windows"], on="window_id", how="anti")
    assert new.height == 1
    assert new["new"].list.len().to_list() == [5]


def test_the_broken_line_is_quarantined_once_with_its_place(log: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    assert replay(lake, log, ARCHIVE / "kai").code == 1
    (row,) = Lake.open(lake).read("quarantine").to_dicts()
    assert (row["kind"], row["line"], row["reason"]) == ("line", 7, "bad_json")
    assert row["path"].endswith("misc.jsonl")
    assert replay(lake, log, ARCHIVE).code == 0


def test_wrong_input_is_refused_before_anything_is_written(log: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    settings = tmp_path / "winnow.toml"
    settings.write_text("[gate]\nlin = 75\n")
    cases = {
        "no such file": replay(lake, log, tmp_path / "nowhere"),
        "unknown format": replay(lake, log, ARCHIVE, more=("--format", "whatsup")),
        "'gate.line'": replay(lake, log, ARCHIVE, more=("--settings", settings)),
        "unknown engine": winnow("backfill", ARCHIVE, "--lake", lake, "--engine", "vlm"),
    }
    for told, ran in cases.items():
        assert ran.code == 2, told
        assert told in ran.err
        assert len(ran.err.strip().splitlines()) == 1
    without = winnow("backfill", ARCHIVE, "--lake", lake)
    assert without.code == 3
    assert "--model" in without.err
    assert not lake.exists()


def test_two_owners_who_share_every_id_and_text_never_meet(whole: Path) -> None:
    shared = content(whole, "messages").filter(session_id="chat-77")
    owners = shared["owner_id"].unique()
    assert owners.len() == 2
    assert shared["message_key"].is_unique().all()
    texts = shared.group_by("owner_id").agg(pl.col("content").sort())
    assert texts["content"][0].to_list() == texts["content"][1].to_list()
    memories = content(whole, "memories").select("memory_id", "owner_id")
    owner = dict(memories.iter_rows())
    for name in ("pairs", "decisions"):
        pairs = content(whole, name)
        assert [owner[i] for i in pairs["new_id"]] == pairs["owner_id"].to_list()
        assert [owner[i] for i in pairs["existing_id"]] == pairs["owner_id"].to_list()
    claims = content(whole, "claims").explode("sources")
    sources = claims.join(
        content(whole, "messages"), left_on="sources", right_on="message_key", suffix="_message"
    )
    assert (sources["owner_id"] == sources["owner_id_message"]).all()
    assert not set(content(whole, "claims").group_by("memory_id").n_unique()["owner_id"]) - {1}


def test_explain_walks_back_to_messages_scores_gate_and_rules(whole: Path) -> None:
    merged = content(whole, "memories").filter(pl.col("absorbed").list.len() > 0)
    memory = merged.row(0, named=True)
    ran = winnow("explain", memory["memory_id"][:12], "--lake", whole)
    assert ran.code == 0, ran.err
    for told in (
        "importance",
        "timeliness",
        "#评分:",
        "gate (gate-",
        "messages",
        "session ",
        "window ",
        "outcome=ok",
        "merge by merge (t0",
        memory["content"],
    ):
        assert told in ran.out, told
    assert winnow("explain", "ffff0000", "--lake", whole).code == 2


def test_refusals_and_applied_changes_are_audited_without_text(whole: Path) -> None:
    audit = Lake.open(whole).read("audit")
    applied = content(whole, "candidates").filter(status="applied")["candidate_id"]
    refused = content(whole, "scores").filter(decision="rejected")["memory_id"]
    assert set(audit.filter(event="memory.tidy.apply")["subject_id"]) == set(applied)
    assert set(audit.filter(event="gate.reject")["subject_id"]) == set(refused)
    assert applied.len() and refused.len()
    told = audit.write_json()
    assert not [text for text in content(whole, "memories")["content"] if text in told]


def test_every_message_is_accounted_for(whole: Path) -> None:
    messages = content(whole, "messages")
    qualifying = messages.filter(pl.col("excluded").is_null())["message_key"]
    parts = content(whole, "windows").explode("new").unnest("new")
    assert set(parts["message_key"]) == set(qualifying)
    assert not parts.select("message_key", "part").is_duplicated().any()


def test_no_secret_is_left_anywhere(tmp_path: Path) -> None:
    write_log(tmp_path / "log.jsonl")
    replay(tmp_path / "lake", tmp_path / "log.jsonl", ARCHIVE)
    given = b"".join(file.read_bytes() for file in ARCHIVE.rglob("*.jsonl"))
    assert b"sk-test-FAKE" in given
    assert b"AKIA" in given
    for name in all_tables():
        kept = Lake.open(tmp_path / "lake").read(name).write_json()
        assert "sk-test-FAKE" not in kept, name
        assert "AKIA" not in kept, name


def test_the_published_folder_is_plain_parquet(whole: Path) -> None:
    folder = Path(winnow("path", "memories", "--lake", whole).out.strip())
    assert folder.is_relative_to(current_folder(whole))
    rows = pl.read_parquet(folder / "**" / "*.parquet")
    assert rows.height == content(whole, "memories").height
    assert winnow("path", "memorys", "--lake", whole).code == 2


def test_sql_status_and_runs_answer(whole: Path) -> None:
    ran = winnow("sql", "select count(*) as n from v_memories", "--lake", whole, "--output", "json")
    active = content(whole, "memories").filter(status="active").height
    assert json.loads(ran.out) == {"n": active}
    assert winnow("sql", "drop table memories", "--lake", whole).code == 2
    assert json.loads(winnow("status", "--lake", whole, "--json").out)["generation"] == 1
    assert "backfill" in winnow("runs", "--lake", whole).out


def test_open_tails_wait_and_are_named_and_flush_cuts_them(log: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    last = _newest(ARCHIVE / "emma")
    early = (*("--engine", "replay", "--replies", log), "--json", "--lake", lake)
    at = (last + timedelta(hours=1)).isoformat()
    first = winnow("backfill", ARCHIVE / "emma", *early, "--received-at", at).summary
    assert content(lake, "windows").filter(status="open").height == 1
    assert [note for note in first["notes"] if "--flush" in note]
    at = (last + timedelta(hours=2)).isoformat()
    winnow("backfill", ARCHIVE / "emma", *early, "--received-at", at, "--flush")
    assert content(lake, "windows").filter(status="open").is_empty()


def _newest(archive: Path) -> datetime:
    lines = [line for file in archive.rglob("*.jsonl") for line in file.read_text().splitlines()]
    times = [json.loads(line)["timestamp"] for line in lines]
    return max(datetime.fromisoformat(time) for time in times if time)
