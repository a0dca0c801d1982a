"""Cleaning: what of a message is the speaker's own text, and which messages have none.

Belongs here: injected context, tool noise, embedded data, control characters, the reasons why a
message is excluded on sight. Does not belong here: the shapes of secrets (redact.py), reasons that
need the session around a message (messages.py). Nothing is dropped without a count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import polars as pl

from transforms.redact import redact
from transforms.scrub import Scrub, count, scrub

VERSION = "clean-1"

DROPPED = pl.List(pl.Struct({"reason": pl.String, "n": pl.Int64}))


@dataclass(frozen=True, slots=True)
class CleanParams:
    """Policy of cleaning."""

    data_run: int = 256  # characters of a bare base64 run that is taken out


def _tags(reason: str, *names: str) -> list[Scrub]:
    """Blocks of these tags; a block that is never closed reaches to the end of the text.

    An unclosed tag counts only at the beginning of a line: people also write about tags.
    """
    return [
        Scrub(
            reason,
            rf"(?is)<{name}(?:\s[^>]*)?>.*?(?:</{name}\s*>\s*)+"
            rf"|(?:\A|\n)[ \t]*<{name}(?:\s[^>]*)?>.*\z",
            ("<" + re.split(r"[\[(]", name)[0],),
        )
        for name in names
    ]


INJECTED = (
    *_tags(
        "injected_context",
        "recalled[_-]memories",
        "relevant[_-]memories",
        "memory[_-]context",
        "system[_-]reminder",
        "environment[_-]context",
        "environment[_-]details",
        "user[_-]instructions",
        "turn[_-]aborted",
        "user-prompt-submit-hook",
        "ide_opened_file",
        "ide_selection",
    ),
    Scrub(
        "injected_context",
        r"(?s)\A\s*(?:Caveat: The messages below were generated|# AGENTS\.md instructions for).*\z",
        ("caveat: the messages below", "# agents.md instructions for"),
    ),
    *_tags(
        "tool_noise",
        "command-(?:name|message|args|contents)",
        "local-command-(?:stdout|stderr|caveat)",
        "bash-(?:input|stdout|stderr)",
        "tool[_-](?:call|calls|use|result|results|output)",
        "function[_-](?:call|calls|result|results|output)",
        "persisted-output",
    ),
    Scrub(
        "tool_noise",
        r'(?is)<details type="(?:tool_calls|code_interpreter)".*?</details\s*>',
        ('<details type="',),
    ),
    Scrub("thinking", r'(?is)<details type="reasoning".*?</details\s*>', ('<details type="',)),
    *_tags("thinking", "think", "thinking", "thought"),
)

DATA_URI = (
    Scrub(
        "image",
        r"(?i)data:image/[\w.+-]+(?:;[\w=.+-]+)*,[A-Za-z0-9+/=_%-]*",
        ("data:image/",),
        "[image]",
    ),
    Scrub(
        "data",
        r"(?i)data:[\w.+-]+/[\w.+-]+(?:;[\w=.+-]+)*;base64,[A-Za-z0-9+/=_%-]*",
        (";base64,",),
        "[data]",
    ),
)

#: Control characters but tab and newline, zero-width and bidirectional marks, tag characters,
#: noncharacters. The joiner of emoji (U+200D) stays.
CONTROLS = (
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}"
    r"\u{2066}-\u{2069}\u{feff}\u{fff9}-\u{fffb}\u{fffe}\u{ffff}\u{e0000}-\u{e007f}]"
)
NEWLINES = r"\r\n?|[\u{2028}\u{2029}]"

_RUN = "[A-Za-z0-9+/]{64}"
_RUNS = re.compile(
    r"[A-Za-z0-9+/]{64,}(?:\n[A-Za-z0-9+/]{64,})*(?:\n[A-Za-z0-9+/]{1,63}(?==*(?:\n|\Z)))?={0,2}"
)

_JUNK = (
    r"(?i)\A(?:[\s\[(<*`\"']*(?:NO_REPLY|HEARTBEAT(?:_OK)?|no content|"
    r"Request interrupted by user(?: for tool use)?)[\s\])>*`\"'.!。]*)+\z"
)
_PLACEHOLDER = r"\[(?:image|data|redacted:[a-z_]+)\]"
_META = (
    r"(?i)\A\W*(?:(?:so|and|hey|ok|please|can you tell me|tell me)[\s,]+)*"
    r"(?:what (?:do|did|can) you (?:remember|know|recall|have (?:stored|saved)) about me"
    r"|do you (?:remember|know|recall) (?:me|anything about me|who i am|my name)"
    r"|(?:list|show)(?: me)? (?:all )?(?:your|my|the) memories(?: (?:of|about) me)?"
    r"|what(?:'s| is) in your memory(?: about me)?)"
    r"(?: so far| right now| now)?\W*\z"
    r"|\A\W*(?:那|请问|嗯|所以|告诉我)*(?:你|您)(?:还|都|现在|目前)*(?:记得|记住了?|知道|了解)"
    r"(?:关于)?我(?:的|是)?(?:哪些|什么|些什么|多少|谁|名字)?(?:事情?|信息|东西|情况|内容)?(?:吗|呢|么|啊)?\W*\z"
)


def clean(raw: pl.DataFrame, params: CleanParams | None = None) -> pl.DataFrame:
    """Raw messages (columns `RAW`) with cleaned `content`, plus `excluded` and `dropped`.

    Row by row, so that batches of any size give the same rows. `excluded` is tool, system, empty,
    junk_token, placeholder_only, meta_question or null. `dropped` counts what was taken out by
    reason: surrogate, control, tool_output, injected_context, tool_noise, thinking, image, data,
    secret:<kind>.
    """
    params = params or CleanParams()
    texts, counts = _controls(raw["content"])
    counts.append(_count(raw["repaired"], "surrogate"))
    tool = raw["role"] == "tool"
    counts.append(_count((tool & (texts != "")).cast(pl.Int64), "tool_output"))
    texts = texts.zip_with(~tool, pl.Series([""]))
    for step in (_data_uris, _injected, redact):
        texts, found = step(texts)
        counts.append(found)
    texts, found = _bare_data(texts, params.data_run)
    counts.append(found)
    return raw.with_columns(content=texts.str.strip_chars()).with_columns(
        excluded=_excluded(), dropped=_dropped(counts, raw.height)
    )


def _excluded() -> pl.Expr:
    text = pl.col("content")
    bare = text.str.contains(_PLACEHOLDER) & (
        text.str.replace_all(_PLACEHOLDER, "").str.contains(r"\A[\s\p{P}]*\z")
    )
    short = text.str.len_bytes() < 400
    return (
        pl.when(pl.col("role").is_in(["tool", "system"]))
        .then(pl.col("role"))
        .when(text == "")
        .then(pl.lit("empty"))
        .when(short & text.str.contains(_JUNK))
        .then(pl.lit("junk_token"))
        .when(bare)
        .then(pl.lit("placeholder_only"))
        .when((pl.col("role") == "user") & short & text.str.contains(_META))
        .then(pl.lit("meta_question"))
    )


def _dropped(counts: list[pl.DataFrame], height: int) -> pl.Series:
    """The counts as one list per row, reasons in order of name."""
    lists = (
        pl.concat(counts)
        .group_by("row", "reason")
        .agg(pl.col("n").sum())
        .sort("row", "reason")
        .group_by("row", maintain_order=True)
        .agg(dropped=pl.struct("reason", "n"))
    )
    rows = pl.DataFrame({"row": pl.int_range(height, eager=True)})
    joined = rows.join(lists, on="row", how="left", maintain_order="left")
    return joined["dropped"].cast(DROPPED).fill_null([])


def _count(numbers: pl.Series, reason: str) -> pl.DataFrame:
    rows = (numbers > 0).arg_true()
    return count(rows, reason, numbers.gather(rows))


def _controls(texts: pl.Series) -> tuple[pl.Series, list[pl.DataFrame]]:
    texts = texts.str.replace_all(NEWLINES, "\n")
    found = texts.str.count_matches(CONTROLS)
    return texts.str.replace_all(CONTROLS, ""), [_count(found, "control")]


def _data_uris(texts: pl.Series) -> tuple[pl.Series, pl.DataFrame]:
    return scrub(texts, DATA_URI)


def _injected(texts: pl.Series) -> tuple[pl.Series, pl.DataFrame]:
    return scrub(texts, INJECTED)


def _bare_data(texts: pl.Series, run: int) -> tuple[pl.Series, pl.DataFrame]:
    """Base64 without a label: long runs of mixed case and digits become `[data]`."""
    rows = texts.str.contains(_RUN).arg_true()
    before = texts.gather(rows)
    after = pl.Series([_without_runs(text, run) for text in before], dtype=pl.String)
    changed = (before != after).arg_true()
    at = rows.gather(changed)
    counts = count(at, "data", pl.repeat(1, at.len(), eager=True))
    return (texts.scatter(at, after.gather(changed)) if at.len() else texts), counts


def _without_runs(text: str, least: int) -> str:
    def replacement(match: re.Match[str]) -> str:
        run = match.group()
        kinds = (str.isupper, str.islower, str.isdigit)
        encoded = len(run) >= least and all(any(map(kind, run)) for kind in kinds)
        return "[data]" if encoded else run

    return _RUNS.sub(replacement, text)
