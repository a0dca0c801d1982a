"""Function words: what is dropped, what is kept as a sign of structure, what is spelled alike.

Belongs here: words without a fact of their own. The classes are those of `shape.py`.
"""

from __future__ import annotations

from transforms.text.lexicon import table, words

#: Say nothing that a comparison could miss.
DROPPED = words(
    "is|are|am|be|been|being|do|does|has been|have been|also|too|both|not only|not just|"
    "not merely|there|then|itself|himself|herself|themselves|是|就是|正是|也是|都是|也|还|都|就|"
    "才|又|便|则|而|而且|并|并且|且|地|得|所|之|等|等等|来|去做|已经|已|正在|正|着|呢|吧|啊|呀|"
    "哦|嘛|不仅|不但|不光|不只|不单|不仅仅|同时|会去|都会|就会|才会|总会|都要|该|其|他|她|它"
)

#: Structure that is visible to the comparison but is no fact: class by word.
STRUCTURE = table(
    d="的|'s",
    h="the|this|that|these|those|这|那|这个|那个",
    o="where|who|which|whom|whose",
    l="and|&|as well as|but also|and also|along with|和|与|及|以及|跟|、",
    b="but|however|yet|though|although|但|但是|不过|可是|然而|却|虽然|尽管|只是",
    z="because|due to|so that|in order to|because of|thanks to|since|因为|由于|为了|以便|所以|"
    "因此|因而|因",
    i="在|于|位于",
    a="个|一个|一名|一位",
    j="里|里面|中|内|上|当中",
)

#: Detail that may be added anywhere without changing the fact.
DEGREE = words(
    "very|really|quite|truly|so|especially|particularly|mostly|mainly|deeply|greatly|very much|"
    "a lot|own|severely|seriously|extremely|truly|even|很|非常|特别|十分|挺|相当|极其|尤其|最|"
    "特|超|超级|比较|颇|主要|自己|一直|甚至|严重|重度|极度|极|真的|确实|尤为|格外|一些|些|几|"
    "各种|各类"
)

#: Names of one thing that contain "and" or a preposition.
LOOK_ALIKES = words(
    "rock and roll|rock'n'roll|bread and butter|salt and pepper|research and development|"
    "arts and crafts|black and white|bed and breakfast|fish and chips|mac and cheese|"
    "gin and tonic|trial and error|health and safety|dungeons and dragons|supply and demand|"
    "hide and seek|snakes and ladders|track and field|science and technology|"
    "terms and conditions|peanut butter and jelly|cut and paste|sister in law|brother in law|"
    "mother in law|father in law|editor in chief|commander in chief|lily of the valley|"
    "pros and cons"
)

#: Prepositions and particles that carry a role; one spelling each.
ROLES = table(
    to="to",
    from_="from",
    with_="with",
    for_="for",
    of="of",
    into="into",
    by="by",
    as_="as",
    about="about",
    in_="in|on|at",
    near="near",
    along="along",
    through="through",
    around="around",
    over="over",
    rather="rather than",
    instead="instead of|而不是|而非",
    than="than|比",
    between="between",
    against="against",
    under="under",
    behind="behind",
    beside="beside|next to",
    across="across",
    per="per",
    via="via",
    outside="outside",
    inside="inside",
    above="above",
    below="below",
    toward="toward|towards",
    off="off",
    among="among",
    within="within",
    out_of="out of",
    up_to="up to",
    ba="把|将把",
    bei="被",
    gei="给|送给",
    dui="对|对于",
    guanyu="关于",
    zhendui="针对",
    cong="从",
    dao="到|往",
    xiang="向",
    ti="替|帮",
    or_="or|或|或者|还是",
    named="named|名叫|叫做|叫|名字叫",
    called="called",
    titled="titled|名为|取名",
)

#: 养只猫 is 养一只猫: after these verbs a bare classifier is an article.
BARE_CLASSIFIERS = words("架|只|辆|台|条|件|套|名|位|把|家|间|座|栋|匹|头|张|艘|部|款|份|支|口|幅")
COUNTING_VERBS = words("有|养|买|是|当|开|租|做|找|收养|领养|想养|想买|订|送|了")

#: Spellings of one word. Synonyms do not belong here: they are a model's work.
ALIKE = {
    "使用": "用",
    "能够": "能",
    "务必": "必须",
    "favorite": "favourite",
    "favorites": "favourite",
    "color": "colour",
    "colors": "colour",
    "gray": "grey",
    "organize": "organise",
    "organizes": "organise",
    "center": "centre",
    "theater": "theatre",
    "neighborhood": "neighbourhood",
    "behavior": "behaviour",
    "asks": "ask",
    "requests": "request",
    "每一天": "每天",
    "每日": "每天",
    "牠": "它",
    "his": "poss",
    "her": "poss",
    "their": "poss",
    "its": "poss",
    "my": "poss",
    "he": "pron",
    "she": "pron",
    "they": "pron",
    "him": "pron",
    "them": "pron",
    "it": "pron",
}
