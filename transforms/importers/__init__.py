"""The registry of importers: one file per transcript format, found by what a file contains.

Belongs here: what an importer gives (`RawMessage`, `BadRow`), the registry and its look-ups.
Does not belong here: any format, opening files, cleaning, partitions, ids.

To add a format: one file in this folder that calls `register(Importer(...))`, and a golden pair in
`tests/golden/importers/<name>/`.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import BinaryIO, NamedTuple


class RawMessage(NamedTuple):
    """A message as the source has it: whole, not cleaned, not redacted, free of lone surrogates.

    `session_id` is null where the source has none; `session_ref` then groups the messages of one
    conversation within the file. Null partition fields mean "the source does not say".
    """

    line: int  # line or item in the file, from 1
    session_id: str | None
    role: str  # user | assistant | system | tool
    content: str
    message_id: str | None = None
    time_us: int | None = None  # epoch microseconds, UTC
    time_flag: str = "missing"  # ok | missing | invalid
    time_unit: str | None = None  # iso | s | ms | us, as the source wrote it
    speaker: str | None = None
    owner_id: str | None = None
    persona_id: str | None = None
    scope: str | None = None  # global | project
    project_id: str | None = None
    visibility: str = "owner"  # owner | group | stranger
    session_ref: str | None = None
    repaired: int = 0  # characters that could not be kept


class BadRow(NamedTuple):
    """A line or item that could not be used. `detail` says where and why, never what it held.

    `digest` names what it held (see `digest_of`), so that the same bad line of a file that grew
    is known again.
    """

    line: int
    reason: str
    detail: str | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Importer:
    """A transcript format. `parse` streams; it never raises on what the file contains."""

    name: str
    version: str
    about: str
    sniff: Callable[[bytes], bool]
    parse: Callable[[BinaryIO], Iterator[RawMessage | BadRow]]


class UnknownFormat(LookupError):
    """No importer of that name; the message lists the known ones."""


_REGISTRY: dict[str, Importer] = {}


def register(importer: Importer) -> Importer:
    """Add an importer; a second one of the same name is a programming error."""
    if importer.name in _REGISTRY:
        raise ValueError(f"importer {importer.name!r} is registered twice")
    _REGISTRY[importer.name] = importer
    return importer


@cache
def importers() -> dict[str, Importer]:
    """Every importer by name, found by importing each module of this folder once."""
    for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}")
    return dict(sorted(_REGISTRY.items()))


def importer(name: str) -> Importer:
    """The importer called `name`; raises `UnknownFormat` with the known names."""
    known = importers()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        guess = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownFormat(f"unknown format {name!r}{guess} (known: {', '.join(known)})")
    return known[name]


def sniff(head: bytes) -> Importer | None:
    """The importer that recognises the beginning of a file, or None. Names never matter."""
    return next((found for found in importers().values() if found.sniff(head)), None)
