"""Windows: the cutting rules, and that every part is new in exactly one window (design, 4.2)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.messages import TABLE as MESSAGES
from schemas.windows import TABLE as WINDOWS
from transforms.clean import clean
from transforms.importers import RawMessage
from transforms.importers.frames import raw_frame
from transforms.messages import build
from transforms.text.tokens import estimate_tokens
from transforms.windows import VERSION, WindowParams, cut, due_tails

T0 = datetime(2025, 1, 1, 8, tzinfo=UTC)
T0_MICROS = round(T0.timestamp()) * 10**6
LATER = datetime(2025, 6, 1, tzinfo=UTC)
PARAMS = WindowParams()

Turn = tuple[str, str, float | None]  # role, text, minutes after T0


def session(*turns: Turn, name: str = "s", **fields: Any) -> pl.DataFrame:
    return sessions({name: turns}, **fields)


def sessions(named: Mapping[str, Iterable[Turn]], **fields: Any) -> pl.DataFrame:
    rows = []
    for name, turns in named.items():
        for n, (role, text, minute) in enumerate(turns):
            micros = None if minute is None else T0_MICROS + round(minute * 60 * 10**6)
            flag = "missing" if minute is None else "ok"
            rows.append(RawMessage(n + 1, name, role, text, f"{n}", micros, flag, **fields))
    return build(clean(raw_frame(rows, "digest", "winnow_jsonl")), 16, LATER, "run")


def windows(
    messages: pl.DataFrame,
    existing: pl.DataFrame | None = None,
    params: WindowParams = PARAMS,
    received_at: datetime = LATER,
    flush: bool = False,
) -> pl.DataFrame:
    before = WINDOWS.empty() if existing is None else existing
    return cut(messages, before, params, received_at, flush, "run")


def texts(messages: pl.DataFrame, found: pl.DataFrame) -> list[list[str]]:
    """The new texts of each window, in order of the chain."""
    content = dict(messages.select("message_key", "content").rows())
    return [
        [content[part["message_key"]][part["start"] : part["stop"]] for part in new]
        for new in found.sort("session_key", "ordinal")["new"].to_list()
    ]


def words(tokens: int, lead: str = "w") -> str:
    """English text of about `tokens` estimated tokens."""
    return " ".join(f"{lead}{n:02d}" for n in range(tokens))[: tokens * 4]


def test_one_short_session_is_one_window() -> None:
    messages = session(("user", "我住杭州", 0), ("assistant", "好的", 1), ("user", "也喜欢跑步", 2))
    (window,) = windows(messages).to_dicts()
    assert texts(messages, windows(messages)) == [["我住杭州", "好的", "也喜欢跑步"]]
    assert window["status"] == "ready"
    assert (window["lang"], window["ordinal"], window["background"]) == ("zh", 0, [])
    assert window["est_tokens"] == 4 + 2 + 5
    assert (window["first_at"], window["last_at"]) == (T0, T0 + timedelta(minutes=2))
    assert window["window_version"] == VERSION


def test_count_and_budget_end_a_window() -> None:
    many = session(*[("user", f"fact {n}", n) for n in range(50)])
    assert [len(window) for window in texts(many, windows(many))] == [24, 24, 2]
    big = session(*[("user", words(400, f"{n}x"), n) for n in range(7)])
    assert [len(window) for window in texts(big, windows(big))] == [3, 3, 1]
    assert windows(big)["est_tokens"].max() <= PARAMS.budget_tokens


def test_a_gap_ends_a_window_and_exactly_six_hours_do_not() -> None:
    messages = session(("user", "a", 0), ("user", "b", 360), ("user", "c", 721))
    assert texts(messages, windows(messages)) == [["a", "b"], ["c"]]


def test_long_assistant_text_counts_up_to_the_elision() -> None:
    messages = session(*[(r, words(600, r[0]), n) for n, r in enumerate(["user", "assistant"] * 2)])
    assert windows(messages)["est_tokens"].to_list() == [600 + 150, 600 + 150]


def test_a_question_goes_with_its_answer() -> None:
    turns: list[Turn] = [("user", words(1100), 0), ("assistant", "Which city, then?", 1)]
    turns += [("user", words(200, "v"), 2), ("assistant", "好", 3)]
    messages = session(*turns)
    assert [len(window) for window in texts(messages, windows(messages))] == [1, 3]
    statement = session(*[(r, t.replace("?", "."), n) for r, t, n in turns])
    assert [len(window) for window in texts(statement, windows(statement))] == [2, 2]


@pytest.mark.parametrize("question", ["哪个城市？", "去过杭州吗", "你呢。"])
def test_chinese_questions(question: str) -> None:
    messages = session(("user", words(1180), 0), ("assistant", question, 1), ("user", words(40), 2))
    assert [len(window) for window in texts(messages, windows(messages))] == [1, 2]


def test_a_gap_beats_the_question_and_the_question_beats_the_budget() -> None:
    apart = session(("user", "a", 0), ("assistant", "Which city?", 1), ("user", "Porto", 400))
    assert [len(window) for window in texts(apart, windows(apart))] == [2, 1]
    assert windows(apart)["background"].list.len().to_list() == [0, 2]
    big = session(("assistant", "Tell me all?", 0), ("user", words(1199), 1), ("user", "b", 2))
    assert [len(window) for window in texts(big, windows(big))] == [2, 1]


def test_a_huge_message_is_split_into_parts_of_distinct_windows() -> None:
    huge = "我喜欢在西湖边跑步。" * 400
    messages = session(("user", "hello", 0), ("user", huge, 1), ("user", "bye", 2))
    found = windows(messages)
    parts = [part for new in found["new"].to_list() for part in new]
    huge_key = messages.filter(pl.col("content") == huge)["message_key"][0]
    assert [part["part"] for part in parts if part["message_key"] == huge_key] == [0, 1, 2, 3]
    assert (
        "".join(text for window in texts(messages, found) for text in window) == f"hello{huge}bye"
    )
    assert found["est_tokens"].max() <= PARAMS.budget_tokens
    assert found["window_id"].n_unique() == found.height


def test_background_keeps_both_limits_and_crosses_no_session() -> None:
    turns: list[Turn] = [("user", f"fact {n}", n) for n in range(30)]
    messages = sessions({"a": turns, "b": turns})
    second = windows(messages).filter(pl.col("ordinal") == 1)
    assert second["background"].list.len().to_list() == [5, 5]
    owner = dict(messages.select("message_key", "session_key").rows())
    for row in second.to_dicts():
        assert {owner[key] for key in row["background"]} == {row["session_key"]}
    long = session(*[("user", words(140, f"{n}"), n) for n in range(12)])
    assert windows(long)["background"].list.len().to_list() == [0, 2]


def test_language_is_the_users_not_the_assistants() -> None:
    messages = session(("user", "用 Python 写爬虫", 0), ("assistant", words(100), 1))
    assert windows(messages)["lang"].to_list() == ["zh"]
    english = session(("user", "I moved to 北京 last year", 0), ("assistant", "好的，我记住了", 1))
    assert windows(english)["lang"].to_list() == ["en"]


def test_restricted_and_excluded_messages_are_in_no_window() -> None:
    group = session(("user", "secret plan", 0), name="g", visibility="group")
    assert windows(group).is_empty()
    mixed = session(("system", "boot", 0), ("user", "NO_REPLY", 1), ("user", "我住杭州", 2))
    assert texts(mixed, windows(mixed)) == [["我住杭州"]]


def test_a_window_without_a_users_word_is_kept_but_not_to_be_asked() -> None:
    turns: list[Turn] = [("assistant", words(150, f"{n}a"), n) for n in range(16)]
    messages = session(("user", "go on", -1), *turns, ("user", "thanks", 17))
    found = windows(messages)
    assert found["status"].to_list() == ["ready", "context", "ready"]
    assert sum(map(len, texts(messages, found))) == 18


def test_partitions_of_one_session_never_share_a_window() -> None:
    home = session(("user", "a", 0), ("user", "b", 2))
    work = session(("user", "x", 1), ("user", "y", 3), project_id="p")
    work = work.with_columns(message_key=pl.col("message_key").str.reverse())
    messages = pl.concat([home, work])
    found = windows(messages)
    assert texts(messages, found) == [["a", "b"], ["x", "y"]]
    assert found["background"].list.len().sum() == 0
    assert found["ordinal"].to_list() == [0, 1]
    assert found["project_id"].to_list() == ["", "p"]


@pytest.mark.parametrize(
    ("hours", "flush", "status"), [(1, False, "open"), (7, False, "ready"), (1, True, "ready")]
)
def test_a_tail_waits_until_its_session_is_quiet(hours: int, flush: bool, status: str) -> None:
    messages = session(("user", "a", 0), ("user", "b", 60))
    at = T0 + timedelta(hours=hours)
    found = windows(messages, received_at=at, flush=flush)
    assert found["status"].to_list() == [status]
    opened = windows(messages, received_at=T0 + timedelta(hours=1))
    assert due_tails(opened, PARAMS, at, flush).height == (status == "ready")


def test_a_full_tail_and_a_session_without_times_do_not_wait() -> None:
    full = session(*[("user", f"fact {n}", n) for n in range(24)])
    assert windows(full, received_at=T0)["status"].to_list() == ["ready"]
    timeless = session(("user", "a", None), ("user", "b", None))
    assert windows(timeless, received_at=T0)["status"].to_list() == ["ready"]


def test_a_full_tail_that_ends_with_a_question_waits_for_the_answer() -> None:
    turns: list[Turn] = [("user", f"fact {n}", n) for n in range(23)]
    messages = session(*turns, ("assistant", "And the city?", 23))
    assert windows(messages, received_at=T0)["status"].to_list() == ["open"]


def test_an_open_tail_grows_and_closed_windows_stay() -> None:
    turns: list[Turn] = [("user", f"fact {n}", n) for n in range(30)]
    first = windows(session(*turns[:27]), received_at=T0)
    assert first["status"].to_list() == ["ready", "open"]
    whole = session(*turns)
    second = windows(whole, first)
    assert second.row(0) == first.row(0)
    assert second.select(WINDOWS.content).equals(windows(whole).select(WINDOWS.content))


def test_late_messages_get_windows_of_their_own() -> None:
    whole = session(("user", "a", 0), ("user", "late", 1), ("user", "c", 2), ("user", "d", 3))
    early = whole.filter(pl.col("content").is_in(["a", "c"]))
    first = windows(early)
    second = windows(whole, first)
    assert texts(whole, second) == [["a", "c"], ["late"], ["d"]]
    assert second.row(0) == first.row(0)
    assert windows(whole, second).equals(second)


def test_another_budget_neither_repeats_nor_loses_text() -> None:
    huge = "I run along the river every morning. " * 300
    messages = session(("user", huge, 0))
    first = windows(messages, received_at=T0)
    assert first["status"].to_list() == ["ready", "ready", "open"]
    second = windows(messages, first, WindowParams(budget_tokens=500))
    assert second.head(2).equals(first.head(2))
    assert "".join(text for window in texts(messages, second) for text in window) == huge.strip()
    parts = [(part["message_key"], part["part"]) for new in second["new"] for part in new]
    assert len(set(parts)) == len(parts)


def test_halves_of_a_split_window_cover_their_messages() -> None:
    messages = session(("user", "a", 0), ("user", "b", 1))
    (parent,) = windows(messages).to_dicts()
    halves = [
        parent
        | {
            "window_id": f"half{n}",
            "parent_id": parent["window_id"],
            "new": [part],
            "ordinal": n + 1,
        }
        for n, part in enumerate(parent["new"])
    ]
    rows = [parent | {"status": "split"}, *halves]
    existing = WINDOWS.conform(pl.DataFrame(rows, schema=WINDOWS.dtypes))
    assert windows(messages, existing).equals(existing)


def test_nothing_in_nothing_out() -> None:
    assert windows(MESSAGES.empty()).is_empty()


TEXTS = ["hi", "我喜欢跑步", "Which one?", words(300), "好吗", words(2600), words(150, "z")]
TURNS = st.lists(
    st.tuples(
        st.sampled_from(["user", "user", "assistant"]),
        st.sampled_from(TEXTS),
        st.sampled_from([None, 0, 1, 30, 300, 700, 1500]),
    ),
    min_size=1,
    max_size=14,
)


def check_cover(messages: pl.DataFrame, found: pl.DataFrame) -> None:
    """Every qualifying message is covered from its first to its last character, once."""
    parts = found.select("status", "est_tokens", pl.col("new")).explode("new")
    rows = parts.select(pl.col("new").struct.unnest()).sort("message_key", "part").to_dicts()
    covered: dict[str, int] = {}
    for row in rows:
        assert row["start"] == covered.get(row["message_key"], 0)
        covered[row["message_key"]] = row["stop"]
    wanted = messages.filter(pl.col("excluded").is_null())
    lengths = wanted.select("message_key", pl.col("content").str.len_chars()).rows()
    assert covered == dict(lengths)
    assert found["window_id"].n_unique() == found.height
    assert found.select("session_key", "ordinal").is_unique().all()


@settings(max_examples=20, deadline=None)
@given(talks=st.lists(TURNS, min_size=1, max_size=3), seed=st.integers(0, 10**6))
def test_every_part_is_new_in_exactly_one_window_whatever_arrives_when(
    talks: list[list[Turn]], seed: int
) -> None:
    chance = random.Random(seed)
    messages = sessions({f"s{n}": turns for n, turns in enumerate(talks)})
    order = list(range(messages.height))
    chance.shuffle(order)
    found, at = WINDOWS.empty(), 0
    while at < len(order):
        at += chance.randint(1, 8)
        arrived = messages[sorted(order[:at])]
        clock = T0 + timedelta(hours=chance.randint(0, 60))
        before = found
        found = windows(arrived, before, received_at=clock, flush=chance.random() < 0.2)
        check_cover(arrived, found)
        closed = before.filter(pl.col("status") != "open")
        assert found.join(closed, on="window_id", how="semi").equals(
            closed.sort("bucket", "session_key", "ordinal")
        )


@settings(max_examples=15, deadline=None)
@given(talks=st.lists(TURNS, min_size=2, max_size=4), seed=st.integers(0, 10**6))
def test_whole_sessions_in_any_nights_give_the_same_windows(
    talks: list[list[Turn]], seed: int
) -> None:
    messages = sessions({f"s{n}": turns for n, turns in enumerate(talks)})
    order = [f"s{n}" for n in range(len(talks))]
    random.Random(seed).shuffle(order)
    found = WINDOWS.empty()
    for night in range(1, len(order) + 1):
        arrived = messages.filter(pl.col("session_id").is_in(order[:night]))
        found = windows(arrived, found)
    whole = windows(messages).select(WINDOWS.content)
    assert found.select(WINDOWS.content).equals(whole)


@settings(max_examples=15, deadline=None)
@given(turns=TURNS, seed=st.integers(0, 10**6))
def test_a_session_that_grows_in_order_gives_the_windows_of_the_whole(
    turns: list[Turn], seed: int
) -> None:
    minutes = [turn[2] for turn in turns]
    times = sorted(minute for minute in minutes if minute is not None) or [0]
    steady = [
        (role, text, times[min(n, len(times) - 1)]) for n, (role, text, _) in enumerate(turns)
    ]
    chance, found, at = random.Random(seed), WINDOWS.empty(), 0
    while at < len(steady):
        at += chance.randint(1, 5)
        so_far = session(*steady[:at])
        now = T0 + timedelta(minutes=steady[min(at, len(steady)) - 1][2])
        found = windows(so_far, found, received_at=now)
    whole = windows(so_far, received_at=now)
    assert found.select(WINDOWS.content).equals(whole.select(WINDOWS.content))


def test_no_window_exceeds_the_budget_but_for_a_question_and_its_answer() -> None:
    chance = random.Random(5)
    turns: list[Turn] = [
        (chance.choice(["user", "assistant"]), chance.choice(TEXTS) + f" {n}", n)
        for n in range(300)
    ]
    messages = session(*turns)
    role = dict(messages.select("message_key", "role").rows())
    for row, parts in zip(
        windows(messages).to_dicts(), texts(messages, windows(messages)), strict=True
    ):
        if row["est_tokens"] > PARAMS.budget_tokens:
            assert len(parts) == 2
            assert (
                estimate_tokens(parts[0]) <= 150
                or role[row["new"][0]["message_key"]] == "assistant"
            )
        assert len(parts) <= PARAMS.max_messages
