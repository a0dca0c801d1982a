"""Signs: yes-or-no readings of a row that several dimensions share, computed once.

Belongs here: what is not a fact of language alone (that is the facts table) and not points.
Does not belong here: anything that only one dimension reads.

| sign | holds where |
|---|---|
| `act` | the text reports an act of the chat (asked, thanked) that is no instruction or habit, |
| | or an event that is a request to the assistant |
| `passing` | an act, or a mood of the moment that is no habit |
| `vague` | a filler word (something, 某事), nothing specific and at most `vague_terms` terms |
| `unsure` | the text hedges, or every claim of it rests on hedged words |
| `unfounded` | grounding below `least_grounding`, or no message of the user among the sources |
| `term` | a state with a term, or a one-off event told as persona or instruction; |
| | neither a habit nor a lasting fact with a date |
| `expired` | `term`, and its end is before as_of; where no end is known, `term_days` unmentioned |
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

# An ASCII word edge: the Unicode one makes the regex engine a hundred times slower on Chinese.
_EDGE = r"(?-u:\b)"

_USER = rf"(?:用户(?:（[^）]*）|\([^)]*\))?|(?i:{_EDGE}user(?: \([^)]*\))?))"

_ACT = (
    rf"{_USER}(?:还|又|刚|刚刚)?(?:(?:向|跟|对|和)(?:AI|助手))?"
    r"(?:询问|提问|问了|问起|想知道|请教|打了?招呼|问好|道谢|致谢|道别|告别|说再见|表示感谢)"
    r"|感谢了?(?:AI|助手)"
    rf"|{_USER} (?i:asked|asks|is asking|wants to know|wondered|inquired)"
    rf" (?i:about|what|how|whether|if|why|when|where|which|who|for){_EDGE}"
    rf"|{_USER} (?i:thanked|thanks|greeted|greets|said|says) (?i:the (?:ai|assistant)|ai|hello|hi"
    rf"|thanks|thank you|goodbye|bye|good (?:morning|night)){_EDGE}"
)

_REQUEST = (
    rf"{_USER}(?:还|又|刚|刚刚)?(?:让|请|叫|要求|麻烦)(?:AI|助手)"
    rf"|{_USER} (?i:asked|asks|told|tells|requested) (?i:the (?:ai|assistant)|ai){_EDGE}"
)

_MOOD = (
    r"(?:(?:很|好|有点|有些|非常|感到|感觉|觉得)(?:累|困|饿|开心|高兴|难过|无聊|烦|郁闷|疲惫|疲倦)"
    r"|心情(?:不错|很好|不好|很差))了?(?:[，。！,.!]|$)"
    rf"|(?i:{_EDGE}(?:is|was|feels?|felt|feeling) (?:a bit |a little |very |so |really |quite )?"
    r"(?:tired|sleepy|bored|hungry|happy|sad|excited|annoyed|stressed|fine|ok|okay)"
    r"(?: today| now| right now| tonight)?(?:[,.!]|$))"
)

_FILLER = (
    r"(?:一些|某些|某个|某种|那个|那些|这些|有些|什么)(?:东西|事情|事物|事|人|地方)|某事|某人|那件事|这件事"
    r"|(?:^|[^其])它|(?:这个|那个)(?:[，。！,.!]|$)"
    rf"|(?i:{_EDGE}(?:something|somewhere|someone|stuff|some things|certain things|this){_EDGE})"
    rf"|{_EDGE}it{_EDGE}"
)


@dataclass(frozen=True)
class SignParams:
    """Cut points of the signs."""

    vague_terms: int = 3
    least_grounding: float = 0.2
    term_days: int = 90


def with_signs(frame: pl.DataFrame, params: SignParams) -> pl.DataFrame:
    """Add the seven signs, never null, to statements joined with facts and as_of."""
    text, kind = pl.col("content"), pl.col("kind")
    distinct = pl.col("terms").list.n_unique()
    act = ((kind != "instruction").fill_null(True) & ~pl.col("habit") & text.str.contains(_ACT)) | (
        (kind == "episodic").fill_null(False) & text.str.contains(_REQUEST)
    )
    mood = text.str.contains(_MOOD) & ~pl.col("habit")
    grounded = pl.col("grounding").fill_nan(0.0).fill_null(0.0) >= params.least_grounding
    few = (distinct <= params.vague_terms) & (pl.col("specific") == 0)
    misplaced = pl.col("one_off") & (kind != "episodic").fill_null(False)
    term = (pl.col("has_term") | misplaced) & ~pl.col("habit") & ~pl.col("lasting_dated")
    unmentioned = pl.col("last_seen").dt.offset_by(f"{params.term_days}d")
    end = pl.coalesce("activity_end", unmentioned)
    return frame.with_columns(
        act=act,
        passing=act | mood,
        vague=few & text.str.contains(_FILLER),
        unsure=pl.col("hedged").fill_null(False) | pl.col("text_hedged"),
        unfounded=~grounded | (pl.col("user_sources").fill_null(0) == 0),
        term=term,
        expired=term & (end < pl.col("as_of")).fill_null(False),
    )


def yes_no(sign: str) -> pl.Expr:
    """A sign as it stands in a reason."""
    return pl.when(pl.col(sign)).then(pl.lit("yes")).otherwise(pl.lit("no"))


def shown(column: str) -> pl.Expr:
    """A figure as it stands in a reason; `none` where it is unknown."""
    return pl.col(column).cast(pl.String).fill_null("none")
