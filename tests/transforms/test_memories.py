"""Consolidation of hand-made candidates: pointers, gathered evidence, texts."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from schemas.memories import TABLE
from tests.frames import frame
from tests.transforms.gated import day, gated
from transforms.memories import consolidate


def applied(*changes: tuple[str, str, str | None], **columns: Any) -> pl.DataFrame:
    """Applied candidates (action, source, target)."""
    rows = [
        {
            "candidate_id": f"c{number}",
            "action": action,
            "source_ids": [source],
            "target_id": target,
            "reason": f"{action}_reason",
            "status": "applied",
            **columns,
        }
        for number, (action, source, target) in enumerate(changes)
    ]
    return frame("candidates", *rows)


def consolidated(rows: pl.DataFrame, candidates: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """Memories by id, checked against the contract."""
    made = TABLE.conform(consolidate(rows, candidates))
    return {row["memory_id"]: row for row in made.to_dicts()}


def test_the_survivor_keeps_its_text_byte_for_byte_and_takes_the_evidence_over() -> None:
    rows = gated(
        {"content": " 用户喜欢猫 ", "sources": ["a", "b"], "mention_count": 2, "last_seen": day(9)},
        {"content": "用户　喜欢猫和狗！\u200b", "sources": ["b", "c"], "mention_count": 3},
    )
    made = consolidated(rows, applied(("merge", "m0", "m1")))
    kept, gone = made["m1"], made["m0"]
    assert kept["content"] == "用户　喜欢猫和狗！\u200b"
    assert kept["sources"] == ["a", "b", "c"]
    assert (kept["mention_count"], kept["absorbed"]) == (5, ["m0"])
    assert (kept["first_seen"], kept["last_seen"]) == (day(0), day(9))
    assert (kept["valid_from"], kept["valid_to"]) == (day(0), None)
    assert gone["content"] == " 用户喜欢猫 "
    assert (gone["status"], gone["status_reason"]) == ("merged", "merge_reason")
    assert (gone["survivor_id"], gone["sources"], gone["mention_count"]) == ("m1", ["a", "b"], 2)


def test_a_chain_points_to_its_end_and_the_end_has_all() -> None:
    rows = gated(*({} for _ in range(5)))
    chain = [("merge", f"m{row}", f"m{row + 1}") for row in range(4)]
    made = consolidated(rows, applied(*chain))
    assert {row["survivor_id"] for row in made.values()} == {"m4", None}
    assert made["m4"]["absorbed"] == ["m0", "m1", "m2", "m3"]
    assert made["m2"]["absorbed"] == []
    assert made["m4"]["sources"] == [f"s-m{row}" for row in range(5)]


def test_modify_keeps_the_new_row() -> None:
    made = consolidated(gated({}, {}), applied(("modify", "m0", "m1")))
    assert (made["m0"]["status"], made["m0"]["survivor_id"]) == ("merged", "m1")


def test_an_archived_row_has_no_survivor() -> None:
    made = consolidated(gated({}), applied(("archive", "m0", None)))
    assert (made["m0"]["status"], made["m0"]["survivor_id"]) == ("archived", None)


def test_what_was_merged_into_a_superseded_row_stays_with_it() -> None:
    rows = gated({}, {}, {})
    made = consolidated(rows, applied(("merge", "m0", "m1"), ("supersede", "m1", "m2")))
    assert made["m0"]["survivor_id"] == "m1"
    assert (made["m1"]["status"], made["m1"]["survivor_id"]) == ("superseded", "m2")
    assert (made["m1"]["valid_to"], made["m1"]["absorbed"]) == (day(2), ["m0"])
    assert (made["m2"]["absorbed"], made["m2"]["sources"]) == ([], ["s-m2"])


def test_a_superseded_row_points_to_where_its_successor_went() -> None:
    rows = gated({}, {}, {})
    made = consolidated(rows, applied(("supersede", "m0", "m1"), ("merge", "m1", "m2")))
    assert made["m0"]["survivor_id"] == "m2"
    assert made["m0"]["valid_to"] == day(1)


def test_reclassify_changes_the_kind_alone() -> None:
    rows = gated({})
    made = consolidated(rows, applied(("reclassify", "m0", None), proposed_kind="instruction"))
    assert (made["m0"]["kind"], made["m0"]["status"]) == ("instruction", "active")


@pytest.mark.parametrize("status", ["pending", "rejected", "reverted", "superseded"])
def test_only_applied_candidates_count(status: str) -> None:
    candidates = applied(("merge", "m0", "m1"), status=status)
    assert consolidated(gated({}, {}), candidates)["m0"]["status"] == "active"


def test_a_merge_into_a_row_that_is_no_more_is_void() -> None:
    assert consolidated(gated({}), applied(("merge", "m0", "gone")))["m0"]["status"] == "active"


def test_a_persons_change_goes_before_an_automatic_one() -> None:
    rows = gated({}, {}, {})
    automatic = applied(("merge", "m0", "m1"), auto=True)
    by_person = applied(("merge", "m0", "m2"), candidate_id="z")
    made = consolidated(rows, pl.concat([automatic, by_person]))
    assert made["m0"]["survivor_id"] == "m2"


def test_a_ring_is_an_error() -> None:
    ring = applied(("merge", "m0", "m1"), ("merge", "m1", "m0"))
    with pytest.raises(ValueError, match="ring"):
        consolidate(gated({}, {}), ring)


def test_unknown_times_stay_unknown() -> None:
    rows = gated({"first_seen": None, "last_seen": None}, {})
    made = consolidated(rows, applied(("merge", "m0", "m1")))
    assert (made["m1"]["first_seen"], made["m0"]["first_seen"]) == (day(1), None)
    assert made["m1"]["sources"] == ["s-m1", "s-m0"]
