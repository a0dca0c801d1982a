"""Fixtures that more than one folder uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from jobs.lake import Lake

# Machines here are shared and slow at times: a deadline would test the machine.
settings.register_profile("winnow", deadline=None, max_examples=50)
settings.load_profile("winnow")


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """An empty lake with four buckets."""
    return Lake.create(tmp_path / "lake", buckets=4)
