"""The shape a reply must have: bounds, the JSON schema for structured output, token budget.

Belongs here: what parsing and the engines' grammars must agree on. Does not belong here: reading
a reply. Only keywords that every structured-output backend takes are used; every string and
array is bounded, so that a small model cannot run on for ever.
"""

from __future__ import annotations

from functools import cache
from typing import Any

SCENES_MAX = 4
MEMORIES_MAX = 8  # of one scene
SCENE_NAME_MAX = 120  # characters
CONTENT_MAX = 240  # characters
TIME_MAX = 32  # characters
PRIORITY_MIN, PRIORITY_MAX = -1, 100
TYPES = ("persona", "episodic", "instruction")


@cache
def reply_schema(n_aliases: int) -> dict[str, Any]:
    """JSON schema of a reply about `n_aliases` message parts: an array of scenes (rows E42-E46).

    The same object for the same size, to be treated as read-only: engines compile one grammar per
    size. Raises ValueError below 1.
    """
    if n_aliases < 1:
        raise ValueError(f"a window has at least one message part, not {n_aliases}")
    aliases = {"type": "string", "enum": [f"m{number}" for number in range(1, n_aliases + 1)]}
    cited = {"type": "array", "items": aliases, "minItems": 1, "maxItems": n_aliases}
    scene = _object(
        scene_name=_string(SCENE_NAME_MAX),
        message_ids=cited,
        memories={"type": "array", "items": _memory(cited), "maxItems": MEMORIES_MAX},
    )
    return {"type": "array", "items": scene, "minItems": 1, "maxItems": SCENES_MAX}


def max_tokens(n_aliases: int) -> int:
    """Output tokens to allow: room for one scene and about one memory per two parts."""
    return min(320 + 56 * n_aliases, 1536)


def _memory(cited: dict[str, Any]) -> dict[str, Any]:
    times = {
        name: {"type": "string", "maxLength": TIME_MAX}
        for name in ("activity_start_time", "activity_end_time")
    }
    return _object(
        content=_string(CONTENT_MAX),
        type={"type": "string", "enum": list(TYPES)},
        priority={"type": "integer", "minimum": PRIORITY_MIN, "maximum": PRIORITY_MAX},
        source_message_ids=cited,
        metadata={"type": "object", "properties": times, "additionalProperties": False},
    )


def _string(longest: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": longest}


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
