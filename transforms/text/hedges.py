"""Hedges: words that make a statement uncertain. Used by scoring, grounding and judging."""

from __future__ import annotations

from transforms.text.lexicon import table

HEDGES = table(
    hedge="might|may|maybe|perhaps|possibly|probably|likely|presumably|supposedly|apparently|"
    "seems|seem|seemed|appears to|suspects|suspect|thinks|guesses|is not sure|not sure|"
    "may be|might be|could be|sort of|kind of|i guess|i think|可能|也许|或许|大概|大约|"
    "好像|似乎|估计|恐怕|说不定|没准|没准儿|应该是|可能是|不确定|不太确定|怀疑|疑似|貌似|"
    "据说|听说|未必|不一定|或者是|声称|自称|觉得自己|感觉自己"
)
