"""winnow explain: one memory, walked back to the messages it came from."""

from __future__ import annotations

from pathlib import Path

from jobs.defaults import DEFAULT_LAKE


def explain(id: str, *, lake: Path = DEFAULT_LAKE, json: bool = False) -> int:
    """Walk one memory back: messages, window, reply, claim, scores, gate, pairs, verdict.

    winnow explain 3f0c9a1e

    winnow explain 3f0c9a1e5b7d4c2f8a6e0d1b2c3f4a5b --json

    winnow explain CLAIM_ID

    Parameters
    ----------
    id
        Id of a memory or a claim, stored or rejected; its first characters are enough.
    lake
        Folder of the lake.
    json
        Print everything as one JSON object.
    """
    from jobs.explain import explain as run

    run(id, lake, as_json=json)
    return 0
