"""Flags that several commands share. What they do is in `running`, loaded when a command runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number


@Parameter(name="*")
@dataclass(frozen=True)
class RunOptions:
    """Flags of every command that runs stages."""

    settings: Path | None = None
    "Settings file; ./winnow.toml is read where there is one."
    model: str | None = None
    "Model that extracts: a folder, a hub id, or smollm2-135m."
    engine: str | None = None
    "vllm (default) or replay."
    replies: Path | None = None
    "Recorded reply log (JSONL) for --engine replay."
    max_model_len: int | None = None
    "Tokens of prompt and reply together; default 8192."
    received_at: datetime | None = None
    "Time against which open tails and future times are judged; default now."
    inflight: Path | None = None
    "Local folder of the reply log of a running job; default LAKE/inflight."
    limit: Annotated[int | None, Parameter(validator=Number(gte=0))] = None
    "Ask about at most this many windows."
    wait: bool = False
    "Wait for another run to end instead of exiting with 3."
    json: bool = False
    "Print the run summary as one JSON object on stdout."

    def flags(self) -> dict[str, Any]:
        """As settings keys; None means not given."""
        return {
            "engine.model": self.model,
            "engine.engine": self.engine,
            "engine.replies": self.replies,
            "engine.max_model_len": self.max_model_len,
            "inflight": self.inflight,
        }
