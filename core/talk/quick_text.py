"""What a typed text must be, whole and in its parts, before a quick edit may take it at its word."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from core.resume.normal import APOSTROPHES, QUOTES

LONGEST: Final = 200
_LONGEST_VALUE: Final = 100
_LONGEST_ITEM: Final = 50
_MOST_ITEMS: Final = 10

# One character for one, so that a span of the flat text is the same span of the typed text.
_FLAT: Final = (
    {0xFF01 + step: 0x21 + step for step in range(94)}
    | {ord(mark): ord('"') for mark in QUOTES}
    | {ord(mark): ord("'") for mark in APOSTROPHES}
    | {0x3000: ord(" "), 0xA0: ord(" ")}
)

_QUESTION: Final = re.compile(
    r"[?؟⸮‽⁇⁈⁉]|吗|呢$|什么|怎么|怎样|如何|为何|哪[个些里]|是否|是不是|能不能|可不可以|可否|能否|要不要|几个|多少"
)
_NEGATION: Final = re.compile(
    r"\b(?:not|never|none|neither|nor|cannot|without|nothing)\b|n't\b|\bdont\b|(?<![\w-])no(?![\w-])"
    r"|不|没|勿|而非|(?:^|[,，;请])\s*别"
)
_CONDITION: Final = re.compile(
    r"\b(?:if|unless|when|whenever|once|until|except|in case|as long as|otherwise|because|since|so that|but"
    r"|instead|rather|maybe|perhaps|after|before|while)\b"
    r"|如果|假如|要是|倘若|若是|除非|的话|只要|只有|万一|因为|由于|但是|但|除了|也许|可能"
)
_VERBS: Final = (
    "add|remove|delete|drop|change|set|rename|hide|unhide|show|make|put|use|update|move|replace|undo|speak|switch"
    "|write|rewrite|tell|give|translate|shorten|send|export|fix|also|then"
)
_TWO_WISHES: Final = re.compile(
    rf"(?:\b(?:and|then)\b|[,;.&+:]|-)\s*(?:please\s+|also\s+|then\s+|i\s+)*\b(?:{_VERBS})\b"
    r"|\b(?:also|then|afterwards|additionally|as well|btw)\b"
    r"|[,，;。；和]\s*(?:再|并|也|请|顺便)?\s*(?:把|将|添加|删|隐藏|显示|改|加|去掉|移除|换|撤销)"
    r"|然后|同时|顺便|另外|并且|而且|此外|再[把将加删改]|并[把将加删改]|[;；]"
)
_MARKUP: Final = re.compile(r"[<>|{}\\]|^\s*[-*•]\s")
_LEAD: Final = re.compile(
    r"(?:(?:please|pls|plz|kindly|ok|okay|hi|hello|hey)[\s,]+|(?:请你?|麻烦你?|帮我|帮忙|劳驾|拜托|你好|好的)[\s,]*)*",
    re.IGNORECASE,
)
_THANKS: Final = r"(?:and\s+)?\b(?:please|pls|plz|thanks|thank you|thx)|谢谢你?|多谢|拜托"
_TAIL: Final = re.compile(rf"(?:[\s,.!。~]*(?:{_THANKS}))*[\s.!。~]*$", re.IGNORECASE)

_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:st|dr|mr|mrs|ms|prof|inc|corp|ltd|co|jr|sr|ph\.d)|\b\w)\.$", re.IGNORECASE
)
_VAGUE: Final = re.compile(
    r"(?:something|anything|someone|whatever|what|one that|be|being|match|(?:the )?same|reflect|include"
    r"|mention|sound (?:more|less|like)|my|your|his|her|(?-i:it)|its|that|this|these|those|another|how"
    r"|where|which|who|(?:a )?(?:more|less|better|shorter|longer|different)|(?:upper|lower|title)[ -]?case"
    r"|all caps|capital letters|like|say|read|all|every|some|any)\b(?!-)"
    r"|(?:the|a|an) (?:job|title|role|position|one|first|second|last|new|old|current|previous|name|company"
    r"|date|text|value|following|above|below)\b"
    r"|(?:bold|italics?|empty|blank|null|default|plural|singular|discussed|above|below|follows|requested"
    r"|suggested|agreed|(?:past|present) tense|(?:first|third) person|english|chinese|mandarin|german|french"
    r"|spanish|dutch|italian|portuguese|japanese|korean|russian|中文|英文|英语|空|空白|默认|大写|小写)$"
    r"|一?个?更|最好|某|随便|这|那|它|我|你|[和跟].*一样",
    re.IGNORECASE,
)
_MORE: Final = re.compile(
    r"\b(?:my|mine|me|your|yours|(?-i:I)(?!/)|i'm|i've|we)\b|(?:,|\band\b).*\b(?:to|is)\b|我|[改换设][成为]",
    re.IGNORECASE,
)
_AFTERTHOUGHT: Final = re.compile(
    r"(?:\b(?:now|today|instead|again|too|everywhere|asap|or so|or similar|or something|etc|for me|in english"
    r"|in chinese|in bold|everything|thing)|吧|了|啊|哦|等|等等|之类|之类的|什么的|左右|一样)$",
    re.IGNORECASE,
)
_NOT_AN_ITEM: Final = re.compile(
    r"^(?:the|a|an|all|some|any|more|few|several|various|relevant|missing|other|another|every|each|both|it"
    r"|them|experience|knowledge|proficiency|advanced|basic|expert|beginner|intermediate|strong|good|fluent|lots"
    r"|tons|many|much|one|two|three|four|five|everything|everyone|something|stuff|things|\d+\+?)(?:\s|$)"
    r"|\b(?:i|my|me|your|our|their|his|her|this|that|these|those|which|what|who|from|with|in|at|for|as|to|into"
    r"|or|is|are|was|were|has|have|used|skills?|keywords?|years?|level|etc|resume|cv)\b"
    r"|[的了我你他她它些这那某吧或都也]|所有|全部|更多|其他|其它|相关|等等|以上|上面|下面|技能|关键词|一切|东西"
    r"|[()\[\]!;:=\"。；！：…]|\s[-–—+&/]\s|\.\.",
    re.IGNORECASE,
)
_PAIRS: Final = re.compile(
    r"\b(?:research|health|training|learning|diversity|sales|mergers|search|supply|data structures|drag"
    r"|profit|track|command|food|design)\s+(?:and|&)\s+(?:development|safety|inclusion|marketing|acquisitions"
    r"|rescue|demand|algorithms|drop|loss|trace|control|beverage|build)\b|数据结构[和与]算法",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    r"\s*[,、]\s*(?:(?:and|&)\s+|和|以及|还有)?|\s+(?:and|&)\s+|\s*(?:和|以及|还有)\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Literal:
    """A part of the typed text in its own spelling; `quoted` says that the person set it in quotes."""

    text: str
    quoted: bool = False


def to_flat(text: str) -> str:
    """`text` with plain ASCII marks and letters where it has wide ones, every character at its old place."""
    return text.translate(_FLAT)


def bounds(flat: str) -> tuple[int, int]:
    """Where the sentence begins and ends inside "please", "thanks", 请 and the last full stop."""
    lead = _LEAD.match(flat)
    start = lead.end() if lead else 0
    tail = _TAIL.search(flat, start)
    return start, tail.start() if tail else len(flat)


def may_be_certain(text: str) -> bool:
    """False for what never is: long, of several lines, a question, negation, condition, or two wishes."""
    if (
        not text.strip()
        or len(text) > LONGEST
        or any(unicodedata.category(mark) in ("Cc", "Zl", "Zp") for mark in text)
    ):
        return False
    flat = to_flat(text)
    start, end = bounds(flat)
    flat = flat[start:end].casefold()
    return not any(rule.search(flat) for rule in (_QUESTION, _NEGATION, _CONDITION, _TWO_WISHES, _MARKUP))


def to_literal(typed: str) -> Literal | None:
    """A part of the text trimmed of spaces, its quotes and final punctuation; None if quotes remain."""
    text = typed.strip(" \t\u3000\xa0,，、")
    flat = to_flat(text)
    quoted = len(text) > 2 and flat[0] == flat[-1] and flat[0] in "\"'"
    if quoted:
        text, flat = text[1:-1].strip(), flat[1:-1].strip()
    text = text.rstrip(" ,，;；.。!！:：") if not flat.endswith(("...", "..")) else text
    if not text or '"' in flat:
        return None
    return Literal(" ".join(text.split()), quoted)


def to_called(name: str) -> str:
    """What a section is called in "the Patents section": the name alone, in its own spelling."""
    name = re.sub(r"^(?:the|my) |^我的 ?| ?的?(?:部分|栏目?|板块)$| section$", "", name, flags=re.IGNORECASE)
    literal = to_literal(name)
    return literal.text if literal else name


def is_value(value: Literal) -> bool:
    """Whether a text can stand in a field as typed: one phrase, no order about it ("something shorter")."""
    if len(value.text) > _LONGEST_VALUE or not any(mark.isalnum() for mark in value.text):
        return False
    if value.quoted:
        return True
    flat = to_flat(value.text)
    return not (
        _VAGUE.match(flat) or _MORE.search(flat) or _AFTERTHOUGHT.search(flat) or _has_two_sentences(flat)
    )


def to_items(typed: str) -> tuple[str, ...] | None:
    """The things that a list such as "X, Y and Z" names, each once; None if any may be more than a name."""
    flat = to_flat(typed)
    masked = re.sub(r'"[^"]*"', lambda match: "x" * len(match[0]), flat)
    masked = _PAIRS.sub(lambda match: "x" * len(match[0]), masked)
    if re.search("与|(?<!以)及", masked):
        return None  # 沟通与协调 may be one skill or two
    edges = [0, *(edge for match in _BETWEEN.finditer(masked) for edge in match.span()), len(typed)]
    items = [to_literal(typed[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    named = [item.text for item in items if item is not None and _is_item(item)]
    if len(named) != len(items) or len(named) > _MOST_ITEMS:
        return None
    once: dict[str, str] = {}
    for name in named:
        once.setdefault(name.casefold(), name)
    return tuple(once.values())


def _is_item(item: Literal) -> bool:
    if len(item.text) > _LONGEST_ITEM or not any(mark.isalnum() for mark in item.text):
        return False
    return item.quoted or (not _NOT_AN_ITEM.search(to_flat(item.text)) and len(item.text.split()) <= 5)


def _has_two_sentences(flat: str) -> bool:
    if re.search(r"[;。；！!](?=.)", flat):
        return True
    return any(not _ABBREVIATION.search(flat[: stop.end() - 1]) for stop in re.finditer(r"\.\s", flat))
