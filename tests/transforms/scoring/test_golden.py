"""The golden file of scores: for each claim, whether it may enter long-term memory.

Defaults of a line: grounded 1.0, one message of the user, one window, last said an hour before the
owner's newest message. Facts are computed from the text. Each claim stands in its own partition.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl
import pytest

from tests.transforms.scoring.build import NOW, as_of_frame, statement_frame
from transforms.gate import GateParams, gate
from transforms.judge.facts import language_facts
from transforms.scoring.score import ScoreParams, score

GOLDEN = Path(__file__).parents[2] / "golden" / "scores.jsonl"
LINES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
TIMES = ("first_seen", "last_seen", "activity_start", "activity_end")


def statement_of(line):
    """The statement that a golden line describes."""
    told = {key: value for key, value in line.items() if key not in ("id", "class", "expect")}
    times = {
        key: datetime.fromisoformat(told[key]).replace(tzinfo=UTC) for key in TIMES if key in told
    }
    seen = times.get("last_seen", NOW - timedelta(hours=1))
    return {
        **told,
        "memory_id": line["id"],
        "persona_id": line["id"],
        "first_seen": seen,
        "last_seen": seen,
        **times,
    }


@pytest.fixture(scope="module")
def gated():
    """Every line after score and gate, by id."""
    statements = statement_frame(*map(statement_of, LINES))
    scored = score(statements, language_facts(statements), ScoreParams(), as_of_frame())
    rows = gate(scored, GateParams()).iter_rows(named=True)
    return {row["memory_id"]: row for row in rows}


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_decision(gated, line):
    row = gated[line["id"]]
    reasons = {key: value for key, value in row.items() if key.endswith("_reason")}
    assert row["decision"] == line["expect"], (row["mark"], reasons)


def test_the_file_is_balanced():
    frame = pl.DataFrame([{key: line[key] for key in ("lang", "expect", "id")} for line in LINES])
    assert frame["id"].is_unique().all()
    counts = frame.group_by("lang", "expect").len()["len"]
    assert len(LINES) >= 40
    assert counts.min() * 3 >= counts.max()
