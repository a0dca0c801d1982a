"""Defaults that flags and code both name. Imports nothing, so that help is quick."""

from __future__ import annotations

from pathlib import Path

DEFAULT_LAKE = Path("lake")
DEFAULT_BUCKETS = 16
