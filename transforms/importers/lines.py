"""JSON Lines, read defensively: what every line-based importer starts from.

Belongs here: splitting a stream into lines of bounded length, one line to one JSON object, lone
surrogates. Does not belong here: the fields of any format.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any, BinaryIO, NamedTuple

import orjson

from transforms.ids import ID_BYTES
from transforms.importers import BadRow

BOM = b"\xef\xbb\xbf"
LINE_MAX = 64 * 1024 * 1024  # bytes; a longer line is skipped unread
_REPLACEMENT = "\ufffd"


class Line(NamedTuple):
    """A line from 1, its bytes, and its object or what is wrong with it."""

    number: int
    source: bytes
    value: dict[str, Any] | BadRow

    def bad(self, reason: str, detail: str | None) -> BadRow:
        """This line as a `BadRow`."""
        digest = blake2b(self.source, digest_size=ID_BYTES).hexdigest()
        return BadRow(self.number, reason, detail, digest)


def json_lines(file: BinaryIO, line_max: int = LINE_MAX) -> Iterator[Line]:
    """Every line that is not blank.

    Reasons: line_too_long, bad_utf8, bad_json, too_deep, not_an_object.
    """
    for number, source in _bounded_lines(file, line_max):
        if not source.strip():
            continue
        try:
            value: dict[str, Any] | BadRow = _object(source, line_max)
        except _Bad as bad:
            value = Line(number, source, {}).bad(*bad.args)
        yield Line(number, source, value)


def objects_in(head: bytes, most: int = 20) -> list[dict[str, Any]]:
    """The JSON objects among the first `most` lines of `head`, for sniffing.

    The last line may be cut and is tried all the same; lines that do not parse are passed over.
    """
    found = []
    for line in head.removeprefix(BOM).splitlines()[:most]:
        with suppress(_Bad):
            found.append(_object(line, len(line)))
    return found


def repair(text: str) -> tuple[str, int]:
    """`text` with each lone surrogate replaced by U+FFFD, and how many there were."""
    if text.isascii():
        return text, 0
    with suppress(UnicodeEncodeError):
        text.encode()
        return text, 0
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole, whole.count(_REPLACEMENT) - text.count(_REPLACEMENT)


class _Bad(Exception):
    """A line that cannot be used: (reason, detail)."""


def _bounded_lines(file: BinaryIO, line_max: int) -> Iterator[tuple[int, bytes]]:
    """Lines from 1 without a byte-order mark; of one that is too long, the beginning."""
    number = 0
    while line := file.readline(line_max + 1):
        number += 1
        rest = line
        while len(line) > line_max and rest and not rest.endswith(b"\n"):
            rest = file.readline(line_max)
        yield number, line.removeprefix(BOM) if number == 1 else line


def _object(line: bytes, line_max: int) -> dict[str, Any]:
    if len(line) > line_max:
        raise _Bad("line_too_long", f"more than {line_max} bytes")
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        value = _forgiving(line)
    if not isinstance(value, dict):
        raise _Bad("not_an_object", f"a JSON {type(value).__name__}")
    return value


def _forgiving(line: bytes) -> Any:
    """What the strict reader refuses but can be kept: raw control characters, lone surrogates."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Bad("bad_utf8", f"byte {error.start + 1} of the line") from None
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise _Bad("bad_json", f"{error.msg}, column {error.colno}") from None
    except RecursionError:
        raise _Bad("too_deep", "nested too deeply") from None
    except ValueError:
        raise _Bad("bad_json", "a number is too long") from None
