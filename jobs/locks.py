"""Locks that die with their process. The text in a lock file only informs.

Two of them: the run lock (one backfill or reprocess at a time) and the lake lock (one commit or
publish at a time, held for moments, so that people can review while a model works).
"""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jobs.errors import Precondition


@contextmanager
def run_lock(root: Path, command: str, *, wait: bool = False) -> Iterator[None]:
    """Hold the run lock; a second run raises `Precondition` naming the holder, or waits."""
    with _held(root / "locks" / "run.lock", wait=wait, who=f"{command} (process {os.getpid()})"):
        yield


@contextmanager
def lake_lock(root: Path) -> Iterator[None]:
    """Hold the lake lock, waiting for it: holders keep it for moments only."""
    with _held(root / "locks" / "lake.lock", wait=True, who=f"process {os.getpid()}"):
        yield


@contextmanager
def _held(path: Path, *, wait: bool, who: str) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    root = path.parent.parent
    if not all(os.access(folder, os.W_OK) for folder in (root, root / "tables") if folder.exists()):
        raise Precondition(f"{root} cannot be written by this user: check its permissions")
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            file.seek(0)
            raise Precondition(
                f"the lake is in use by {file.read().strip() or 'another run'}:"
                " wait for it to end, or give --wait"
            ) from None
        file.seek(0)
        file.truncate()
        file.write(f"{who} on {socket.gethostname()}\n")
        file.flush()
        yield
