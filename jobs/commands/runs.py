"""winnow runs: past runs with their cost."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from jobs.defaults import DEFAULT_LAKE

_QUERY = """
select run_id, command, status, round(seconds, 1) as seconds, generation,
       extract_calls, extract_cached, extract_failed, prompt_tokens, output_tokens
from v_runs
"""


def runs(*, lake: Path = DEFAULT_LAKE, output: Literal["table", "csv", "json"] = "table") -> int:
    """List past runs: status, seconds, model calls, tokens.

    winnow runs

    winnow runs --output json

    Parameters
    ----------
    lake
        Folder of the lake.
    output
        table, csv, or json (one object a line).
    """
    from jobs.snapshot import print_query

    print_query(lake, _QUERY, output)
    return 0
