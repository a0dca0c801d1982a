"""The in-process engine on the real small model: structured replies, determinism, no orphans."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from jobs.engines.base import Answer, Question
from jobs.engines.vllm_offline import VllmEngine, VllmOptions
from jobs.errors import Precondition, Retryable
from jobs.models import SMOLLM2, resolve

pytestmark = pytest.mark.model

CACHE = Path(os.environ.get("WINNOW_ENGINE_CACHE", "~/.cache/winnow")).expanduser()
OPTIONS = VllmOptions(max_model_len=1024, slots=4, kv_cache_gib=0.25)
TEXTS = (
    "I moved to Oslo in May and I never eat nuts.",
    "我对核桃过敏，下个月搬去成都。",
    "Please always answer in short sentences.",
    "以后请用中文回答我，谢谢。",
    "My sister plays chess, I prefer 围棋.",
    "The build failed again, let us try make clean.",
    "今天天气不错，我们去公园散步吧。",
    "I quit smoking in 2021 and run 5 km a day.",
)


def schema(sources: int) -> dict[str, object]:
    """Memories with bounded text that cite aliases m1 ... mN and nothing else."""
    aliases = [f"m{n}" for n in range(1, sources + 1)]
    memory = {
        "type": "object",
        "properties": {
            "content": {"type": "string", "maxLength": 40},
            "sources": {
                "type": "array",
                "items": {"enum": aliases},
                "minItems": 1,
                "maxItems": sources,
            },
        },
        "required": ["content", "sources"],
        "additionalProperties": False,
    }
    memories = {"type": "array", "items": memory, "minItems": 1, "maxItems": 2}
    return {
        "type": "object",
        "properties": {"memories": memories},
        "required": ["memories"],
        "additionalProperties": False,
    }


SCHEMAS = {n: schema(n) for n in (1, 2, 3)}


def questions() -> list[Question]:
    asked = []
    for number, text in enumerate(TEXTS):
        size = number % 3 + 1
        lines = "\n".join(f"m{n} user: {text}" for n in range(1, size + 1))
        turns = (("system", "Reply with the lasting facts as JSON."), ("user", lines))
        asked.append(Question(f"key {number}", turns, SCHEMAS[size], 90, f"r{number}"))
    return asked


def ask(engine: VllmEngine, *asked: Question) -> dict[str, Answer]:
    for question in asked:
        engine.submit(question)
    answers: list[Answer] = []
    while len(answers) < len(asked):
        answers += engine.poll(1.0)
    assert engine.poll(0.0) == []
    return {answer.key: answer for answer in answers}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VllmEngine]:
    log = tmp_path_factory.mktemp("vllm") / "vllm.log"
    with VllmEngine(resolve(SMOLLM2, CACHE), OPTIONS, log) as opened:
        yield opened


def test_replies_keep_the_schema_and_cite_only_aliases_that_exist(engine: VllmEngine):
    asked = questions()
    answers = ask(engine, *asked)
    for answer in answers.values():
        assert answer.error is None and answer.prompt_tokens > 0 and answer.latency_ms > 0
    whole = [q for q in asked if answers[q.key].finish_reason == "stop"]
    assert len(whole) >= 6
    for question in whole:
        size = int(question.key[-1]) % 3 + 1
        memories = json.loads(answers[question.key].text, strict=False)["memories"]
        assert 1 <= len(memories) <= 2
        cited = {alias for memory in memories for alias in memory["sources"]}
        assert cited and cited <= {f"m{n}" for n in range(1, size + 1)}


def test_identity_names_model_digest_and_dtype(engine: VllmEngine):
    digest = resolve(SMOLLM2, CACHE).digest[:12]
    dtype = "float32" if engine.device == "cpu" else "bfloat16"
    assert engine.identity == f"smollm2-135m@{digest}/{dtype}"
    assert (engine.slots, engine.max_model_len) == (4, 1024)
    assert engine.peak_memory_bytes() > 0


def test_an_over_long_prompt_fails_alone_and_says_how_long_it_was(engine: VllmEngine):
    first, second = questions()[:2]
    long = Question("long", (("user", "猫 and dog " * 600),), None, 10, "long")
    answers = ask(engine, first, long, second)
    assert answers["long"].error == "prompt_too_long" and answers["long"].text == ""
    assert answers["long"].finish_reason == "error"
    assert answers["long"].prompt_tokens > 1024
    assert answers[first.key].error is None and answers[second.key].error is None


def test_a_bad_schema_fails_alone_and_a_cut_reply_says_so(engine: VllmEngine):
    good = questions()[0]
    bad = Question("bad", good.turns, {"type": "no such type"}, 10, "bad")
    cut = Question("cut", good.turns, None, 3, "cut")
    answers = ask(engine, bad, good, cut)
    assert answers["bad"].error is not None and answers["bad"].error.startswith("bad_request")
    assert (answers["cut"].finish_reason, answers["cut"].output_tokens) == ("length", 3)
    assert answers[good.key].error is None


def test_a_key_in_flight_is_refused(engine: VllmEngine):
    question = questions()[0]
    engine.submit(question)
    with pytest.raises(ValueError, match="already in flight"):
        engine.submit(question)
    while not engine.poll(1.0):
        pass


def test_a_second_engine_gives_the_same_texts_and_its_death_is_told_once(
    engine: VllmEngine, tmp_path: Path
):
    asked = questions()
    alone = {q.key: ask(engine, q)[q.key].text for q in asked[:3]}
    with VllmEngine(resolve(SMOLLM2, CACHE), OPTIONS, tmp_path / "vllm.log") as second:
        together = {key: answer.text for key, answer in ask(second, *asked).items()}
        assert together == {key: answer.text for key, answer in ask(engine, *asked).items()}
        assert alone.items() <= together.items()
        endless = [Question(f"e{n}", asked[n].turns, None, 900, f"e{n}") for n in range(3)]
        for question in endless:
            second.submit(question)
        psutil.Process(second.child_pid).kill()
        lost: list[Answer] = []
        while len(lost) < 3:
            lost += second.poll(1.0)
        assert {a.key: a.error for a in lost} == {f"e{n}": "engine_died" for n in range(3)}
        assert second.poll(0.0) == []
        with pytest.raises(Retryable, match="its process has ended"):
            second.submit(asked[0])
    second.close()


PARENT = """
import sys
from pathlib import Path
from jobs.engines.base import Question
from jobs.engines.vllm_offline import VllmEngine, VllmOptions
from jobs.models import resolve
cache, log = map(Path, sys.argv[1:])
engine = VllmEngine(
    resolve("smollm2-135m", cache), VllmOptions(1024, slots=4, kv_cache_gib=0.25), log
)
engine.submit(Question("k", (("user", "Tell a long story."),), None, 900, "r"))
print(engine.child_pid, flush=True)
engine.poll(600)
"""


def test_kill_9_of_the_parent_leaves_no_process(tmp_path: Path):
    command = [sys.executable, "-c", PARENT, str(CACHE), str(tmp_path / "vllm.log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        family = [child, *child.children(recursive=True)]
        assert child.ppid() == parent.pid
        os.kill(parent.pid, signal.SIGKILL)
    _, alive = psutil.wait_procs(family, timeout=30)
    assert alive == []


def test_a_model_that_vllm_cannot_load_is_a_precondition_with_the_reason(tmp_path: Path):
    folder = tmp_path / "broken"
    folder.mkdir()
    config = {"model_type": "llama", "architectures": ["NoSuchForCausalLM"]}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "model.safetensors").write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    with pytest.raises(Precondition, match=r"vLLM did not start: .*(Error|Exception)"):
        VllmEngine(resolve(str(folder), tmp_path), OPTIONS, tmp_path / "vllm.log")
