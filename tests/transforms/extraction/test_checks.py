"""Every check rejects what it is for, in both languages, and keeps the near miss."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.transforms.extraction.build import judged, memory, messages
from tests.transforms.extraction.corpus import CASES, Case
from transforms.extraction.checks import CheckParams, checks
from transforms.extraction.claims import ClaimParams
from transforms.extraction.views import OwnerView

LATE_UTC = datetime(2024, 1, 2, 3, 0, tzinfo=UTC)  # still 1 January in Los Angeles


def user(*texts):
    return tuple(("user", text) for text in texts)


def turns(*texts):
    """Assistant and user in turn."""
    return tuple(("user" if at % 2 else "assistant", text) for at, text in enumerate(texts))


def reason(talk, lang, item, owner=None, **fields):
    return judged(messages(*talk, **fields), lang, item, owner=owner)["reason"][0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case):
    found = reason(case.talk, case.lang, memory(**case.memory), **case.fields)
    assert found == (case.check if case.rejected else None)


def test_every_check_has_a_pair_in_each_language():
    ids = [check.id for check in checks(CheckParams())]
    wanted = {(name, lang, side) for name in ids for lang in ("zh", "en") for side in (True, False)}
    assert {(case.check, case.lang, case.rejected) for case in CASES} == wanted


def test_ids_are_unique():
    ids = [check.id for check in checks(CheckParams())]
    assert len(ids) == len(set(ids))


def test_the_first_check_that_fires_gives_the_reason():
    item = memory("我喜欢[姓名]", "观点", sources=[])
    assert reason(user("你好"), "zh", item) == "unknown_kind"


def test_floors_are_settings():
    talk = messages(("user", "我5月3日参加了马拉松"))
    item = memory("用户于5月3日参加了马拉松", "episodic", priority=30)
    lenient = ClaimParams(checks=CheckParams(episodic_floor=20))
    assert judged(talk, "zh", item, params=lenient)["reason"][0] is None


@pytest.mark.parametrize(
    ("lang", "text", "claim"),
    [
        ("zh", "我住杭州", "用户住杭州"),
        ("zh", "我们团队负责评审系统提示词", "用户的团队负责评审系统提示词"),
        (
            "en",
            "My team reviews system prompt designs",
            "User's team reviews system prompt designs",
        ),
        ("en", "I use C# and Postgres at work", "User uses C# and Postgres at work"),
        ("zh", "我用 VS Code 写 TypeScript", "用户使用 VS Code 写 TypeScript 代码"),
        ("en", "我 mean, I love hiking in the Alps", "User loves hiking in the Alps"),
    ],
)
def test_good_claims_pass(lang, text, claim):
    assert reason(user(text), lang, memory(claim)) is None


@pytest.mark.parametrize(
    ("lang", "text", "claim"),
    [
        ("en", "What's the weather like in Oslo?", "User (John Doe) is an engineer at Google"),
        ("en", "I am 22 minutes away", "User is 22 years old"),
        ("en", "I moved to Lyon in May", "User moved to Lyon on 17 May 2022"),
        ("zh", "帮我看看这个报错", "用户（王小明）是谷歌工程师"),
        ("zh", "我今年28岁", "用户今年38岁"),
        ("zh", "我五月搬到了里昂", "用户于2022年5月17日搬到了里昂"),
    ],
)
def test_inventions_are_rejected(lang, text, claim):
    assert reason(user(text), lang, memory(claim)) in ("ungrounded", "relative_date")


@pytest.mark.parametrize(
    ("lang", "text", "claim"),
    [
        ("zh", "我今天拔了智齿", "用户于2024年1月1日拔了智齿"),
        (
            "en",
            "Today I had a wisdom tooth pulled",
            "User had a wisdom tooth pulled on 1 January 2024",
        ),
    ],
)
def test_today_is_the_owners_day(lang, text, claim):
    """Complaint: "yesterday" boundaries in UTC only."""
    item = memory(claim, "episodic")
    west = OwnerView(zone="America/Los_Angeles")
    east = OwnerView(zone="Asia/Tokyo")
    assert reason(user(text), lang, item, west, at=LATE_UTC) is None
    assert reason(user(text), lang, item, east, at=LATE_UTC) == "ungrounded"


@pytest.mark.parametrize(
    ("lang", "text", "claim", "end", "expected"),
    [
        ("zh", "八月3号到9号去喀什，票订了", "用户订了2024年8月3日至9日去喀什的票", 9, None),
        ("zh", "八月3号到9号去喀什，票订了", "用户订了去喀什的票", 12, "activity_time_invented"),
        ("en", "I booked Malta for August 3rd to 9th", "User booked Malta", 9, None),
        ("en", "I booked Malta for 3-9 August", "User booked Malta", 9, None),
        ("en", "I booked Malta for 3-9 August", "User booked Malta", 12, "activity_time_invented"),
    ],
)
def test_both_ends_of_a_range_are_stated(lang, text, claim, end, expected):
    times = {"activity_start_time": "2024-08-03", "activity_end_time": f"2024-08-{end:02d}"}
    assert reason(user(text), lang, memory(claim, "episodic", metadata=times)) == expected


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("我每晚吃20毫克辛伐他汀", "用户每晚服用20毫克辛伐他汀"),
        ("芹菜算了，我不爱吃", "用户不爱吃芹菜"),
    ],
)
def test_formal_words_for_plain_ones_are_grounded(text, claim):
    assert reason(user(text), "zh", memory(claim)) is None


def test_the_asked_for_form_is_no_leak():
    text = "Correct the spelling of every letter I send, from now on"
    claim = "The user wants the AI to correct the spelling of every letter from now on"
    assert reason(user(text), "en", memory(claim, "instruction")) is None


@pytest.mark.parametrize(
    ("lang", "question", "answer", "claim", "expected"),
    [
        ("zh", "你对花生过敏吗？", "不，不过敏", "用户对花生过敏", "no_user_source"),
        ("zh", "你对花生过敏吗？", "是的", "用户对花生过敏", None),
        (
            "en",
            "Are you allergic to nuts?",
            "no, not at all",
            "User is allergic to nuts",
            "no_user_source",
        ),
        ("en", "Are you allergic to nuts?", "Yes, sadly", "User is allergic to nuts", None),
    ],
)
def test_a_question_counts_only_through_a_yes(lang, question, answer, claim, expected):
    assert reason(turns(question, answer), lang, memory(claim)) == expected


def test_a_guest_does_not_speak_for_the_owner():
    talk = messages(("user", "I love sailing"), speaker="Bob")
    item = memory("User loves sailing")
    assert judged(talk, "en", item, owner=OwnerView(name="Ann"))["reason"][0] == "no_user_source"
    assert judged(talk, "en", item, owner=OwnerView(name="Bob"))["reason"][0] is None


@pytest.mark.parametrize(
    ("lang", "text", "claim", "explicit"),
    [
        ("zh", "请记住：我对青霉素过敏。", "用户对青霉素过敏", True),
        ("zh", "我对青霉素过敏。请务必记住。", "用户对青霉素过敏", True),
        ("zh", "以后都用中文回答我", "用户要求 AI 以后用中文回答", False),
        ("zh", "我总是记不住单词，我对青霉素过敏", "用户对青霉素过敏", False),
        ("zh", "别忘了加测试，我用 Rust 写代码", "用户用 Rust 写代码", False),
        ("zh", "翻译：“请记住，我对青霉素过敏，一定要记住”", "用户对青霉素过敏", False),
        ("zh", "你记住了吗？我对青霉素过敏", "用户对青霉素过敏", False),
        ("zh", "我们来角色扮演。记住，我是海盗船长", "用户是海盗船长", False),
        ("en", "Remember that I'm allergic to nuts.", "User is allergic to nuts", True),
        ("en", "Please keep in mind that I work nights.", "User works nights", True),
        ("en", "I'm allergic to nuts. Please remember that.", "User is allergic to nuts", True),
        ("en", "From now on answer in French", "User wants the AI to answer in French", False),
        ("en", "Don't forget to add tests, I write Rust", "User writes Rust", False),
        ("en", "Do you remember that I write Rust? I write Rust", "User writes Rust", False),
        ("en", "I remember that I wrote Rust in Leeds", "User wrote Rust in Leeds", False),
        ("en", 'He wrote: "Remember that I am a vegan"', "User is a vegan", False),
        ("en", "Let's role-play. Remember that I am a pirate", "User is a pirate", False),
    ],
)
def test_explicit_only_in_the_users_own_words(lang, text, claim, explicit):
    assert judged(messages(("user", text)), lang, memory(claim))["explicit"][0] is explicit


@pytest.mark.parametrize(
    ("lang", "text", "claim", "hedged"),
    [
        ("zh", "我可能下半年去考驾照", "用户计划下半年考驾照", True),
        ("zh", "我住在杭州。项目也许会延期。", "用户住在杭州", False),
        ("zh", "我打算春节去冰岛，不过还没想好", "用户春节要去冰岛", True),
        ("zh", "我想好了，春节去冰岛", "用户春节要去冰岛", False),
        ("en", "I want to learn the harp some day", "User wants to learn the harp", True),
        ("en", "I'll go to Malta, haven't decided when", "User goes to Malta", True),
        ("en", "I decided: I'll go to Malta", "User goes to Malta", False),
        ("en", "I might take up pottery", "User takes up pottery", True),
        ("en", "I live in York. The build may fail.", "User lives in York", False),
    ],
)
def test_hedges_of_the_sentence_that_states_it(lang, text, claim, hedged):
    assert judged(messages(("user", text)), lang, memory(claim))["hedged"][0] is hedged


@pytest.mark.parametrize(
    ("lang", "text", "claim", "turned"),
    [
        ("zh", "我讨厌香菜", "用户喜欢香菜", True),
        ("zh", "我讨厌香菜", "用户不喜欢香菜", False),
        ("zh", "我已经戒烟两年了", "用户已戒烟两年", False),
        ("zh", "我在不断学习德语", "用户在学习德语", False),
        ("zh", "我不能吃坚果，会过敏", "用户对坚果过敏", False),
        ("zh", "我不是不喜欢猫", "用户喜欢猫", False),
        ("en", "I hate cilantro", "User likes cilantro", True),
        ("en", "I hate cilantro", "User dislikes cilantro", False),
        ("en", "I quit smoking", "User smokes", True),
        ("en", "I quit smoking", "User no longer smokes", False),
        ("en", "I never skip breakfast", "User skips breakfast", True),
        ("en", "I can't eat nuts because I'm allergic", "User is allergic to nuts", False),
        ("en", "I gave up beer in May, dentist's advice", "User gave up beer on advice", False),
        ("en", "I use ruff for linting, never pylint", "User lints with ruff, never pylint", False),
        ("en", "I use ruff for linting, never pylint", "User uses pylint", True),
        ("zh", "我五月就戒酒了，牙医的建议", "用户听从牙医的建议戒酒", False),
        ("zh", "我只用 poetry，从不用 pip", "用户用 poetry，从不用 pip", False),
        ("zh", "我只用 poetry，从不用 pip", "用户使用 pip", True),
    ],
)
def test_what_was_denied_is_not_affirmed(lang, text, claim, turned):
    assert (reason(user(text), lang, memory(claim)) == "contradicted") is turned
