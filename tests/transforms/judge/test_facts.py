"""Language facts: the contract, and one fact of each sort in both languages."""

from __future__ import annotations

import polars as pl
import pytest

from schemas.facts import TABLE
from tests.transforms.judge.build import memories
from transforms.judge.facts import language_facts, text_facts

TEXTS = [
    "用户（小李）不吃辣",
    "The user's wife is allergic to 3 kinds of nuts",
    "用户的朋友的妻子是医生",
    "小李对核桃过敏",
    "用户不吃辣",
    "",
]


def test_facts_keep_the_contract_and_the_order() -> None:
    rows = memories([*TEXTS, TEXTS[0]])
    facts = TABLE.conform(language_facts(rows))
    assert facts["memory_id"].to_list() == rows["memory_id"].to_list()
    assert facts["content"].to_list() == rows["content"].to_list()
    first, last = facts.row(0, named=True), facts.row(-1, named=True)
    assert {**first, "memory_id": ""} == {**last, "memory_id": ""}


def test_no_rows() -> None:
    assert language_facts(memories(TEXTS).clear()).schema == TABLE.dtypes


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("用户不吃辣", "user"),
        ("The user's wife is a judge", "wife"),
        ("用户的朋友的妻子是医生", "wife"),
        ("用户妈妈怕高", "mother"),
        ("用户的猫怕水", "user"),
        ("Basque is the user's first language", "user"),
        ("小李对核桃过敏", "none"),
        ("助手喜欢双关语", "ai"),
        ("The assistant likes puns", "ai"),
    ],
)
def test_subject(text: str, subject: str) -> None:
    assert text_facts(text)["subject"] == subject


def test_scopes_and_sets() -> None:
    facts = text_facts("用户只在周末不抽烟")
    assert facts["negations"] == ["not:抽烟"]
    assert facts["limiting"] == ["only"]
    assert text_facts("The user hopes to buy 3 boats")["modality"] == ["unrealised"]
    assert text_facts("The user might sail")["hedged"]
    assert not text_facts("The user sails")["hedged"]


def test_two_negations_affirm() -> None:
    assert text_facts("用户没有哪次不迟到")["polarity"] == 0
    assert text_facts("The user does not eat meat")["polarity"] == 1


def test_what_answers_should_be_like_is_an_instruction_of_any_kind() -> None:
    assert text_facts("用户希望回答简短", "persona")["instructional"]
    assert text_facts("The user wants short answers", "persona")["instructional"]
    assert text_facts("用户喜欢猫", "instruction")["instructional"]
    assert not text_facts("用户喜欢猫", "persona")["instructional"]


def test_a_subset_has_a_subset_of_the_sketch() -> None:
    small = text_facts("The user likes cats")["sketch"]
    large = text_facts("The user likes cats and dogs")["sketch"]
    assert small & large == small
    assert small != large


def test_specific_counts_names_and_numbers() -> None:
    vague = text_facts("The user likes music")["specific"]
    assert text_facts("The user saw Portishead 3 times")["specific"] > vague


def test_one_analysis_for_equal_texts_of_two_owners() -> None:
    rows = memories(["用户喜欢猫", "用户喜欢猫"], [{}, {"owner_id": "other"}])
    facts = language_facts(rows)
    assert facts["owner_id"].to_list() == ["me", "other"]
    assert facts.select(pl.col("shape").n_unique()).item() == 1
