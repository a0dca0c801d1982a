"""Every registered rule: its examples, its place, its description."""

from __future__ import annotations

import pytest

from tests.transforms.judge.build import memories, recalled
from transforms.judge.facts import language_facts
from transforms.judge.params import JudgeParams
from transforms.judge.rules.registry import Example, Rule, all_rules, register, rule_of
from transforms.judge.t0 import pair_columns, with_containment

RULES = all_rules()
CASES = [
    pytest.param(rule, example, fires, id=f"{rule.id}-{'fires' if fires else 'silent'}-{at}")
    for rule in RULES
    for fires, examples in ((True, rule.firing), (False, rule.silent))
    for at, example in enumerate(examples)
]


@pytest.mark.parametrize(("rule", "example", "fires"), CASES)
def test_examples(rule: Rule, example: Example, fires: bool) -> None:
    rows = memories([example.text_b, example.text_a], [example.b, example.a])
    facts = language_facts(rows)
    pairs = recalled(("m1", "m0"), **example.pair)
    columns = with_containment(pair_columns(pairs, facts, rows), facts)
    assert columns.select(rule.fires(JudgeParams())).to_series().to_list() == [fires]


def test_order_of_the_design() -> None:
    assert [rule.id for rule in RULES] == [
        "owner",
        "scope",
        "persona",
        "project",
        "source",
        "temporal",
        "numeric",
        "low_confidence",
        "unlike",
        "below_floor",
        "gray",
        "conflict",
        "subject",
        "condition",
        "modality",
        "merge",
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_says_why(rule: Rule) -> None:
    assert rule.why.endswith(".")
    assert rule.version >= 1
    assert rule.outcome in {"veto", "keep", "gray", "merge"}


def test_a_second_rule_of_the_same_id_is_refused() -> None:
    with pytest.raises(ValueError, match="collides"):
        register(RULES[0])


def test_an_unknown_id_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"known rules: .*numeric"):
        rule_of("nonesuch")
    assert rule_of("numeric").reason == "veto_numeric"
