"""Publishing: all tables flip together, and readers keep what they opened."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import polars as pl
import pytest

from jobs.errors import Precondition
from jobs.lake import Lake
from jobs.publish import changed, current_folder, generations, manifest, prune, publish
from jobs.settings import PublishSettings
from jobs.views import views
from schemas.tables import all_tables
from tests.frames import frame

POLICY = PublishSettings(keep=2, keep_weeks=0)


def _count(root: Path, what: str) -> int:
    with duckdb.connect(str(current_folder(root) / "winnow.duckdb"), read_only=True) as connection:
        found = connection.execute(f"select count(*) from {what}").fetchone()
    assert found is not None
    return int(found[0])


def test_every_table_and_view_answers_on_an_empty_lake(lake: Lake) -> None:
    publish(lake, "run-1", POLICY)
    for name in [*all_tables(), *(view.name for view in views())]:
        assert _count(lake.root, name) == 0, name


def test_every_view_is_documented() -> None:
    assert {view.name for view in views() if len(view.about) > 20} == {v.name for v in views()}


def test_an_open_reader_keeps_its_generation(lake: Lake) -> None:
    publish(lake, "run-1", POLICY)
    before = current_folder(lake.root)
    lake.replace("memories", frame("memories", {"memory_id": "a"}), [0])
    assert changed(lake)
    publish(lake, "run-2", POLICY)
    assert not changed(lake)
    assert _count(lake.root, "v_memories") == 1
    assert pl.read_parquet(before / "memories" / "**" / "*.parquet").is_empty()
    assert (lake.root / "winnow.duckdb").resolve() == current_folder(lake.root) / "winnow.duckdb"


def test_overwritten_rows_are_never_published(lake: Lake) -> None:
    for text in ("old", "new"):
        lake.replace("memories", frame("memories", {"memory_id": "a", "content": text}), [0])
    publish(lake, "run-1", POLICY)
    files = current_folder(lake.root) / "memories" / "**" / "*.parquet"
    assert pl.read_parquet(files)["content"].to_list() == ["new"]


def test_columns_of_a_view_come_in_the_order_of_the_contract(lake: Lake) -> None:
    publish(lake, "run-1", POLICY)
    with duckdb.connect(str(lake.root / "winnow.duckdb"), read_only=True) as connection:
        assert connection.sql("from messages").columns == all_tables()["messages"].dtypes.names()


def test_old_generations_go_and_one_a_week_stays(lake: Lake) -> None:
    for _ in range(4):
        publish(lake, "run", PublishSettings(keep=10))
    for number, folder in generations(lake.root):
        facts = json.loads((folder / "manifest.json").read_text())
        at = datetime.now(UTC) - timedelta(days=68 - 7 * number)
        facts["published_at"] = at.isoformat()
        (folder / "manifest.json").write_text(json.dumps(facts))
    prune(lake.root, PublishSettings(keep=1, keep_weeks=8))
    assert [number for number, _ in generations(lake.root)] == [2, 3, 4]


def test_what_a_kill_left_behind_is_no_obstacle(lake: Lake) -> None:
    publish(lake, "run-1", POLICY)
    torn = lake.root / "published" / "gen-000002"
    torn.mkdir()
    (torn / "half").touch()
    assert publish(lake, "run-2", POLICY) == 2
    facts = manifest(lake.root)
    assert facts is not None
    assert facts["run_id"] == "run-2"


def test_reading_before_the_first_publish_says_what_to_do(lake: Lake) -> None:
    with pytest.raises(Precondition, match="winnow backfill"):
        current_folder(lake.root)
