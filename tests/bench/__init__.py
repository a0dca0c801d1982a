"""Benchmarks: each prints figures beside a reference measured in the same run.

To add one: a file in this folder with a function marked `@benchmark("name")` that returns a
`Result`. `python -m tests.bench [NAME...] --json FILE` runs them.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any


@dataclass
class Result:
    """Figures of one benchmark, the reference, and the ratios that may be quoted."""

    figures: dict[str, Any]
    reference: dict[str, Any] = field(default_factory=dict)
    ratio: dict[str, float] = field(default_factory=dict)


_REGISTRY: dict[str, Callable[[bool], Result]] = {}


def benchmark(name: str) -> Callable[[Callable[[bool], Result]], Callable[[bool], Result]]:
    """Register a benchmark; it is called with `quick`, which asks for a small size."""

    def add(function: Callable[[bool], Result]) -> Callable[[bool], Result]:
        if name in _REGISTRY:
            raise ValueError(f"benchmark {name!r} is registered twice")
        _REGISTRY[name] = function
        return function

    return add


@cache
def benchmarks() -> dict[str, Callable[[bool], Result]]:
    """Every benchmark by name."""
    for module in pkgutil.iter_modules(__path__):
        if module.name != "__main__":
            importlib.import_module(f"{__name__}.{module.name}")
    return dict(sorted(_REGISTRY.items()))
