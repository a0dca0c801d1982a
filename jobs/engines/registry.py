"""The engines by name. A new engine is a file with `open_engine(settings)` and a line here."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, cast

from jobs.engines.base import Engine
from jobs.errors import Precondition, SettingsError

if TYPE_CHECKING:
    from jobs.settings import EngineSettings

ENGINES = {
    "replay": "jobs.engines.replay",
    "vllm": "jobs.engines.vllm_offline",
}


def open_engine(settings: EngineSettings) -> Engine:
    """Start the engine that `[engine]` names, ready for questions; the caller closes it.

    Raises what `check_engine` raises, `SettingsError` for a log that is none, and `Precondition`
    where the model cannot run.
    """
    check_engine(settings)
    module = importlib.import_module(ENGINES[settings.engine])
    return cast(Engine, module.open_engine(settings))


def check_engine(settings: EngineSettings) -> None:
    """Refuse what cannot work before anything is written; starts nothing and downloads nothing.

    Raises `SettingsError` for an unknown engine, `Precondition` where model or log is not named.
    """
    if settings.engine not in ENGINES:
        raise SettingsError(
            f"unknown engine {settings.engine!r}; --engine is one of {', '.join(sorted(ENGINES))}"
        )
    if settings.engine == "vllm" and settings.model is None:
        raise Precondition(
            "no model given: say --model MODEL (a folder, a hub id of an instruct model, or "
            "smollm2-135m for a trial), or --engine replay --replies FILE"
        )
    if settings.engine == "replay" and not (settings.replies and settings.replies.is_file()):
        raise Precondition(
            f"no recorded replies at {settings.replies}: name a reply log with --replies FILE"
        )
