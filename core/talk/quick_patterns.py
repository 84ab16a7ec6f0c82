"""The sentences that quick edits know: a typed text → the wishes it may be read as, without a résumé.

A rule is a beginning, a middle that parts two arguments, and an end; together they are the whole message.
Where the middle occurs twice ("change my position at Go to Market to Lead"), each cut is a wish of its
own, and the résumé says which of them means anything.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from core.talk.quick_text import bounds, to_flat

WishKind: TypeAlias = Literal[
    "add",
    "add_skill",
    "add_keyword",
    "remove",
    "remove_skill",
    "remove_any",
    "change",
    "change_mine",
    "rename",
    "rename_section",
    "hide",
    "show",
    "show_again",
    "page",
    "language",
    "undo",
]


@dataclass(frozen=True, slots=True)
class Wish:
    """What may be wanted: of `what`, and to, from or into `other` ("" where there is no such part).

    Both are as typed, but for spaces around them; they still have their quotes.
    """

    kind: WishKind
    what: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: WishKind
    start: re.Pattern[str]
    middle: re.Pattern[str] | None
    end: re.Pattern[str]
    turned: bool


def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern in which " " is any space, and " ?" any or none."""
    return re.compile(pattern.replace(" ?", r"\s*").replace(" ", r"\s+"), re.IGNORECASE)


def _rule(kind: WishKind, start: str, middle: str = "", end: str = "", *, turned: bool = False) -> _Rule:
    """A rule from patterns as `_compiled` reads them. `turned`: the other part comes before `what`."""
    parting = _compiled(middle) if middle else None
    return _Rule(kind, _compiled(start), parting, _compiled(f"(?:{end})$"), turned)


_INTO_ZH = r" ?(?:都|全都|一起)? ?(?:添加|增加|加入|加|放入|放|写入|写)(?:进去|进|到|入|至|在)? ?(?:我的 ?)?"
_INSIDE_ZH = r"(?: ?(?:里面?|中|当中|里头))?"
_DROP_EN = r"(?:remove|delete|drop|erase)"
_DROP_ZH = r"(?:删除掉?|删掉|删去|删了|去掉|移除|去除|拿掉|移走|剔除)"
_OUT_OF_ZH = " ?(?:都|全都|一起)? ?从 ?(?:我的 ?)?"
_TO_ZH = r" ?(?:修改|更改|变更|更新|设置|调整|改|换|设)(?:成|为|到|作) ?:? ?"
_ON_RESUME = r"(?: (?:from|on|in) (?:my |the )?(?:resume|résumé|cv))?"

_RULES: Final = (
    _rule("add", "(?:add|put|include|insert|append) ", " (?:to|in|into|under|onto) "),
    _rule("add", "add (?:the |a )?(?:new )?skills? (?:called |named )?", " to "),
    _rule("add", "(?:add|include) (?:to|under) ", " ?: ?", turned=True),
    _rule("add_skill", "(?:add )?(?:the |a )?new skills? ?: ?"),
    _rule("add_skill", "add (?:the |a )?(?:new )?skills?(?: called| named| ?:)? "),
    _rule("add_skill", "(?:add|list|include|put) ", end=" as (?:a |my )?(?:new )?skills?"),
    _rule(
        "add_keyword", "add (?:the |a )?(?:new )?keywords?(?: called| named| ?:)? ", " (?:to|in|into|under) "
    ),
    _rule("add", "(?:把|将) ?", _INTO_ZH, _INSIDE_ZH + "(?: ?去)?吧?"),
    _rule("add", "(?:添加|新增|增加|加入|加)(?:一[个项])? ?", " ?(?:到|进|至) ?(?:我的 ?)?", _INSIDE_ZH),
    _rule(
        "add",
        "(?:(?:在|给|往|向) ?)?(?:我的 ?)?",
        _INSIDE_ZH
        + r" ?(?:添加|增加|新增|加入|加上|加个|加一个|加|补充)(?:上|入|进)?(?: ?一[个项])? ?(?:技能 ?)?:? ?",
        turned=True,
    ),
    _rule("add_skill", "(?:添加|新增|增加|加上|加个|加|补充)(?:一[个项])? ?新?(?:专业)?技能 ?:? ?"),
    _rule("add_skill", "新(?:增)?技能 ?: ?"),
    _rule("add_keyword", "(?:添加|新增|增加|加)(?:一个)? ?关键词 ?", " ?(?:到|进|至) ?", _INSIDE_ZH),
    _rule("remove", _DROP_EN + " ", " (?:from|off|out of) "),
    _rule("remove", _DROP_EN + " (?:the |my )?(?:skills?|keywords?) ", " (?:from|off|out of) "),
    _rule("remove", "take ", " (?:off|out of|from) "),
    _rule("remove_skill", _DROP_EN + " (?:the |my )?skills? "),
    _rule("remove_any", _DROP_EN + " (?:the |my )?", end=" skill"),
    _rule("remove_any", _DROP_EN + " (?:my )?"),
    _rule("remove", "从 ?(?:我的 ?)?", _INSIDE_ZH + " ?" + _DROP_ZH + " ?(?:关键词|技能)? ?", turned=True),
    _rule("remove", "(?:把|将) ?", _OUT_OF_ZH, _INSIDE_ZH + " ?" + _DROP_ZH + "吧?"),
    _rule(
        "remove", "(?:把|将) ?(?:我的 ?)?", "(?:里面?|中|当中|里头)的 ?", " ?" + _DROP_ZH + "吧?", turned=True
    ),
    _rule("remove", "在? ?(?:我的 ?)?", "(?:里面?|中|当中|里头) ?" + _DROP_ZH + " ?", turned=True),
    _rule("remove_skill", _DROP_ZH + " ?(?:我的 ?)?(?:专业)?技能(?:里面?的?|中的?)? ?:? ?"),
    _rule("remove_any", _DROP_ZH + " ?", end=" ?(?:这个|这项)?技能"),
    _rule("remove_any", _DROP_ZH + " ?"),
    _rule("remove_any", "(?:把|将) ?", end=" ?" + _DROP_ZH + "吧?"),
    _rule("change", "(?:change|update|set|switch|correct|edit|make) ", "(?: (?:to|into|as)| ?:) "),
    _rule("change", "replace ", " (?:with|by) "),
    _rule("change_mine", "my new ", "(?: is| ?:) "),
    _rule("change_mine", "my ", " is now "),
    _rule("change", "(?:把|将)? ?(?:我的 ?)?", _TO_ZH),
    _rule("change", "(?:修改|更改|更新) ?(?:我的 ?)?", " ?(?:为|成|到) ?"),
    _rule("change_mine", "(?:我的 ?)?新的? ?", " ?(?:是|为|:) ?"),
    _rule("change_mine", "我的 ?", " ?现在(?:是|改成|改为|换成) ?"),
    _rule("rename", "rename ", " (?:to|as|into) "),
    _rule("rename_section", "(?:change|set) the (?:title|name|heading) of ", " to "),
    _rule("rename_section", "(?:change|set) ", "(?:'s)? (?:title|name|heading) to "),
    _rule("rename", "(?:(?:把|将) ?)?", " ?(?:改名|重命名|更名|改叫|改称)(?:为|成|叫|作)? ?"),
    _rule("rename_section", "(?:(?:把|将) ?)?", " ?的?(?:标题|名称)(?:修?改|换|设)(?:成|为) ?"),
    _rule("rename", "重命名 ?", " ?(?:为|成) ?"),
    _rule("hide", "hide ", end=_ON_RESUME),
    _rule("show", "show ", end=_ON_RESUME),
    _rule("show_again", "show ", end=_ON_RESUME + " again" + _ON_RESUME),
    _rule("show_again", "unhide ", end=_ON_RESUME),
    _rule("hide", "隐藏掉? ?"),
    _rule("hide", "(?:把|将) ?", end=" ?隐藏(?:掉|起来)?吧?"),
    _rule("show", "(?:显示|展示) ?", end="(?: ?出来)?"),
    _rule("show", "(?:把|将) ?", end=" ?(?:显示|展示)(?:出来)?"),
    _rule("show_again", "(?:(?:重新|再次)(?:显示|展示)|恢复显示|取消隐藏) ?", end="(?: ?出来)?"),
    _rule("show_again", "(?:把|将) ?", end=" ?(?:重新|再次)(?:显示|展示)(?:出来)?"),
)

_PAPER_EN = "(?:paper|page)(?: (?:size|format))?|size|format"
_PAPER_ZH = "(?:纸张|页面|纸)(?:的?(?:大小|尺寸|格式))?"
_SHEET_ZH = " ?(?:纸张?|尺寸|大小|格式)?"
_A4_OR_LETTER = "(?P<value>a4|us letter|letter|美国信纸|信纸)"
_SPOKEN = "(?P<value>english|chinese|mandarin|中文|汉语|普通话|英文|英语)"
_LAST_EN = "(?:the last|my last|the latest|last|that|this) (?:change|edit|one)"
_LAST_ZH = "(?:(?:上|最后|前)一?[步次个]|刚才|刚刚|最近)?的?(?:操作|修改|改动|更改|编辑)?"

_SIZE_EN = f"(?: (?:{_PAPER_EN}))"
_SET_EN = f"(?:change|set|switch|make) (?:the |my )?(?:{_PAPER_EN})(?: to| ?:)? "
_SET_ZH = f"(?:把|将)? ?{_PAPER_ZH} ?(?:修改|更改|设置|调整|切换|改|换|设|调)(?:成|为|到) ?"
_SPEAK_EN = "(?:let's )?(?:speak|talk|answer|reply|respond)(?: (?:to|with) me| me)?(?: in)? "
_SPEAK_ZH = " ?(?:跟我|和我|来)?(?:说话?|讲|回答我?|回复我?|交流|聊天?|对话|沟通)"

_WHOLE_TEXTS: Final[tuple[tuple[WishKind, str], ...]] = (
    ("page", f"(?:use|switch to|change to|set) (?:the )?(?P<value>us letter|a4){_SIZE_EN}?"),
    ("page", f"(?:use|switch to|change to) (?P<value>letter){_SIZE_EN}"),
    ("page", f"{_SET_EN}{_A4_OR_LETTER}{_SIZE_EN}?"),
    ("page", f"{_SET_ZH}{_A4_OR_LETTER}{_SHEET_ZH}"),
    ("page", f"(?:用|使用|改用|换成|换用|改成) ?{_A4_OR_LETTER}{_SHEET_ZH}"),
    ("language", f"{_SPEAK_EN}{_SPOKEN}(?: (?:to|with) me)?(?: from now on)?"),
    ("language", f"(?:跟我|和我)?(?:改?说|讲) ?{_SPOKEN}"),
    ("language", f"(?:改?用|使用) ?{_SPOKEN}{_SPEAK_ZH}"),
    ("undo", f"(?:undo|revert)(?: (?:it|that|this|{_LAST_EN}))?"),
    ("undo", f"take (?:that|it|this|{_LAST_EN}) back"),
    ("undo", f"take back (?:that|it|this|{_LAST_EN})"),
    ("undo", f"(?:撤销|撤消|撤回)(?:一下)?{_LAST_ZH}"),
)
_WHOLE: Final = tuple((kind, _compiled(pattern)) for kind, pattern in _WHOLE_TEXTS)


def read_wishes(text: str) -> tuple[Wish, ...]:
    """Every wish that the whole of `text` may be read as; none for most of what people say."""
    flat = to_flat(text)
    start, end = bounds(flat)
    if start >= end:
        return ()
    wishes = [Wish(kind, match.groupdict().get("value", "")) for kind, match in _whole(flat[start:end])]
    for rule in _RULES:
        wishes += _read(rule, text, flat, start, end)
    return tuple(dict.fromkeys(wishes))


def _whole(sentence: str) -> Iterator[tuple[WishKind, re.Match[str]]]:
    for kind, pattern in _WHOLE:
        if match := pattern.fullmatch(sentence):
            yield kind, match


def _read(rule: _Rule, text: str, flat: str, start: int, end: int) -> Iterator[Wish]:
    begun = rule.start.match(flat, start, end)
    ended = rule.end.search(flat, begun.end(), end) if begun else None
    if begun is None or ended is None:
        return
    cuts = [(ended.start(), ended.start())]
    if rule.middle is not None:
        cuts = [match.span() for match in rule.middle.finditer(flat, begun.end(), ended.start())]
    for left_end, right_start in cuts:
        left, right = text[begun.end() : left_end].strip(), text[right_start : ended.start()].strip()
        if left and (right or rule.middle is None):
            yield Wish(rule.kind, right, left) if rule.turned else Wish(rule.kind, left, right)
