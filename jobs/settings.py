"""Settings: one `winnow.toml`, then the environment (`WINNOW_SECTION_KEY`), then flags.

Belongs here: what can be set, reading it, and the digest that tells when it changed. The policy
itself, with its defaults, stands in the params classes of `transforms`. Does not belong here: what
a setting does.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import math
import tomllib
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

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

_PREFIX = "WINNOW_"
#: Variables of that prefix which tell a process something else.
_NOT_SETTINGS = frozenset({"WINNOW_CHILD_OF", "WINNOW_CRASH_AT"})
AUTO = ApplyParams().auto
_AT_LEAST_ONE = frozenset(
    {
        "engine.max_model_len",
        "engine.slots",
        "engine.max_attempts",
        "windows.budget_tokens",
        "windows.max_messages",
        "recall.k",
        "recall.dims",
        "publish.keep",
    }
)


@dataclass(frozen=True)
class EngineSettings:
    """[engine]: which model answers, and how."""

    model: str | None = None  # path, hub id, or smollm2-135m
    engine: str = "vllm"  # vllm | replay
    replies: Path | None = None  # recorded log for engine = "replay"
    cache: Path = field(default_factory=lambda: Path("~/.cache/winnow").expanduser())
    max_model_len: int = 8192  # tokens of prompt and reply together
    max_reply_tokens: int | None = None  # of one reply; by the size of its window unless set
    slots: int | None = None  # questions in flight; default by device
    kv_cache_gib: float | None = None  # default by device
    max_attempts: int = 3  # questions per window before it goes to quarantine
    delay_ms: float = 0.0  # replay only: latency of each answer


@dataclass(frozen=True)
class ArchiveSettings:
    """[archive]: whose archive it is, where the source does not say."""

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

    Raises `SettingsError` for an unknown key or an impossible value, naming where it stands and
    the nearest valid key.
    """
    raw = _from_file(file) if file is not None else {}
    _build(raw, str(file))
    for name in sorted(environment):
        if name.startswith(_PREFIX) and name not in _NOT_SETTINGS:
            _merge(raw, _from_variable(name, environment[name]), name)
    given = {dotted: value for dotted, value in flags.items() if value is not None}
    for dotted, value in given.items():
        section, _, key = dotted.partition(".")
        _merge(raw, {section: {key: value}} if key else {section: value}, "flags")
    return _build(raw, "flags")


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise SettingsError(f"{file}: no such settings file; check --settings") from None
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror}; check --settings") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: not valid TOML: {error}") from None


def _from_variable(name: str, text: str) -> dict[str, Any]:
    """The setting of `WINNOW_SECTION_KEY`: a TOML value where that fits, else the text itself."""
    section, _, key = name.removeprefix(_PREFIX).lower().partition("_")
    known = _names()
    if section not in _sections() or (
        key and section != "owners" and f"{section}.{key}" not in known
    ):
        near = difflib.get_close_matches(f"{section}.{key}", known, n=1, cutoff=0.0)[0]
        nearest = _PREFIX + near.upper().replace(".", "_")
        raise SettingsError(f"{name}: unknown setting; the nearest valid one is {nearest}")

    def setting(value: Any) -> dict[str, Any]:
        return {section: {key: value}} if key else {section: value}

    read = setting(_toml_value(text))
    try:
        _build(read, name)
    except SettingsError as error:
        read = setting(text)
        try:
            _build(read, name)
        except SettingsError:
            raise error from None
    return read


def _toml_value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _merge(raw: dict[str, Any], more: Mapping[str, Any], where: str) -> None:
    _build(more, where)
    for section, value in more.items():
        if isinstance(value, Mapping):
            raw[section] = {**raw.get(section, {}), **value}
        else:
            raw[section] = value


def _sections() -> dict[str, Any]:
    hints = typing.get_type_hints(Settings)
    return {f.name: hints[f.name] for f in dataclasses.fields(Settings)}


def _names() -> list[str]:
    """Every setting that can be named in full: `section.key`, or `key`."""
    names: list[str] = []
    for name, kind in _sections().items():
        parts = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
        names += [f"{name}.{part.name}" for part in parts] or [name]
    return names


def _build(raw: Mapping[str, Any], where: str) -> Settings:
    values: dict[str, Any] = {}
    for name, value in raw.items():
        kind = _sections().get(name)
        if kind is None:
            raise _unknown(where, name, _sections())
        if name == "owners":
            if not isinstance(value, dict):
                raise SettingsError(f"{where}: [owners] must hold a table per owner")
            values[name] = {
                owner: _fill(OwnerView, entry, where, f"owners.{owner}")
                for owner, entry in value.items()
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
    for key, value in filled.items():
        _check(value, where, f"{section}.{key}")
    return kind(**filled)


def _check(value: Any, where: str, key: str) -> None:
    """Values that fit their type and still make no sense."""
    least = 1 if key in _AT_LEAST_ONE else 0
    if isinstance(value, int | float) and not least <= value < math.inf:
        raise SettingsError(f"{where}: {key} must be {least} or more, not {value}")
    if key == "apply.auto" and (wrong := [name for name in value if name not in AUTO]):
        known = ", ".join(AUTO)
        raise SettingsError(f"{where}: {key} knows no class {wrong[0]!r}; it knows {known}")
    if key.startswith("owners.") and key.endswith(".zone") and value is not None:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise SettingsError(
                f"{where}: {key}: no time zone {value!r}; give a name such as Asia/Shanghai"
            ) from None


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
        item = typing.get_args(options[origins.index(tuple)])[0]
        return tuple(_coerce(item, entry, where, key) for entry in value)
    if float in origins and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    exact = [origin for origin in origins if isinstance(origin, type)]
    if any(type(value) is origin for origin in exact):
        return value
    told = " or ".join(getattr(origin, "__name__", str(origin)) for origin in origins)
    raise SettingsError(f"{where}: {key} must be {told}, not {type(value).__name__}")


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
