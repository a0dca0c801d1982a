"""Conditions: words that limit when or where a statement holds.

Belongs here: the marks. Does not belong here: a narrowing without a mark (`containment.py`).
"""

from __future__ import annotations

from transforms.text.lexicon import table, words

CONDITIONS = table(
    only="only|solely|exclusively|only when|only if|only on|only in|only at|只|只有|仅|仅仅|"
    "唯有|只要|仅限|限于|只限|单单|光|不到万不得已",
    if_="if|unless|provided|provided that|as long as|so long as|in case|on condition that|"
    "otherwise|assuming|如果|假如|要是|若|若是|倘若|假若|万一|除非|否则|一旦|要不然|的话",
    when="when|whenever|while|during|before|after|upon|once she|once he|once they|once the|时|"
    "时候|的时候|之前|之后|以后|期间|情况下|的情况下|场合|之时|遇到|每当|每逢",
    except_="except|except for|apart from|other than|excluding|but not|除了|除|除外|除此|以外|"
    "之外|例外",
)

#: A clause with one of these limits the statement it stands beside.
LIMITING = words("only|if|when|except")

#: Tokens that begin with one of these and are no word of any table are cut after it: 只吃.
PREFIXES = words("只|仅")

LOOK_ALIKES = words(
    "only child|only son|only daughter|only sister|only brother|唯一|小时|同时|平时|准时|按时|"
    "临时|及时|随时|有时|有时候|当时|时间|时尚|时差|时装|时区|时事|除夕|除草|解除|若干|"
    "after all|looking after|looks after|look after|named after|takes after|take after|"
    "before long|even if|even when|even though|as if|ever after|只好|只是|一时|定时|准时|限时|"
    "光盘|光线|阳光"
)
