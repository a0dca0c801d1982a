"""The demo: a backfill of sample sessions, then the snapshot as an analyst would look at it.

Belongs here: the questions it asks and what it says of the small model. Does not belong here: the
job itself.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import duckdb
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from jobs.archives import scan
from jobs.commands.options import RunOptions
from jobs.commands.running import load_settings, make_context
from jobs.console import stdout
from jobs.engines.registry import check_engine
from jobs.lake import Lake
from jobs.models import SMOLLM2
from jobs.report import show
from jobs.run import Outcome, backfill
from jobs.snapshot import open_snapshot

#: Keeps a model that rambles to a few minutes on two cores.
REPLY_TOKENS = 200

_FUNNEL = """
select step, outcome, n from v_funnel where run_id = 'all' order by step_no, n desc, outcome"""
_MEMORIES = """
select owner_id, kind, score, content from v_memories order by owner_id, score desc, memory_id"""
_QUERIES = {
    "How many memories does each person have, and how sure are they?": """
select owner_id, count(*) as memories, round(avg(score), 1) as mean_score
from v_memories group by owner_id order by memories desc, owner_id""",
    "Why did claims not become memories?": """
select stage, reason, count(*) as n
from v_rejections group by all order by n desc, reason limit 8""",
    "Where do the memories come from?": """
select memory_id[:8] as memory, session_id, role, message[:60] as message
from v_lineage order by memory, created_at limit 8""",
}


def demo(archives: tuple[Path, ...], lake: Path, model: str) -> int:
    """Run and show; the exit code is 0 unless the machinery failed."""
    console = stdout()
    options = RunOptions(model=model)
    small = model == SMOLLM2
    settings = load_settings(options, {"engine.max_reply_tokens": REPLY_TOKENS if small else None})
    found = scan(archives)
    check_engine(settings.engine)
    context = make_context(Lake.create(lake), settings, options, archive=found)
    outcome = backfill(context)
    show(outcome.summary, console)
    if outcome.summary["status"] == "nothing":
        console.print(
            f"Nothing to do: {lake} is up to date with its archive. This is what it holds.",
            markup=False,
        )
    with closing(open_snapshot(lake)) as connection:
        _look(console, connection, small)
    return outcome.exit_code if _engine_failed(outcome) else 0


def _engine_failed(outcome: Outcome) -> bool:
    """Whether the machinery failed; bad rows of the archive and replies that the small model could
    not finish are part of the show."""
    refused = outcome.summary["stages"].get("extract", {}).get("rejected", {})
    return outcome.summary["status"] == "interrupted" or "engine_error" in refused


def _look(console: Console, connection: duckdb.DuckDBPyConnection, small: bool) -> None:
    _print(console, connection, "The funnel: from messages to memories", _FUNNEL)
    _print(console, connection, "The memories", _MEMORIES)
    if small:
        console.print(
            "They are few, or none: a model of 135 million parameters states little that survives"
            " the checks, and does not finish every reply. Name a larger one with --model to see"
            " memories worth having.\n"
        )
    for question, query in _QUERIES.items():
        _print(console, connection, f"{question}\n{query.strip()}", query)
    console.print('Ask your own: winnow sql "from v_memories" --lake LAKE', highlight=False)


def _print(console: Console, connection: duckdb.DuckDBPyConnection, title: str, query: str) -> None:
    console.print(title, highlight=False, markup=False, style="bold")
    cursor = connection.execute(query)
    columns = [str(column[0]) for column in cursor.description or []]
    table = Table(*columns)
    for row in cursor.fetchall():
        table.add_row(*("" if value is None else escape(str(value)) for value in row))
    console.print(table)
