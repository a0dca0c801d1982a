"""Runs stages in order, each only in the buckets where its inputs, versions or settings changed.

Belongs here: what a stage is, and the loop over stages and buckets. Does not belong here: any
stage, or any decision about rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from jobs.context import Context
from jobs.report import StageCounts
from transforms.versions import versions_of

#: Rows of input that one commit may cover; bounds memory to a bucket, or to this many rows.
ROWS_AT_ONCE = 500_000


@dataclass(frozen=True)
class Stage:
    """A stage of the ledger: `run(context, work)` replaces `writes` in the buckets of `work`.

    `work` maps bucket to work key, to be named in the commits. `due` names buckets that must run
    although no input changed (a tail that has been quiet long enough).
    """

    name: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    versions: tuple[str, ...]
    run: Callable[[Context, Mapping[int, str]], StageCounts]
    settings: tuple[str, ...] = ()
    due: Callable[[Context], set[int]] = lambda _: set()


def run_stage(context: Context, stage: Stage) -> None:
    """Bring one stage up to date."""
    started = time.monotonic()
    ledger, counts = context.ledger, context.report.stage(stage.name)
    works = ledger.works(
        stage.name,
        stage.reads,
        versions_of(stage.versions),
        context.settings.digest(stage.settings),
    )
    forced = stage.name in context.forced
    stale = works if forced else ledger.stale(works, stage.writes)
    due = stage.due(context) - {work.bucket for work in stale}
    stale = stale + [work for work in works if work.bucket in due]
    by_bucket = {work.bucket: work for work in stale}
    for group in _groups(by_bucket, _rows(context, stage)):
        if context.stop.is_set():
            break
        context.say(f"{stage.name}: {len(group)} of {len(by_bucket)} buckets")
        counts.add(stage.run(context, {bucket: by_bucket[bucket].key for bucket in group}))
        ledger.record(by_bucket[bucket] for bucket in group)
        context.report.work_done = True
    counts.seconds += time.monotonic() - started


def _rows(context: Context, stage: Stage) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for name in stage.reads:
        for bucket, digest in context.lake.state(name).digests.items():
            sizes[bucket] = sizes.get(bucket, 0) + int(digest.partition("-")[2])
    return sizes


def _groups(buckets: Iterable[int], sizes: Mapping[int, int]) -> Iterator[list[int]]:
    """Buckets that are worked on together: as many as stay under `ROWS_AT_ONCE`."""
    group: list[int] = []
    rows = 0
    for bucket in sorted(buckets):
        if group and rows + sizes.get(bucket, 0) > ROWS_AT_ONCE:
            yield group
            group, rows = [], 0
        group.append(bucket)
        rows += sizes.get(bucket, 0)
    if group:
        yield group
