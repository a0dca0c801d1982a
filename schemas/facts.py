"""facts: what the language of a memory says, computed once per memory."""

from __future__ import annotations

import dataframely as dy

from schemas.columns import Partitioned
from schemas.tables import Table, register


class Facts(Partitioned):
    """Language facts of one memory text."""

    memory_id = dy.String(primary_key=True, description="memory")
    content = dy.String(description="text the facts were taken from")
    terms = dy.List(dy.String(), description="normalised content terms in order")
    shape = dy.List(dy.String(), description="words in order, each with its part in a comparison")
    units = dy.List(
        dy.String(), description="Chinese characters and stems of content words, sorted"
    )
    sketch = dy.Int64(
        min=0, description="bits of the strong words: a subset needs a subset of bits"
    )
    numbers = dy.List(dy.String(), description="canonical quantities, sorted, with repetition")
    negations = dy.List(dy.String(), description="negation marks with their scope, sorted")
    polarity = dy.Int64(min=0, max=1, description="1 if an odd number of negations")
    subject = dy.String(description="head of the sentence: user, ai, none, or the other person")
    persons = dy.List(dy.String(), description="other persons named by relation, sorted")
    conditions = dy.List(dy.String(), description="condition marks with their scope, sorted")
    limiting = dy.List(dy.String(), description="kinds of condition, sorted, once each")
    modality = dy.List(dy.String(), description="modality and aspect marks, sorted, once each")
    instructional = dy.Bool(description="says how answers should be, whatever its kind")
    times = dy.List(dy.String(), description="absolute time expressions, sorted")
    has_term = dy.Bool(description="a state with a term: until, 目前, this week")
    habit = dy.Bool(description="a repeated action")
    one_off = dy.Bool(description="a one-off event")
    lasting_dated = dy.Bool(description="a lasting fact with a date: born, joined, 毕业")
    hedged = dy.Bool(description="might, 可能, perhaps")
    specific = dy.Int64(min=0, description="count of names, numbers and other specific terms")
    facts_version = dy.String(description="version of the language tables")


TABLE = register(Table("facts", Facts, "Language facts of a memory."))
