"""scores: accepted claims -> language facts, six dimensions, gate, history and audit."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import polars as pl

from jobs import audit
from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts, tally
from transforms.gate import audit_rows, gate, merge_history, to_scores
from transforms.judge.facts import language_facts
from transforms.scoring.score import score
from transforms.statements import statements
from transforms.versions import version


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Score the buckets anew as a whole: novelty looks at all of a partition."""
    lake, settings = context.lake, context.settings
    stated = statements(lake.read("claims", work))
    facts = language_facts(stated)
    newest = lake.scan("messages", work).group_by("owner_id").agg(as_of=pl.col("created_at").max())
    gated = gate(score(stated, facts, settings.score, newest.collect()), settings.gate)
    now, gate_version = datetime.now(UTC), version("gate")
    fresh = to_scores(gated, version("score"), gate_version, context.run_id, now)
    before = lake.read("scores", work)
    scored = pl.concat([before, fresh])  # every partition of a bucket is scored anew
    lake.replace("facts", facts, work, work)
    lake.replace("scores", merge_history(before, fresh, scored), work, work)
    audit.add(lake, audit_rows(gated, gate_version, context.run_id, now))
    stored = gated.filter(pl.col("decision") == "stored").height
    return StageCounts(stated.height, stored, tally(gated["reason"]))


STAGE = Stage(
    name="scores",
    reads=("claims", "messages"),
    writes=("facts", "scores"),
    versions=("facts", "score", "gate"),
    settings=("score", "gate"),
    run=run,
)
