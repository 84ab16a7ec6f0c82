"""Words by which a line of a résumé shows what it is: a position, an organisation, a school, a place."""

import re
from typing import Final, Literal

_TITLES: Final = (
    "engineer|developer|programmer|architect|manager|director|lead|leader|head|analyst|designer|"
    "scientist|consultant|intern|internship|trainee|apprentice|assistant|associate|administrator|"
    "officer|specialist|coordinator|supervisor|technician|operator|accountant|auditor|advisor|adviser|"
    "researcher|lecturer|professor|teacher|tutor|instructor|editor|writer|journalist|nurse|doctor|"
    "physician|lawyer|attorney|paralegal|founder|cofounder|co-founder|ceo|cto|cfo|coo|vp|president|"
    "partner|owner|freelancer|freelance|contractor|representative|salesperson|cashier|clerk|"
    "receptionist|secretary|chef|cook|waiter|waitress|barista|driver|mechanic|electrician|producer|"
    "planner|strategist|recruiter|tester|devops|sre|fellow|postdoc|member|chair|volunteer|mentor|"
    "coach|translator|librarian|photographer|illustrator|artist|buyer|controller|executive|principal|"
    "qa"
)
_TITLES_ZH: Final = (
    "工程师|经理|总监|主管|主任|专员|助理|实习生|设计师|分析师|顾问|架构师|开发|程序员|教师|老师|讲师|教授|研究员"
    "|科学家|编辑|记者|会计|出纳|审计|律师|医生|护士|销售|运营|产品|负责人|组长|总裁|创始人|合伙人|秘书|翻译|店长"
    "|测试|运维|前端|后端|志愿者|部长|主席|干事|班长"
)
_ORGANISATIONS: Final = (
    "inc|ltd|llc|gmbh|ag|corp|corporation|company|co|plc|group|holdings|bank|labs|lab|studio|studios|"
    "software|technologies|technology|systems|solutions|logistics|consulting|partners|agency|"
    "foundation|institute|university|college|school|hospital|clinic|ministry|department|government|"
    "council|association|society|ventures|capital|media|press|airlines|motors|industries|"
    "international|enterprises|services|bv|nv|sa|sarl|oy|ab|kg|limited"
)
_ORGANISATIONS_ZH: Final = (
    "公司|集团|银行|研究院|研究所|科技|事务所|工作室|医院|大学|学院|学校|中学|部门|局|协会|基金会|中心|实验室"
)
_SCHOOLS: Final = re.compile(
    r"\b(?:university|college|school|institute|academy|polytechnic|universit\w+|hochschule|faculty|lyc[ée]e"
    r"|gymnasium|mit|eth|epfl|ucla|bootcamp)\b|大学|学院|学校|中学|高中|研究生院|党校",
    re.IGNORECASE,
)
_DEGREE_NAMES: Final = (
    r"b\.?\s?sc|m\.?\s?sc|b\.?a|m\.?a|b\.?s|m\.?s|b\.?eng|m\.?eng|m\.?phil|ph\.?\s?d|mba|b\.?tech|m\.?tech|b\.?com"
    r"|ll\.?[bm]|m\.?d|a\.?a|a\.?s|b\.?ed|m\.?ed|bfa|mfa|bba|hnd|gcse"
)
_DEGREE: Final = re.compile(
    rf"(?<!\w)(?:{_DEGREE_NAMES})(?![\w])\.?|\b(?:bachelor|master|doctor|doctorate|diploma|associate degree"
    r"|degree|a-levels?|abitur|baccalaureate|licen[cs]e|minor|major|honou?rs)\b|bachelor|master['’]s"
    r"|本科|学士|硕士|博士|研究生|专科|大专|双学位|高中学历",
    re.IGNORECASE,
)
_SHORT_DEGREE: Final = re.compile(
    rf"^((?:{_DEGREE_NAMES})\.?(?:\s*\((?:hons?|honou?rs)\))?)(?:,|\s+in)?\s+(\S.*)$", re.IGNORECASE
)
_LONG_DEGREE: Final = re.compile(
    r"^(.*?(?:bachelor|master|doctor|diploma|degree).*?)\s+in\s+(\S.*)$", re.IGNORECASE
)
_GRADE: Final = re.compile(
    r"\b(?:c?gpa|grade|first class|upper second|distinction|cum laude)\b|绩点|平均分", re.IGNORECASE
)
_TITLE: Final = re.compile(rf"\b(?:{_TITLES})s?\b|{_TITLES_ZH}", re.IGNORECASE)
_TITLE_OF: Final = re.compile(rf"\b(?:{_TITLES})\s+(?:of|for|,)\s", re.IGNORECASE)
_ORGANISATION: Final = re.compile(rf"\b(?:{_ORGANISATIONS})\b|{_ORGANISATIONS_ZH}", re.IGNORECASE)
_COUNTRIES: Final = (
    "USA|U\\.S\\.A\\.|US|UK|United States|United Kingdom|England|Scotland|Wales|Ireland|Germany|"
    "France|Spain|Portugal|Italy|Netherlands|The Netherlands|Belgium|Switzerland|Austria|Denmark|"
    "Sweden|Norway|Finland|Poland|Czechia|Czech Republic|Hungary|Romania|Greece|Turkey|Russia|Ukraine|"
    "China|Taiwan|Hong Kong|Japan|South Korea|Korea|India|Pakistan|Bangladesh|Singapore|Malaysia|"
    "Indonesia|Thailand|Vietnam|Philippines|Australia|New Zealand|Canada|Mexico|Brazil|Argentina|"
    "Chile|Colombia|Peru|Egypt|Nigeria|Kenya|South Africa|Israel|UAE|Saudi Arabia|Remote|Alabama|"
    "Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|"
    "Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|"
    "Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|"
    "North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|"
    "South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|"
    "Ontario|Quebec|British Columbia|Alberta"
)
_CITIES_ZH: Final = (
    "北京|上海|广州|深圳|杭州|成都|重庆|天津|南京|武汉|西安|苏州|长沙|郑州|青岛|大连|厦门|宁波|合肥|济南|福州|沈阳"
    "|哈尔滨|昆明|无锡|东莞|佛山|珠海|香港|澳门|台北|远程"
)
_CITY: Final = r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3}"
_PLACE: Final = re.compile(
    rf"(?:{_CITY}, )?(?:[A-Z]{{2}}(?: \d{{5}})?, )?(?:{_COUNTRIES})(?: \(?(?:Remote|Hybrid)\)?)?"
    rf"|{_CITY}, [A-Z]{{2}}(?: \d{{5}}(?:-\d{{4}})?)?(?: \(?(?:Remote|Hybrid)\)?)?"
    rf"|(?:中国)?\s*(?:{_CITIES_ZH}|[\u4e00-\u9fff]{{2,6}}[省市])(?:[省市]?[\u4e00-\u9fff]{{0,6}}[市区县州])?市?"
)
_LANGUAGE: Final = re.compile(
    r"\b(?:english|french|german|dutch|flemish|spanish|italian|portuguese|chinese|mandarin|cantonese|japanese"
    r"|korean|russian|ukrainian|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew"
    r"|persian|farsi|hindi|urdu|bengali|tamil|telugu|marathi|punjabi|gujarati|vietnamese|thai|indonesian|malay"
    r"|tagalog|filipino|swahili|amharic|swedish|norwegian|danish|finnish|icelandic|estonian|latvian|lithuanian"
    r"|croatian|serbian|bosnian|slovene|slovenian|albanian|catalan|basque|galician|irish|welsh|afrikaans|latin"
    r"|esperanto|sign language|deutsch|français|español|italiano|nederlands|português)\b|[语語文话話]$",
    re.IGNORECASE,
)
_LONGEST_LANGUAGE: Final = 4
"""Words."""
_LIKE_PLACE: Final = re.compile(r"[^\W\d_][\w .'’-]*(?:, [^\W\d_][\w .'’-]*){1,2}|[A-Z][a-zé]+")


def is_title(text: str) -> bool:
    """Whether a text names a position."""
    return _TITLE.search(text) is not None


def is_organisation(text: str) -> bool:
    """Whether a text names a company or the like, by a word that such names have."""
    return _ORGANISATION.search(text) is not None


def kind_of(text: str) -> Literal["title", "organisation"] | None:
    """What a text names: the word that comes last decides, so a Software Engineer is no company."""
    title = max((found.end() for found in _TITLE.finditer(text)), default=0)
    organisation = max((found.end() for found in _ORGANISATION.finditer(text)), default=0)
    if title and (title > organisation or _TITLE_OF.search(text)):
        return "title"
    return "organisation" if organisation else None


def is_school(text: str) -> bool:
    """Whether a text names a school."""
    return _SCHOOLS.search(text) is not None


def is_degree(text: str) -> bool:
    """Whether a text names a degree."""
    return _DEGREE.search(text) is not None


def is_language(text: str) -> bool:
    """Whether a text names a language."""
    return _LANGUAGE.search(text) is not None and len(text.split()) <= _LONGEST_LANGUAGE


def is_grade(text: str) -> bool:
    """Whether a text is a grade."""
    return _GRADE.search(text) is not None


def is_place(text: str) -> bool:
    """Whether a text is surely a place: a country, a state, a Chinese city."""
    return _PLACE.fullmatch(text.strip()) is not None and kind_of(text) is None


def ends_in_place(text: str) -> bool:
    """Whether what stands behind some comma of a text surely is a place: an address does."""
    return any(is_place(text[found.end() :]) for found in re.finditer(r",\s+", text))


def is_like_place(text: str) -> bool:
    """Whether a text may be a place, where one is expected."""
    return is_place(text) or (_LIKE_PLACE.fullmatch(text.strip()) is not None and not is_title(text))


def is_name_like(text: str) -> bool:
    """Whether a text is written as names are: every longer word with a capital, or 中文 without a stop."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return all(not word[0].islower() for word in words) and not re.search(r"[。，；]", text)


def split_degree(text: str) -> tuple[str, str]:
    """A degree and its area ("" where it names none): `BSc Computer Science`."""
    found = _LONG_DEGREE.match(text) or _SHORT_DEGREE.match(text)
    return (found[1], found[2]) if found else (text, "")
