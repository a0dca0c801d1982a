"""Messages: partition, keys, order, times, exclusion, and what the lake already knows."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.columns import PARTITION
from schemas.messages import TABLE
from transforms.clean import clean
from transforms.ids import content_id
from transforms.importers import RawMessage
from transforms.importers.frames import raw_frame
from transforms.messages import Overrides, anti_join, build, override

NOW = datetime(2025, 6, 1, tzinfo=UTC)
T0 = datetime(2025, 1, 1, 8, tzinfo=UTC)


def said(content: str, minute: float | None = 0, **fields: Any) -> RawMessage:
    """A user's message of session "s", `minute` minutes after T0 (None: no time)."""
    time = None if minute is None else round((T0 + timedelta(minutes=minute)).timestamp() * 10**6)
    flag = "missing" if minute is None else "ok"
    known = {"line": 1, "session_id": "s", "role": "user", "time_us": time, "time_flag": flag}
    return RawMessage(**(known | {"content": content} | fields))


def cleaned(*files: Iterable[RawMessage]) -> pl.DataFrame:
    """Each argument is a file; lines are numbered, the digest follows from the content."""
    frames = []
    for file in files:
        rows = [row._replace(line=n) for n, row in enumerate(file, 1)]
        frames.append(clean(raw_frame(rows, content_id(repr(rows)), "winnow_jsonl")))
    return pl.concat(frames)


def messages(*files: Iterable[RawMessage], received_at: datetime = NOW) -> pl.DataFrame:
    return build(cleaned(*files), 16, received_at, "run")


def content(frame: pl.DataFrame) -> list[dict[str, Any]]:
    return frame.select(TABLE.content).sort("message_key").to_dicts()


def keys(frame: pl.DataFrame) -> set[str]:
    return set(frame["message_key"])


def test_defaults_and_overrides() -> None:
    file = [said("hi"), said("其他", owner_id="lin", persona_id="cook", project_id="p", scope=None)]
    mine, lins = messages(file).sort("owner_id", descending=True).select(PARTITION).rows()
    assert mine == ("me", "default", "global", "")
    assert lins == ("lin", "cook", "project", "p")
    forced = build(override(cleaned(file), Overrides("x", "y", "z")), 16, NOW, "run")
    assert set(forced.select(PARTITION).rows()) == {("x", "y", "project", "z")}
    assert override(cleaned(file), Overrides()).equals(cleaned(file))


def test_scope_global_beats_a_project_name() -> None:
    frame = messages([said("hi", scope="global", project_id="p")])
    assert frame.select("scope", "project_id").row(0) == ("global", "")


def test_two_owners_who_share_every_id_and_text_share_no_key() -> None:
    one = [said("我住杭州", message_id="1"), said("no id", 1)]
    both = messages([*one, *(row._replace(owner_id="lin") for row in one)])
    assert both.height == 4
    assert both["session_key"].n_unique() == 2
    assert both["message_key"].n_unique() == 4


def test_ids_that_repeat_with_other_text_and_missing_ids_still_name_every_message() -> None:
    file = [
        said("one", 0, message_id="0"),
        said("two", 0, message_id="0"),
        said("two", 0),
        said("two", 0),
        said("two", 1),
        said("two", 1, role="assistant"),
    ]
    frame = messages(file)
    assert frame.height == 6
    assert frame["position"].to_list() == [0, 1, 2, 3, 4, 5]


def test_the_same_message_in_two_files_is_one() -> None:
    old = [said("a", 0, message_id="1"), said("b", 1), said("b", 1)]
    grown = [*old, said("c", 2)]
    assert messages(old, grown).height == 4
    assert content(messages(old, grown)) == content(messages(grown, old))
    assert keys(messages(old)) < keys(messages(grown))


def test_a_grown_file_gives_old_messages_their_old_rows() -> None:
    old = [said("a", 0, message_id="1"), said("later", None), said("b", 3)]
    reused = [said(text, 4, message_id="1") for text in "uvwxyz"]
    grown = [*old, *reused, said("b", 3), said("早些", -60)]
    before, after = messages(old), messages(grown)
    kept = after.join(before, on="message_key", how="semi")
    assert content(kept) == content(before)
    assert after.height == 11


def test_the_next_messages_in_a_file_of_their_own() -> None:
    first = [said("a", 0, message_id="1"), said("b", 1)]
    second = [said("c", 2, message_id="3"), said("d", 3)]
    whole = messages(first, second)
    assert keys(whole) == keys(messages(first)) | keys(messages(second))
    assert whole["content"].to_list() == ["a", "b", "c", "d"]


def test_keys_do_not_depend_on_when_a_message_is_received() -> None:
    file = [said("a", 0), said("b", 60 * 24 * 365)]
    early, late = messages(file), messages(file, received_at=NOW + timedelta(days=900))
    assert keys(early) == keys(late)
    assert early["time_flag"].to_list() == ["ok", "future"]
    assert late["time_flag"].to_list() == ["ok", "ok"]


def test_times_that_cannot_be_are_nulled_and_flagged() -> None:
    file = [
        said("first", None),
        said("ok", 5),
        said("epoch zero", time_us=0),
        said("2099", 60 * 24 * 365 * 74),
        said("soon", None, time_flag="invalid"),
        said("ok again", 9),
    ]
    frame = messages(file).sort("position")
    flags = ["missing", "ok", "ancient", "future", "invalid", "ok"]
    assert frame["time_flag"].to_list() == flags
    assert (frame["created_at"].is_not_null() == (frame["time_flag"] == "ok")).all()
    five, nine = T0 + timedelta(minutes=5), T0 + timedelta(minutes=9)
    assert frame["order_at"].to_list() == [None, five, five, five, five, nine]


def test_a_session_without_an_id_is_named_by_its_beginning() -> None:
    talk = [
        said("你好", 0, session_id=None, session_ref="0"),
        said("b", 1, session_id=None, session_ref="0"),
    ]
    other = [
        said("你好", 0, session_id=None, session_ref="1"),
        said("z", 1, session_id=None, session_ref="1"),
    ]
    both, swapped = messages([*talk, *other]), messages(other, talk)
    assert both["session_key"].n_unique() == 2
    assert keys(both) == keys(swapped)
    assert messages(talk)["session_key"].n_unique() == 1
    assert set(messages(talk)["session_key"]) <= set(both["session_key"])


def test_consecutive_copies_are_duplicates_and_an_answer_between_them_is_not_forgotten() -> None:
    loop = [said("run the build", n / 10) for n in range(8)]
    file = [
        *loop,
        said("done", 2, role="assistant"),
        said("run the build", 3),
        said("嗯", 4),
        said("嗯", 5),
    ]
    frame = messages(file).sort("position")
    assert frame["excluded"].to_list() == [None, *["duplicate"] * 7, None, None, None, "duplicate"]


def test_tool_messages_between_copies_do_not_hide_them() -> None:
    file = [said("go", 0), said("{}", 1, role="tool"), said("go", 2)]
    assert messages(file)["excluded"].to_list() == [None, "tool", "duplicate"]


@pytest.mark.parametrize("visibility", ["group", "stranger"])
def test_one_restricted_message_restricts_its_session_only(visibility: str) -> None:
    file = [said("a"), said("b", 1, visibility=visibility), said("c", session_id="t")]
    frame = messages(file)
    excluded = dict(frame.select("content", "excluded").rows())
    assert excluded == {"a": "restricted", "b": "restricted", "c": None}


def test_secrets_enter_no_hash_and_no_key() -> None:
    one, other = (messages([said(f"password=hunter{n}")]) for n in (11, 22))
    assert content(one) == content(other)


def test_anti_join_counts_what_arrived_changed() -> None:
    known = messages([said("a", message_id="1"), said("b", 1, message_id="2"), said("c", 2)])
    arrived = messages(
        [
            said("a!", message_id="1"),
            said("b", 1, message_id="2", persona_id="cook"),
            said("c", 2),
            said("d", 3),
        ]
    )
    fresh, changed = anti_join(arrived, known)
    assert fresh["content"].to_list() == ["d"]
    assert changed.select("what", "n").rows() == [("content", 1), ("partition", 1)]
    again, nothing = anti_join(known, known)
    assert again.is_empty()
    assert nothing.is_empty()


def test_nothing_in_nothing_out() -> None:
    assert messages([]).height == 0


SESSION = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "好", "NO_REPLY", ""]),
        st.sampled_from([None, 0, 1, 2, 600]),
        st.sampled_from([None, "1", "2"]),
        st.sampled_from(["user", "assistant", "tool"]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=12, deadline=None)
@given(sessions=st.lists(SESSION, min_size=1, max_size=4), seed=st.integers(0, 99))
def test_names_order_and_spread_of_files_change_nothing(
    sessions: list[list[tuple[Any, ...]]], seed: int
) -> None:
    talks = [
        [
            said(text, minute, session_id=f"s{n}", message_id=source, role=role)
            for text, minute, source, role in session
        ]
        for n, session in enumerate(sessions)
    ]
    shuffled = random.Random(seed).sample(talks, len(talks))
    one_file = messages([row for talk in talks for row in talk])
    assert content(messages(*shuffled)) == content(one_file)
    first, rest = shuffled[:1], shuffled[1:]
    nights = [messages(*first)] + ([messages(*rest)] if rest else [])
    assert content(pl.concat(nights)) == content(one_file)
