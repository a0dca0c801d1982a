"""vLLM in a child process of its own: a crash of the engine is not a crash of the job.

Belongs here: the parent's end of the pipes. Does not belong here: anything that imports vllm or
torch (`vllm_child`), restarts, retries.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import select
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from jobs.engines.base import Answer, Question
from jobs.engines.child import spawn
from jobs.errors import Precondition, Retryable
from jobs.models import INSTALL, ModelSpec, resolve

if TYPE_CHECKING:
    from jobs.settings import EngineSettings

_ENVIRONMENT = {
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "VLLM_LOGGING_LEVEL": "WARNING",
    "VLLM_NO_USAGE_STATS": "1",
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
#: Unless told otherwise, idle OpenMP threads sleep: spinning ones halve the speed, and worse, as
#: soon as anything else runs on the machine.
_OPENMP = {"OMP_WAIT_POLICY": "PASSIVE"}
_LOG_LIMIT = 1 << 20  # bytes
_READ = 1 << 20
_ERROR_LINE = re.compile(r"^[\w.]*(Error|Exception)\b.*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class VllmOptions:
    """How the engine runs; None leaves it to the device (CPU: 16 slots, 2 GiB, float32)."""

    max_model_len: int = 8192  # tokens of prompt and reply together; lowered to the model's own
    slots: int | None = None  # requests decoded side by side
    kv_cache_gib: float | None = None
    dtype: str | None = None


def open_engine(settings: EngineSettings) -> VllmEngine:
    """The engine of `[engine]`; raises `Precondition` where it cannot run."""
    model = settings.model or ""
    if importlib.util.find_spec("vllm") is None:
        raise Precondition(f"model {model}: vLLM is not installed; {INSTALL}")
    options = VllmOptions(settings.max_model_len, settings.slots, settings.kv_cache_gib)
    return VllmEngine(resolve(model, settings.cache), options, settings.cache / "vllm.log")


class VllmEngine:
    """An `Engine` on one vLLM child. Open it in the main thread; use as a context manager.

    Prompts longer than the model takes come back with error `prompt_too_long` and their token
    count; the others are not touched. If the child dies, every open question is answered once with
    error `engine_died`, and `submit` raises `Retryable` from then on.
    """

    name = "vllm"

    def __init__(self, spec: ModelSpec, options: VllmOptions, log: Path) -> None:
        self._log = log
        self._in_flight: dict[str, float] = {}
        self._schemas: dict[int, tuple[object, str]] = {}
        self._unread = b""
        self._alive = True
        longest = min(options.max_model_len, spec.context or options.max_model_len)
        self.max_model_len = longest
        sink, log_start = _open_log(log)
        try:
            openmp = {name: os.environ.get(name, value) for name, value in _OPENMP.items()}
            self._child = spawn("jobs.engines.vllm_child", [], _ENVIRONMENT | openmp, sink)
        finally:
            os.close(sink)
        assert self._child.stdin is not None and self._child.stdout is not None
        self._stdin, self._stdout = self._child.stdin, self._child.stdout
        os.set_blocking(self._stdout.fileno(), False)
        config = asdict(options) | {"folder": str(spec.folder), "max_model_len": longest}
        self._write(config)
        ready = self._wait_until_ready(spec, log_start)
        self.device: str = ready["device"]
        self.slots: int = ready["slots"]
        self.identity = spec.identity(ready["dtype"])

    def submit(self, question: Question) -> None:
        """Queue a question. ValueError if its key is in flight, Retryable if the child is dead."""
        if question.key in self._in_flight:
            raise ValueError(f"question {question.key} is already in flight")
        request = {
            "key": question.key,
            "turns": question.turns,
            "schema": None if question.schema is None else self._schema_text(question.schema),
            "max_tokens": question.max_tokens,
        }
        if not (self._alive and self._write(request)):
            raise Retryable(
                f"engine vllm: its process has ended; {self._log} tells why; "
                "run the same command again, finished replies are kept"
            )
        self._in_flight[question.key] = time.monotonic()

    def poll(self, timeout: float) -> list[Answer]:
        """Finished answers; returns at once if nothing is in flight."""
        deadline = time.monotonic() + timeout
        while self._in_flight:
            left = deadline - time.monotonic()
            answers = [self._answer(message) for message in self._read(max(left, 0.0))]
            if not self._alive:
                answers += [self._died(key) for key in list(self._in_flight)]
            if answers or left <= 0:
                return answers
        return []

    def close(self) -> None:
        """End the child; it stops in mid-step when its stdin ends."""
        self._alive = False
        self._stdin.close()
        try:
            self._child.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._stdout.close()

    @property
    def child_pid(self) -> int:
        """Process id of the child."""
        return self._child.pid

    def peak_memory_bytes(self) -> int:
        """Largest resident size of the child so far; 0 once it has ended."""
        try:
            status = Path(f"/proc/{self._child.pid}/status").read_text(encoding="ascii")
        except OSError:
            return 0
        found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
        return int(found[1]) * 1024 if found else 0

    def __enter__(self) -> VllmEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _schema_text(self, schema: object) -> str:
        """JSON of a schema object, made once per object: schemas are shared between questions."""
        known = self._schemas.get(id(schema))
        if known is None:
            known = self._schemas[id(schema)] = (schema, json.dumps(schema))
        return known[1]

    def _write(self, message: dict[str, Any]) -> bool:
        line = memoryview(json.dumps(message).encode() + b"\n")
        try:
            while line:
                line = line[self._stdin.write(line) :]
        except BrokenPipeError:
            return False
        return True

    def _read(self, timeout: float | None) -> list[dict[str, Any]]:
        """Whole messages that have arrived, waiting for the first; notices the child's end."""
        watch = select.poll()
        watch.register(self._stdout, select.POLLIN)
        if not watch.poll(None if timeout is None else timeout * 1000):
            return []
        while chunk := self._stdout.read(_READ):
            self._unread += chunk
        if chunk is not None:  # b"": the end; None: nothing more for now
            self._alive = False
        *lines, self._unread = self._unread.split(b"\n")
        return [json.loads(line) for line in lines]

    def _answer(self, message: dict[str, Any]) -> Answer:
        asked = self._in_flight.pop(message["key"])
        return Answer(latency_ms=(time.monotonic() - asked) * 1000, **message)

    def _died(self, key: str) -> Answer:
        empty = {"text": "", "finish_reason": "error", "prompt_tokens": 0, "output_tokens": 0}
        return self._answer({"key": key, "error": "engine_died", **empty})

    def _wait_until_ready(self, spec: ModelSpec, log_start: int) -> dict[str, Any]:
        try:
            while self._alive:
                for message in self._read(None):
                    ready: dict[str, Any] = message["ready"]
                    return ready
        except BaseException:
            self.close()
            raise
        self.close()
        raise Precondition(
            f"model {spec.name}: vLLM did not start: {_reason(self._log, log_start)}; "
            f"the whole log is {self._log}"
        )


def _open_log(log: Path) -> tuple[int, int]:
    """Descriptor of the log and where this run begins in it; an old log that is long goes."""
    log.parent.mkdir(parents=True, exist_ok=True)
    sink = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    if os.fstat(sink).st_size > _LOG_LIMIT:
        os.ftruncate(sink, 0)
    return sink, os.fstat(sink).st_size


def _reason(log: Path, start: int) -> str:
    """The last error that the child wrote, in one line."""
    with log.open("rb") as file:
        file.seek(start)
        text = file.read().decode(errors="replace")
    found = list(_ERROR_LINE.finditer(text))
    if not found:
        return "it ended without a message (killed for memory?)"
    lines = text[found[-1].start() :].splitlines()[:3]
    reason = " ".join(line.strip() for line in lines)[:400]
    if "torchvision" in text:
        reason += " (pip uninstall torchvision torchaudio torchcodec)"
    return reason
