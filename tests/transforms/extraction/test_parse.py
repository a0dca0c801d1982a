"""What is unambiguous is read, the rest gets the right outcome, and nothing raises."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.replies import OUTCOMES
from tests.transforms.extraction.build import memory, scene
from tests.transforms.extraction.corpus import CORPUS, Reply
from transforms.extraction import schema
from transforms.extraction.parse import parse_reply

ALIASES = ("m1", "m2", "m3")
TWO = scene(memory("User likes tea"), memory("用户对核桃过敏"))


def parse(text, finish="stop"):
    return parse_reply(text, finish, ALIASES)


@pytest.mark.parametrize("reply", CORPUS, ids=lambda reply: reply.name)
def test_corpus(reply: Reply):
    parsed = parse(reply.text, reply.finish)
    contents = tuple(item.content for item in parsed.memories)
    assert (parsed.outcome, contents) == (reply.outcome, reply.contents)


def test_the_corpus_is_large_and_its_names_differ():
    assert len({reply.name for reply in CORPUS}) == len(CORPUS) >= 150


def test_fields_of_a_memory():
    times = {"activity_start_time": "2024-05-01", "activity_end_time": "N/A"}
    full = memory("x", " Episodic ", ["m2", "m1"], priority="-1", metadata=times)
    (item,) = parse(scene(full)).memories
    assert (item.kind, item.priority, item.aliases) == ("episodic", -1, ("m1", "m2"))
    assert (item.start, item.end, item.scene) == ("2024-05-01", None, 0)


@pytest.mark.parametrize("priority", [101, -2, 80.5, "80/100", True, None, "high", [80], 1e400])
def test_a_priority_that_is_none(priority):
    assert parse(scene(memory(priority=priority))).memories[0].priority is None


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["m1", "m3"], ("m1", "m3")),
        (["m3", "m1", "m3"], ("m1", "m3")),
        ("m1,m2", ("m1", "m2")),
        ("[m1]、[m2]", ("m1", "m2")),
        ([1, "2", "M3"], ("m1", "m2", "m3")),
        (["m9"], ()),
        ("m1-m3", ()),
        ("2024-05-01T02:00:00Z", ()),
        ([True, None, {"id": "m1"}], ()),
    ],
)
def test_aliases(written, read):
    assert parse(scene(memory(source_message_ids=written))).memories[0].aliases == read


def test_an_alias_that_no_scene_lists_joins_the_scene_before_it():
    first = {"scene_name": "a", "message_ids": ["m1"], "memories": []}
    second = {"scene_name": "b", "message_ids": ["m3", "m1"], "memories": []}
    parsed = parse(json.dumps([first, second]))
    assert [(s.name, s.aliases) for s in parsed.scenes] == [("a", ("m1", "m2")), ("b", ("m3",))]
    assert parsed.notes == {"alias_in_two_scenes": 1, "alias_without_scene": 1}
    assert parsed.last_scene == "b"


def test_the_chain_goes_on_from_the_last_named_scene():
    unnamed = {"message_ids": ["m3"], "memories": [memory()]}
    assert parse(json.dumps([*json.loads(scene(name="tea")), unnamed])).last_scene == "tea"
    assert parse("[]").last_scene is None
    assert parse(json.dumps([memory()])).last_scene is None


def test_what_fills_its_bound_is_truncated():
    """A string or array that ends exactly at its bound; alias lists never count."""
    full, short = (memory("x" * (schema.CONTENT_MAX - less)) for less in (0, 1))
    name = "n" * schema.SCENE_NAME_MAX
    many = [memory()] * schema.MEMORIES_MAX
    scenes = json.dumps(json.loads(scene(memory())) * schema.SCENES_MAX)
    assert [m.content for m in parse(scene(full, memory("tea"))).memories] == ["tea"]
    truncated = [scene(full), scene(memory(), name=name), scene(*many), scenes]
    assert [parse(text).outcome for text in truncated] == ["truncated"] * 4
    within = [scene(short), scene(memory(), name=name[1:]), scene(*many[1:])]
    within += [scene(memory(sources=ALIASES), ids=ALIASES)]
    assert [parse(text).outcome for text in within] == ["ok"] * 4
    assert len(parse(scene(*many)).memories) == schema.MEMORIES_MAX


@pytest.mark.parametrize("piece", ["[", '{"a":', '"', "<think>", "```", "{{", '[{"memories":'])
@pytest.mark.parametrize("finish", ["stop", "length"])
def test_endless_repetition(piece, finish):
    wanted = ("truncated",) if finish == "length" else ("parse_failed", "truncated")
    assert parse(piece * 4000, finish).outcome in wanted


pieces = st.sampled_from(
    [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        '"',
        "“",
        "'",
        "\\",
        "\n",
        "```",
        "<think>",
        "</think>",
        "m1",
        "…",
    ]
)
words = st.text(alphabet=st.characters(), max_size=12)


@st.composite
def mutated(draw):
    """A reply of the corpus, cut, spliced with another and sprinkled with pieces."""
    text = draw(st.sampled_from(CORPUS)).text[:600]
    other = draw(st.sampled_from(CORPUS)).text[:600]
    at, to = draw(st.integers(0, len(text))), draw(st.integers(0, len(other)))
    text = text[:at] + draw(words | pieces) + other[to:]
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(pieces) + text[at + draw(st.integers(0, 3)) :]
    return text


def bare(text: str) -> str:
    """ASCII letters and digits of a text: what cleaning cannot change."""
    return "".join(sign for sign in text if sign.isalnum() and sign.isascii())


@given(mutated() | st.text(max_size=200), st.sampled_from(["stop", "length", "error", ""]))
@settings(max_examples=400)
def test_never_raises_and_invents_nothing(text, finish):
    parsed = parse(text, finish)
    assert parsed.outcome in OUTCOMES
    assert parsed.outcome != "ok" or parsed.memories
    assert parsed.outcome != "ok_empty" or not parsed.memories
    for item in parsed.memories:
        assert item.content and set(item.aliases) <= set(ALIASES)
        assert "\\" in text or bare(item.content) in bare(text)


@given(st.integers(0, len(TWO)))
def test_a_cut_reply_keeps_its_complete_items(at):
    parsed = parse(TWO[:at], "length")
    contents = [item.content for item in parsed.memories]
    assert contents == ["User likes tea", "用户对核桃过敏"][: len(contents)]
    assert parsed.outcome == "truncated"
    complete = TWO[:at].count('"metadata": {}}')
    assert len(contents) == complete


@given(st.lists(st.text(max_size=30), max_size=5), st.lists(st.sampled_from(ALIASES), max_size=3))
def test_what_is_written_as_json_is_read_as_it_stands(contents, cited):
    parsed = parse(scene(*(memory(text, sources=cited) for text in contents)))
    wanted = [text for text in contents if " ".join(text.split())]
    assert len(parsed.memories) <= len(wanted)
    assert all(set(item.aliases) == set(cited) for item in parsed.memories)
