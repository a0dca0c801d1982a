"""Segmentation: a text as words of both scripts, and its content terms.

Belongs here: where a word begins and ends, light stemming, stop words. Does not belong here: which
words mark negation, modality and the like (their own tables), and comparison of two texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import rjieba

from transforms.text.lexicon import words
from transforms.text.normalise import normalise
from transforms.text.numbers import ARTICLE, QUANTITY, marker_index, scan, strip_classifier
from transforms.text.vocabulary import CHINESE

_TOKEN = re.compile(
    rf"(?P<quantity>{QUANTITY}.)|(?P<article>{ARTICLE})"
    r"|(?P<han>[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff]+)"
    r"|(?P<word>'s\b|\.net\b|[^\W_\ue000-\uf8ff\u3400-\u9fff\u3040-\u30ff]+"
    r"(?:[.'&/_@-][^\W_\ue000-\uf8ff\u3400-\u9fff\u3040-\u30ff]+)*[#+]*)"
    r"|(?P<mark>[,，、;；:：。.!?！？()（）\[\]—\n-])"
)

_STOP_EN = words(
    "a|an|the|user|user's|'s|of|to|in|on|at|by|for|with|from|as|and|or|but|also|is|are|was|were|be|"
    "been|being|am|do|does|did|has|have|had|that|which|who|whom|this|these|those|it|its|he|she|they|"
    "his|her|their|him|them|i|me|my|you|your|we|our|so|too|very|really|just|there|here|than|then|"
    "will|would|can|could|should|not|no"
)
_STOP_ZH = words(
    "用户|的|了|着|过|地|得|是|在|和|与|及|以及|跟|也|还|都|就|就是|而|而且|并|并且|又|有|个|名|位|"
    "只|条|把|被|对|对于|关于|于|给|向|从|到|里|中|上|下|内|外|时|这|那|其|之|所|等|很|非常|会|要|能|"
    "可以|他|她|它|他们|她们|自己|我|你|我们|你们|一个|一名|一位|一种|不|没|没有"
)


@cache
def _jieba() -> rjieba.Jieba:
    segmenter = rjieba.Jieba()
    for word in CHINESE:
        if not segmenter.has_word(word):
            segmenter.add_word(word, segmenter.suggest_freq(word), "x")
    return segmenter


def cut_han(run: str) -> list[str]:
    """Words of an unbroken run of Chinese characters; dictionary words only, so predictable."""
    return list(_jieba().cut(run, False)) if len(run) > 1 else list(run)


def stem(word: str) -> str:
    """An English plural or third person without its -s, where that is safe; else the word."""
    if len(word) < 4 or not word.isascii() or not word.endswith("s"):
        return word
    if word.endswith(("ss", "us", "is", "ous", "ics", "news", "series", "species")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def tokens(scanned: str, numbers: list[str]) -> Iterator[tuple[str, str]]:
    """(class, text) of every token of a scanned text (`numbers.scan`).

    Classes: word, han, quantity (canonical), article, mark.
    """
    counted = False
    for match in _TOKEN.finditer(scanned):
        kind, text = match.lastgroup or "", match.group()
        if kind == "han":
            if counted:
                text = strip_classifier(text)
            for word in cut_han(text):
                yield "han", word
        elif kind == "quantity":
            yield "quantity", numbers[marker_index(text[1])]
        else:
            yield kind, text
        counted = kind in ("quantity", "article")


def content_terms(text: str) -> list[str]:
    """Normalised content terms in order: stop words out, plurals stemmed, quantities canonical.

    Scripts are split, so `Alice喜欢北京烤鸭employees` gives four terms.
    """
    scanned, numbers = scan(normalise(text))
    terms: list[str] = []
    for kind, token in tokens(scanned, numbers):
        if kind == "quantity":
            terms.append(token)
        elif kind == "word" and token not in _STOP_EN:
            terms.append(stem(token))
        elif kind == "han" and token not in _STOP_ZH:
            terms.append(token)
    return terms
