"""The facts planted in generated archives: how a user says them and how a memory should state them.

Belongs here: templates, and drawing a mention of one. Does not belong here: words (words.py),
sessions and troubles (make_archive.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import NamedTuple, TypeVar

from tests.data import words

T = TypeVar("T")

CITIES, FOODS, DRUGS, ACTIVITIES, DAYS, JOBS, PETS, PET_NAMES, TOOLS, STYLES, ERRANDS = (
    words.pairs(name)
    for name in (
        "cities", "foods", "drugs", "activities", "days", "jobs", "pets", "pet_names", "tools",
        "styles", "errands",
    )
)  # fmt: skip

Values = tuple[tuple[str, str], ...]  # (zh, en) of each slot


@dataclass(frozen=True)
class Template:
    """One kind of fact in both languages.

    `said` are the user's words and `told` equivalent memory sentences; {0}, {1}, ... are slots,
    {who} the user's label, {day} a date. `changes` is the slot that takes another value when the
    fact changes; `over` is (said, told) of its end, per language.
    """

    name: str
    kind: str
    priority: int
    slots: tuple[words.Pairs, ...]
    said: dict[str, tuple[str, ...]]
    told: dict[str, tuple[str, ...]]
    changes: int | None = None
    over: dict[str, tuple[str, str]] | None = None


class Mention(NamedTuple):
    """What a user says in a message, and the memory that follows or that must be rejected."""

    said: str
    told: str
    kind: str
    priority: int
    reject: str | None  # why a memory of it must be rejected; None if it should be stored
    day: date | None  # of an event


def _numbers(low: int, high: int, step: int = 1) -> words.Pairs:
    return tuple((str(n), str(n)) for n in range(low, high, step))


_CLOCK = tuple((f"{h}:{m:02d}", f"{h}:{m:02d}") for h in range(6, 11) for m in range(0, 60, 5))
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

TEMPLATES = (
    Template(
        "dose", "persona", 85, (DRUGS, _numbers(5, 300, 5)),
        {"zh": ("我每天晚上吃{1}毫克{0}，医生让吃的。", "现在{0}我每晚吃{1}毫克。"),
         "en": ("I take {1} mg of {0} every night.", "My {0} is {1} mg every night.")},
        {"zh": ("{who}每天晚上服用{1}毫克{0}", "{who}每晚服用{1}毫克{0}"),
         "en": ("{who} takes {1} mg of {0} every night", "{who} takes {1} mg {0} every night")},
        changes=1,
        over={"zh": ("我不再吃{0}了。", "{who}不再服用{0}"),
              "en": ("I no longer take {0}.", "{who} no longer takes {0}")},
    ),
    Template(
        "allergy", "persona", 95, (FOODS,),
        {"zh": ("对了，我对{0}过敏，很严重。", "提醒一下，{0}我过敏。"),
         "en": ("By the way, I'm allergic to {0}, badly.", "Careful, I am allergic to {0}.")},
        {"zh": ("{who}对{0}过敏",), "en": ("{who} is allergic to {0}",)},
    ),
    Template(
        "home", "persona", 75, (CITIES,),
        {"zh": ("我住在{0}，天气差不多。", "我家在{0}，就是住在{0}。"),
         "en": ("I live in {0}, so think of the weather here.", "I live in {0} these years.")},
        {"zh": ("{who}住在{0}",), "en": ("{who} lives in {0}",)},
        changes=0,
    ),
    Template(
        "habit", "persona", 70, (ACTIVITIES, DAYS, _CLOCK),
        {"zh": ("我每{1}晚上{2}都{0}。", "{0}是每{1}晚上{2}，我一直坚持。"),
         "en": ("I {0} every {1} at {2} pm.", "Every {1} at {2} pm I {0}.")},
        {"zh": ("{who}每{1}晚上{2}{0}",), "en": ("{who} {0} every {1} at {2} pm",)},
        changes=1,
        over={"zh": ("我不再{0}了，没时间。", "{who}不再{0}"),
              "en": ("I don't {0} any more, no time.", "{who} does not {0} any more")},
    ),
    Template(
        "job", "persona", 80, (JOBS, CITIES),
        {"zh": ("我在{1}当{0}。", "我的工作是{0}，单位在{1}。"),
         "en": ("I work as a {0} in {1}.", "My job: I work as a {0}, in {1}.")},
        {"zh": ("{who}在{1}当{0}",), "en": ("{who} works as a {0} in {1}",)},
        changes=1,
    ),
    Template(
        "pet", "persona", 65, (PETS, PET_NAMES),
        {"zh": ("我养了一只{0}，叫{1}。", "家里那只{0}叫{1}，是我养的。"),
         "en": ("I have a {0} named {1}.", "My {0}, I have one, is named {1}.")},
        {"zh": ("{who}养了一只叫{1}的{0}",), "en": ("{who} has a {0} named {1}",)},
    ),
    Template(
        "dislike", "persona", 60, (FOODS,),
        {"zh": ("我不喜欢吃{0}。", "{0}就算了，我不喜欢吃。"),
         "en": ("I don't like {0}.", "No {0} please, I do not like it.")},
        {"zh": ("{who}不喜欢吃{0}",), "en": ("{who} does not like {0}",)},
    ),
    Template(
        "tool", "persona", 65, (TOOLS, _numbers(2, 20)),
        {"zh": ("我用{0}已经{1}年了。", "{0}我用了{1}年。"),
         "en": ("I have used {0} for {1} years.", "It's {1} years that I have used {0}.")},
        {"zh": ("{who}用{0}已经{1}年了",), "en": ("{who} has used {0} for {1} years",)},
        changes=1,
    ),
    Template(
        "member", "persona", 65, (CITIES, _numbers(10_000, 99_999)),
        {"zh": ("我在{0}健身房的会员号是{1}。",),
         "en": ("My member number at the gym in {0} is {1}.",)},
        {"zh": ("{who}在{0}健身房的会员号是{1}",),
         "en": ("{who} has member number {1} at the gym in {0}",)},
        changes=1,
    ),
    Template(
        "style", "instruction", 90, (STYLES,),
        {"zh": ("请记住，以后回答都{0}。", "从现在开始，回答我的时候都{0}。"),
         "en": ("Please remember to always {0}.", "From now on, always {0}.")},
        {"zh": ("{who}要求 AI 以后回答都{0}",),
         "en": ("{who} wants the AI to always {0} from now on",)},
    ),
    Template(
        "errand", "episodic", 80, (ERRANDS, CITIES),
        {"zh": ("{day}我在{1}{0}。",), "en": ("On {day} I {0} in {1}.",)},
        {"zh": ("{who}于{day}在{1}{0}",), "en": ("{who} {0} in {1} on {day}",)},
    ),
)  # fmt: skip

#: (said, what a careless model would make of it, why that must be rejected)
DECOYS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "zh": (
        ("我朋友{friend}对{food}过敏。", "{who}对{food}过敏", "other_person"),
        ("可能以后会搬去{city}吧，还不一定。", "{who}要搬去{city}", "hedged"),
    ),
    "en": (
        (
            "My friend {friend} is allergic to {food}.",
            "{who} is allergic to {food}",
            "other_person",
        ),
        (
            "Maybe I'll move to {city} some day, not sure.",
            "{who} wants to move to {city}",
            "hedged",
        ),
    ),
}


def day_text(day: date, lang: str) -> str:
    """5 March 2025, 2025年3月5日."""
    if lang == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def pick(rng: Random, items: Sequence[T]) -> T:
    """One of the items; the same on every Python version."""
    return items[int(rng.random() * len(items))]


def draw_values(template: Template, rng: Random) -> Values:
    """A value for each slot."""
    return tuple(pick(rng, slot) for slot in template.slots)


def changed(template: Template, values: Values, rng: Random) -> Values:
    """The values with another one in the slot that changes; ValueError where none does."""
    slot = template.changes
    if slot is None:
        raise ValueError(f"a fact of kind {template.name} does not change")
    others = [value for value in template.slots[slot] if value != values[slot]]
    return (*values[:slot], pick(rng, others), *values[slot + 1 :])


def state(
    template: Template, values: Values, lang: str, who: str, day: date, rng: Random, over: bool
) -> Mention:
    """The user says the fact, or that it is over, in one of its wordings."""
    said, told = template.said[lang], template.told[lang]
    if over and template.over is not None:
        said, told = (template.over[lang][0],), (template.over[lang][1],)
    filled = [value[lang == "en"] for value in values]
    words_of = {"who": who, "day": day_text(day, lang)}
    when = day if template.kind == "episodic" else None
    return Mention(
        pick(rng, said).format(*filled, **words_of),
        pick(rng, told).format(*filled, **words_of),
        template.kind,
        template.priority,
        None,
        when,
    )


def decoy(lang: str, who: str, rng: Random) -> Mention:
    """A friend's allergy or a vague plan: something that must not become a memory of the user."""
    said, told, why = pick(rng, DECOYS[lang])
    english = lang == "en"
    filled = {
        "who": who,
        "friend": pick(rng, words.FIRST),
        "food": pick(rng, FOODS)[english],
        "city": pick(rng, CITIES)[english],
    }
    return Mention(said.format(**filled), told.format(**filled), "persona", 70, why, None)
