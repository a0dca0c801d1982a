"""Settings: one `winnow.toml`, then the environment (`WINNOW_SECTION_KEY`), then flags.

Belongs here: what can be set, reading it, and the digest that tells when it changed. The policy
itself, with its defaults, stands in the params classes of `transforms`. Does not belong here: what
a setting does.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import tomllib
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jobs.errors import SettingsError
from transforms.candidates.params import ApplyParams
from transforms.extraction.claims import ClaimParams
from transforms.extraction.views import OwnerView
from transforms.gate import GateParams
from transforms.ids import content_id
from transforms.judge.params import JudgeParams
from transforms.recall import RecallParams
from transforms.scoring.score import ScoreParams
from transforms.windows import WindowParams


@dataclass(frozen=True)
class EngineSettings:
    """[engine]: which model answers, and how."""

    model: str | None = None  # path, hub id, or smollm2-135m
    engine: str = "vllm"  # vllm | replay
    replies: Path | None = None  # recorded log for engine = "replay"
    cache: Path = field(default_factory=lambda: Path("~/.cache/winnow").expanduser())
    max_model_len: int = 8192  # tokens of prompt and reply together
    slots: int | None = None  # questions in flight; default by device
    kv_cache_gib: float | None = None  # default by device
    max_attempts: int = 3  # questions per window before it goes to quarantine
    delay_ms: float = 0.0  # replay only: latency of each answer


@dataclass(frozen=True)
class ArchiveSettings:
    """[import]: whose archive it is, where the source does not say."""

    as_owner: str | None = None
    as_persona: str | None = None
    as_project: str | None = None


@dataclass(frozen=True)
class PublishSettings:
    """[publish]: how many generations stay on disk."""

    keep: int = 3
    keep_weeks: int = 4


@dataclass(frozen=True)
class Settings:
    """Every section. The defaults are the documented policy."""

    engine: EngineSettings = field(default_factory=EngineSettings)
    archive: ArchiveSettings = field(default_factory=ArchiveSettings)
    windows: WindowParams = field(default_factory=WindowParams)
    claims: ClaimParams = field(default_factory=ClaimParams)
    score: ScoreParams = field(default_factory=ScoreParams)
    gate: GateParams = field(default_factory=GateParams)
    recall: RecallParams = field(default_factory=RecallParams)
    judge: JudgeParams = field(default_factory=JudgeParams)
    apply: ApplyParams = field(default_factory=ApplyParams)
    publish: PublishSettings = field(default_factory=PublishSettings)
    owners: Mapping[str, OwnerView] = field(default_factory=dict)
    inflight: Path | None = None  # folder of the reply log, default <lake>/inflight

    def digest(self, sections: Iterable[str]) -> str:
        """Digest of the sections that matter to a stage."""
        values = {name: _plain(getattr(self, name)) for name in sorted(sections)}
        return content_id(json.dumps(values, sort_keys=True, ensure_ascii=False))


def load(file: Path | None, environment: Mapping[str, str], flags: Mapping[str, Any]) -> Settings:
    """Settings from file, environment and flags (`{"engine.model": ...}`); later ones win.

    Raises `SettingsError` for an unknown key, naming the file and the nearest valid key.
    """
    raw: dict[str, Any] = {}
    where = str(file) if file else "flags"
    if file is not None:
        try:
            raw = tomllib.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise SettingsError(f"{file}: no such settings file; check --settings") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{file}: not valid TOML: {error}") from None
    for name, value in environment.items():
        section, _, key = name.removeprefix("WINNOW_").lower().partition("_")
        if name.startswith("WINNOW_") and section in _sections() and key:
            _section(raw, section, where)[key] = _from_text(value)
    for dotted, value in flags.items():
        if value is not None:
            section, _, key = dotted.partition(".")
            if key:
                _section(raw, section, where)[key] = value
            else:
                raw[section] = value
    return _build(raw, where)


def _sections() -> dict[str, Any]:
    hints = typing.get_type_hints(Settings)
    return {f.name: hints[f.name] for f in dataclasses.fields(Settings)}


def _section(raw: dict[str, Any], name: str, where: str) -> dict[str, Any]:
    section = raw.setdefault(name, {})
    if not isinstance(section, dict):
        raise SettingsError(f"{where}: [{name}] must be a table")
    return section


def _build(raw: Mapping[str, Any], where: str) -> Settings:
    values: dict[str, Any] = {}
    for name, value in raw.items():
        kind = _sections().get(name)
        if kind is None:
            raise _unknown(where, name, _sections())
        if name == "owners":
            items = value.items() if isinstance(value, dict) else []
            values[name] = {
                owner: _fill(OwnerView, entry, where, f"owners.{owner}") for owner, entry in items
            }
        elif dataclasses.is_dataclass(kind):
            values[name] = _fill(kind, value, where, name)
        else:
            values[name] = _coerce(kind, value, where, name)
    return Settings(**values)


def _fill(kind: Any, entry: Any, where: str, section: str) -> Any:
    if not isinstance(entry, dict):
        raise SettingsError(f"{where}: [{section}] must be a table")
    hints = typing.get_type_hints(kind)
    known = {f.name: hints[f.name] for f in dataclasses.fields(kind)}
    for key in entry:
        if key not in known:
            raise _unknown(where, f"{section}.{key}", {f"{section}.{k}": None for k in known})
    filled = {k: _coerce(known[k], v, where, f"{section}.{k}") for k, v in entry.items()}
    return kind(**filled)


def _unknown(where: str, key: str, known: Mapping[str, Any]) -> SettingsError:
    near = difflib.get_close_matches(key, list(known), n=1, cutoff=0.0)
    return SettingsError(f"{where}: unknown setting {key!r}; the nearest valid one is {near[0]!r}")


def _coerce(kind: Any, value: Any, where: str, key: str) -> Any:
    """`value` as the annotated type of its field, or a `SettingsError`."""
    options = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    origins = [typing.get_origin(option) or option for option in options]
    if dataclasses.is_dataclass(kind) and isinstance(value, dict):
        return _fill(kind, value, where, key)
    if Path in origins and isinstance(value, str | Path):
        return Path(value).expanduser()
    if tuple in origins and isinstance(value, list | tuple):
        return tuple(value)
    if float in origins and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    exact = [origin for origin in origins if isinstance(origin, type)]
    if any(type(value) is origin for origin in exact):
        return value
    told = " or ".join(getattr(origin, "__name__", str(origin)) for origin in origins)
    raise SettingsError(f"{where}: {key} must be {told}, not {type(value).__name__}")


def _from_text(value: str) -> Any:
    """An environment value: a TOML value where it reads as one, else a text."""
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in sorted(value.items())}
    return (
        list(value)
        if isinstance(value, tuple)
        else str(value)
        if isinstance(value, Path)
        else value
    )
