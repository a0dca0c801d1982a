"""The sample archive is what its README says, and its gold facts can be traced into it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.data.replies import read_gold, scripted_replies

DATA = Path(__file__).parent / "data"
FILES = sorted((DATA / "archive").rglob("*.jsonl"))
ROW = re.compile(r"\| `([\w-]+)` \| `([\w-]+)` \| `([\w./-]+)` \| (\d+) \| (.+) \|")
CONFIRMED = re.compile(r"^(?:yes|对|是)", re.IGNORECASE)

Message = dict[str, Any]


def read_archive() -> tuple[list[Message], list[tuple[str, int]]]:
    """Every message with its file, and (file, line) of what is no JSON."""
    messages, broken = [], []
    for file in FILES:
        name = str(file.relative_to(DATA / "archive"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            try:
                messages.append({"owner_id": "me", "file": name, **json.loads(line)})
            except json.JSONDecodeError:
                broken.append((name, number))
    return messages, broken


MESSAGES, BROKEN = read_archive()
GOLD = read_gold()
PAIRS = [json.loads(line) for line in (DATA / "gold_pairs.jsonl").read_text("utf-8").splitlines()]
BY_ID = {(m["owner_id"], m["message_id"]): m for m in MESSAGES if "message_id" in m}


def of_session(session: str, owner: str) -> list[Message]:
    return [m for m in MESSAGES if (m["session_id"], m["owner_id"]) == (session, owner)]


def test_readme_lists_every_session_with_its_owner_file_and_count() -> None:
    listed = {
        (session, owner, file): int(count)
        for session, owner, file, count, _ in ROW.findall((DATA / "README.md").read_text("utf-8"))
    }
    found = Counter((m["session_id"], m["owner_id"], m["file"]) for m in MESSAGES)
    assert listed == dict(found)


def test_readme_counts() -> None:
    text = (DATA / "README.md").read_text("utf-8")
    sessions = {(m["owner_id"], m["session_id"]) for m in MESSAGES}
    stored = Counter(fact["lang"] for fact in GOLD if fact["expect"] == "stored")
    rejected = sum(fact["expect"] == "rejected" for fact in GOLD)
    assert f"{len(sessions)} sessions and {len(MESSAGES)} messages" in text
    assert f"{stored.total()} facts that should be stored ({stored['en']} en" in text
    assert f"{rejected} that a sloppy model would state" in text
    assert f"{len(PAIRS)} pairs of gold facts" in text
    assert f"{len(FILES)} files" in text


def test_exactly_one_line_is_broken() -> None:
    assert BROKEN == [("kai/misc.jsonl", 7)]


def test_message_ids_are_unique_per_owner_and_shared_by_two_owners_once() -> None:
    assert len(BY_ID) == sum("message_id" in m for m in MESSAGES)
    mine, hers = of_session("chat-77", "me"), of_session("chat-77", "u-emma")
    fields = ("message_id", "role", "content", "timestamp")
    assert [[m[f] for f in fields] for m in mine] == [[m[f] for f in fields] for m in hers]


def test_partitions_and_roles_cover_what_the_job_must_keep_apart() -> None:
    assert {m["owner_id"] for m in MESSAGES} == {"me", "u-emma", "u-zhang", "u-kai"}
    assert {m.get("persona_id") for m in MESSAGES} == {None, "coach", "tutor"}
    assert {m.get("project_id") for m in MESSAGES} == {None, "orchard", "blog"}
    assert {m.get("visibility") for m in MESSAGES} == {None, "group", "stranger"}
    assert {m["role"] for m in MESSAGES} == {"user", "assistant", "tool", "system"}


@pytest.mark.parametrize(
    ("session", "owner", "sign"),
    [
        ("orchard-02", "u-kai", r"sk-test-FAKE"),
        ("orchard-02", "u-kai", r"AKIA[A-Z0-9]{16}\b"),
        ("orchard-02", "u-kai", r"Bearer \S+\.\S+\.\S+"),
        ("orchard-01", "u-kai", r"37 snapshot"),
        ("kai-01", "u-kai", "\ud83d"),
        ("kai-01", "u-kai", "\x00"),
        ("kai-02", "u-kai", r"data:image/png;base64,\S{1000,}"),
        ("me-005", "me", r"(?s)<recalled_memories>.*</recalled_memories>"),
        ("em-2025-03", "u-emma", r"From now on always send"),
        ("z-2025-05", "u-zhang", r"从现在开始，必须"),
        ("em-2025-08", "u-emma", r"^HEARTBEAT_OK$"),
        ("em-2025-08", "u-emma", r"^NO_REPLY$"),
        ("z-2024-04", "u-zhang", r"１３５"),
        ("z-2025-01-hk", "u-zhang", r"開會"),
        ("z-tutor-2", "u-zhang", r"(?s)^.{3000,}$"),
    ],
)
def test_trouble_is_in_its_session(session: str, owner: str, sign: str) -> None:
    assert any(re.search(sign, m["content"]) for m in of_session(session, owner))


def test_regenerated_answers_share_the_beginning_of_their_ids() -> None:
    ids = [m["message_id"] for m in of_session("em-2024-05", "u-emma")]
    assert [i for i in ids if i.startswith("em-2024-05-m04")] == [
        "em-2024-05-m04",
        "em-2024-05-m04r1",
        "em-2024-05-m04r2",
    ]


def test_one_message_comes_eight_times_in_a_row() -> None:
    texts = [m["content"] for m in of_session("orchard-02", "u-kai")]
    assert texts.count("still failing with exit code 137") == 8
    first = texts.index("still failing with exit code 137")
    assert len(set(texts[first : first + 8])) == 1


def test_times_are_null_where_readme_says_so_and_rise_elsewhere() -> None:
    timeless = {m["session_id"] for m in MESSAGES if m.get("timestamp") is None}
    assert timeless == {"me-006", "me-007", "kai-02"}
    assert sum(m.get("timestamp") is None for m in of_session("kai-02", "u-kai")) == 1
    kinds = {type(m["timestamp"]) for m in MESSAGES if m.get("timestamp") is not None}
    assert kinds == {str, int}
    for session in ("orchard-01", "orchard-03"):
        times = [m["timestamp"] for m in of_session(session, "u-kai")]
        assert times == sorted(times)


def test_gold_has_enough_of_both_languages_and_kinds() -> None:
    stored = Counter(fact["lang"] for fact in GOLD if fact["expect"] == "stored")
    assert stored["zh"] >= 25
    assert stored["en"] >= 25
    assert stored.total() >= 60
    rejected = Counter(fact["why"] for fact in GOLD if fact["expect"] == "rejected")
    assert rejected.total() >= 20
    assert {
        "other_person", "small_talk", "ungrounded_number", "wrong_language", "placeholder",
        "assistant_words", "below_floor", "declined", "hedged", "vague", "pasted_text",
        "restricted_source", "quoted_text", "one_off_request", "invented_date",
    } <= set(rejected)  # fmt: skip


@pytest.mark.parametrize("fact", GOLD, ids=lambda fact: fact["gold_id"])
def test_gold_cites_messages_of_its_session(fact: dict[str, Any]) -> None:
    cited = [BY_ID[fact["owner_id"], source] for source in fact["source_message_ids"]]
    assert {m["session_id"] for m in cited} == {fact["session_id"]}
    assert {m.get("persona_id", "default") for m in cited} == {fact["persona_id"]}
    assert fact["type"] in {"persona", "episodic", "instruction"}
    assert fact["lang"] in {"zh", "en"}
    if fact["expect"] == "stored":
        assert stated_by_user(cited)
        assert {m.get("visibility") for m in cited} == {None}
        assert re.match(
            r"用户(?:（\w+）)?" if fact["lang"] == "zh" else r"The user\b", fact["content"]
        )
        floor = {"persona": 50, "episodic": 60, "instruction": 70}[fact["type"]]
        assert fact["priority"] >= floor


def stated_by_user(cited: list[Message]) -> bool:
    """The user said it, or said yes to the assistant's question that is cited."""
    users = [m for m in cited if m["role"] == "user"]
    asked = [m for m in cited if m["role"] == "assistant"]
    return bool(users) and (not asked or any(CONFIRMED.match(m["content"]) for m in users))


def test_gold_ids_are_unique_and_pairs_name_them() -> None:
    ids = [fact["gold_id"] for fact in GOLD]
    assert len(set(ids)) == len(ids)
    assert {pair[side] for pair in PAIRS for side in ("a", "b")} <= set(ids)


def test_pairs_hold_merges_vetoes_and_isolation() -> None:
    facts = {fact["gold_id"]: fact for fact in GOLD}
    best = Counter(pair["expect"][0] for pair in PAIRS)
    assert best["merge"] >= 5
    assert {"veto_numeric", "veto_temporal", "veto_subject", "keep", "never_compared"} <= set(best)
    for pair in PAIRS:
        a, b = facts[pair["a"]], facts[pair["b"]]
        same_partition = (a["owner_id"], a["persona_id"]) == (b["owner_id"], b["persona_id"])
        assert same_partition == (pair["expect"] != ["never_compared"])
        if pair["relation"] == "literal":
            assert a["content"] == b["content"]


def one_window(session: str, owner: str, lang: str) -> tuple[str, list[tuple[str, str, int]], str]:
    ids = [m["message_id"] for m in of_session(session, owner)]
    return "k", [(f"m{n}", message_id, 0) for n, message_id in enumerate(ids, 1)], lang


def test_scripted_reply_states_the_gold_of_its_window_with_aliases() -> None:
    [row] = scripted_replies([one_window("me-001", "me", "zh")], GOLD)
    scenes = json.loads(row["text"])
    told = [memory for scene in scenes for memory in scene["memories"]]
    wanted = [f for f in GOLD if f["session_id"] == "me-001" and f["expect"] == "stored"]
    assert {m["content"] for m in told} == {f["content"] for f in wanted}
    assert [a for s in scenes for a in s["message_ids"]] == [f"m{n}" for n in range(1, 23)]
    moved = next(m for m in told if m["type"] == "episodic")
    assert moved["source_message_ids"] == ["m5", "m7"]
    assert moved["metadata"]["activity_start_time"] == "2024-03-02"
    assert all(s["scene_name"].startswith("我（AI）在和用户") for s in scenes)


def test_scripted_reply_keeps_to_the_window_language_unless_sloppy() -> None:
    window = one_window("me-002", "me", "en")
    [good] = scripted_replies([window], GOLD)
    [bad] = scripted_replies([window], GOLD, sloppy=True)
    assert "技术翻译" not in good["text"]
    assert "技术翻译" in bad["text"]


def test_scripted_reply_never_fills_a_scene_and_states_a_text_once() -> None:
    fact = next(fact for fact in GOLD if fact["expect"] == "stored")
    many = [
        {
            **fact,
            "content": f"The user has {n // 2} hats",
            "lang": "en",
            "source_message_ids": [f"x{n}"],
        }
        for n in range(40)
    ]
    parts = [(f"m{n + 1}", f"x{n}", 0) for n in range(40)]
    [row] = scripted_replies([("k", parts, "en")], many)
    scenes = json.loads(row["text"])
    assert [len(scene["memories"]) for scene in scenes] == [7, 7, 6]
    assert sorted(a for s in scenes for a in s["message_ids"]) == sorted(p[0] for p in parts)


def test_scripted_reply_of_split_messages_and_missing_ids() -> None:
    fact = next(f for f in GOLD if f["gold_id"] == "me-peanut-1")
    source = fact["source_message_ids"][0]
    parts = [("m1", None, 0), ("m2", source, 0), ("m3", source, 1)]
    [row] = scripted_replies([("k", parts, "zh"), ("k", parts, "zh")], [fact])
    [scene] = json.loads(row["text"])
    assert scene["message_ids"] == ["m1", "m2", "m3"]
    assert [m["source_message_ids"] for m in scene["memories"]] == [["m2", "m3"]]
