"""Consoles: where people read. Belongs here: width and stream, nothing else."""

from __future__ import annotations

import sys

from rich.console import Console

#: Columns where nothing says how wide the reader's window is (a pipe, a log, a test).
PIPE_WIDTH = 160


def stdout() -> Console:
    """For data and summaries."""
    return Console(file=sys.stdout, width=None if sys.stdout.isatty() else PIPE_WIDTH)


def stderr() -> Console:
    """For progress."""
    return Console(file=sys.stderr, width=None if sys.stderr.isatty() else PIPE_WIDTH)
