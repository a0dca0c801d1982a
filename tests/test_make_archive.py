"""The generator: the same bytes for the same seed, in the shape that it promises."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.data.make_archive import main, make_archive
from tests.data.sessions import Made, Shape
from tests.data.troubles import TROUBLES
from transforms.text.tokens import estimate_tokens


def lines_of(folder: Path) -> list[bytes]:
    files = sorted((folder / "archive").glob("*.jsonl"))
    return [line for file in files for line in file.read_bytes().splitlines()]


def rows_of(lines: list[bytes]) -> list[dict[str, Any]]:
    rows = []
    for line in lines:
        try:
            rows.append(orjson.loads(line))
        except orjson.JSONDecodeError:
            continue
    return rows


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made]:
    out = tmp_path_factory.mktemp("made")
    return out, make_archive(out, 12_000, 5, gold=True)


def test_same_seed_same_bytes_other_seed_other_bytes(tmp_path: Path) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        make_archive(tmp_path / name, 1_000, seed, gold=True)
    a, b, c = (lines_of(tmp_path / name) for name in "abc")
    assert a == b
    assert a != c
    assert (tmp_path / "a/gold.jsonl").read_bytes() == (tmp_path / "b/gold.jsonl").read_bytes()


def test_counts(made: tuple[Path, Made]) -> None:
    out, counts = made
    lines = lines_of(out)
    rows = rows_of(lines)
    assert len(rows) == counts.messages == 12_000
    assert len(lines) - len(rows) == counts.broken_lines == 1
    assert len({row["session_id"] for row in rows}) == counts.sessions
    assert set(counts.troubles) <= {trouble.name for trouble in TROUBLES}
    assert {"tool_noise", "group", "regenerated"} <= set(counts.troubles)


def test_clean_archive_is_standard_chat(tmp_path: Path) -> None:
    make_archive(tmp_path, 20_000, 7, shape=Shape(troubles=False))
    rows = rows_of(lines_of(tmp_path))
    assert len(rows) == len(lines_of(tmp_path)) == 20_000
    assert set(Counter(row["session_id"] for row in rows).values()) == {20}
    for role, tokens in (("user", 30), ("assistant", 120)):
        texts = [row["content"] for row in rows if row["role"] == role]
        assert len(texts) == 10_000
        mean = sum(map(estimate_tokens, texts)) / len(texts)
        assert mean == pytest.approx(tokens, rel=0.1)


def test_partitions_follow_zipf(made: tuple[Path, Made]) -> None:
    out, counts = made
    sessions = {row["session_id"]: row for row in rows_of(lines_of(out))}
    sizes = Counter(
        (row["owner_id"], row.get("persona_id"), row.get("project_id")) for row in sessions.values()
    )
    harmonic = sum(1 / rank for rank in range(1, counts.partitions + 1))
    assert len(sizes) <= counts.partitions
    for rank, (_, size) in enumerate(sizes.most_common(3), 1):
        assert size / len(sessions) == pytest.approx(1 / rank / harmonic, rel=0.35)


def test_both_languages_and_time_order(made: tuple[Path, Made]) -> None:
    rows = rows_of(lines_of(made[0]))
    chinese = sum("\u4e00" <= row["content"][0] <= "\u9fff" for row in rows)
    assert 0.2 < chinese / len(rows) < 0.8
    for session in ("s0000001", "s0000100"):
        own = [row["timestamp"] for row in rows if row["session_id"] == session]
        times = [time for time in own if time is not None]
        assert times == sorted(times)


def test_gold_cites_user_messages_that_say_it(made: tuple[Path, Made]) -> None:
    out, counts = made
    users = {row["message_id"]: row for row in rows_of(lines_of(out)) if row["role"] == "user"}
    gold = [orjson.loads(line) for line in (out / "gold.jsonl").read_bytes().splitlines()]
    expected = Counter(fact["expect"] for fact in gold)
    assert (expected["stored"], expected["rejected"]) == (counts.stored, counts.rejected)
    assert expected["stored"] > 500
    assert {fact["why"] for fact in gold} == {
        "stated by the user", "other_person", "hedged", "restricted_source",
    }  # fmt: skip
    for fact in gold:
        [source] = fact["source_message_ids"]
        assert users[source]["owner_id"] == fact["owner_id"]
        assert ("visibility" in users[source]) == (fact["why"] == "restricted_source")


def test_facts_are_repeated_changed_and_given_up(made: tuple[Path, Made]) -> None:
    out, _ = made
    gold = [orjson.loads(line) for line in (out / "gold.jsonl").read_bytes().splitlines()]
    told = Counter((f["owner_id"], f["persona_id"], f["content"]) for f in gold)
    assert any(count > 1 for count in told.values())
    assert any("不再" in f["content"] for f in gold)
    assert any("no longer takes" in f["content"] or "any more" in f["content"] for f in gold)


def test_command_refuses_a_folder_in_use_and_reports_what_it_wrote(tmp_path: Path) -> None:
    said = io.BytesIO()
    command = ["--messages", "100", "--seed", "2", "--out", str(tmp_path)]
    main(command, said)
    report = orjson.loads(said.getvalue())
    assert (report["messages"], report["sessions"]) == (100, 5)
    assert not (tmp_path / "gold.jsonl").exists()
    with pytest.raises(FileExistsError):
        main(command, said)
