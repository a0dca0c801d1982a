"""Secrets, recognised by shape and replaced by `[redacted:kind]` before anything is derived.

Belongs here: the shapes. Does not belong here: what else cleaning takes out, personal data.
A shape must be precise: a word that only looks like a part of one ("task-notification", "I forgot
my password") stays as it is. Boundaries are ASCII ones, so that a key beside Chinese is found.
The version of cleaning (clean.py) covers this file too.
"""

from __future__ import annotations

import polars as pl

from transforms.scrub import Scrub, scrub

_EDGE = r"(?-u:\b)"
_TOKEN = "[A-Za-z0-9_-]"
_VISIBLE = r"""[^\s"'`,;<>()\[\]\p{Han}，。；、“”]"""


def _mixed(chars: str, half: int) -> str:
    """A run of `chars` with a digit that has at least `half` of them before or after it."""
    return f"(?:{chars}{{{half},}}[0-9]{chars}*|{chars}*[0-9]{chars}{{{half},}})"


def _secret(kind: str, pattern: str, *hints: str, keep: str = "", after: str = "") -> Scrub:
    return Scrub(f"secret:{kind}", pattern, hints, f"{keep}[redacted:{kind}]{after}")


_ASSIGNED = r"""["'`]?\s*(?:=|:|：|＝)\s*["'`]?"""

SECRETS = (
    _secret(
        "private_key",
        r"(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?"
        r"(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)",
        "PRIVATE KEY",
    ),
    _secret("jwt", rf"{_EDGE}eyJ{_TOKEN}{{8,}}\.{_TOKEN}{{8,}}(?:\.{_TOKEN}+)?", "eyJ"),
    _secret("api_key", rf"{_EDGE}sk-{_mixed(_TOKEN, 9)}", "sk-"),
    _secret("api_key", rf"{_EDGE}[srp]k_(?:live|test)_[A-Za-z0-9]{{10,}}", "_live_", "_test_"),
    _secret("api_key", rf"{_EDGE}AIza{_TOKEN}{{30,}}", "aiza"),
    _secret("api_key", rf"{_EDGE}SG\.{_TOKEN}{{16,}}\.{_TOKEN}{{16,}}", "SG."),
    _secret(
        "aws_key",
        rf"{_EDGE}(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{{16}}{_EDGE}",
        *("akia", "asia", "aroa", "aida"),
    ),
    _secret(
        "git_token",
        rf"{_EDGE}(?:gh[pousr]_[A-Za-z0-9]{{16,}}|github_pat_\w{{20,}}|glpat-{_TOKEN}{{16,}})",
        *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"),
    ),
    _secret("chat_token", rf"{_EDGE}xox[abeoprs]-[A-Za-z0-9-]{{10,}}", "xox"),
    _secret("chat_token", rf"{_EDGE}[0-9]{{8,10}}:AA{_TOKEN}{{30,}}", ":AA"),
    _secret(
        "registry_token",
        rf"{_EDGE}(?:npm_[A-Za-z0-9]{{30,}}|pypi-{_TOKEN}{{32,}}|hf_[A-Za-z0-9]{{20,}})",
        *("npm_", "pypi-", "hf_"),
    ),
    _secret(
        "bearer_token",
        rf"(?i)({_EDGE}bearer\s+){_mixed('[A-Za-z0-9._~+/=-]', 8)}",
        "bearer",
        keep="${1}",
    ),
    _secret(
        "basic_auth",
        r"(?i)(authorization\s*:\s*basic\s+)[A-Za-z0-9+/]{8,}={0,2}",
        "authorization",
        keep="${1}",
    ),
    _secret(
        "url_password",
        r"([A-Za-z][A-Za-z0-9+.-]*://[^\s/:@]+:)[^\s/@\[]+@",
        "://",
        keep="${1}",
        after="@",
    ),
    _secret(
        "password",
        rf"(?i)((?:password|passwd|passphrase|(?-i:[Pp]wd))[\"'`]?\s*=\s*[\"'`]?){_VISIBLE}{{4,}}",
        *("passw", "passphrase", "pwd"),
        keep="${1}",
    ),
    _secret(
        "password",
        rf"(?i)((?:{_EDGE}|_)(?:password|passwd|passphrase|pwd)"
        r"(?:[\"'`]?\s*[:：]\s*[\"'`]?|\s+is\s+[\"'`]?))"
        rf"{_mixed(_VISIBLE, 5)}",
        *("passw", "passphrase", "pwd"),
        keep="${1}",
    ),
    _secret(
        "password",
        rf"((?:密码|口令|密碼)(?:\s*(?:是|为|為|：|:|=|＝)\s*)[\"'`“]?){_mixed(_VISIBLE, 5)}",
        *("密码", "口令", "密碼"),
        keep="${1}",
    ),
    _secret(
        "credential",
        rf"(?i)((?:{_EDGE}|_)(?:secret|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|"
        rf"client[_-]?secret|(?:access|auth|refresh|api)[_-]?token|token){_ASSIGNED})"
        rf"{_mixed('[A-Za-z0-9._~+/=-]', 8)}",
        *("secret", "key", "token"),
        keep="${1}",
    ),
)


def redact(texts: pl.Series) -> tuple[pl.Series, pl.DataFrame]:
    """The texts without secrets, and (row, reason `secret:<kind>`, n) of what was replaced."""
    return scrub(texts, SECRETS)
