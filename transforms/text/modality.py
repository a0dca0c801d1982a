"""Modality and aspect: wanted, planned, tried, past, finished.

Belongs here: the marks that make a text say less than "it is so". Does not belong here: negation,
and modal verbs that are compared as plain words (can, must).
"""

from __future__ import annotations

from transforms.text.hedges import HEDGES
from transforms.text.lexicon import merge, table, words

_MODES = table(
    want="want|wants|wanted|wanting|would like|would love|wish|wishes|hope|hopes|hoping|"
    "dream of|dreams of|dreaming of|想|想要|希望|渴望|盼望|期待|梦想|很想",
    plan="plan|plans|planned|planning|plan on|plans on|planning on|intend|intends|intended|"
    "going to|about to|consider|considers|considering|thinking of|thinking about|"
    "thinks about|will|shall|aims|aiming|decided to|decides to|looking into|打算|计划|准备|"
    "考虑|在考虑|将|将要|将于|即将|快要|决定|筹划|筹备|拟|有意|正准备|正考虑",
    past="used to|formerly|previously|former|in the past|as a child|曾经|曾|以前|过去|从前|原先|"
    "原来|早年|当年|小时候|往年|年轻时|年轻的时候|后来|afterwards|later",
    try_="try|tries|tried|trying|attempt|attempts|attempting|尝试|试图|试着|想办法|争取",
    almost="almost|nearly|险些|差点|差点儿|几乎",
    pretend="pretend|pretends|pretending|imagines|假装|装作",
    was="was|were|did|had been",
    done="了|过",
)
MODALITY = merge(_MODES, HEDGES)

#: After these verbs 了 only says that the state began: 养了一只猫 is 养一只猫.
STATIVE = words(
    "养|当|住|收藏|订|订阅|报名|带|戴|成为|有|开|患|患有|懂|租|种|信|加入|喜欢上|爱上|学会|掌握|"
    "攒|存|对|习惯|成|怀|管|设|装|用|选|选择|投资|负责"
)

LOOK_ALIKES = words(
    "is used to|are used to|am used to|was used to|be used to|get used to|gets used to|"
    "got used to|getting used to|will power|free will|理想|思想|想法|想象|准备金|规划师|过敏|"
    "过年|过节|过生日|过程|过期|过冬|过夜|过度|过滤|不过|经过|通过|超过|难过|为了|除了|了解|"
    "原来如此|得了|到了|用过"
)
