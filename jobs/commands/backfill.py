"""winnow backfill: the nightly command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from jobs.commands.options import RunOptions
from jobs.defaults import DEFAULT_BUCKETS, DEFAULT_LAKE


def backfill(
    *archives: Path,
    lake: Path = DEFAULT_LAKE,
    format: str | None = None,
    as_owner: str | None = None,
    as_persona: str | None = None,
    as_project: str | None = None,
    flush: bool = False,
    buckets: Annotated[int, Parameter(validator=Number(gte=1))] = DEFAULT_BUCKETS,
    options: RunOptions | None = None,
) -> int:
    """Import archives, extract what is new, decide, publish.

    Run the same command every night on a growing archive: only what is new is worked on, and a
    kill at any moment repeats no finished model call.

    winnow backfill exports/ --model Qwen/Qwen2.5-3B-Instruct

    winnow backfill chats.jsonl --as-owner alice --flush --model ./models/qwen

    winnow backfill exports/ --engine replay --replies replies.jsonl --json

    Parameters
    ----------
    archives
        Files or folders; folders are read with everything below them.
    lake
        Folder of the lake; made where there is none.
    format
        Format of every file named, instead of finding it out by content.
    as_owner
        Owner of messages whose source names none; default "me".
    as_persona
        Assistant character of messages whose source names none.
    as_project
        Project of messages whose source names none.
    flush
        Cut open tails now instead of waiting until their session is quiet.
    buckets
        Bucket count of a new lake; fixed from then on.
    """
    from jobs.archives import scan
    from jobs.commands import running
    from jobs.lake import Lake
    from jobs.run import backfill as run

    options = options or RunOptions()
    settings = running.load_settings(
        options,
        {
            "archive.as_owner": as_owner,
            "archive.as_persona": as_persona,
            "archive.as_project": as_project,
        },
    )
    found = scan(archives, format)
    running.check_ready(settings)
    context = running.make_context(
        Lake.create(lake, buckets),
        settings,
        options,
        archive=found,
        flush=flush,
    )
    return running.finish(run(context, wait=options.wait), options)
