"""winnow sql: a query on the published snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from jobs.defaults import DEFAULT_LAKE


def sql(
    query: str,
    *,
    lake: Path = DEFAULT_LAKE,
    output: Literal["table", "csv", "json"] = "table",
) -> int:
    """Query the published snapshot with DuckDB, read-only, while a run may be going on.

    winnow sql "select count(*) from v_memories"

    winnow sql "select reason, count(*) as n from v_rejections group by all order by n desc"

    winnow sql "from v_funnel where run_id = 'all'" --output csv

    Parameters
    ----------
    query
        One SELECT statement over the tables and views of the snapshot.
    lake
        Folder of the lake.
    output
        table, csv, or json (one object a line).
    """
    from jobs.snapshot import print_query

    print_query(lake, query, output)
    return 0
