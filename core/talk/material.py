"""What the person's own words, files and résumé say, and whether they bear a word, number or address."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from core.resume.normal import is_cjk
from core.talk import terms
from core.talk.moments import Moment, covers, read_moments
from core.talk.quantities import Quantity, bears, read_quantities

_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_LATIN: Final = "A-Za-z\u00c0-\u024f"
WORD: Final = re.compile(
    rf"\.?[{_LATIN}][{_LATIN}0-9]*"
    rf"(?:[.&'’_+-][{_LATIN}][{_LATIN}0-9]*|(?<=[A-Z])-\d\w*|/(?:CD|SQL)\b)*(?:\+\+|\+(?!\w)|#)?"
    rf"|[{_CJK}]+"
)
"""One word as facts are read: Node.js, C++, R&D and GPT-4 are one, a run of Chinese characters too."""

CONTACT: Final = re.compile(
    r"(?:https?://|www\.)[^\s<>\"'，。；、）)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    rf"|(?<![\w@])(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|edu|gov|info|me|app|cn|de|nl|uk)"
    rf"(?:/[^\s<>{_CJK}]*)?",
    re.IGNORECASE,
)
PHONE: Final = re.compile(r"(?<![\w.])\+?\d(?:[\s()./-]?\d){8,14}(?!\w)|\+\d[\d\s()-]{5,}\d")
_HALVES: Final = (
    (re.compile(r"第?([一二三四1-4])季度"), r" Q\1 "),
    (re.compile(r"上半年"), " H1 "),
    (re.compile(r"下半年"), " H2 "),
)
_QUARTERS: Final = str.maketrans("一二三四", "1234")
_STILL: Final = re.compile(
    r"\b(?:present(?:ly)?|now|current(?:ly)?|ongoing|today|since|still|i am|i'm)\b"
    r"|至今|现在|目前|如今|在职|以来|开始",
    re.I,
)
_NEVER: Final = re.compile(
    r"\b(?:(?:have|has|i)(?: not|n't|'ve)? never|never (?:used|touched|worked|tried|learned)"
    r"|(?:haven't|have not|didn't|did not|don't|do not) (?:used?|have|worked?|touch(?:ed)?|tr(?:y|ied))"
    r"|(?:don't|do not) know(?! (?:when|where|what|how|which|who|the|if|exactly|any))"
    r"|no (?:experience|knowledge)|not (?:used|familiar|experienced))\b"
    r"|没有?(?:碰|用|接触|做|学|使用|参与)过|不会|不懂|不熟|没有.{0,8}经验",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[^.!?;,，。；！？\n]+(?:\.(?=\w)[^.!?;,，。；！？\n]*)*[.!?;,，。；！？\n]*")


@dataclass(frozen=True)
class Material:
    """Everything that the person's own words, files and résumé say: what may be stated."""

    texts: tuple[str, ...]

    @cached_property
    def _text(self) -> str:
        """All of it but the clauses that say what the person never did."""
        clauses = _CLAUSE.findall("\n".join(to_plain(text) for text in self.texts))
        return "".join(clause for clause in clauses if not _NEVER.search(clause))

    @cached_property
    def _words(self) -> frozenset[str]:
        words = {word for match in WORD.finditer(self._text) for word in _forms(match[0])}
        return frozenset(words)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(_stem(word) for word in self._words)

    @cached_property
    def _spaced(self) -> str:
        return " " + re.sub(r"[^\w+#.]+", " ", self._text.casefold()) + " "

    @cached_property
    def _compact(self) -> str:
        return re.sub(r"\s+", "", self._text.casefold())

    @cached_property
    def _numbers(self) -> tuple[list[Moment], list[Quantity]]:
        return read_numbers(self._text)

    @cached_property
    def _telephones(self) -> str:
        return " ".join(re.sub(r"\D", "", match[0]) for match in re.finditer(r"[\d+()\s./-]{5,}", self._text))

    def bears_moment(self, moment: Moment) -> bool:
        """Whether this date, at least as precisely, was given."""
        moments, quantities = self._numbers
        plain = moment.month is None and any(q.value == moment.year and not q.unit for q in quantities)
        return plain or any(covers(given, moment) for given in moments)

    def bears_quantity(self, quantity: Quantity) -> bool:
        """Whether this number was given, in this unit or one that says the same."""
        return any(bears(given, quantity) for given in self._numbers[1])

    def bears_word(self, word: str, *, loosely: bool = True) -> bool:
        """Whether a word was given: itself, another name for it, or (loosely) another form of it."""
        folded = word.casefold().replace("’", "'").removesuffix("'s")
        if is_cjk(folded):
            return folded in self._compact
        names = terms.SAME_AS.get(folded, frozenset()) | {folded}
        if any(self.holds(name) for name in names):
            return True
        return loosely and len(folded) > 3 and _stem(folded) in self._stems

    def bears_contact(self, text: str) -> bool:
        """Whether an address or a telephone number was given."""
        if "@" not in text and sum(mark.isdigit() for mark in text) >= 5 and not re.search("[A-Za-z]", text):
            return re.sub(r"\D", "", text) in self._telephones
        return _bare_address(text) in self._compact

    def says_still(self) -> bool:
        """Whether anything in it tells that something goes on until now."""
        return _STILL.search(self._text) is not None

    def holds(self, name: str) -> bool:
        """Whether a normal name stands in it as it is."""
        if any("\u3400" <= mark <= "\u9fff" for mark in name):
            return name in self._compact
        return name in self._words or f" {name} " in self._spaced


def to_plain(text: str) -> str:
    """A text as it is read here: NFKC, typographic marks unified, quarters and halves in one form."""
    text = unicodedata.normalize("NFKC", text)
    for pattern, form in _HALVES:
        text = pattern.sub(lambda match, form=form: match.expand(form).translate(_QUARTERS), text)  # type: ignore[misc]
    return text


def read_numbers(text: str, taken: Iterable[tuple[int, int]] = ()) -> tuple[list[Moment], list[Quantity]]:
    """The dates and numbers of a text, none inside another, and none in the spans `taken`."""
    spans = list(taken) or [match.span() for match in (*CONTACT.finditer(text), *PHONE.finditer(text))]
    moments = [
        m for m in read_moments(text) if not any(m.start < end and start < m.end for start, end in spans)
    ]
    quantities = read_quantities(text, [*spans, *((moment.start, moment.end) for moment in moments)])
    return moments, quantities


def _forms(word: str) -> Iterator[str]:
    folded = word.casefold().replace("’", "'").removesuffix("'s")
    yield folded
    for part in re.split(r"[-/&.'_]", folded):
        if len(part) > 1:
            yield part


def _stem(word: str) -> str:
    """A word without its usual endings, the same for all its forms: engineer, engineers, engineering."""
    while True:
        for ending in ("ies", "ing", "ers", "ed", "er", "es", "or", "s", "y", "e"):
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                word = word[: -len(ending)]
                break
        else:
            return word


def _bare_address(text: str) -> str:
    address = text.strip().casefold().rstrip("/.,;")
    return re.sub(r"^(?:mailto:|https?://)?(?:www\.)?", "", address)
