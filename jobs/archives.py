"""Archives: from the paths of the command line to frames of raw messages.

Belongs here: walking folders, digests, sniffing, reading files in batches. Does not belong here:
formats (transforms/importers), what was seen before, cleaning, writing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b, file_digest
from itertools import islice
from pathlib import Path
from typing import NoReturn

import polars as pl

from jobs.errors import SettingsError
from transforms.ids import ID_BYTES
from transforms.importers import BadRow, Importer, RawMessage, UnknownFormat, importer, sniff
from transforms.importers.frames import bad_frame, raw_frame

HEAD_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A readable file of a known format. `digest` is the blake2b of its bytes, 32 hex digits."""

    path: Path
    digest: str
    size: int
    importer: Importer


@dataclass(frozen=True, slots=True)
class BadFile:
    """A file in a folder that cannot be read: unreadable, not_a_file, empty, unknown_format."""

    path: Path
    digest: str | None
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What the command line names: files to read and files for quarantine, in order of path.

    A file whose bytes were met before under another path is in neither list.
    """

    files: tuple[ArchiveFile, ...]
    bad: tuple[BadFile, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of one file, in order: `messages` has the columns `RAW`, `bad` the columns `BAD`."""

    messages: pl.DataFrame
    bad: pl.DataFrame


def scan(paths: Iterable[Path], format_name: str | None = None) -> Scan:
    """Walk, digest and sniff; `format_name` skips the sniffing.

    Folders are walked recursively in order of name, hidden entries and linked folders left out.
    Raises `SettingsError` for an unknown format, and for a path named here that is missing,
    unreadable or of no known format; the same trouble inside a folder is a `BadFile`.
    """
    forced = _forced(format_name)
    files: list[ArchiveFile] = []
    bad: list[BadFile] = []
    seen: set[str] = set()
    for path, named in _walk(paths, bad):
        found = _examine(path, forced)
        if isinstance(found, BadFile):
            if named:
                _refuse(found)
            bad.append(found)
        elif found.digest not in seen:
            seen.add(found.digest)
            files.append(found)
    return Scan(tuple(files), tuple(bad))


def read_batches(file: ArchiveFile, rows: int = 50_000) -> Iterator[Batch]:
    """The messages and bad rows of a file, at most `rows` of both together at a time."""
    with file.path.open("rb") as stream:
        items = file.importer.parse(stream)
        while batch := list(islice(items, rows)):
            yield _batch(file, batch)


def _batch(file: ArchiveFile, items: list[RawMessage | BadRow]) -> Batch:
    messages = [item for item in items if isinstance(item, RawMessage)]
    bad = [item for item in items if isinstance(item, BadRow)]
    return Batch(raw_frame(messages, file.digest, file.importer.name), bad_frame(bad))


def _forced(name: str | None) -> Importer | None:
    try:
        return importer(name) if name is not None else None
    except UnknownFormat as error:
        raise SettingsError(f"--format: {error}") from None


def _walk(paths: Iterable[Path], bad: list[BadFile]) -> Iterator[tuple[Path, bool]]:
    """Files, with whether the command line named them; folders that cannot be listed go to `bad`.

    Nothing is opened.
    """

    def unlisted(error: OSError) -> None:
        if Path(error.filename) == path:
            raise SettingsError(f"{path}: {_why(error)}; check its permissions") from error
        bad.append(BadFile(Path(error.filename), None, "unreadable", _why(error)))

    for path in paths:
        try:
            is_folder = stat.S_ISDIR(path.stat().st_mode)
        except FileNotFoundError:
            raise SettingsError(f"{path}: no such file or folder; check the path") from None
        except OSError as error:
            raise SettingsError(f"{path}: {_why(error)}; check its permissions") from None
        if not is_folder:
            yield path, True
            continue
        for folder, folders, names in os.walk(path, onerror=unlisted):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if not name.startswith("."):
                    yield Path(folder) / name, False


def _examine(path: Path, forced: Importer | None) -> ArchiveFile | BadFile:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return BadFile(path, None, "not_a_file", "neither a file nor a folder")
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
            stream.seek(0)
            digest = file_digest(stream, lambda: blake2b(digest_size=ID_BYTES)).hexdigest()
            size = stream.tell()
    except OSError as error:
        return BadFile(path, None, "unreadable", _why(error))
    if not head.strip():
        return BadFile(path, digest, "empty", "nothing in it")
    found = forced or sniff(head)
    if found is None:
        return BadFile(path, digest, "unknown_format", "its beginning fits no known format")
    return ArchiveFile(path, digest, size, found)


def _why(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _refuse(file: BadFile) -> NoReturn:
    advice = {
        "unknown_format": "; name its format with --format, or leave it out",
        "unreadable": "; check its permissions",
    }
    raise SettingsError(f"{file.path}: {file.reason}: {file.detail}{advice.get(file.reason, '')}")
