"""Parameters of T0. Defaults are the documented policy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgeParams:
    """`low_confidence`: below it a side vetoes (row T19). `t1_floor`: a pair that is not contained
    and less similar than this is left alone instead of going to T1; never a reason to merge."""

    low_confidence: float = 0.5
    t1_floor: float = 0.2
