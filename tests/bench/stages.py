"""The whole job without a model: messages a second in every stage, on a generated archive."""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

import orjson

from tests.bench import Result, benchmark
from tests.data.make_archive import make_archive
from tests.lakes import RECEIVED, winnow
from tests.scripted import write_log

MESSAGES = 50_000
QUICK = 4_000


@benchmark("stages")
def stages(quick: bool) -> Result:
    """Backfill with recorded replies; the reference is a bare JSON parse of the same bytes."""
    messages = QUICK if quick else MESSAGES
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_archive(root, messages, 1, gold=True)
        write_log(root / "replies.jsonl", [root / "archive"], root / "gold.jsonl")
        parse = _bare_parse(root / "archive")
        command = (
            *("backfill", root / "archive", "--lake", root / "lake", "--received-at", RECEIVED),
            *("--engine", "replay", "--replies", root / "replies.jsonl", "--json"),
        )
        first = winnow(*command).summary
        again = winnow(*command).summary
    read = first["stages"]["import"]["rows_in"]
    figures = {"messages": read, "seconds": first["seconds"]}
    figures |= {
        f"{name} messages/s": read / max(counts["seconds"], 1e-9)
        for name, counts in first["stages"].items()
    }
    figures |= {
        "windows": first["stages"]["windows"]["rows_out"],
        "memories": first["stages"]["memories"]["rows_out"],
        "calls per 1,000 messages": 1000 * first["model_calls"]["extract"]["made"] / read,
        "second run, seconds": again["seconds"],
        "peak memory MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    return Result(
        figures=figures,
        reference={"orjson.loads messages/s": read / parse},
        ratio={"import / orjson.loads": parse / first["stages"]["import"]["seconds"]},
    )


def _bare_parse(archive: Path) -> float:
    lines = [line for file in archive.rglob("*.jsonl") for line in file.read_bytes().splitlines()]
    started = time.perf_counter()
    for line in lines:
        try:
            orjson.loads(line)
        except orjson.JSONDecodeError:
            continue
    return time.perf_counter() - started
