"""Times of messages as sources write them, to epoch microseconds.

Belongs here: units and forms (formats.md, section 9). Does not belong here: which times are
possible; never falls back to the present.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"-?\d{9,}(?:\.\d+)?")
_MS_FROM, _US_FROM, _END = 10**11, 10**14, 10**17


class Time(NamedTuple):
    """`flag` is ok, missing or invalid; `unit` is iso, s, ms or us, null unless ok."""

    us: int | None
    flag: str
    unit: str | None


MISSING = Time(None, "missing", None)
INVALID = Time(None, "invalid", None)


def parse_time(value: Any) -> Time:
    """ISO 8601 text, or an epoch number (also as text) in s, ms or us by magnitude.

    Null and "" are missing. A text without a zone is taken as UTC. Never raises.
    """
    if value is None or value == "":
        return MISSING
    if isinstance(value, bool):
        return INVALID
    if isinstance(value, int | float):
        return _from_epoch(value)
    if not isinstance(value, str):
        return INVALID
    text = value.strip()
    if _NUMBER.fullmatch(text):
        return _from_epoch(float(text) if "." in text else int(text[:24]))
    try:
        moment = datetime.fromisoformat(text)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        passed = aware - _EPOCH
    except (ValueError, OverflowError):
        return INVALID
    return Time((passed.days * 86_400 + passed.seconds) * 10**6 + passed.microseconds, "ok", "iso")


def _from_epoch(number: float) -> Time:
    if not math.isfinite(number) or abs(number) >= _END:
        return INVALID
    size = abs(number)
    unit, factor = (
        ("s", 10**6) if size < _MS_FROM else ("ms", 1000) if size < _US_FROM else ("us", 1)
    )
    return Time(round(number * factor), "ok", unit)
