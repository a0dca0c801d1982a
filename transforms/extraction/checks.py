"""The checks that a claim must pass, in order; the first one that fires is its reason.

Belongs here: the list of checks as expressions over the evidence frame, and their limits. Does
not belong here: how the columns they read are computed (features.py, evidence.py, cues.py).
To add a check, add an entry where it should rank and a case per language to the tests.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from transforms.extraction import cues
from transforms.text.language import cjk_share_expr

VERSION = "checks-1"


@dataclass(frozen=True)
class CheckParams:
    """Limits of the checks (decisions on priority, language and grounding)."""

    episodic_floor: int = 60
    instruction_floor: int = 70
    grounding_floor: float = 0.6
    own_words_floor: float = 0.4
    zh_share: float = 0.5  # least share of CJK in a Chinese claim
    en_share: float = 0.5  # largest share of CJK in an English one


@dataclass(frozen=True)
class Check:
    """`fires` is true where the claim is rejected with reason `id`; null counts as false."""

    id: str
    why: str
    fires: pl.Expr


_KINDS = {
    "persona": "persona", "preference": "persona", "profile": "persona", "trait": "persona",
    "habit": "persona", "人格": "persona", "偏好": "persona", "画像": "persona",
    "episodic": "episodic", "episode": "episodic", "event": "episodic", "事件": "episodic",
    "情景": "episodic",
    "instruction": "instruction", "instruct": "instruction", "instructions": "instruction",
    "rule": "instruction", "指令": "instruction",
}  # fmt: skip


def kind_of(word: pl.Expr) -> pl.Expr:
    """persona, episodic or instruction for the usual words of models; else null (row E04)."""
    return word.str.strip_chars().str.to_lowercase().replace_strict(_KINDS, default=None)


def checks(params: CheckParams) -> tuple[Check, ...]:
    """Every check, in the order in which they decide (rows E16-E41)."""
    kind, priority, content = pl.col("kind"), pl.col("priority"), pl.col("content")
    user_said = pl.col("user_texts").list.join("\n")
    missing = pl.col("missing")
    cjk = cjk_share_expr(content)
    return (
        Check("unknown_kind", "only three types exist", kind.is_null()),
        Check("schema_invalid", "priority is a whole number, -1..100", priority.is_null()),
        Check(
            "priority_below_floor",
            "minor episodes and passing instructions are discarded outright",
            ((kind == "episodic") & (priority < params.episodic_floor))
            | ((kind == "instruction") & priority.is_between(0, params.instruction_floor - 1)),
        ),
        Check("junk", "refusals and pieces of JSON are no memories", cues.junk(content)),
        Check("placeholder", "a name or time was not filled in", cues.placeholder(content)),
        Check("prompt_leak", "the prompt's own words came back", pl.col("leaked")),
        Check(
            "language_mismatch",
            "a claim is in the language of its window",
            pl.when(pl.col("window_lang") == "zh")
            .then(cjk < params.zh_share)
            .otherwise(cjk > params.en_share),
        ),
        Check("no_source", "a claim rests on new messages", pl.col("sources").list.len() == 0),
        Check(
            "restricted_source",
            "group chats and strangers are not extracted",
            pl.col("restricted"),
        ),
        Check(
            "no_user_source",
            "what only the assistant or a guest said is not the user's word",
            pl.col("user_sources") == 0,
        ),
        Check("user_declined", "the user asked not to remember it", pl.col("declined")),
        Check(
            "meta_question",
            "asking what is remembered states nothing",
            cues.meta_question(user_said),
        ),
        Check("first_person", "the user's sentence was echoed", cues.first_person(content)),
        Check(
            "wrong_subject",
            "the subject is the user, or a person named by relation to the user",
            (pl.col("subject") == "none")
            | ((pl.col("subject") == "other") & ~pl.col("labelled"))
            | ((pl.col("subject") == "ai") & (kind != "instruction")),
        ),
        Check("other_person", "another person's fact is told of the user", pl.col("of_another")),
        Check("one_off_request", "a request for this time is no lasting wish", pl.col("one_off")),
        Check("not_stated", "asking for something states no trait", pl.col("only_asked")),
        Check(
            "not_self_contained",
            "a claim is understood outside its conversation",
            (pl.col("terms") == 0)
            | (cues.pronoun(content) & (pl.col("terms") <= 2))
            | ((kind == "episodic") & pl.col("undated") & cues.clock_time(content)),
        ),
        Check("relative_date", "yesterday means nothing later", pl.col("relative")),
        Check(
            "activity_time_invalid",
            "activity times are ISO 8601 and in order",
            pl.col("time_problem") == "invalid",
        ),
        Check(
            "activity_time_invented",
            "activity times follow from the sources",
            pl.col("time_problem") == "invented",
        ),
        Check(
            "assistant_words",
            "the assistant's advice is not the user's fact",
            (pl.col("grounding") < params.grounding_floor)
            & (pl.col("other_share") >= params.grounding_floor),
        ),
        Check(
            "ungrounded",
            "too little of it, or a number, name or date of it, is not in the sources",
            (pl.col("grounding") < params.grounding_floor)
            | missing.list.contains("number")
            | missing.list.contains("name")
            | missing.list.contains("date"),
        ),
        Check("contradicted", "the user said the opposite", pl.col("contradicted")),
        Check(
            "quoted_source",
            "quoted and pasted text is not the user's own word",
            pl.col("own_share") < params.own_words_floor,
        ),
    )


def reason(params: CheckParams) -> pl.Expr:
    """Id of the first check that fires; null where none does."""
    return pl.coalesce(
        *(pl.when(check.fires.fill_null(False)).then(pl.lit(check.id)) for check in checks(params)),
        pl.lit(None, pl.String),
    )
