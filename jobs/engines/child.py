"""Child processes that end with their parent, however the parent ends.

Belongs here: starting such a child, and the child's own first step. Does not belong here: what the
child does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PARENT = "WINNOW_CHILD_OF"  # process id of the parent, in the child's environment


def spawn(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    log: int,
) -> subprocess.Popen[bytes]:
    """Start `python -m MODULE` with pipes for stdin and stdout, stderr to the descriptor `log`.

    The child has a session of its own, so that Ctrl-C reaches the parent alone, which then drains.
    The kernel ties the child to the parent's *thread* that started it; started from another than
    the main thread, the child relies on the end of its stdin instead.
    """
    tied = threading.current_thread() is threading.main_thread()
    packages = str(Path(__file__).resolve().parents[2])
    paths = [packages, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        bufsize=0,
        start_new_session=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            **environment,
            _PARENT: str(os.getpid() if tied else 0),
        },
    )


def die_with_parent() -> None:
    """First step of a child of `spawn`: the kernel shall kill it when its parent ends."""
    parent = int(os.environ.get(_PARENT, "0"))
    if not parent or not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:  # it ended before we asked
        os._exit(1)
