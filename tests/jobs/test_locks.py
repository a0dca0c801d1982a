"""Locks: one run at a time, and a dead process holds nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from jobs.errors import Precondition
from jobs.locks import run_lock

_HOLDER = """
import sys, time
from pathlib import Path
from jobs.locks import run_lock
with run_lock(Path(sys.argv[1]), "backfill"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_run_is_told_who_holds_the_lock_until_that_one_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with (
            pytest.raises(Precondition, match=rf"backfill \(process {holder.pid}\).*--wait"),
            run_lock(tmp_path, "backfill"),
        ):
            pass
        holder.kill()
        holder.wait()
    with run_lock(tmp_path, "backfill"):
        pass
