"""winnow status: what the lake holds, what waits, what failed."""

from __future__ import annotations

from pathlib import Path

from jobs.defaults import DEFAULT_LAKE


def status(*, lake: Path = DEFAULT_LAKE, json: bool = False) -> int:
    """Show rows per table, the published generation, open tails, quarantine, versions.

    winnow status

    winnow status --json

    Parameters
    ----------
    lake
        Folder of the lake.
    json
        Print one JSON object.
    """
    from jobs.status import show_status

    show_status(lake, as_json=json)
    return 0
