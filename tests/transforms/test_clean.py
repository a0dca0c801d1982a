"""Cleaning: what is taken out, what is excluded, and that everything is counted."""

from __future__ import annotations

import base64

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.clean import clean
from transforms.importers import RawMessage
from transforms.importers.frames import raw_frame


def raw(*texts: str, role: str = "user", repaired: int = 0) -> pl.DataFrame:
    messages = [RawMessage(n, "s", role, t, repaired=repaired) for n, t in enumerate(texts, 1)]
    return raw_frame(messages, "digest", "winnow_jsonl")


def cleaned(text: str, role: str = "user") -> tuple[str, str | None, dict[str, int]]:
    row = clean(raw(text, role=role)).to_dicts()[0]
    return row["content"], row["excluded"], {d["reason"]: d["n"] for d in row["dropped"]}


@pytest.mark.parametrize(
    ("text", "left", "dropped"),
    [
        (
            "<recalled_memories>\n- John Doe, engineer\n</recalled_memories>\nok thanks",
            "ok thanks",
            {"injected_context": 1},
        ),
        (
            "好的<system-reminder>别忘了测试</system-reminder>，谢谢",
            "好的，谢谢",
            {"injected_context": 1},
        ),
        (
            "<system-reminder>a</system-reminder>hi<system-reminder>b</system-reminder>",
            "hi",
            {"injected_context": 2},
        ),
        ("Hello\n<environment_context>\n<cwd>/home</cwd>", "Hello", {"injected_context": 1}),
        ("<Relevant-Memories kind='x'>z</Relevant-Memories> 你好", "你好", {"injected_context": 1}),
        (
            "<local-command-stdout>37 snapshots</local-command-stdout>done",
            "done",
            {"tool_noise": 1},
        ),
        ("<command-name>/clear</command-name>next", "next", {"tool_noise": 1}),
        ("<think>let me see {1}</think>Sure.", "Sure.", {"thinking": 1}),
        ('<details type="reasoning">hm</details>Yes', "Yes", {"thinking": 1}),
        ("look data:image/png;base64,iVBORw0KGgo= nice", "look [image] nice", {"image": 1}),
        ("pdf data:application/pdf;base64,JVBERi0=", "pdf [data]", {"data": 1}),
        ("a\x00b\u200b\u202ec", "abc", {"control": 3}),
        ("one\r\ntwo\rthree", "one\ntwo\nthree", {}),
        ("my key is AKIAFAKE0000FAKE0000", "my key is [redacted:aws_key]", {"secret:aws_key": 1}),
        ("AKIAFAKE\u200b0000FAKE0000", "[redacted:aws_key]", {"control": 1, "secret:aws_key": 1}),
    ],
)
def test_what_is_taken_out(text: str, left: str, dropped: dict[str, int]) -> None:
    content, _, counts = cleaned(text)
    assert (content, counts) == (left, dropped)


@pytest.mark.parametrize(
    "text",
    [
        "The <system-reminder> tag is not closed in my template",
        "My team reviews system prompt designs",
        "我们讨论了 system prompt 的设计 — 很有意思",
        "if a < b and c > d then e",
        "👩‍👩‍👧 family ❤️ emoji 🇩🇪",
        "#include <thinkpad.h>",
        "啊" * 3000,
        "ha" * 3000,
        "x" * 10_001,
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert cleaned(text) == (text, None, {})


def test_a_200_kb_image_becomes_a_word() -> None:
    payload = base64.b64encode(bytes(range(256)) * 600).decode()
    assert cleaned(f"see data:image/png;base64,{payload} ok")[0] == "see [image] ok"
    wrapped = "\n".join(payload[at : at + 76] for at in range(0, len(payload), 76))
    assert cleaned(f"see {payload} ok") == ("see [data] ok", None, {"data": 1})
    assert cleaned(f"附件：\n{wrapped}")[0] == "附件：\n[data]"


@pytest.mark.parametrize(
    ("text", "role", "reason"),
    [
        ("NO_REPLY", "user", "junk_token"),
        ("  HEARTBEAT_OK. \n", "assistant", "junk_token"),
        ("[Request interrupted by user]", "user", "junk_token"),
        ("", "user", "empty"),
        (" \n\t", "assistant", "empty"),
        ("<recalled_memories>x</recalled_memories>", "user", "empty"),
        ("data:image/png;base64,AAAA", "user", "placeholder_only"),
        ("boot", "system", "system"),
        ("37 snapshot(s) available", "tool", "tool"),
        ("What do you remember about me?", "user", "meta_question"),
        ("ok, do you know my name", "user", "meta_question"),
        ("你还记得我吗？", "user", "meta_question"),
        ("你记得关于我的哪些事情", "user", "meta_question"),
    ],
)
def test_excluded_on_sight(text: str, role: str, reason: str) -> None:
    assert cleaned(text, role)[1] == reason


@pytest.mark.parametrize(
    "text",
    [
        "I like the NO_REPLY convention",
        "What do you remember about me? I moved to Porto last week.",
        "你还记得我妈妈的生日吗？是五月三号",
        "你知道我的猫叫什么吗",
        "好",
        "?",
        "我住杭州",
    ],
)
def test_short_and_similar_texts_qualify(text: str) -> None:
    assert cleaned(text)[1] is None


def test_tool_output_and_surrogates_are_counted() -> None:
    assert cleaned("rows: 3", "tool") == ("", "tool", {"tool_output": 1})
    row = clean(raw("half \ufffd", repaired=2)).to_dicts()[0]
    assert row["dropped"] == [{"reason": "surrogate", "n": 2}]


def test_no_rows() -> None:
    assert clean(raw()).height == 0


PIECES = st.sampled_from(
    [
        "我喜欢咖啡",
        "I like tea ",
        "\x00",
        "<system-reminder>x</system-reminder>",
        "<think>",
        "</think>",
        "data:image/png;base64,QUJD ",
        "password=hunter2 ",
        "\n",
        "NO_REPLY",
    ]
)


@settings(max_examples=12, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=5).map("".join), min_size=1, max_size=6))
def test_batches_of_any_size_give_the_same_rows(texts: list[str]) -> None:
    whole = raw(*texts)
    parts = [clean(whole.slice(at, 1)) for at in range(whole.height)]
    assert pl.concat(parts).equals(clean(whole))
    assert not clean(whole)["content"].str.contains("hunter2|\x00|QUJD").any()
