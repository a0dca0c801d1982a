"""winnow JSONL: one message a line, the canonical form (formats.md, section 10).

`{"owner_id","persona_id","scope","project_id","session_id","message_id","role","content",
"timestamp","name","visibility"}`; only `session_id`, `role` and `content` are required, null is
the same as absent, other keys are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from transforms.importers import BadRow, Importer, RawMessage, register
from transforms.importers.lines import BOM, json_lines, objects_in, repair
from transforms.importers.times import parse_time

NAME = "winnow_jsonl"
VERSION = "winnow_jsonl-1"

_ROLES = frozenset(("user", "assistant", "system", "tool"))
_VISIBILITIES = frozenset(("owner", "group", "stranger"))
_SCOPES = frozenset(("global", "project"))
_REQUIRED = frozenset(("session_id", "role", "content"))
_LONG_LINE = re.compile(rb'\s*\{(?=.*"session_id"\s*:)(?=.*"role"\s*:)', re.DOTALL)


class _Wrong(Exception):
    """A field that cannot be used: (reason, detail)."""


def sniff(head: bytes) -> bool:
    """Whether one of the first lines is an object with the required keys."""
    if any(value.keys() >= _REQUIRED for value in objects_in(head)):
        return True
    return b"\n" not in head and _LONG_LINE.match(head.removeprefix(BOM)) is not None


def parse(file: BinaryIO) -> Iterator[RawMessage | BadRow]:
    """A `RawMessage` or a `BadRow` for every line that is not blank, in order."""
    for line in json_lines(file):
        if isinstance(line.value, BadRow):
            yield line.value
            continue
        try:
            yield _message(line.number, line.value)
        except _Wrong as wrong:
            yield line.bad(*wrong.args)


def _message(number: int, row: dict[str, Any]) -> RawMessage:
    content = row.get("content")
    if not isinstance(content, str):
        raise _Wrong("missing_field" if content is None else "wrong_type", "content")
    content, repaired = repair(content)
    role = _choice(row, "role", _ROLES)
    if role is None:
        raise _Wrong("missing_field", "role")
    session_id = _name(row, "session_id")
    if session_id is None:
        raise _Wrong("missing_field", "session_id")
    scope, project_id = _choice(row, "scope", _SCOPES), _name(row, "project_id")
    if scope == "project" and project_id is None:
        raise _Wrong("missing_field", "project_id, which scope project needs")
    time = parse_time(row.get("timestamp"))
    return RawMessage(
        line=number,
        session_id=session_id,
        role=role,
        content=content,
        message_id=_name(row, "message_id"),
        time_us=time.us,
        time_flag=time.flag,
        time_unit=time.unit,
        speaker=_name(row, "name"),
        owner_id=_name(row, "owner_id"),
        persona_id=_name(row, "persona_id"),
        scope=scope,
        project_id=project_id,
        visibility=_choice(row, "visibility", _VISIBILITIES) or "owner",
        repaired=repaired,
    )


def _name(row: dict[str, Any], field: str) -> str | None:
    """A text or a whole number; null where absent, null or blank."""
    value = row.get(field)
    if value is None:
        return None
    if isinstance(value, str):
        return repair(value)[0].strip() or None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise _Wrong("wrong_type", field)


def _choice(row: dict[str, Any], field: str, known: frozenset[str]) -> str | None:
    value = _name(row, field)
    if value is not None and value not in known:
        raise _Wrong("unknown_value", f"{field} is none of {', '.join(sorted(known))}")
    return value


register(Importer(NAME, VERSION, "one message a line, the canonical form", sniff, parse))
