"""claims: stored replies -> scenes and claims. Asks nobody; a parse bump reruns from here."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from jobs.context import Context
from jobs.pipeline import Stage
from jobs.report import StageCounts, tally
from transforms.extraction.claims import claims as make_claims


def run(context: Context, work: Mapping[int, str]) -> StageCounts:
    """Read live replies, parse and check them, replace scenes and claims."""
    lake, settings = context.lake, context.settings
    live = lake.read("replies", work).filter(pl.col("live") & (pl.col("purpose") == "extract"))
    windows, messages = lake.read("windows", work), lake.read("messages", work)
    scenes, claims = make_claims(live, windows, messages, settings.owners, settings.claims)
    lake.replace("scenes", scenes, work, work)
    lake.replace("claims", claims, work, work)
    accepted = claims.filter(pl.col("status") == "accepted").height
    return StageCounts(live.height, accepted, tally(claims["reason"]))


STAGE = Stage(
    name="claims",
    reads=("messages", "windows", "replies"),
    writes=("scenes", "claims"),
    versions=("parse", "checks"),
    settings=("claims", "owners"),
    run=run,
)
