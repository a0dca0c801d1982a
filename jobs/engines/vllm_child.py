"""The process that holds vLLM: requests in on stdin, finished replies out on stdout, JSON lines.

Run by `jobs.engines.vllm_offline`. The first line configures the engine, the child answers with one
`ready` line, then every line in is a question and every line out an answer. Whatever vLLM prints
goes to stderr. The end of stdin ends the process, also in the middle of a step.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, BinaryIO

from jobs.engines.child import die_with_parent

#: Defaults per device. A GPU sizes its KV cache from the free memory.
_CPU: dict[str, Any] = {"slots": 16, "kv_cache_gib": 2.0, "dtype": "float32", "enforce_eager": True}
_GPU: dict[str, Any] = {"slots": 256, "kv_cache_gib": None, "dtype": "auto", "enforce_eager": False}
#: A model that says the same 2 to 24 tokens eight times over will not stop by itself.
_RUNAWAY = {"min_pattern_size": 2, "max_pattern_size": 24, "min_count": 8}
#: Ends that leave a text worth reading; the last two cut it.
_GIVEN = ("stop", "length", "repetition")


def main() -> None:
    """Serve until stdin ends."""
    die_with_parent()
    sys.excepthook = _fail
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    server = _Server(json.loads(questions.readline()), replies)
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(questions, inbox), daemon=True).start()
    server.serve(inbox)


def _fail(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Tell the log and end at once; an orderly exit would wait for the reader of stdin."""
    traceback.print_exception(kind, error, trace)
    sys.stderr.flush()
    os._exit(1)


def _receive(questions: BinaryIO, inbox: queue.SimpleQueue[bytes]) -> None:
    """Always drain stdin, so that neither side ever waits for the other's pipe."""
    for line in questions:
        inbox.put(line)
    os._exit(0)


class _Server:
    """vLLM's request loop: new questions join the running batch between two steps."""

    def __init__(self, config: dict[str, Any], replies: BinaryIO) -> None:
        import torch
        from vllm import LLM, SamplingParams
        from vllm.exceptions import VLLMValidationError
        from vllm.sampling_params import (
            RepetitionDetectionParams,
            RequestOutputKind,
            StructuredOutputsParams,
        )

        self._sampling, self._structured = SamplingParams, StructuredOutputsParams
        self._refusals = (VLLMValidationError, ValueError, TypeError)
        self._runaway = RepetitionDetectionParams(**_RUNAWAY)
        self._final_only = RequestOutputKind.FINAL_ONLY
        self._replies = replies
        device = "cuda" if torch.cuda.is_available() else "cpu"
        defaults = _GPU if device == "cuda" else _CPU
        chosen = defaults | {key: value for key, value in config.items() if value is not None}
        gib = chosen["kv_cache_gib"]
        llm = LLM(
            model=chosen["folder"],
            dtype=chosen["dtype"],
            max_model_len=chosen["max_model_len"],
            max_num_seqs=chosen["slots"],
            enforce_eager=chosen["enforce_eager"],
            kv_cache_memory_bytes=None if gib is None else int(gib * 1024**3),
            enable_prefix_caching=True,
            structured_outputs_config={"backend": "guidance", "disable_any_whitespace": True},
        )
        self._engine = llm.llm_engine
        self._tokenizer: Any = llm.get_tokenizer()
        self._longest = int(chosen["max_model_len"])
        self._system_role = self._takes_system_role()
        ready = {
            "dtype": str(llm.llm_engine.model_config.dtype).removeprefix("torch."),
            "device": device,
            "slots": chosen["slots"],
        }
        self._send({"ready": ready})

    def serve(self, inbox: queue.SimpleQueue[bytes]) -> None:
        """Take what has come, advance every running request by a step, send what has finished."""
        while True:
            for line in _arrived(inbox, wait=not self._engine.has_unfinished_requests()):
                self._add(json.loads(line))
            for output in self._engine.step() if self._engine.has_unfinished_requests() else ():
                if output.finished:
                    self._send(_answer(output))

    def _add(self, question: dict[str, Any]) -> None:
        try:
            tokens = self._render(question["turns"])
            if len(tokens) + question["max_tokens"] > self._longest:
                self._refuse(question["key"], len(tokens), "prompt_too_long")
                return
            params = self._sampling(
                temperature=0.0,
                max_tokens=question["max_tokens"],
                output_kind=self._final_only,
                repetition_detection=self._runaway,
                structured_outputs=question["schema"]
                and self._structured(json=question["schema"], disable_any_whitespace=True),
            )
            self._engine.add_request(question["key"], {"prompt_token_ids": tokens}, params)
        except self._refusals as error:
            self._refuse(question["key"], 0, f"bad_request ({type(error).__name__})")

    def _render(self, turns: list[list[str]]) -> list[int]:
        """Token ids of the chat, as the model's own template lays it out, thinking switched off."""
        messages = [{"role": role, "content": text} for role, text in turns]
        if not self._system_role and messages[0]["role"] == "system" and len(messages) > 1:
            system, first = messages[:2]
            joined = f"{system['content']}\n\n{first['content']}"
            messages[:2] = [{"role": first["role"], "content": joined}]
        text = self._tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True, enable_thinking=False
        )
        return list(self._tokenizer.encode(text, add_special_tokens=False))

    def _takes_system_role(self) -> bool:
        """Some templates refuse a system turn; its text then opens the first user turn."""
        import jinja2

        probe = [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]
        try:
            self._tokenizer.apply_chat_template(probe, tokenize=False)
        except jinja2.TemplateError:
            return False
        return True

    def _refuse(self, key: str, prompt_tokens: int, error: str) -> None:
        empty = {"text": "", "finish_reason": "error", "output_tokens": 0}
        self._send({"key": key, "prompt_tokens": prompt_tokens, "error": error, **empty})

    def _send(self, message: dict[str, Any]) -> None:
        line = memoryview(json.dumps(message).encode() + b"\n")
        while line:
            line = line[self._replies.write(line) :]


def _arrived(inbox: queue.SimpleQueue[bytes], *, wait: bool) -> Iterator[bytes]:
    """Every line that is there; with `wait`, at least one."""
    if wait:
        yield inbox.get()
    while not inbox.empty():
        yield inbox.get()


def _answer(output: Any) -> dict[str, Any]:
    reply = output.outputs[0]
    given = reply.finish_reason in _GIVEN
    return {
        "key": output.request_id,
        "text": reply.text if given else "",
        "finish_reason": reply.finish_reason if given else "error",
        "prompt_tokens": len(output.prompt_token_ids),
        "output_tokens": len(reply.token_ids),
        "error": None if given else f"engine_{reply.finish_reason}",
    }


if __name__ == "__main__":
    main()
