"""Recall against brute force, and its independence of nights, order and other partitions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.pairs import TABLE as PAIRS
from schemas.vectors import TABLE as VECTORS
from tests.transforms.gated import gated
from transforms.recall import RecallParams, neighbours, recall, update_vectors
from transforms.recall.features import features

_ZH = ("喜欢爬山", "不喝牛奶", "养了一只猫", "在杭州工作", "每天早上跑步", "学习日语")
_EN = (
    "likes tea",
    "plays the cello",
    "has a dog",
    "works in Ghent",
    "runs at dawn",
    "learns Czech",
)


def texts(number: int, seed: int) -> list[str]:
    """Sentences that share parts with each other, in both languages."""
    draw = random.Random(seed)
    made = []
    for _ in range(number):
        if draw.random() < 0.5:
            made.append("用户" + "，".join(draw.choices(_ZH, k=draw.randint(1, 3))))
        else:
            made.append("The user " + " and ".join(draw.choices(_EN, k=draw.randint(1, 3))))
    return made


def memories(contents: list[str], **columns: Any) -> pl.DataFrame:
    """A partition of memories; ids are not in the order of time."""
    number = len(contents)
    return gated(
        *(
            {"memory_id": f"m{(place * 7919) % 10_007:05}-{number}", "content": text, **columns}
            for place, text in enumerate(contents)
        )
    )


def pairs_of(rows: pl.DataFrame, params: RecallParams | None = None) -> pl.DataFrame:
    """Checked pairs, with vectors made on the way."""
    policy = params or RecallParams()
    vectors = VECTORS.conform(update_vectors(rows, VECTORS.empty(), policy))
    return PAIRS.conform(recall(rows, vectors, policy))


def brute_force(rows: pl.DataFrame, params: RecallParams) -> dict[tuple[str, str], float]:
    """(new, existing) -> similarity by comparing all with all."""
    listed = rows.select("memory_id", "content", "first_seen").to_dicts()
    matrix = features(rows["content"])
    cosines = np.round((matrix @ matrix.T).toarray(), 9).clip(0.0, 1.0).tolist()
    found = {}
    for place, row in enumerate(listed):
        ranked = []
        for other, rival in enumerate(listed):
            if other != place:
                cosine = cosines[place][other]
                if cosine >= params.floor:
                    ranked.append((-cosine, rival["memory_id"], rival))
        for cosine, _, rival in sorted(ranked, key=lambda item: item[:2])[: params.k]:
            both = sorted((row, rival), key=lambda side: (side["first_seen"], side["memory_id"]))
            found[both[1]["memory_id"], both[0]["memory_id"]] = -cosine
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_partition_equals_brute_force(seed: int) -> None:
    params = RecallParams(k=3, key_spread=0)
    rows = memories(texts(2 + seed * 2, seed))
    found = pairs_of(rows, params).select("new_id", "existing_id", "similarity").iter_rows()
    assert {(new, old): similarity for new, old, similarity in found} == brute_force(rows, params)


def test_large_partitions_find_nearly_all_that_brute_force_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    params = RecallParams(k=5, key_spread=0)
    rows = memories(texts(400, 1))
    exact = brute_force(rows, params)
    for limits in ({"SMALL": 100, "TILED": 1_000}, {"SMALL": 100, "TILED": 100}):
        for name, value in limits.items():
            monkeypatch.setattr(neighbours, name, value)
        monkeypatch.setattr("transforms.recall.SMALL", limits["SMALL"])
        found = pairs_of(rows, params)
        ties = pairs_of(rows, RecallParams(k=60, key_spread=0))
        similarity = dict(
            zip(ties.select("new_id", "existing_id").rows(), ties["similarity"], strict=True)
        )
        reached = sum(similarity.get(pair) == value for pair, value in exact.items())
        assert reached >= 0.99 * len(exact)
        assert found.height >= 0.99 * len(exact)


def test_two_owners_with_the_same_texts_never_meet() -> None:
    contents = ["用户喜欢爬山", "The user likes tea", "用户很喜欢爬山"]
    mine = memories(contents)
    yours = memories(contents, owner_id="you").with_columns(pl.col("memory_id") + "-you")
    both = pairs_of(pl.concat([mine, yours]))
    assert both.height == 2
    for pair in both.select("owner_id", "new_id", "existing_id").to_dicts():
        own = {pair["new_id"].endswith("-you"), pair["existing_id"].endswith("-you")}
        assert own == {pair["owner_id"] == "you"}


@pytest.mark.parametrize(
    "column", ["owner_id", "persona_id", "project_id"], ids=["owner", "persona", "project"]
)
def test_any_partition_column_keeps_rows_apart(column: str) -> None:
    rows = memories(["用户喜欢爬山", "用户很喜欢爬山"])
    assert pairs_of(rows).height == 1
    names = pl.Series([f"{column}-1", f"{column}-2"])
    assert pairs_of(rows.with_columns(names.alias(column))).is_empty()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(0, 40))
def test_the_order_of_rows_changes_nothing(seed: int, size: int) -> None:
    rows = memories(texts(size, seed))
    shuffled = rows.sample(fraction=1.0, shuffle=True, seed=seed)
    assert pairs_of(rows).equals(pairs_of(shuffled))


def test_stored_vectors_are_kept_and_only_new_rows_are_featured() -> None:
    params = RecallParams()
    rows = memories(texts(6, 3))
    first = update_vectors(rows.head(4), VECTORS.empty(), params)
    marked = first.with_columns(vector=pl.col("vector").list.eval(pl.element() * 0))
    second = update_vectors(rows, marked, params)
    assert second["memory_id"].to_list() == sorted(rows["memory_id"])
    kept = second.join(first.select("memory_id"), on="memory_id", how="semi")
    assert kept.equals(marked.sort("memory_id"))
    fresh = second.join(first.select("memory_id"), on="memory_id", how="anti")
    assert all(abs(np.linalg.norm(vector) - 1) < 1e-6 for vector in fresh["vector"].to_list())


def test_vectors_of_another_version_or_of_gone_rows_are_dropped() -> None:
    rows = memories(texts(3, 4))
    old = update_vectors(rows, VECTORS.empty(), RecallParams(dims=64))
    new = update_vectors(rows.head(2), old, RecallParams())
    assert new.height == 2
    assert new["vector"].list.len().to_list() == [256, 256]


def test_a_row_without_a_vector_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="update_vectors"):
        recall(memories(texts(3, 5)), VECTORS.empty(), RecallParams())


def test_an_unknown_time_is_later_than_any_other() -> None:
    rows = memories(["用户喜欢爬山", "用户很喜欢爬山"])
    first, second = rows["memory_id"]
    untimed = rows.with_columns(
        first_seen=pl.when(pl.col("memory_id") == first).then(None).otherwise("first_seen")
    )
    assert pairs_of(rows).select("new_id", "existing_id").row(0) == (second, first)
    assert pairs_of(untimed).select("new_id", "existing_id").row(0) == (first, second)


def test_ids_and_acronyms_are_recalled_below_the_floor() -> None:
    rows = memories(
        [
            "用户负责 DGIA 的预算审批流程，每季度汇报一次",
            "The user joined DGIA",
            "Ticket SR-2023-052 waits for the user's signature before the review",
            "用户昨天关闭了SR-2023-052",
            "The user hums",
        ]
    )
    found = pairs_of(rows, RecallParams(floor=0.9))
    names = dict(zip(rows["memory_id"], "abcde", strict=True))
    seen = {(names[new], names[old]) for new, old in found.select("new_id", "existing_id").rows()}
    assert seen == {("b", "a"), ("d", "c")}
    assert found["mode"].to_list() == ["key", "key"]
    assert found["similarity"].max() < 0.9


def test_a_key_that_many_rows_hold_says_nothing() -> None:
    rows = memories([f"用户用 SQL 做第{number}件事：{text}" for number, text in enumerate(_ZH)])
    spread = RecallParams(floor=0.99, key_spread=5)
    assert pairs_of(rows, spread).is_empty()
    assert pairs_of(rows, RecallParams(floor=0.99, key_spread=6)).height == 15


def test_equal_texts_have_similarity_one_and_more_twins_than_k_are_all_found_by_someone() -> None:
    rows = memories(["The user likes tea"] * 12)
    found = pairs_of(rows, RecallParams(k=2))
    assert found["similarity"].unique().to_list() == [1.0]
    assert set(found["new_id"]) | set(found["existing_id"]) == set(rows["memory_id"])


def test_no_rows_give_no_pairs() -> None:
    assert pairs_of(gated().clear()).is_empty()
    assert pairs_of(memories(["用户喜欢爬山"])).is_empty()
