"""The headings that people give to the parts of a résumé, in English and 中文."""

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from core.resume.aliases import SECTIONS

OTHER: Final = "other"
"""A heading that we know, of a section that the format has not."""

_MORE: Final = {
    "basics": "personal data|personal profile details|get in touch|个人资料|基本情况|联络方式|个人简历信息",
    "summary": (
        "career summary|executive summary|summary of qualifications|career objective|profile"
        "|personal statement"
        "|personal profile|professional profile|about|个人评价|个人优势|个人概况|求职目标|职业目标"
    ),
    "experience": (
        "relevant experience|work experiences|employment experience|industry experience|internships"
        "|internship experience|professional background|实习经历|实习经验|工作背景|工作与实习经历"
    ),
    "education": "education and training|educational background|academic qualifications|教育情况|学习背景",
    "projects": "selected projects|key projects|academic projects|项目介绍|科研项目|科研经历",
    "skills": (
        "top skills|core competencies|core skills|key skills|professional skills|technical expertise"
        "|technical proficiencies"
        "|skills and tools|skills and technologies|areas of expertise|it skills|computer skills"
        "|技能专长|个人技能"
        "|专业能力|职业技能|专业技能与工具"
    ),
    "languages": "language proficiency|外语水平|语言水平",
    "interests": "hobbies|activities and interests|爱好特长",
    "awards": (
        "awards and achievements|honours and awards|awards and honours|获奖情况|荣誉证书|所获奖项|荣誉奖励"
    ),
    "certifications": "certificates and licenses|professional certifications|技能证书|职业资格|证书资质",
    "publications": "selected publications|学术论文|学术成果",
    "volunteer": "volunteering experience|社会实践|公益经历|志愿活动经历",
    "references": "professional references",
    "profiles": "links|online presence|online",
    OTHER: (
        "patents|courses|coursework|relevant coursework|training|achievements|key achievements|memberships"
        "|professional memberships|affiliations|additional information|activities|extracurricular activities"
        "|leadership experience|conferences|talks|presentations|research"
        "|research interests|teaching"
        "|military service|strengths|miscellaneous|other|declaration|专利|培训经历|校园经历"
        "|在校经历|其他|附加信息"
        "|学生工作|社团经历|研究方向|培训|主修课程"
    ),
}
_DECORATION: Final = " \t:：-–—=_*#~•·|【】[]「」《》()（）"
_LONGEST: Final = 40
_MIN_BESIDE: Final = 3
"""From so many headings at the left on, they are the manner of this résumé."""
_INLINE: Final = re.compile(r"^\W{0,3}([^:：]{2,30})[:：]\s*(\S.*)$")
_INLINE_NAMES: Final = frozenset(
    [
        "skills",
        "technical skills",
        "languages",
        "interests",
        "hobbies",
        "summary",
        "objective",
        "career objective",
        "profile",
        "技能",
        "专业技能",
        "语言能力",
        "兴趣爱好",
        "自我评价",
        "个人简介",
        "求职目标",
    ]
)
"""Headings after which the text may follow on the same line; a job has lines like `Technologies: …`, too."""


def _key(text: str) -> str:
    text = normalize("NFKC", text).casefold().replace("&", " and ").strip(_DECORATION)
    text = " ".join(text.split())
    return text if text.isascii() else re.sub(r"\s+", "", text)


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for family, (english, chinese) in SECTIONS.items():
        for name in f"{english}|{chinese}".split("|"):
            table.setdefault(_key(name), family)
    for family, names in _MORE.items():
        for name in names.split("|"):
            table.setdefault(_key(name), family)
    return table


_FAMILIES: Final = _table()


def heading_of(line: str) -> str | None:
    """The section (family, `summary`, `basics` or `OTHER`) that a line opens; None where it is no heading."""
    if not line or len(line) > _LONGEST:
        return None
    spaced = re.fullmatch(r"(?:[A-Z] )+[A-Z]", line.strip(_DECORATION))  # E D U C A T I O N
    family = _FAMILIES.get(_key(line.replace(" ", "") if spaced else line))
    return None if family == "picture" else family


def with_headings_above(lines: Sequence[str]) -> list[str]:
    """The lines; where headings stand at the left of their sections, each gets a line of its own."""
    beside = [line for line in lines if heading_of(line.partition("\t")[0]) and "\t" in line]
    if len(beside) < _MIN_BESIDE:
        return list(lines)
    made: list[str] = []
    for line in lines:
        made += line.split("\t", 1) if line in beside else [line]
    return made


def inline_heading(line: str) -> tuple[str, str, str] | None:
    """Section, heading and text of a line like `Skills: Python, Go`; None where it is none."""
    found = _INLINE.match(line)
    if found is None or _key(found[1]) not in _INLINE_NAMES:
        return None
    return _FAMILIES[_key(found[1])], found[1].strip(), found[2]
