"""The repository's own labelled pairs, all invented: the bars of the labelled-pairs measures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from transforms.judge.evaluate import evaluate_pairs

GOLDEN = Path(__file__).parents[2] / "golden" / "pairs.jsonl"


@pytest.fixture(scope="module")
def measures() -> dict[str, Any]:
    return evaluate_pairs(pl.read_ndjson(GOLDEN))


def test_enough_pairs_of_both_languages(measures: dict[str, Any]) -> None:
    assert measures["pairs"] >= 600
    parts = measures["by_lang"]
    assert min(parts["zh"]["pairs"], parts["en"]["pairs"]) >= 200
    assert parts["mixed"]["pairs"] >= 20


@pytest.mark.parametrize("name", ["false_merge", "false_auto", "false_applied", "unsafe_gray"])
def test_nothing_unsafe(measures: dict[str, Any], name: str) -> None:
    assert measures[name] == 0, measures["wrong"]


def test_reach(measures: dict[str, Any]) -> None:
    assert measures["merge_recall"] >= 0.98
    assert all(part["merge_recall"] >= 0.95 for part in measures["by_lang"].values())
    assert measures["paraphrase_reach"] >= 0.90
    assert measures["auto_recall"] >= 0.98


def test_measures_are_at_top_level_and_in_parts(measures: dict[str, Any]) -> None:
    for part in (measures, *measures["by_kind"].values(), *measures["by_relation"].values()):
        assert {"merge_recall", "false_merge", "recall_reach", "outcomes"} <= part.keys()
    assert measures["by_relation"]["conflict"]["merge_recall"] is None


def test_a_floor_of_recall_counts() -> None:
    pairs = pl.read_ndjson(GOLDEN).with_columns(similarity=pl.lit(0.1))
    assert evaluate_pairs(pairs, recall_floor=0.5)["recall_reach"] < 0.1
    real = evaluate_pairs(pairs)
    assert real["paraphrase_reach_real"] == 0.0  # below the floor of T1
    assert real["paraphrase_reach"] > 0.9
