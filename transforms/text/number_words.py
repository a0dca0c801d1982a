"""Tables about quantities: units, classifiers, dayparts, and words that only look like numbers.

Belongs here: data. Does not belong here: how the tables become patterns (`number_patterns.py`).
"""

from __future__ import annotations

from transforms.text.lexicon import listed, table

#: Unit by its spellings.
MEASURES = table(
    mg="毫克|mg|milligrams|milligram",
    g="克|g|grams|gram",
    kg="公斤|千克|kg|kgs|kilograms|kilogram|kilos",
    mcg="微克|mcg|μg|ug",
    jin="斤",
    lb="磅|lb|lbs|pounds|pound",
    ml="毫升|ml|milliliters|millilitres",
    l="升|liters|litres|liter|litre",
    mm="毫米|mm",
    cm="厘米|公分|cm|centimeters|centimetres",
    m="米|meters|metres",
    km="公里|千米|km|kilometers|kilometres|kilometer|kilometre",
    li="里",
    mile="miles|mile",
    m2="平方米|平米",
    inch="寸|英寸|inch|inches",
    degree="度|degrees|degree",
    hour="小时|个小时|钟头|个钟头|hours|hour|hrs",
    minute="分钟|minutes|minute|mins|min",
    second="秒|秒钟|seconds",
    age="岁|周岁",
    yuan="元|块|块钱|人民币|yuan|rmb",
    usd="美元|dollars|dollar",
    eur="欧元|euros|euro",
)
MONEY_SIGNS = {"$": "usd", "€": "eur", "£": "gbp", "¥": "yuan"}

#: Classifiers after which 一 / 1 is only an indefinite article.
CLASSIFIERS = (
    "个人|个|只|条|名|位|把|张|本|台|辆|种|件|双|套|所|座|间|栋|家|支|枝|头|匹|朵|棵|株|部|款|"
    "首|幅|幢|门|项|份|顿|片|块|颗|根|盆|瓶|杯|碗|包|袋|盒|群|对|副|篇|册|盏|艘|架|户|口|类|道|"
    "壶|罐|碟|盘|笔|枚|粒|滴|束|串|堆|批|届|任|代|集|句|段"
)
#: They count doings, so the word itself is a fact (三次 / 三天).
ACTION_CLASSIFIERS = "次|遍|趟|回|下|节|场|轮|圈"
#: After these a numeral is a number and the word stays.
OTHER_COUNTS = (
    "胎|局|拍|星级|桌|桶|筐|箱|车|排|列|行|格|股|针|剂|学期|学分|分|码|档|国语|口之家|岁|年|"
    "个月|月|天|日|号|周|晚|夜|层|楼|级|期|点|星期|礼拜|倍|折|页|度|人|环|室|厅|居|班|组|区|路|"
    "线|栋|位数|单元"
)

DAYPARTS = (
    "凌晨|清晨|清早|早晨|早上|早间|上午|中午|午后|下午|傍晚|晚上|晚间|夜里|夜晚|每晚|每早|今晚|"
    "明晚|昨晚|当晚|晚|早"
)
LATE = ("pm", "下午", "午后", "傍晚")
NIGHT = ("凌晨", "夜里", "夜晚")

MONTHS = listed(
    "january february march april may june july august september october november december"
)

#: Words before a single letter that name a version of something: Rev B, hepatitis C.
LETTERED = (
    "rev|revision|version|ver|appendix|annex|amendment|class|grade|type|plan|group|model|unit|"
    "block|building|gate|terminal|hepatitis|vitamin"
)

#: Chinese words that contain numerals and are no numbers; a pattern.
ZH_TRAPS = (
    "没有一[天日次个]不|三亚|四川|万一|千万(?=别|不要|要|记)|百合|百度|百货|百科|百香果|百事|"
    "千层|千里马|万能|万科|万圣节|万达|三明治|三文鱼|三星|三国(?!语)|三角|三农|四合院|四季|"
    "四书五经|四书|四面|四处|四周|五金|五花肉|五官|五香|五一|六一|七夕|七喜|八卦|八角|八仙|八宝|"
    "九寨沟|九江|十堰|十字|十分|十足|双十一|二胡|二维码|二手|二战|二次元|一些|一起|一样|一直|"
    "一般|一定|一切|一边|一会儿|一会|一点儿|一点(?!钟|半|[零十二三四五])|一下子|一旦|一向|一致|"
    "一流|一带|一路|一线|二线|三线|一律|一共|一生|一辈子|一手|一口气|一对一|一家人|一本正经|"
    "一日三餐|统一|唯一|专一|一时|一方面|一方|一早|一心|一块儿|一同|一体|一系列|一部分|一代|"
    "一再|一贯|一概|一味|一面|一身|第一(?=语言|时间|印象|手|反应)|张三|李四|王五|"
    "老[一二三四五六七八九]|三五好友|三三两两|三里屯|三七|二次|不一|七上八下|乱七八糟|三心二意|"
    "丢三落四|说一不二|千方百计|成千上万|五颜六色|半途而废|亿万|五谷|五行|三伏|三九|四方|八方|"
    "百分比|千张|千岛|万象|万年历|十全|百日咳|三叉|二氧化|一氧化|(?:周|星期|"
    "礼拜)[一二三四五六日天](?!次|回|趟|顿|节|天|个|遍|场)|零食|零钱|零售|零件|零花|两岸|两栖|"
    "两极|两难"
)
#: English words of the same sort; a pattern.
EN_TRAPS = (
    r"\b(?:one another|one day|one of|no one|any ?one|every ?one|some ?one|one-way|one on one|"
    r"one-off|at one|each one|this one|that one|one's|first language|first name|first aid|"
    r"first hand|at first|second[- ]hand|second nature|seven-eleven|24/7|half[- ](?:brother|"
    r"sister|hearted|marathons?|baked|time)|better half|nine-to-five|third[- ]party|"
    r"zero[- ]waste|zero[- ]sugar|ten-pin)\b"
)
#: Names with digits that are no quantities, in either language; a pattern.
NAMES = (
    r"(?<![a-z0-9])(?:k8s|i18n|l10n|a11y|b2b|b2c|c2c|p2p|o2o|mp3|mp4|h2o|co2|pm2\.5|3d|2d|s3|"
    r"ec2|web3|web2|log4j|oauth2|utf-8|base64|x86|x64|md5|h264)(?![a-z0-9])"
)
