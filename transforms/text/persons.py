"""Other persons, named by their relation to the user, in one spelling for both languages."""

from __future__ import annotations

from transforms.text.lexicon import table, words

RELATIONS = table(
    wife="wife|妻子|老婆|太太|爱人|媳妇|夫人",
    husband="husband|丈夫|老公|先生",
    partner="partner|spouse|伴侣|配偶|另一半|伴儿",
    girlfriend="girlfriend|女友|女朋友|fiancee|fiancée|未婚妻",
    boyfriend="boyfriend|男友|男朋友|fiance|fiancé|未婚夫",
    mother="mother|mom|mum|mama|mommy|妈妈|母亲|妈|老妈|娘",
    father="father|dad|papa|daddy|爸爸|父亲|爸|老爸|爹",
    parent="parent|parents|父母|爸妈|双亲|家长",
    son="son|儿子",
    daughter="daughter|女儿|闺女",
    child="child|kid|baby|toddler|孩子|小孩|宝宝|子女",
    brother="brother|哥哥|弟弟|兄弟|哥|弟|大哥|小弟",
    sister="sister|姐姐|妹妹|姐妹|姐|妹|大姐|小妹",
    sibling="sibling|siblings|兄弟姐妹|twin|双胞胎",
    grandmother="grandmother|grandma|granny|nana|奶奶|外婆|姥姥|祖母|外祖母",
    grandfather="grandfather|grandpa|granddad|爷爷|外公|姥爷|祖父|外祖父",
    grandchild="grandchild|grandson|granddaughter|孙子|孙女|外孙|外孙女",
    uncle="uncle|叔叔|伯伯|舅舅|姑父|姨父|大伯|伯父|舅父|叔父",
    aunt="aunt|auntie|aunty|阿姨|姑姑|姨妈|婶婶|舅妈|姑妈|伯母",
    cousin="cousin|表哥|表弟|表姐|表妹|堂哥|堂弟|堂姐|堂妹|表亲",
    nephew="nephew|侄子|外甥",
    niece="niece|侄女|外甥女",
    inlaw="in-law|in-laws|mother-in-law|father-in-law|brother-in-law|sister-in-law|岳母|岳父|"
    "婆婆|公公|丈母娘|老丈人|嫂子|姐夫|妹夫|弟媳|小舅子|儿媳|女婿|son-in-law|"
    "daughter-in-law",
    friend="friend|buddy|pal|best friend|朋友|好友|闺蜜|闺密|哥们|死党|好朋友|网友",
    colleague="colleague|coworker|co-worker|teammate|同事|同僚|队友|搭档|搭子",
    boss="boss|manager|supervisor|领导|老板|上司|主管|经理|上级",
    classmate="classmate|同学|schoolmate|校友",
    roommate="roommate|flatmate|housemate|室友|舍友",
    neighbour="neighbour|neighbor|邻居",
    teacher="mentor|tutor|professor|导师",
    coach="coach|教练",
    doctor="therapist|dentist|physician",
    client="client|customer|客户|顾客",
    landlord="landlord|landlady|tenant|房东|租客|房客",
    relative="relative|family|亲戚|家人|家里人|亲人",
    ex="ex|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend|前妻|前夫|前女友|前男友|前任",
    stepfamily="stepson|stepdaughter|stepmother|stepfather|stepbrother|stepsister|继父|继母|"
    "继子|继女",
    godfamily="godmother|godfather|godson|goddaughter|干妈|干爹",
    student="student|pupil|apprentice|徒弟|学徒",
)

#: Contain a relation without speaking of a person.
LOOK_ALIKES = words(
    "mother tongue|mother language|mother nature|father christmas|sister city|sister company|"
    "brother printer|family name|family doctor|family business|family car|family house|"
    "family history|baby step|baby steps|baby carrot|child-free|father figure|family recipe|"
    "family room|pal program|parent company|partner company|ex libris|老公房|妈妈桑|母亲节|"
    "父亲节|儿子辈|孩子气|妈祖|爸爸糖|先生会|师兄弟|兄弟会|姐妹篇|朋友圈|老板椅|同学会|家庭|"
    "家人群|爸比|娘家|婆家|娘惹"
)

#: Relations that are as often the user's own trade; they count only as somebody's (的, 's).
TRADES = frozenset({"teacher", "coach", "doctor", "client", "student", "boss", "relative", "child"})
