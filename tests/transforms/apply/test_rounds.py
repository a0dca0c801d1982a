"""Rounds of merging: the rules of `absorbed`, on any graph of links."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.apply.rounds import absorbed

Links = list[tuple[int, int]]


def run(size: int, links: Links, age: list[int] | None = None) -> set[int]:
    """Places of the absorbed rows."""
    array = np.array(links, dtype=np.int64).reshape(-1, 2)
    ages = np.array(age if age is not None else range(size), dtype=np.int64)
    return set(np.flatnonzero(absorbed(array[:, 0], array[:, 1], ages)).tolist())


def test_a_chain_with_all_links_goes_into_its_end() -> None:
    links = [(low, high) for low in range(7) for high in range(low + 1, 7)]
    assert run(7, links) == {0, 1, 2, 3, 4, 5}


def test_a_chain_of_neighbours_only_is_never_merged_across_a_gap() -> None:
    assert run(7, [(low, low + 1) for low in range(6)]) == {1, 3, 5}


def test_in_a_ring_the_oldest_stays() -> None:
    assert run(3, [(0, 1), (1, 2), (2, 0)]) == {2}
    assert run(3, [(0, 1), (1, 2), (2, 0)], age=[2, 1, 0]) == {1}
    assert run(2, [(0, 1), (1, 0)]) == {1}


def test_no_links_absorb_nothing() -> None:
    assert run(3, []) == set()


_GRAPHS = st.integers(2, 9).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(
                lambda link: link[0] != link[1]
            ),
            max_size=25,
        ),
        st.permutations(range(size)),
        st.integers(0, 1000),
    )
)


@settings(max_examples=200, deadline=None)
@given(graph=_GRAPHS)
def test_absorbed_rows_have_a_staying_target(
    graph: tuple[int, Links, list[int], int],
) -> None:
    size, links, age, seed = graph
    gone = run(size, links, age)
    for row in gone:
        assert any(source == row and target not in gone for source, target in links)
    shuffled = links.copy()
    random.Random(seed).shuffle(shuffled)
    assert run(size, shuffled, age) == gone


@settings(max_examples=200, deadline=None)
@given(graph=_GRAPHS)
def test_without_rings_every_row_with_a_staying_target_is_absorbed(
    graph: tuple[int, Links, list[int], int],
) -> None:
    size, links, age, _ = graph
    forward = [(source, target) for source, target in links if source < target]
    gone = run(size, forward, age)
    for row in set(range(size)) - gone:
        assert all(target in gone for source, target in forward if source == row)
