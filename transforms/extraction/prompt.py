"""The extraction prompt: layout of a window, message text made harmless.

Belongs here: `render` and escaping. Does not belong here: the wording (wording.py), token counts,
sending. The system text is identical for all windows of a language, so that engines cache it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from transforms.extraction.views import Line, OwnerView, WindowView
from transforms.extraction.wording import WORDINGS, Wording

VERSION = "prompt-1"

RULE = "━" * 39
NAME_MAX = 120  # characters of a scene or owner name that are shown

_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_HIDDEN = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_BRACKET = re.compile(
    r"[\[［](\s*(?:m\d+|-|user|assistant|system|tool|他人|用户|another person)\s*)[\]］]",
    re.IGNORECASE,
)
_SECTION = re.compile(r"【(\s*(?:上一个情境|背景对话|待提取的新消息|任务.{0,12}|输出)\s*)】")
#: Without any of these a text is harmless; most are, and escaping them must cost nothing.
_SUSPECT = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\[［【<━]")
_CONTROL = re.compile(r"<(\|[^<>|\n]{0,40}\|?|/?s|/?(?:start|end)_of_turn|/?INST)>", re.IGNORECASE)


def render(
    view: WindowView, previous_scene: str | None, reminder: bool = False
) -> tuple[tuple[str, str], ...]:
    """(role, text) turns of the question about a window (rows E01-E55).

    `previous_scene` is the raw name that the window before ended with; `reminder` adds the
    JSON-only note of a retry. The same arguments give the same bytes.
    """
    words = WORDINGS[view.lang]
    parts = [
        f"{words.language}{'' if view.lang == 'zh' else ' '}{_owner(view.owner, words)}",
        f"{words.scene}\n{_inline(previous_scene or '') or words.none}",
        f"{words.background}\n{_listing(view.background, words)}",
        RULE,
        f"{words.new}\n{_listing(view.new, words)}",
        RULE,
        words.closing,
    ]
    if reminder:
        parts.append(words.reminder)
    return (("system", words.system), ("user", "\n\n".join(parts)))


def escape(text: str) -> str:
    """A message that cannot be taken for layout: every further line is marked with "| ".

    Brackets of ids and roles, our section titles, the rule and chat-template marks are replaced
    by look-alikes; everything else stays. Invisible and control characters go.
    """
    if not _SUSPECT.search(text):
        return text
    clean = _HIDDEN.sub("", _BREAKS.sub("\n", text))
    clean = _BRACKET.sub(r"(\1)", clean)
    clean = _SECTION.sub(r"〔\1〕", clean)
    clean = _CONTROL.sub(r"‹\1›", clean)
    clean = clean.replace("━", "─")
    return "\n| ".join(clean.split("\n"))


def _inline(text: str) -> str:
    return " ".join(escape(text).replace("\n| ", " ").split())[:NAME_MAX]


def _owner(owner: OwnerView, words: Wording) -> str:
    names = [_inline(name) for name in (owner.name, *owner.aliases) if name]
    return words.owner.format(names=" / ".join(names)) if names else words.nameless


def _listing(lines: Iterable[Line], words: Wording) -> str:
    return "\n\n".join(_line(line, words) for line in lines) or words.none


def _line(line: Line, words: Wording) -> str:
    time = line.utc or words.unknown_time
    if line.utc and line.local:
        time += words.local.format(time=line.local)
    role = words.roles.get(line.role, line.role)
    return f"[{line.alias or '-'}] [{role}] [{time}]: {escape(line.text)}"
