"""Containment: whether one text says all that the other says, in the same order.

Belongs here: the comparison of two shapes (`text/shape.py`). Does not belong here: what follows
from it (the rules), and differences that need no comparison in place (numbers, times).

How to predict it. The strong words of the smaller text must all stand in the larger one, in the
same order. What the larger one has in between is a *gap*, and each gap must be licensed:

- at the end: a clause after a comma, an item after "and" / 和, a reason, and, unless the smaller
  text is negated, universal, a preference or an instruction, a phrase with a preposition;
- inside: a place (在河边, 在杭州的医院), an item of a list, a modifier after an article;
- nowhere: what stands before the user, a head put over the text (the user's wife, 的妹妹), a
  compound (苹果手机, horse racing), another verb.

Marks of negation, modality and condition are compared where they stand. Where a mark differs and
all else is contained, the pair is contained with a difference, and the rule of that name vetoes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from transforms.judge.licences import context_of, head_gap, inner_gap, tail_gap

Tokens = Sequence[str]
_STRONG = frozenset("UPTQR")
_SAID = frozenset("UPTQRNMC")
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Containment:
    """The result for a pair; a is the new text, b the existing one.

    `kind` is a_subset_b, b_subset_a, both or none. `differs` names marks that differ although the
    words are contained: negation, subject, condition, modality. `missing_in_a` counts words of b
    that a lacks, `missing_in_b` the reverse; null where neither contains the other (row T20).
    """

    kind: str
    differs: frozenset[str] = _NOTHING
    missing_in_a: int | None = None
    missing_in_b: int | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A shape made ready: its tokens, the places of its strong ones, and their bare words."""

    tokens: list[str]
    strong: list[int]
    words: list[str]


def prepare(tokens: list[str]) -> Prepared:
    """A shape made ready for any number of comparisons."""
    strong = [at for at, token in enumerate(tokens) if token[0] in _STRONG]
    return Prepared(tokens, strong, [tokens[at].removesuffix("~") for at in strong])


def contain(a: Prepared, b: Prepared, *, instruction: bool = False) -> Containment:
    """Containment of two shapes. `instruction`: one of the two says how answers should be, so any
    narrowing that is not an added item or clause counts."""
    in_b = _within(a, b, instruction)
    in_a = _within(b, a, instruction)
    if in_b is None and in_a is None:
        return Containment("none")
    more = len(b.words) - len(a.words)
    missing_a, missing_b = max(more, 0), max(-more, 0)
    if in_a is None:
        return Containment("a_subset_b", in_b or _NOTHING, missing_a, missing_b)
    if in_b is None:
        return Containment("b_subset_a", in_a, missing_a, missing_b)
    detail = _detail(b) - _detail(a)
    kind = "both" if detail == 0 else "a_subset_b" if detail > 0 else "b_subset_a"
    return Containment(kind, in_b | in_a, missing_a, missing_b)


def _detail(shape: Prepared) -> int:
    """Degrees and articles: they say a little more, so the texts are not equivalent."""
    return shape.tokens.count("+") + shape.tokens.count("a")


def containment_evidence(shape_a: Tokens, shape_b: Tokens) -> list[str]:
    """What each side lacks, item by item, with text: for candidates only (rows C26, C21)."""
    lacking_b = [f"missing_in_b: {word}" for word in _lacking(shape_a, shape_b)]
    return lacking_b + [f"missing_in_a: {word}" for word in _lacking(shape_b, shape_a)]


def _lacking(of: Tokens, other: Tokens) -> list[str]:
    """Words and marks of one shape that the other lacks, in order, each as often as it lacks."""
    have = [token.removesuffix("~") for token in other]
    lacking = []
    for token in of:
        bare = token.removesuffix("~")
        if token[0] not in _SAID:
            continue
        if bare in have:
            have.remove(bare)
        else:
            lacking.append(bare[1:] if token[0] != "U" else "user")
    return lacking


def _within(small: Prepared, large: Prepared, instruction: bool) -> frozenset[str] | None:
    """Marks that differ, if the small text is contained in the large one; None if it is not."""
    if not small.words or len(small.words) > len(large.words):
        return None
    unread = iter(large.words)
    if not all(word in unread for word in small.words):
        return None
    chosen = _fewest_gaps(small.words, large.words)
    matches = [(mine, large.strong[at]) for mine, at in zip(small.strong, chosen, strict=True)]
    if not all(_equal(small.tokens, mine, large.tokens, theirs) for mine, theirs in matches):
        return None
    return _judge_gaps(small.tokens, large.tokens, matches, instruction)


def _judge_gaps(
    small: list[str], large: list[str], matches: list[tuple[int, int]], instruction: bool
) -> frozenset[str] | None:
    """Marks that differ over all gaps; None as soon as one gap is not licensed."""
    context = context_of(small, instruction)
    differs: set[str] = set()
    last_mine = last_theirs = -1
    for at, (mine, theirs) in enumerate([*matches, (len(small), len(large))]):
        few, many = small[last_mine + 1 : mine], large[last_theirs + 1 : theirs]
        if few != many:
            if at == 0:
                found = head_gap(few, many)
            elif at == len(matches):
                found = tail_gap(few, many, context)
            else:
                found = inner_gap(few, many, large[last_theirs], context)
            if found is None:
                return None
            differs |= found
        last_mine, last_theirs = mine, theirs
    return frozenset(differs)


def _fewest_gaps(small: list[str], large: list[str]) -> list[int]:
    """Where the words of `small`, a subsequence of `large`, are matched: from the start as far as
    both agree, then with as few breaks as possible, the leftmost of equals."""
    lead = 0
    while lead < len(small) and small[lead] == large[lead]:
        lead += 1
    rest = len(small) - lead
    if rest == 0 or small[lead:] == large[len(large) - rest :]:
        return [*range(lead), *range(len(large) - rest, len(large))]
    far = len(large) + 1
    # best[at]: (breaks, path) of the words so far with the last one matched at `at`
    best = {lead - 1: (0, list(range(lead)))}
    for word in small[lead:]:
        following: dict[int, tuple[int, list[int]]] = {}
        for at in range(lead, len(large)):
            if large[at] != word:
                continue
            options = [
                (breaks + (before != at - 1), path)
                for before, (breaks, path) in best.items()
                if before < at
            ]
            if options:
                breaks, path = min(options, key=lambda option: option[0])
                following[at] = (breaks, [*path, at])
        best = following
    last = len(large) - 1
    ends = [(breaks + (at != last), at) for at, (breaks, _) in best.items()]
    _, at = min(ends, default=(far, -1))
    return best[at][1]


def _equal(small: Tokens, mine: int, large: Tokens, theirs: int) -> bool:
    """Whether two tokens of one bare word are the same: a plural equals its singular only for a
    thing, and only where neither has a determiner (cashew / cashews, not a brother / brothers)."""
    if small[mine] == large[theirs]:
        return True
    return small[mine][0] == "T" and not (_determined(small, mine) or _determined(large, theirs))


def _determined(tokens: Tokens, at: int) -> bool:
    """Whether a noun has an article, a determiner, a number or an owner in its phrase."""
    for token in reversed(tokens[:at]):
        if token in ("a", "h", "d", "Tposs") or token[0] == "Q":
            return True
        if token[0] in "URkl":
            return False
    return False
