"""Negation marks, explicit and inside verbs, and the words that only look like negation.

Belongs here: the words and how many of them turn a statement round. Does not belong here: which
part of the sentence a mark governs (its place in the shape tells, `shape.py`).
"""

from __future__ import annotations

from transforms.text.lexicon import table, words

#: Marks by word. `not` negates, `end` and `quit` say that it was so before, `without` negates a
#: companion, `rare` almost negates, `averse` and `bad` carry the negation inside the word.
NEGATIONS = table(
    not_="not|no|none|nor|neither|never|nothing|nobody|nowhere|cannot|unable to|unable|none of|"
    "forbid|forbids|forbidden|ban|bans|banned|prohibit|prohibits|prohibited|disallow|"
    "disallows|disallowed|不|没|没有|未|别|勿|莫|非|并非|无法|无需|无须|从不|从未|从来不|"
    "从来没|从来没有|未曾|不曾|毫无|毫不|永不|永远不|绝不|决不|并不|禁止|严禁|不准|不许|"
    "不得",
    end="no longer|not any more|not anymore|not any longer|any more|anymore|不再|再也不|"
    "再也没有|再也没|已经不|早就不|已不|早已不",
    quit="quit|quits|quitting|stopped|stop|stops|stopping|gave up|given up|gives up|give up|"
    "giving up|ceased|cease|ceases|discontinued|cancelled|canceled|abandoned|has quit|"
    "has stopped|have stopped|has given up|戒|戒掉|戒了|戒除|停|停止|停用|停了|停掉|放弃|"
    "退出|取消|取消了|摆脱|告别",
    without="without|lack|lacks|lacking|free of|缺|缺乏|缺少|无",
    rare="rarely|seldom|hardly|scarcely|barely|hardly ever|almost never|很少|极少|几乎不|"
    "几乎没有|几乎没|几乎从不|甚少|不常|不太|不怎么|不大|少有|鲜少",
    averse="dislike|dislikes|disliked|hate|hates|hated|hating|detest|detests|loathe|loathes|"
    "distrust|distrusts|avoid|avoids|avoiding|avoided|skip|skips|skipping|skipped|refuse|"
    "refuses|refused|reject|rejects|rejected|oppose|opposes|opposed|decline|declines|"
    "can not stand|讨厌|厌恶|反感|憎恶|恨|避免|避开|忌|忌口|拒绝|反对|抵触|抗拒|回避|嫌|"
    "嫌弃|受不了|不信任|远离|谢绝|拒收",
    bad="差|很差|糟|糟糕|bad|poor|badly|poorly",
)

#: Tokens that begin with one of these and are no word of any table are cut after it: 不喜欢.
PREFIXES = words("不|没|别|未|戒")

#: Tokens that end with one of these and are no word of any table are cut before it: 好久没.
SUFFIXES = words("不|没")

#: Begin with 不, 没, 无, 别, 非 or contain not / no / never without negating anything.
LOOK_ALIKES = words(
    "不断|不久|不同|不错|不少|不止|不妨|不愧|不料|不禁|不由|不由得|不得不|不得了|不得已|不一样|"
    "不时|不停|不懈|不拘|不惜|不经意|不知不觉|不约而同|不可思议|不对劲|不舒服|不安|不满|不足|"
    "不幸|不便|不孕|不孕不育|不良|不锈钢|不倒翁|不动产|不可或缺|不可避免|不见不散|不亦乐乎|"
    "不耐受|不耐烦|了不起|对不起|忍不住|离不开|少不了|免不了|差不多|巴不得|恨不得|动不动|来不及|"
    "无论|无论如何|不论|不管|无限|无数|无比|无非|无意|无聊|无锡|无线|无糖|无人机|无障碍|无花果|"
    "无所谓|无麸质|无氧|无印良品|无疑|无菌|无偿|无私|无辜|无奈|无情|无敌|无穷|无声|无烟|无油|"
    "无酒精|无咖啡因|无乳糖|别墅|别人|别致|别名|别的|别针|别样|别扭|没收|没事|戒指|戒备|戒严|"
    "戒律|戒心|不能不|不可不|不会不|不得不|非常|非洲|非要|非遗|非得|非虚构|非营利|未来|未婚|"
    "未成年|未知|未经|未满|恨铁不成钢|never misses|never skips|never fails to|never forgets|"
    "never forgets to|never without|不间断|从不间断|从不缺席|无一不|无不|没有一天不|没有哪天不|"
    "没有一次不|notable|notably|nothing but|no doubt|no wonder|never mind|no matter|"
    "can not help|can not wait|do not forget|not bad|no problem|not least|no idea|bus stop|"
    "bus stops|pit stop|skip rope|non-fiction|non-profit|nonfiction|nonprofit|nonstop|non-stop|"
    "stop motion|stop-motion|whether or not"
)


def polarity(marks: list[str]) -> int:
    """0 where the marks cancel out, 1 where they negate; two negations affirm (rows T36, T37)."""
    return len(marks) % 2
