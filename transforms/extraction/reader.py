"""A forgiving JSON reader for what models write.

Belongs here: one value at one place of a text, read as far as it goes. Does not belong here:
where in a reply to look, and what the values mean (parse.py).

Beyond JSON it takes: trailing and missing commas, single and typographic quotes, full-width
`：` `，`, bare keys, raw control characters and unescaped quotes in strings, True / False / None,
comments, `...`. Where the text ends too early, `Read.cut` is true and the containers hold their
complete entries only; an object that was cut is a `CutObject`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

DEPTH_MAX = 12

_CLOSERS = {'"': '"', "'": "'", "“": "”", "‘": "’", "＂": "＂"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_SKIP = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/|…|\.\.\.)+", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_LITERALS = {"true": True, "false": False, "null": None, "none": None}
_AFTER_COMMA = re.compile(r"[,，][,，\s]*(?:[\"'“‘＂{}\[\]]|[A-Za-z_]+\s*[:：]|$)")
_KEY = re.compile(r"[\w .-]{1,64}")
#: Fields inside a string: its end was overlooked, and what it swallowed cannot be told apart.
_SWALLOWED = re.compile(r"[\"”＂]\s*[:：]|[\"”＂]\s*[,，]\s*[\"“＂]\w+[\"”＂]")
_SWALLOWED_SINGLE = re.compile(r"'\s*[:：]|'\s*[,，]\s*'\w+'")
_AFTER_VALUE = re.compile(r"\s*(?:[}\]]|$|[\"“＂]\s*[A-Za-z_]+\s*[\"”＂]\s*[:：])")


class CutObject(dict[str, Any]):
    """An object whose end is missing; it holds the entries that are complete."""


class NotJson(ValueError):
    """There is no value at this place."""


@dataclass(frozen=True, slots=True)
class Read:
    """A value, the place after it, and whether the text ended before it did."""

    value: Any
    end: int
    cut: bool


def read_value(text: str, start: int) -> Read:
    """The object or array that begins at `start`. Raises NotJson where there is none."""
    reader = _Reader(text, start)
    if text[start : start + 1] not in ("{", "["):
        raise NotJson("no object or array")
    value = reader.value(0)
    return Read(value, reader.at, reader.cut)


class _Reader:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.cut = False

    def value(self, depth: int) -> Any:
        """The value at `at`; sets `cut` and returns what is complete where the text ends."""
        if depth > DEPTH_MAX:
            raise NotJson("nested too deep")
        sign = self._peek()
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._array(depth)
        if sign in _CLOSERS:
            return self._string(as_key=False)
        return self._scalar()

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        entries: dict[str, Any] = {}
        while (sign := self._peek()) != "}":
            if sign == "":
                return self._cut_object(entries)
            if sign in ",，":
                self.at += 1
                continue
            key = self._key()
            if self.cut:
                return CutObject(entries)
            if self._peek() == "":
                return self._cut_object(entries)
            if self._peek() not in ":：":
                raise NotJson("a key without a value")
            self.at += 1
            if self._peek() == "":
                return self._cut_object(entries)
            value = self.value(depth + 1)
            if not self.cut or isinstance(value, (dict, list)):
                entries.setdefault(key, value)
            if self.cut:
                return CutObject(entries)
        self.at += 1
        return entries

    def _cut_object(self, entries: dict[str, Any]) -> CutObject:
        self.cut = True
        return CutObject(entries)

    def _array(self, depth: int) -> list[Any]:
        self.at += 1
        items: list[Any] = []
        while (sign := self._peek()) != "]":
            if sign == "":
                self.cut = True
                return items
            if sign in ",，":
                self.at += 1
                continue
            value = self.value(depth + 1)
            if not self.cut or isinstance(value, (dict, list)):
                items.append(value)
            if self.cut:
                return items
        self.at += 1
        return items

    def _key(self) -> str:
        if self._peek() in _CLOSERS:
            key = self._string(as_key=True)
            if not self.cut and not _KEY.fullmatch(key):
                raise NotJson("more than a key")
            return key
        found = _WORD.match(self.text, self.at)
        if not found:
            raise NotJson("no key")
        self.at = found.end()
        return found[0]

    def _string(self, as_key: bool) -> str:
        opener = self.text[self.at]
        closer = _CLOSERS[opener]
        at = self.at + 1
        written: list[str] = []
        while at < len(self.text):
            sign = self.text[at]
            if sign == "\\":
                piece, at = self._escape(at)
                written.append(piece)
                continue
            if sign == closer and (as_key or self._closes(at + 1)):
                swallowed = _SWALLOWED_SINGLE if opener == "'" else _SWALLOWED
                if swallowed.search(self.text, self.at + 1, at):
                    raise NotJson("a string with fields in it")
                self.at = at + 1
                return "".join(written)
            written.append(sign)
            at += 1
        self.at, self.cut = at, True
        return "".join(written)

    def _closes(self, at: int) -> bool:
        """Whether a quote before `at` ends the string, or is a quote that was not escaped."""
        end = _SKIP.match(self.text, at)
        after = end.end() if end else at
        if _AFTER_VALUE.match(self.text, at) or _AFTER_COMMA.match(self.text, after):
            return True
        return self.text[after : after + 2] in ("//", "/*")

    def _escape(self, at: int) -> tuple[str, int]:
        sign = self.text[at + 1 : at + 2]
        if sign != "u":
            return _ESCAPES.get(sign, sign), at + 2
        digits = self.text[at + 2 : at + 6]
        try:
            code = int(digits, 16) if len(digits) == 4 else -1
        except ValueError:
            code = -1
        if code < 0:
            return "u", at + 2
        low = self.text[at + 6 : at + 12]
        if 0xD800 <= code < 0xDC00 and re.fullmatch(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", low):
            code = 0x10000 + ((code - 0xD800) << 10) + (int(low[2:], 16) - 0xDC00)
            return chr(code), at + 12
        return ("\ufffd" if 0xD800 <= code < 0xE000 else chr(code)), at + 6

    def _scalar(self) -> Any:
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            if self.at == len(self.text):
                self.cut = True
            digits = found[0]
            if len(digits) > 18:
                return digits
            return float(digits) if re.search(r"[.eE]", digits) else int(digits)
        found = _WORD.match(self.text, self.at)
        if found and found[0].lower() in _LITERALS:
            self.at = found.end()
            return _LITERALS[found[0].lower()]
        if found and found.end() == len(self.text):
            self.at, self.cut = found.end(), True
            return None
        raise NotJson("no value")

    def _peek(self) -> str:
        """The next sign that matters, "" at the end."""
        found = _SKIP.match(self.text, self.at)
        if found:
            self.at = found.end()
        return self.text[self.at : self.at + 1]
