"""Licences: which words a text may have more and still say all that the shorter one says.

Belongs here: the judgement on one gap of an alignment. Each function gets the tokens of the small
text and of the large text between the same two matches and answers with the names of the marks
that differ, or with None where the gap is not licensed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from transforms.text.conditions import LIMITING
from transforms.text.lexicon import words
from transforms.text.shape import kind_of

Tokens = Sequence[str]
Verdict = frozenset[str] | None

_STRONG = frozenset("UPTQR")
_MARKS = {"N": "negation", "M": "modality", "C": "condition"}
_SAME: frozenset[str] = frozenset()
_UNREAL = frozenset({"Mwant", "Mplan", "Mhedge"})

#: With these an added phrase narrows what is said: likes cats / likes cats with short legs.
PREFERENCES = words(
    "like|love|enjoy|prefer|hate|fond|fan|interested|interest|allergic|afraid|fear|favourite|"
    "trust|adore|admire|recommend|crave|want|must|only|喜欢|爱|热爱|偏好|偏爱|过敏|怕|害怕|"
    "感兴趣|最爱|享受|欣赏|信任|推荐|支持|习惯|爱吃|爱喝|擅长|爱好|钟爱|热衷|迷恋"
)
_SUPERLATIVES = words("best|worst|most|least|top|first|last")
UNIVERSALS = words("all|any|everything|everyone|anything|所有|任何|一切|全部|凡是|全")
#: Modifiers after an article that keep the noun what it is.
SAFE_MODIFIERS = words(
    "black|white|red|blue|green|brown|grey|orange|yellow|pink|purple|golden|small|big|large|"
    "tiny|little|tall|old|young|new|modern|beautiful|lovely|cute|fluffy|local|community|private|"
    "public|quiet|rescue|ginger|tabby|long-haired|short-haired|wooden|antique|vintage|"
    "second-hand|used|spacious|busy|famous|chinese|english|french|german|italian|japanese|"
    "korean|spanish|american|british"
)
_UNSAFE_HEADS = words("假|前|死|去世|过世|走失|玩具|想象|虚拟|未来|卖|送")
#: Prepositional phrases of time say when, not what: a narrowing.
_TIME_WORDS = words(
    "weekend|weekday|winter|summer|spring|autumn|fall|night|morning|evening|afternoon|monday|"
    "tuesday|wednesday|thursday|friday|saturday|sunday|holiday|season|emergency|case|moderation|"
    "particular|theory|past|rain|bad|good"
)
#: Chinese roles that open a clause of its own.
_CLAUSE_ROLES = frozenset(
    {"Rnamed", "Rtitled", "Rba", "Rbei", "Rgei", "Rdui", "Rcong", "Rti", "Rdao"}
)
_ADDING = frozenset("kl")
_QUIET_TAIL = frozenset("adhoj+kz~")


@dataclass(frozen=True, slots=True)
class Context:
    """What about the small text decides how much may be added to it."""

    instruction: bool
    negated: bool
    universal: bool
    preference: bool
    wished: bool
    article: bool


def context_of(small: Tokens, instruction: bool) -> Context:
    """Context of the smaller text of a pair."""
    bare = {token[1:].removesuffix("~") for token in small if token[0] in _STRONG}
    classes = {token[0] for token in small}
    return Context(
        instruction=instruction,
        negated="N" in classes or "C" in classes,
        universal=bool(bare & UNIVERSALS) or any(_is_superlative(word) for word in bare),
        preference=bool(bare & PREFERENCES),
        wished="M" in classes and bool({kind_of(t) for t in small} & _UNREAL),
        article="a" in small[-5:],
    )


def _is_superlative(word: str) -> bool:
    """The best in the class need not be the best."""
    return word in _SUPERLATIVES or (len(word) > 5 and word.isascii() and word.endswith("est"))


def head_gap(few: Tokens, many: Tokens) -> Verdict:
    """Before the first match: only marks may differ, and a condition before a comma is seen."""
    differs = _marks_differ(few, many)
    strong = _strong(many)
    if differs is None or not strong or ("condition" in differs and many[-1] == "k"):
        return differs
    return None


def inner_gap(few: Tokens, many: Tokens, before: str, context: Context) -> Verdict:
    """Between two matches; `before` is the match on the left."""
    strong = _strong(many)
    differs = _marks_differ(few, many)
    if differs is None:
        return None
    if not strong:
        return differs if _same_joints(few, many, before) else None
    if "modality" in differs and strong == ["Rto"]:
        return differs
    if "condition" in differs and len(strong) <= 6 and "negation" not in differs:
        return differs
    if before == "U" and (many[0] == "d" or many[0][0] == "P"):
        return frozenset({"subject"})
    if differs or "d" in many[:1]:
        return None
    if _is_list_item(few, many, before):
        return _SAME
    if context.instruction or context.negated or context.wished:
        return None
    if _is_place(few, many) and not context.preference:
        return _SAME
    return _SAME if _is_modifier(few, many) and not context.preference else None


def tail_gap(few: Tokens, many: Tokens, context: Context) -> Verdict:
    """After the last match."""
    few, many = _without_common_head(few, many)
    if few and any(token[0] not in _QUIET_TAIL for token in few):
        return _marks_differ(few, many) if not _strong(many) else None
    extra = list(many)
    while extra and extra[0] in ("j", "+", "h"):
        extra.pop(0)
    if not _strong(extra):
        return _marks_differ(few, extra)
    opener = extra[0]
    if opener in _ADDING or opener == "z" or opener == "b":
        return _added_clause(extra, context)
    if opener[0] in "NMC":
        return _marks_differ(few, extra)
    narrowing = context.instruction or context.negated or context.universal or context.wished
    if opener == "o":
        return _SAME if context.article and not narrowing else None
    return _phrase(extra, context) if opener[0] == "R" else None


def _without_common_head(few: Tokens, many: Tokens) -> tuple[Tokens, Tokens]:
    """Both without the tokens they begin with alike: 卖了 / 卖了，换了电动车."""
    same = 0
    while same < min(len(few), len(many)) and few[same] == many[same]:
        same += 1
    return few[same:], many[same:]


def _phrase(extra: Tokens, context: Context) -> Verdict:
    """A phrase with a preposition: more detail, unless it narrows what the rest says."""
    narrowing = context.instruction or context.negated or context.universal or context.wished
    if extra[0] in ("Rnamed", "Rcalled", "Rtitled", "Rover", "Rrather", "Rinstead"):
        return None if narrowing else _SAME
    if narrowing or context.preference or extra[0] in ("Rof", "Ror", "Ras", "Rthan", "Rper"):
        return None
    headless = "d" in extra  # 给妈妈的习惯: the phrase belongs to another head
    return None if headless or _marks(extra) or _speaks_of_time(extra) else _SAME


def _added_clause(extra: Tokens, context: Context) -> Verdict:
    """A clause after a comma or an item after "and": what it says must not take back the rest."""
    marks = [token for token in extra if token[0] in _MARKS]
    differs = set()
    if any(kind_of(token) in ("Nend", "Nquit") for token in marks):
        differs.add("negation")
    if any(token[0] == "C" and kind_of(token)[1:] in LIMITING for token in marks):
        differs.add("condition")
    if any(kind_of(token) in ("Mhedge", "Mpast") for token in marks):
        differs.add("modality")
    if extra[0] == "b" or "b" in extra[:2]:
        differs |= {_MARKS[token[0]] for token in marks}
    if differs:
        return frozenset(differs)
    if "Ror" in extra:
        return None
    joined = next((at for at, token in enumerate(extra) if token == "k"), len(extra))
    if extra[0] == "l" and ("d" in extra[:joined] or "Tposs" in extra[1:2]):
        return None
    if extra[0] == "k" and len(extra) > 1:
        if extra[1] == "d" or (extra[1] == "i" and context.instruction):
            return None
        if extra[1][0] == "R" and extra[1] not in _CLAUSE_ROLES:
            return _phrase(extra[1:], context)
    return _SAME


def _is_list_item(few: Tokens, many: Tokens, before: str) -> bool:
    """爬山和露营 / 爬山、摄影和露营: one more item before the last."""
    if before == "U" or many[-1] not in ("l", "k") or "l" not in many:
        return False
    inside = [token for token in many if token[0] not in "lka+h"]
    return len(inside) <= 3 and all(token[0] in "TQ" for token in inside) and len(few) <= 1


def _is_place(few: Tokens, many: Tokens) -> bool:
    """在河边 put before the verb, or 杭州的 put into 在医院."""
    if many[0] != "i":
        return False
    inside = [token for token in many[1:] if token[0] not in "jad"]
    if not inside or any(token[0] != "T" for token in inside):
        return False
    if many[-1] == "d":
        return "i" in few and len(inside) <= 3
    return len(inside) <= (3 if many[-1] == "j" else 1)


def _is_modifier(few: Tokens, many: Tokens) -> bool:
    """一只[黑色的]猫, a [black] cat: after an article, and harmless."""
    if list(few) != ["a"] or many[0] != "a":
        return False
    inside = [token[1:] for token in many if token[0] in _STRONG]
    if many[-1] == "d":
        return len(inside) <= 2 and not any(
            word.startswith(head) for word in inside for head in _UNSAFE_HEADS
        )
    return len(inside) <= 2 and all(word in SAFE_MODIFIERS for word in inside)


def _same_joints(few: Tokens, many: Tokens, before: str) -> bool:
    """小王和猫 is not 小王的猫: "and" stands against "and" or a comma, never against nothing."""
    few_joined, many_joined = "l" in few, "l" in many
    if few_joined != many_joined:
        return "k" in few or "k" in many
    if before == "U" or before[:1] == "P":
        return True
    return not ("b" in few) ^ ("b" in many)


def _speaks_of_time(tokens: Tokens) -> bool:
    return any(token[1:].removesuffix("~") in _TIME_WORDS for token in tokens if token[0] == "T")


def _strong(tokens: Tokens) -> list[str]:
    return [token for token in tokens if token[0] in _STRONG]


def _marks(tokens: Tokens) -> list[str]:
    return sorted(token for token in tokens if token[0] in _MARKS)


def _marks_differ(few: Tokens, many: Tokens) -> Verdict:
    """Names of the marks that stand on one side only; None where both sides have a mark of one
    class in other words (不喝 / 不再喝, plans / considers): that is for a model."""
    mine, theirs = _marks(few), _marks(many)
    if mine == theirs:
        return _SAME
    for token in list(mine):
        if token in theirs:
            mine.remove(token)
            theirs.remove(token)
    if {token[0] for token in mine} & {token[0] for token in theirs}:
        return None
    return frozenset(_MARKS[token[0]] for token in [*mine, *theirs])
