"""The lake: buckets are replaced as a whole, digests say what is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.errors import Precondition, SettingsError
from jobs.lake import Lake, add_digests, digests
from schemas.tables import all_tables
from tests.frames import frame


def test_a_new_lake_has_every_table_and_is_private(lake: Lake) -> None:
    for name, table in all_tables().items():
        assert lake.read(name).schema == table.dtypes
    assert lake.root.stat().st_mode & 0o777 == 0o700


def test_replace_touches_only_its_buckets(lake: Lake) -> None:
    both = frame(
        "messages",
        {"message_key": "a", "bucket": 0, "content": "我住在杭州"},
        {"message_key": "b", "bucket": 1, "content": "I live in Leeds"},
    )
    lake.replace("messages", both, [0, 1])
    lake.replace("messages", frame("messages", {"message_key": "c", "bucket": 1}), [1])
    assert sorted(lake.read("messages")["message_key"]) == ["a", "c"]
    lake.replace("messages", both.clear(), [1])
    assert lake.read("messages", [1]).is_empty()
    assert lake.state("messages").digests.keys() == {0}


def test_rows_outside_the_named_buckets_are_refused(lake: Lake) -> None:
    with pytest.raises(ValueError, match="outside the buckets"):
        lake.replace("messages", frame("messages", {"message_key": "a", "bucket": 2}), [1])


def test_an_equal_replacement_is_not_written(lake: Lake) -> None:
    rows = frame("messages", {"message_key": "a"}, {"message_key": "b"})
    lake.replace("messages", rows, [0])
    version = lake.state("messages").version
    lake.replace("messages", rows.reverse(), [0])
    assert lake.state("messages").version == version


def test_digests_of_the_newest_commit_cover_the_whole_table(lake: Lake) -> None:
    lake.append("replies", frame("replies", {"request_key": "a"}))
    lake.append("replies", frame("replies", {"request_key": "b", "bucket": 3}))
    lake.append("replies", frame("replies", {"request_key": "c"}))
    whole = digests(all_tables()["replies"], lake.read("replies"))
    assert lake.state("replies").digests == whole


@given(st.lists(st.text(max_size=8), unique=True, max_size=12), st.randoms())
def test_digests_add_up_and_ignore_order(keys: list[str], random: object) -> None:
    table = all_tables()["facts"]
    rows = [{"memory_id": key, "content": key, "bucket": len(key) % 2} for key in keys]
    whole = frame("facts", *rows)
    half = len(rows) // 2
    parts = add_digests(
        digests(table, frame("facts", *rows[:half])), digests(table, frame("facts", *rows[half:]))
    )
    random.shuffle(rows)  # type: ignore[attr-defined]
    assert digests(table, whole) == parts == digests(table, frame("facts", *rows))


def test_work_columns_do_not_change_a_digest_and_content_does() -> None:
    table = all_tables()["messages"]
    one = frame("messages", {"message_key": "a", "run_id": "1"})
    other = frame("messages", {"message_key": "a", "run_id": "2"})
    assert digests(table, one) == digests(table, other)
    assert digests(table, one) != digests(table, frame("messages", {"message_key": "b"}))


def test_a_newer_lake_is_refused_and_a_foreign_folder_is_not_taken(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    file = lake.root / "lake.json"
    facts = json.loads(file.read_text())
    file.write_text(json.dumps(facts | {"tables": facts["tables"] | {"claims": 99}}))
    with pytest.raises(Precondition, match=r"newer winnow.*claims"):
        Lake.open(lake.root)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "photo.jpg").touch()
    with pytest.raises(SettingsError, match="not a lake"):
        Lake.create(tmp_path / "other")
    with pytest.raises(Precondition, match="no lake"):
        Lake.open(tmp_path / "nowhere")


def test_a_lake_whose_creation_was_killed_is_finished_by_the_next(tmp_path: Path) -> None:
    lake = Lake.create(tmp_path / "lake")
    (lake.root / "lake.json").unlink()
    assert Lake.create(lake.root).read("claims").is_empty()
    assert (lake.root / "lake.json").exists()
