"""The data files of these tests, read: replies as models write them, cases of the checks.

`malformed_replies.jsonl`: name, text, finish (stop unless given), the outcome that parsing must
give, the contents that must come out; windows have the aliases m1, m2, m3. `check_cases.jsonl`:
check, lang, talk, memory, and whether the check rejects it; a pair per check and language.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent


class Reply(NamedTuple):
    """One reply of the corpus."""

    name: str
    text: str
    outcome: str
    contents: tuple[str, ...] = ()
    finish: str = "stop"


class Case(NamedTuple):
    """An item about a talk that the check rejects, or accepts as a near miss."""

    check: str
    lang: str
    talk: tuple[tuple[str, str], ...]
    memory: dict[str, Any]
    rejected: bool
    fields: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.check}-{self.lang}-{'rejected' if self.rejected else 'kept'}"


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _case(row: dict[str, Any]) -> Case:
    fields = row.pop("fields", {})
    if fields.get("at"):
        fields["at"] = datetime.fromisoformat(fields["at"])
    talk = tuple((role, text) for role, text in row.pop("talk"))
    return Case(talk=talk, fields=fields, **row)


CORPUS = tuple(
    Reply(**{**row, "contents": tuple(row["contents"])}) for row in _rows("malformed_replies.jsonl")
)
CASES = tuple(_case(row) for row in _rows("check_cases.jsonl"))
