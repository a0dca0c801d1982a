"""Rounds of automatic merging: who is absorbed and who stays, in any order of the input.

Belongs here: the fixed point over (source, target) links. Does not belong here: which links may be
applied, what a merge does to rows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def absorbed(source: Ints, target: Ints, age: Ints) -> Flags:
    """Which of `age.size` rows are absorbed, given links `source[i]` may go into `target[i]`.

    A row is absorbed if and only if one of its targets stays; so every absorbed row has a direct
    link to a row that stays (rows T26, C36: never transitive). A round settles each row of which a
    target stays (absorbed), or of which all targets are absorbed (stays). In a ring of links no
    row settles: then the rows that are older than all their unsettled neighbours stay. `age` is
    the rank by (first_seen, id), 0 the oldest, distinct.
    """
    stays = np.ones(age.size, dtype=bool)
    stays[source] = False
    gone = np.zeros(age.size, dtype=bool)
    while source.size:
        gone[source[stays[target]]] = True
        unsettled = ~gone[source] & ~gone[target]
        source, target = source[unsettled], target[unsettled]
        free = ~gone & ~stays
        free[source] = False
        if source.size and not free.any():
            free = _oldest(source, target, age)
        stays |= free
        waiting = ~stays[source]
        source, target = source[waiting], target[waiting]
    return gone


def _oldest(source: Ints, target: Ints, age: Ints) -> Flags:
    """Rows of the links that are older than every row they are linked with."""
    youngest_rival = np.full(age.size, age.size, dtype=np.int64)
    np.minimum.at(youngest_rival, source, age[target])
    np.minimum.at(youngest_rival, target, age[source])
    linked = np.zeros(age.size, dtype=bool)
    linked[source] = linked[target] = True
    return linked & (age < youngest_rival)
