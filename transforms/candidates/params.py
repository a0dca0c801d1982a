"""Policy of proposing and applying changes. Defaults are the documented policy."""

from __future__ import annotations

from dataclasses import dataclass

#: Classes of candidates that are safe enough to apply without a person.
EQUIVALENT, CONTAINED, T1, ONE_OFF = "equivalent", "contained", "t1", "one_off"


@dataclass(frozen=True, slots=True)
class ApplyParams:
    """`enabled` switches automatic application; `auto` lists the classes it takes (rows C05-C07,
    C19). The cautious setting is `("equivalent", "one_off")`. `equivalent_similarity`: facts equal
    both ways are the class *equivalent* from this similarity on, *contained* below it (row C06).
    """

    enabled: bool = True
    auto: tuple[str, ...] = (EQUIVALENT, CONTAINED, T1, ONE_OFF)
    equivalent_similarity: float = 0.95
