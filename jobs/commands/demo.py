"""winnow demo: the whole job on a few sample sessions, and a look at what came out."""

from __future__ import annotations

from pathlib import Path

from jobs.models import SMOLLM2


def demo(
    *archives: Path,
    lake: Path = Path("build/demo"),
    model: str = SMOLLM2,
) -> int:
    """Run the whole job on sample sessions with a small real model in process, and show it.

    winnow demo tests/data/archive/default/202*.jsonl

    winnow demo tests/data/archive --lake build/whole

    winnow demo tests/data/archive --model Qwen/Qwen2.5-3B-Instruct --lake build/qwen

    Parameters
    ----------
    archives
        Files or folders with sample sessions.
    lake
        Folder of the demo lake; a second run on it has nothing to do.
    model
        Model that extracts. The default has 135 million parameters: it proves that the machinery
        works, and shows little skill.
    """
    from jobs.demo import demo as run

    return run(archives, lake, model)
