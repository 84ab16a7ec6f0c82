"""What a text states that stands in none of the person's material: figures, dates, names, technologies."""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from core.resume.normal import is_cjk
from core.talk import terms
from core.talk.material import CONTACT, PHONE, WORD, Material, read_numbers, to_plain

Kind: TypeAlias = Literal["prose", "headline", "name", "title", "period", "contact"]
"""How a text is read. In prose only what has the shape of a fact counts, in a name every word.

`title` is a job title (a name whose rank counts), `headline` prose whose ranks count, `period` a span of
dates, `contact` an email address, URL, user name or telephone number.
"""

_SENTENCE: Final = re.compile(r"[.!?。！？;；:：•\n…]")
_NOW: Final = re.compile(
    r"\b(?:present|now|current(?:ly)?|ongoing|today)\b|至今|现在|目前|今$", re.IGNORECASE
)
_SCHOOL: Final = re.compile(r"([\u3400-\u9fff]{2,8})(大学|学院|有限公司|集团)")


def unsupported(text: str, kind: Kind, material: Material) -> list[str]:
    """The parts of `text` that state something the material doesn't, in their order, as they stand there."""
    plain = to_plain(text)
    if kind == "contact":
        return [] if not plain.strip() or material.bears_contact(plain.strip()) else [plain.strip()]
    found: list[tuple[int, str]] = []
    taken: list[tuple[int, int]] = []
    for match in (*CONTACT.finditer(plain), *PHONE.finditer(plain)):
        if not any(match.start() < end and start < match.end() for start, end in taken):
            taken.append(match.span())
            if not material.bears_contact(match[0]):
                found.append((match.start(), match[0]))
    moments, quantities = read_numbers(plain, taken)
    found += [(m.start, plain[m.start : m.end]) for m in moments if not material.bears_moment(m)]
    found += [(q.start, plain[q.start : q.end]) for q in quantities if not material.bears_quantity(q)]
    taken += [(m.start, m.end) for m in moments] + [(q.start, q.end) for q in quantities]
    if kind == "period":
        if (now := _NOW.search(plain)) and not material.says_still():
            found.append((now.start(), now[0]))
    else:
        found += _unborne_words(plain, kind, taken, material)
    return list(dict.fromkeys(part.strip() for _, part in sorted(found)))


def _unborne_words(
    text: str, kind: Kind, taken: list[tuple[int, int]], material: Material
) -> Iterator[tuple[int, str]]:
    spans = [*taken, *_borne_names(text, material)]
    for start, phrase in _phrases(text):
        if not material.bears_word(phrase):
            spans.append((start, start + len(phrase)))
            yield start, text[start : start + len(phrase)]
    shouted = _is_title_case(text)
    for match in WORD.finditer(text):
        if any(match.start() < end and start < match.end() for start, end in spans):
            continue
        if is_cjk(match[0]):
            yield from _unborne_chinese(match[0], match.start(), kind, material)
        elif _is_stated(match, text, kind, shouted) and not _is_borne(match[0], material):
            yield match.start(), match[0]


def _phrases(text: str) -> Iterator[tuple[int, str]]:
    lowered = text.casefold()
    for phrase in terms.PHRASES:
        place = lowered.find(phrase)
        if place >= 0 and len(lowered) == len(text):
            yield place, phrase


def _borne_names(text: str, material: Material) -> Iterator[tuple[int, int]]:
    """Where names of several words stand that the material knows by another name."""
    lowered = text.casefold()
    for name in terms.LONG_NAMES:
        place = lowered.find(name)
        if place >= 0 and material.bears_word(name, loosely=False):
            yield place, place + len(name)


def _is_stated(match: re.Match[str], text: str, kind: Kind, shouted: bool) -> bool:
    """Whether a word by its place and shape states something that a check can be asked about."""
    word, folded = match[0], match[0].casefold()
    if folded in terms.ORDINARY or len(folded) < 2:
        return kind == "name" and word.isupper() and folded not in terms.ORDINARY
    if kind in ("name", "title"):
        return folded not in terms.NAME_PARTS
    if kind == "headline" and folded in terms.SENIORITY:
        return True
    if _is_technical(word):
        return True
    return word[0].isupper() and not shouted and not _is_first(text, match.start())


def _is_technical(word: str) -> bool:
    folded = word.casefold()
    if folded in terms.TECHNOLOGIES or folded.removesuffix("'s") in terms.TECHNOLOGIES:
        return True
    inner = word[1:]
    letters = [mark for mark in word if mark.isalpha()]
    has_shape = any(mark.isdigit() or mark in "+#" for mark in inner) or any(
        mark.isupper() and before != "-" for before, mark in zip(word, inner, strict=False)
    )
    return has_shape and (len(letters) < 4 or not word.islower() or any(mark.isdigit() for mark in word))


def _is_borne(word: str, material: Material) -> bool:
    exactly = _is_technical(word)
    if material.bears_word(word, loosely=not exactly):
        return True
    parts = [part for part in re.split(r"[-/&.’']", word) if len(part) > 1]
    if len(parts) < 2:
        return False
    return all(
        (part.islower() and part.casefold() not in terms.TECHNOLOGIES) or material.bears_word(part)
        for part in parts
    )


def _is_first(text: str, place: int) -> bool:
    """Whether a word opens a sentence, a line or a list item, where a capital says nothing."""
    before = text[:place].rstrip(" \t\"'“‘«([*_–—-\u200b")
    return not before or _SENTENCE.match(before[-1]) is not None


def _is_title_case(text: str) -> bool:
    found = [match[0] for match in WORD.finditer(text) if len(match[0]) > 3]
    words = [word for word in found if not is_cjk(word) and not _is_technical(word)]
    capital = sum(word[0].isupper() for word in words)
    return len(words) >= 3 and capital >= 0.7 * len(words)


def _unborne_chinese(run: str, start: int, kind: Kind, material: Material) -> Iterator[tuple[int, str]]:
    if kind in ("name", "title"):
        for part in _leftovers(run, material):
            yield start + run.index(part), part
        return
    if kind == "headline":
        for rank in terms.SENIORITY_ZH:
            if rank in run and not material.bears_word(rank):
                yield start + run.index(rank), rank
    for employer in terms.EMPLOYERS:
        if employer in run and not material.bears_word(employer):
            yield start + run.index(employer), employer
    for match in _SCHOOL.finditer(run):
        if not _names_known(match[1], match[2], material):
            yield start + match.start(), match[1][-4:] + match[2]


def _names_known(before: str, ending: str, material: Material) -> bool:
    """Whether a school or company is known by the characters before its ending, of which some are verbs."""
    tails = [before[-length:] for length in range(2, len(before) + 1)]
    generic = before.endswith(("该", "本", "母", "子", "某", "一家", "多家", "各"))
    return generic or any(material.bears_word(tail) or material.bears_word(tail + ending) for tail in tails)


def _leftovers(run: str, material: Material) -> list[str]:
    """What of a Chinese name is neither in the material nor a part that names share."""
    if material.bears_word(run):
        return []
    left: list[str] = []
    place = 0
    while place < len(run):
        known = _longest_known(run, place, material)
        if known:
            place += known
            left.append(" ")
        else:
            left.append(run[place])
            place += 1
    return [part for part in "".join(left).split() if len(part) > 1 or len(run) == 1]


def _longest_known(run: str, place: int, material: Material) -> int:
    for length in range(len(run) - place, 1, -1):
        if material.bears_word(run[place : place + length]):
            return length
    for part in terms.NAME_PARTS_ZH:
        if run.startswith(part, place):
            return len(part)
    for name, others in terms.SAME_AS.items():
        if is_cjk(name) and run.startswith(name, place) and any(material.holds(other) for other in others):
            return len(name)
    return 0
