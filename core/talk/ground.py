"""What the person gave: their own words, apart from adverts, forwards and what was pasted."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from core.resume.values import Document
from core.show.words import LANGUAGES, words
from core.talk.claims import claims_of
from core.talk.material import Material
from core.talk.turn_types import Said, TurnInput

OPEN_MARK: Final = "<<<"
CLOSE_MARK: Final = ">>>"
"""What stands between these is data, whoever sent it (see `prompt.py`)."""

_MARKED: Final = re.compile(re.escape(OPEN_MARK) + r".*?(?:" + re.escape(CLOSE_MARK) + r"|\Z)", re.DOTALL)
_QUOTED: Final = re.compile(r"^>.*$", re.MULTILINE)
_ADVERT: Final = tuple(
    re.compile(cue, re.IGNORECASE | re.MULTILINE)
    for cue in (
        r"\bwe(?:'re| are) (?:hiring|looking for|seeking|recruiting)|\bnow hiring\b",
        r"\byou(?:'ll| will) \w+",
        r"\bwhat you(?:'ll| will)? (?:do|bring|need|have)",
        r"\brequire(?:ments?|d)\s*(?::|$)|\bneeds?\s*:",
        r"\bresponsibilit(?:y|ies)\s*(?::|$)",
        r"\bqualifications?\s*(?::|$)",
        r"\bnice[- ]to[- ]haves?\b|\bmust[- ]haves?\b|\bis a plus\b",
        r"\bwe offer\b|\bour benefits\b|\bcompetitive salary\b|\bequal opportunity\b",
        r"\bthe (?:ideal )?candidate\b|\bapplicants?\b|\bcover letter\b|\bapply (?:now|by|to|at)\b",
        r"\babout (?:the role|the job|us)\b|\bjob description\b",
        r"\bjoin (?:us|our|a) (?:team)?\b|\byou join\b",
        r"\b\d\+? years? (?:of|in) [\w ]{0,30}(?:experience|work)\b",
        "岗位职责|工作职责|职位描述|职责描述",
        "任职要求|岗位要求|职位要求|任职资格",
        "加分项|优先考虑|者优先",
        "五险一金|薪资|福利|年终奖",
        "招聘|应聘|急聘|诚聘",
    )
)
_OWN: Final = re.compile(
    r"\b(?:i|i'm|i've|i'd|my|me|mine|myself|please|pls)\b|我(?!们|司)|本人|请|帮", re.IGNORECASE
)
_PIECE: Final = re.compile(r"[^.!?。！？\n]+(?:\.(?=\S)[^.!?。！？\n]*)*[.!?。！？]*\n*")
_ASSENT: Final = re.compile(
    r"\s*(?:yes|yep|yeah|sure|ok|okay|right|correct|please do|go ahead|do it|confirm(?:ed)?"
    r"|是的?|好的?|对的?|可以|行|嗯|确认|确定|没错)(?![a-z])",
    re.IGNORECASE,
)


_UNKNOWN: Final = re.compile(
    r"\b(?:don't|do not|can't|cannot) (?:know|remember|recall)\b|\bno idea\b|\bskip (?:it|that|this)\b"
    r"|\bleave (?:it|that|them) (?:out|empty|blank)\b"
    r"|不知道|不记得|不清楚|忘了|想不起来|跳过|先空着|不填|留空",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Ground:
    """What a turn's proposals are held against.

    `requests` are the person's own words in the request, `naming` the same with the question that a bare
    "yes" assents to, `given` everything they ever said or brought, `material` the same and the résumé.
    `unknown`: they said that they don't know what they were asked.
    """

    requests: str
    naming: str
    unknown: bool
    given: Material
    material: Material
    document: Document


def ground_of(turn: TurnInput) -> Ground:
    """The ground of one turn: only what the person typed, answered or brought counts, never an advert."""
    first = len(turn.said) - turn.requests
    said = [said for said in turn.said if said.role == "person"]
    requests = [said for said in turn.said[first:] if said.role == "person"]
    asked = [said.text for said in turn.said[:first] if said.role == "assistant"][-1:]
    own = [_own(each) for each in requests]
    naming = [*own, *(each.text for each in requests if split_answer(each.text))]
    if any(_ASSENT.match(text) for text in own):
        naming += asked
    given = (*(_own(each) for each in said), *turn.material)
    return Ground(
        requests="\n".join(own),
        naming="\n".join(naming),
        unknown=any(_is_unknown(each) for each in requests),
        given=Material(given),
        material=Material((*given, *(text for text, _ in claims_of(turn.document)))),
        document=turn.document,
    )


def split_answer(text: str) -> tuple[str, str] | None:
    """Question and answer of a message that carries the Answer to a Question of ours; else None."""
    for pattern in _answer_patterns():
        if match := pattern.fullmatch(text):
            return match["question"], match["answer"]
    return None


@cache
def _answer_patterns() -> tuple[re.Pattern[str], ...]:
    patterns = []
    for language in LANGUAGES:
        sentence = re.escape(words(language).say("answer-as-message", question="QQ", answer="AA"))
        pattern = sentence.replace("QQ", "(?P<question>.+?)").replace("AA", "(?P<answer>.+)")
        patterns.append(re.compile(pattern, re.DOTALL))
    return tuple(patterns)


def _own(said: Said) -> str:
    """What of one message counts: of an Answer only the answer, and the question if it says yes to it."""
    if not said.typed:
        return ""
    answered = split_answer(said.text)
    if answered is None:
        return own_words(said.text)
    question, answer = answered
    return f"{own_words(answer)}\n{question}" if _ASSENT.match(answer) else own_words(answer)


def _is_unknown(said: Said) -> bool:
    answered = split_answer(said.text)
    if answered is None:
        return said.typed and _UNKNOWN.search(own_words(said.text)) is not None
    ours = (words(each).say(key) for each in LANGUAGES for key in ("answer-unknown", "answer-skipped"))
    return answered[1] in ours or (said.typed and _UNKNOWN.search(answered[1]) is not None)


def own_words(text: str) -> str:
    """What of a message is the person's own: nothing marked or quoted, of an advert only who says "I"."""
    text = _QUOTED.sub("", _MARKED.sub("", text))
    if not is_advert(text):
        return text
    return "".join(piece for piece in _PIECE.findall(text) if _OWN.search(piece) and not is_advert(piece))


def is_advert(text: str) -> bool:
    """Whether a text reads like a job advert: two of its usual turns stand in it."""
    return sum(cue.search(text) is not None for cue in _ADVERT) >= 2
