"""The version of every part that decides something. Each stands in the file that it governs.

A change of behaviour comes with a new version there; `tests/golden/versions.json` notices when it
does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module

_HOMES = {
    "clean": "transforms.clean",
    "window": "transforms.windows",
    "prompt": "transforms.extraction.prompt",
    "parse": "transforms.extraction.parse",
    "checks": "transforms.extraction.checks",
    "facts": "transforms.judge.facts",
    "score": "transforms.scoring.score",
    "gate": "transforms.gate",
    "recall": "transforms.recall",
    "t0": "transforms.judge.t0",
    "tidy": "transforms.candidates",
}


@cache
def version(part: str) -> str:
    """Version of one part, as its file states it."""
    return str(import_module(_HOMES[part]).VERSION)


def versions_of(parts: Iterable[str]) -> dict[str, str]:
    """Versions of some parts, by name."""
    return {part: version(part) for part in sorted(parts)}


def all_versions() -> dict[str, str]:
    """Versions of every part."""
    return versions_of(_HOMES)
