"""Novelty against a slow implementation that is obviously right."""

from __future__ import annotations

from datetime import timedelta

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.scoring.build import NOW, fact_frame, statement_frame
from transforms.scoring.novelty import count_new_terms


def slow(rows):
    """(new, distinct) terms by memory_id, one memory after the other."""
    known, counts = {}, {}
    for row in sorted(
        rows, key=lambda r: (r["first_seen"] is None, r["first_seen"] or NOW, r["memory_id"])
    ):
        seen = known.setdefault((row["owner_id"], row["persona_id"]), set())
        terms = set(row["terms"])
        counts[row["memory_id"]] = (len(terms - seen), len(terms))
        seen |= terms
    return counts


def frame_of(rows):
    said = [{key: row[key] for key in row if key != "terms"} for row in rows]
    terms = fact_frame(*({"memory_id": r["memory_id"], "terms": r["terms"]} for r in rows))
    return statement_frame(*said).join(
        terms.select("memory_id", "terms"), on="memory_id", maintain_order="left"
    )


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_equals_the_slow_implementation(data):
    times = [None, NOW, NOW + timedelta(hours=1)]
    ids = data.draw(st.permutations(range(data.draw(st.integers(1, 12)))))
    rows = [
        {
            "memory_id": f"m{i:02d}",
            "owner_id": data.draw(st.sampled_from(["me", "li"])),
            "persona_id": data.draw(st.sampled_from(["default", "coach"])),
            "first_seen": data.draw(st.sampled_from(times)),
            "terms": data.draw(
                st.lists(st.sampled_from(["茶", "跑步", "oslo", "tea"]), max_size=4)
            ),
        }
        for i in ids
    ]
    counted = count_new_terms(frame_of(rows))
    assert counted["memory_id"].to_list() == [row["memory_id"] for row in rows]
    found = {
        m: (new, n) for m, new, n in counted.select("memory_id", "new_terms", "term_count").rows()
    }
    assert found == slow(rows)


def test_a_memory_without_terms_stays_in_the_frame():
    counted = count_new_terms(frame_of([{"memory_id": "a", "terms": []}]))
    assert counted.select("new_terms", "term_count").rows() == [(0, 0)]
    assert counted.schema["new_terms"] == counted.schema["term_count"] == pl.Int64
