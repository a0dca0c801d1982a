"""Archives: what the command line names, what of it is readable, and in which batches it comes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from jobs.archives import read_batches, scan
from jobs.errors import SettingsError

LINE = json.dumps({"session_id": "s", "role": "user", "content": "我住杭州"}).encode() + b"\n"


def write(path: Path, data: bytes = LINE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def numbered(n: int) -> bytes:
    return LINE.replace(b'"s"', f'"{n}"'.encode())


def test_folders_are_walked_in_order_without_hidden_entries(tmp_path: Path) -> None:
    for n, name in enumerate(["b/2.jsonl", "b/1.txt", "a.jsonl", ".x.jsonl", ".git/c.jsonl"]):
        write(tmp_path / name, numbered(n))
    found = scan([tmp_path])
    assert [file.path.name for file in found.files] == ["a.jsonl", "1.txt", "2.jsonl"]
    assert {file.importer.name for file in found.files} == {"winnow_jsonl"}
    assert found.bad == ()


def test_the_same_bytes_are_read_once_under_any_name(tmp_path: Path) -> None:
    first, again = write(tmp_path / "one.jsonl"), write(tmp_path / "copy" / "two.jsonl")
    both, single = scan([tmp_path, first]), scan([again])
    assert len(both.files) == 1
    assert both.files[0].digest == single.files[0].digest
    assert both.files[0].size == len(LINE)


def test_trouble_inside_a_folder_is_a_bad_file_and_the_rest_is_read(tmp_path: Path) -> None:
    write(tmp_path / "good.jsonl")
    write(tmp_path / "notes.md", b"# Not a transcript\n")
    write(tmp_path / "nothing.jsonl", b"\n")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to(tmp_path / "gone")
    found = scan([tmp_path])
    assert [file.path.name for file in found.files] == ["good.jsonl"]
    assert {bad.path.name: bad.reason for bad in found.bad} == {
        "notes.md": "unknown_format",
        "nothing.jsonl": "empty",
        "pipe": "not_a_file",
        "dangling": "unreadable",
    }


def test_a_folder_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "good.jsonl")
    write(tmp_path / "shut" / "a.jsonl")
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = scan([tmp_path])
    assert [file.path.name for file in found.files] == ["good.jsonl"]
    assert [(bad.path.name, bad.reason) for bad in found.bad] == [("shut", "unreadable")]
    with pytest.raises(SettingsError, match="shut: Permission denied"):
        scan([tmp_path / "shut"])


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("gone.jsonl", None, "no such file or folder"),
        ("notes.md", b"# Not a transcript\n", "unknown_format.*--format"),
        ("empty.jsonl", b"", "empty"),
    ],
)
def test_a_path_named_directly_must_be_readable(
    tmp_path: Path, name: str, data: bytes | None, told: str
) -> None:
    path = tmp_path / name if data is None else write(tmp_path / name, data)
    with pytest.raises(SettingsError, match=f"(?s){name}.*{told}"):
        scan([path])


def test_an_unknown_format_is_refused_and_a_known_one_forced(tmp_path: Path) -> None:
    path = write(tmp_path / "odd.jsonl", b'{"broken\n' * 100 + LINE)
    with pytest.raises(SettingsError, match=r"--format: unknown format 'xml'.*winnow_jsonl"):
        scan([path], "xml")
    (file,) = scan([path], "winnow_jsonl").files
    (batch,) = read_batches(file)
    assert (batch.messages.height, batch.bad.height) == (1, 100)


@pytest.mark.parametrize("rows", [1, 3, 7, 50_000])
def test_batches_of_any_size_hold_every_row_in_order(tmp_path: Path, rows: int) -> None:
    lines = [b"broken\n" if n % 3 == 1 else b"\n" if n % 5 == 4 else LINE for n in range(20)]
    (file,) = scan([write(tmp_path / "a.jsonl", b"".join(lines))]).files
    batches = list(read_batches(file, rows))
    assert all(batch.messages.height + batch.bad.height <= rows for batch in batches)
    read = [line for batch in batches for line in batch.messages["line"]]
    bad = [line for batch in batches for line in batch.bad["line"]]
    assert read == [n for n, line in enumerate(lines, 1) if line == LINE]
    assert bad == [n for n, line in enumerate(lines, 1) if line == b"broken\n"]
    assert {
        batch.messages["source_digest"][0] for batch in batches if read and len(batch.messages)
    } == {file.digest}


def test_bad_rows_carry_no_text(tmp_path: Path) -> None:
    (file,) = scan([write(tmp_path / "a.jsonl", LINE + b'{"content": "walnut allergy"\n')]).files
    (batch,) = read_batches(file)
    (row,) = batch.bad.to_dicts()
    assert (row["line"], row["reason"]) == (2, "bad_json")
    assert "walnut" not in str(row)
