"""winnow reprocess: decide again from what the lake holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from jobs.commands.options import RunOptions
from jobs.defaults import DEFAULT_LAKE

From = Literal["extract", "claims", "scores", "recall", "decisions", "candidates", "memories"]


def reprocess(
    *,
    lake: Path = DEFAULT_LAKE,
    from_stage: Annotated[From | None, Parameter(name="--from")] = None,
    options: RunOptions | None = None,
) -> int:
    """Decide again from stored replies: only stale stages, or everything from a stage on.

    Makes no model call, except with --from extract.

    winnow reprocess

    winnow reprocess --from claims --json

    winnow reprocess --from extract --model Qwen/Qwen2.5-7B-Instruct --limit 500

    Parameters
    ----------
    lake
        Folder of the lake.
    from_stage
        Run this stage and every later one, whether stale or not.
    """
    from jobs.commands import running
    from jobs.lake import Lake
    from jobs.run import forced_from
    from jobs.run import reprocess as run

    options = options or RunOptions()
    settings = running.load_settings(options)
    if from_stage == "extract":
        running.check_ready(settings)
    forced = forced_from(from_stage) if from_stage else frozenset()
    context = running.make_context(Lake.open(lake), settings, options, forced=forced)
    return running.finish(run(context, wait=options.wait), options)
