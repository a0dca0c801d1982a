"""The registry, and for each importer: its golden pair, and that no input makes it raise."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.importers import (
    BadRow,
    Importer,
    RawMessage,
    UnknownFormat,
    importer,
    importers,
    register,
    sniff,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "importers"


def parsed(found: Importer, data: bytes) -> list[RawMessage | BadRow]:
    return list(found.parse(io.BytesIO(data)))


def golden_input(name: str) -> bytes:
    return next((GOLDEN / name).glob("in.*")).read_bytes()


@pytest.mark.parametrize("name", importers())
def test_golden(name: str) -> None:
    rows = [
        {"kind": type(row).__name__} | row._asdict()
        for row in parsed(importer(name), golden_input(name))
    ]
    expected = json.loads((GOLDEN / name / "out.json").read_text(encoding="utf-8"))
    assert [row for row in rows if row["kind"] == "RawMessage"] == expected["messages"]
    assert [row for row in rows if row["kind"] == "BadRow"] == expected["bad"]


@pytest.mark.parametrize("name", importers())
def test_sniffs_its_own_golden_file_and_nobody_elses(name: str) -> None:
    assert sniff(golden_input(name)) is importer(name)


@pytest.mark.parametrize(
    "head", [b"", b"\n\n", b"# Notes\n", b"[1, 2]", b"PK\x03\x04", b'{"a": 1}']
)
def test_foreign_content_is_no_format(head: bytes) -> None:
    assert sniff(head) is None


@pytest.mark.parametrize("name", importers())
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_mutated_golden_input_never_raises_and_loses_no_line(
    name: str, data: st.DataObject
) -> None:
    source = golden_input(name)
    at = data.draw(st.integers(0, len(source)))
    until = data.draw(st.integers(at, min(len(source), at + 80)))
    put = data.draw(
        st.binary(max_size=8) | st.sampled_from([b"\x00", b"\n", b'"', b"\\ud800", b"\xff"])
    )
    mutated = source[:at] + put + source[until:]
    rows = parsed(importer(name), mutated)
    body = mutated.removeprefix(b"\xef\xbb\xbf")
    assert len(rows) == sum(1 for line in body.split(b"\n") if line.strip())
    assert [row.line for row in rows] == sorted({row.line for row in rows})
    for row in rows:
        if isinstance(row, RawMessage):
            row.content.encode()


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownFormat, match=r"did you mean 'winnow_jsonl'.*known: .*winnow_jsonl"):
        importer("winnow-jsonl")


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        register(importer("winnow_jsonl"))
