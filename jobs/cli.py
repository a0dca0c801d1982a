"""The command line: names of the commands, their groups, exit codes.

Belongs here: what `winnow --help` shows without importing polars, duckdb or vllm; commands are
loaded when they are called. Does not belong here: any command (jobs/commands).
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import version

from cyclopts import App, Group

from jobs.errors import WinnowError

_ABOUT = """Turn archives of chat transcripts into long-term memory tables, in batch.

winnow backfill exports/ --lake lake --model Qwen/Qwen2.5-3B-Instruct

winnow sql "select content, score from v_memories" --lake lake

winnow explain MEMORY_ID --lake lake
"""
_EXIT_CODES = """Exit codes: 0 done, or nothing to do; 1 finished, but something new failed or was
quarantined; 2 usage or settings; 3 not ready (lock held, lake newer than the code, model not
usable); 130 interrupted."""

_RUN = Group.create_ordered("Run the job")
_LOOK = Group.create_ordered("Look at the result")

_COMMANDS = (
    (
        _RUN,
        "backfill",
        "Import archives, extract what is new, decide, publish: the nightly command.",
    ),
    (_RUN, "reprocess", "Decide again from stored replies, from a given stage on."),
    (_RUN, "demo", "Run the whole job on sample sessions with a small model, and show the result."),
    (_LOOK, "sql", "Query the published snapshot with DuckDB, read-only."),
    (_LOOK, "explain", "Walk one memory back to its messages, scores, gate and rules."),
    (_LOOK, "status", "What the lake holds, what is open, what failed."),
    (_LOOK, "runs", "Past runs with their cost."),
    (_LOOK, "path", "Folder of a table in the published snapshot."),
)


def make_app(called: str | None = None) -> App:
    """The commands, none of them loaded. The one that is called tells its own help at length."""
    app = App(
        name="winnow",
        help=_ABOUT,
        help_epilogue=_EXIT_CODES,
        help_format="markdown",
        version=lambda: version("winnow-memory"),
    )
    for group, name, about in _COMMANDS:
        told = None if name == called else about
        app.command(f"jobs.commands.{name}:{name}", name=name, help=told, group=group)
    return app


def main() -> None:
    """Entry point of `winnow`. What a command writes is its user's alone (0700, 0600)."""
    before = os.umask(0o077)
    try:
        app = make_app(called=next(iter(sys.argv[1:]), None))
        code = app(sys.argv[1:], result_action="return_value")
        sys.stdout.flush()
    except WinnowError as error:
        sys.stderr.write(f"winnow: {error}\n")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.stderr.write("winnow: interrupted; run the same command again to go on\n")
        sys.exit(130)
    except BrokenPipeError:  # the reader has seen enough; nothing is flushed into it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        if error.filename is None:
            raise
        sys.stderr.write(
            f"winnow: {error.filename}: {error.strerror}; check path and permissions\n"
        )
        sys.exit(3)
    finally:
        os.umask(before)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
