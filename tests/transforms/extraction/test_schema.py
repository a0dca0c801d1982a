"""The reply schema: bounded, one object per size, only keywords that every backend takes."""

from __future__ import annotations

import json

import pytest

from transforms.extraction.schema import SCENES_MAX, max_tokens, reply_schema

REFUSED = {"pattern", "format", "allOf", "oneOf", "uniqueItems", "multipleOf", "$ref"}


def walk(node):
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


def test_one_object_per_size():
    assert reply_schema(3) is reply_schema(3)
    assert reply_schema(3) != reply_schema(4)


@pytest.mark.parametrize("n", [1, 24])
def test_every_string_and_array_is_bounded(n):
    for node in walk(reply_schema(n)):
        assert not REFUSED & node.keys()
        if node.get("type") == "string":
            assert "maxLength" in node or "enum" in node
        if node.get("type") == "array":
            assert node["maxItems"] >= 1
        if node.get("type") == "object":
            assert node["additionalProperties"] is False


def test_only_the_windows_aliases_can_be_cited():
    cited = reply_schema(2)["items"]["properties"]["message_ids"]
    assert cited["items"]["enum"] == ["m1", "m2"]
    assert reply_schema(2)["maxItems"] == SCENES_MAX
    assert json.loads(json.dumps(reply_schema(2))) == reply_schema(2)


def test_a_window_has_at_least_one_part():
    with pytest.raises(ValueError, match="at least one"):
        reply_schema(0)


def test_the_token_budget_grows_with_the_window_and_ends():
    assert max_tokens(1) < max_tokens(12) <= max_tokens(500) == 1536
