"""recall: gated memories -> vectors of what is new, and the pairs that look alike."""

from __future__ import annotations

from collections.abc import Mapping

from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts
from transforms.passed import passed
from transforms.recall import recall, update_vectors


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Feature what has no vector yet; recall inside each partition."""
    lake, params = context.lake, context.settings.recall
    rows = passed(lake.read("claims", work), lake.read("scores", work))
    vectors = update_vectors(rows, lake.read("vectors", work), params)
    pairs = recall(rows, vectors, params)
    lake.replace("vectors", vectors, work, work)
    lake.replace("pairs", pairs, work, work)
    return StageCounts(rows.height, pairs.height)


STAGE = Stage(
    name="recall",
    reads=("claims", "scores"),
    writes=("vectors", "pairs"),
    versions=("recall",),
    settings=("recall",),
    run=run,
)
