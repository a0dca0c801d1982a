"""winnow JSONL: fields, repairs, quarantine reasons (formats.md, section 10)."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from transforms.importers import BadRow, RawMessage
from transforms.importers.lines import json_lines, repair
from transforms.importers.winnow_jsonl import parse, sniff

WHOLE = {"session_id": "s", "role": "user", "content": "我住杭州"}


def one(source: dict[str, Any] | bytes) -> RawMessage | BadRow:
    data = source if isinstance(source, bytes) else json.dumps(source).encode()
    (row,) = parse(io.BytesIO(data))
    return row


def reason(source: dict[str, Any] | bytes) -> str:
    row = one(source)
    assert isinstance(row, BadRow)
    return row.reason


def test_only_three_fields_are_required() -> None:
    assert one(WHOLE) == RawMessage(1, "s", "user", "我住杭州")


@pytest.mark.parametrize("field", ["session_id", "role", "content"])
@pytest.mark.parametrize("value", ["absent", None])
def test_a_required_field_is_missing(field: str, value: str | None) -> None:
    row = {k: v for k, v in WHOLE.items() if k != field}
    assert reason(row if value else row | {field: None}) == "missing_field"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("content", 7),
        ("content", {"parts": ["x"]}),
        ("session_id", True),
        ("message_id", 1.5),
        ("owner_id", ["me"]),
        ("name", {}),
    ],
)
def test_wrong_types(field: str, value: object) -> None:
    assert reason(WHOLE | {field: value}) == "wrong_type"


@pytest.mark.parametrize(
    ("field", "value"), [("role", "human"), ("scope", "team"), ("visibility", "friends")]
)
def test_unknown_values_are_never_guessed(field: str, value: str) -> None:
    assert reason(WHOLE | {field: value}) == "unknown_value"


def test_a_bad_row_carries_no_text_and_the_same_digest_wherever_it_stands() -> None:
    bad = b'{"session_id":"s","role":"user","content":"walnut secret"'
    (alone,) = parse(io.BytesIO(bad))
    first, moved = parse(io.BytesIO(json.dumps(WHOLE).encode() + b"\n" + bad))
    assert isinstance(first, RawMessage)
    assert isinstance(alone, BadRow)
    assert isinstance(moved, BadRow)
    assert "walnut" not in repr(alone)
    assert (alone.line, moved.line) == (1, 2)
    assert alone.digest == moved.digest != ""


def test_whole_numbers_may_be_ids() -> None:
    row = one(WHOLE | {"session_id": 12, "message_id": 0})
    assert isinstance(row, RawMessage)
    assert (row.session_id, row.message_id) == ("12", "0")


def test_lone_surrogate_is_replaced_and_counted_a_pair_is_kept() -> None:
    row = one(b'{"session_id":"s","role":"user","content":"a\\ud83d b \\ud83d\\ude00"}')
    assert isinstance(row, RawMessage)
    assert (row.content, row.repaired) == ("a\ufffd b 😀", 1)
    assert repair("没事") == ("没事", 0)


def test_blank_lines_bom_and_a_missing_last_newline() -> None:
    line = json.dumps(WHOLE).encode()
    rows = list(parse(io.BytesIO(b"\xef\xbb\xbf" + line + b"\r\n\n  \n" + line)))
    assert [row.line for row in rows] == [1, 4]
    assert all(isinstance(row, RawMessage) for row in rows)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"[" * 100_000, "too_deep"),
        (b'{"n":' + b"9" * 5000 + b".x}", "bad_json"),
        (b'{"session_id":"\xff"}', "bad_utf8"),
        (b"\x00\x00\x00", "bad_json"),
        (b"null", "not_an_object"),
    ],
)
def test_hostile_lines(line: bytes, expected: str) -> None:
    assert reason(line) == expected


def test_a_line_that_is_too_long_is_skipped_and_the_next_one_read() -> None:
    line = json.dumps(WHOLE).encode()
    data = b"x" * 1000 + b"\n" + line + b"\n" + b"y" * 300
    lines = list(json_lines(io.BytesIO(data), line_max=200))
    assert [line.number for line in lines] == [1, 2, 3]
    first, _, last = (line.value for line in lines)
    assert isinstance(first, BadRow)
    assert isinstance(last, BadRow)
    assert (first.reason, last.reason) == ("line_too_long", "line_too_long")
    assert lines[1].value == WHOLE


def test_sniff_passes_over_a_broken_first_line_and_takes_a_cut_long_one() -> None:
    line = json.dumps(WHOLE).encode()
    assert sniff(b'{"session_id": broken\n' + line)
    assert sniff(b'{"session_id": "s", "role": "user", "content": "' + b"x" * 5000)
    assert not sniff(b'{"sessionKey": "s", "role": "user", "content": "x"}\n')
