"""Fixtures that more than one folder uses."""

from __future__ import annotations

from importlib.util import find_spec
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where no vLLM is installed (EXTRAS=dev), the tests that need it are deselected, in sight."""
    if find_spec("vllm") is not None:
        return
    needing = [item for item in items if item.get_closest_marker("model")]
    items[:] = [item for item in items if item not in needing]
    config.hook.pytest_deselected(items=needing)
