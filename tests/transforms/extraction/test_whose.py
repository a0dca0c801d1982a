"""Another person's fact is never the user's, and the user's own is not lost for mentioning one."""

from __future__ import annotations

import pytest

from tests.transforms.extraction.build import judged, memory, messages
from transforms.extraction.whose import clauses

ANOTHERS = [
    ("en", "My cousin Rory is diabetic and hates needles.", "User is diabetic"),
    ("en", "My roommate says she is scared of heights.", "User is scared of heights"),
    ("en", "I have a friend who collects fountain pens.", "User collects fountain pens"),
    (
        "en",
        "One of my colleagues suggested Terraform, I don't see why.",
        "User suggested Terraform",
    ),
    ("en", "I didn't write it, that was our team manager.", "User is a team manager"),
    ("en", "My uncle lives in Cork, he keeps bees and sells honey.", "User keeps bees"),
    ("en", "My dad has asthma. Could I have it too?", "User has asthma"),
    ("en", "My brother plays chess but my wife says I should relax.", "User plays chess"),
    ("en", "Our dog is afraid of fireworks.", "User is afraid of fireworks"),
    ("en", "My neighbour moved to Lisbon.", "User moved to Lisbon"),
    ("en", "My sister's car is a red Fiat.", "User's car is a red Fiat"),
    ("zh", "我表弟有哮喘，还怕打针。", "用户有哮喘"),
    ("zh", "我有个同学特别怕高。", "用户怕高"),
    ("zh", "老陈跟我是邻居，他养了六箱蜜蜂。", "用户养了六箱蜜蜂"),
    ("zh", "我们主管建议用 Terraform，我不同意。", "用户建议使用 Terraform"),
    ("zh", "我爸有痛风，吃别嘌醇的，我会不会也得？", "用户有痛风，吃别嘌醇"),
    ("zh", "我室友跟我说她对猫毛过敏。", "用户对猫毛过敏"),
    ("zh", "孩子六岁了，在学大提琴。", "用户在学大提琴"),
    ("zh", "我听说老黄离婚了。", "用户离婚了"),
    ("zh", "我姐的车是红色菲亚特。", "用户的车是红色菲亚特"),
    ("zh", "不是我写的，那是我们经理写的方案。", "用户写了方案"),
]
THE_USERS = [
    ("en", "My friend and I both love bouldering.", "User loves bouldering"),
    ("en", "Me and my brother run a bakery in Cork.", "User runs a bakery in Cork"),
    ("en", "My wife Nina and I are vegan.", "User is vegan"),
    ("en", "I take my daughter to judo on Fridays.", "User takes daughter to judo on Fridays"),
    ("en", "My sister is a nurse and I'm a nurse too.", "User is a nurse"),
    ("en", "My dad has asthma, so do I.", "User has asthma"),
    ("en", "My wife is vegan, so I cook lentils most days.", "User cooks lentils most days"),
    ("en", "My doctor says I have high blood pressure.", "User has high blood pressure"),
    ("en", "My boss gave me a ThinkPad last year.", "User has a ThinkPad"),
    ("en", "My son is six and plays the cello.", "User has a son who plays the cello"),
    ("en", "My kid is six and plays the cello.", "User has a daughter who plays the cello"),
    ("en", "The client moved the launch to 9 June 2024.", "User's launch is on 9 June 2024"),
    ("en", "I'm someone who hates waiting.", "User hates waiting"),
    ("en", "I like tea. My brother prefers coffee.", "User likes tea"),
    ("en", "Python is my favourite language", "User's favourite language is Python"),
    ("en", "Sushi is amazing, easily my top food", "User finds sushi amazing"),
    ("zh", "我和我爱人都吃素。", "用户吃素"),
    ("zh", "我朋友和我都喜欢攀岩。", "用户喜欢攀岩"),
    ("zh", "老陈跟我都怕打针。", "用户怕打针"),
    ("zh", "我每周五带女儿去学柔道。", "用户每周五带女儿去学柔道"),
    ("zh", "我爸有痛风，我也有。", "用户有痛风"),
    ("zh", "医生说我血压偏高。", "用户血压偏高"),
    ("zh", "老板送了我一台 ThinkPad。", "用户有一台 ThinkPad"),
    ("zh", "孩子睡了，我终于能看推理小说了。", "用户看推理小说"),
    ("zh", "客户把上线日期改到了2024年6月9日。", "用户的上线日期改到2024年6月9日"),
    ("zh", "我觉得我很内向，我姐正相反。", "用户很内向"),
    ("zh", "我有一个学护理的表妹，在读大二。", "用户有一个学护理、读大二的表妹"),
    ("zh", "我女儿说我打呼噜。", "用户打呼噜"),
    ("zh", "宠物店店长，干了五年。", "用户是宠物店店长"),
    ("zh", "我妈教我弹的古筝，弹了十年。", "用户弹古筝十年"),
    ("zh", "我哥和我合开一家面馆。", "用户与哥哥合开一家面馆"),
    ("zh", "朋友聚会我一般不喝酒。", "用户一般不喝酒"),
    ("zh", "我家在三楼，没有电梯。", "用户家在三楼，没有电梯"),
]


def reason(lang, text, claim):
    return judged(messages(("user", text)), lang, memory(claim))["reason"][0]


@pytest.mark.parametrize(("lang", "text", "claim"), ANOTHERS)
def test_of_another(lang, text, claim):
    assert reason(lang, text, claim) == "other_person"


@pytest.mark.parametrize(("lang", "text", "claim"), THE_USERS)
def test_of_the_user(lang, text, claim):
    assert reason(lang, text, claim) != "other_person"


@pytest.mark.parametrize(
    ("lang", "question", "claim"),
    [
        ("en", "Is your father allergic to latex?", "User is allergic to latex"),
        ("zh", "你父亲对乳胶过敏吗？", "用户对乳胶过敏"),
    ],
)
def test_a_confirmed_question_about_another(lang, question, claim):
    yes = "Yes, he is" if lang == "en" else "是的"
    talk = messages(("assistant", question), ("user", yes))
    item = memory(claim, sources=["m1", "m2"])
    assert judged(talk, lang, item)["reason"][0] == "other_person"


def test_clauses_carry_the_person_on():
    told = clauses("My aunt has gout, takes pills and I cook for her. I drive.")
    assert [clause.named for clause in told] == [{"aunt"}, {"aunt"}, None, None]
    told = clauses("我姑姑有痛风，每天吃药，我给她做饭。")
    assert [clause.named for clause in told] == [{"aunt"}, {"aunt"}, None]
