"""Settings that touch only presentation or one's own preferences: applied at once, with Undo (DESIGN §8)."""

from dataclasses import replace

from core import writes
from core.desk.case import Case
from core.resume.address import to_pointer, value_at
from core.resume.change import difference, to_json
from core.resume.model import parse
from core.resume.outline import outline
from core.resume.patch import try_patch
from core.resume.values import Document, Json, equal
from core.resume.version import Resume
from core.show.words import to_language, words
from core.talk.quick_edit import LANGUAGE_ADDRESS


def apply_setting(
    case: Case, resume: Resume, document: Document, address: str, value: Json
) -> tuple[Resume, Document]:
    """Apply one setting and say what is now so; says `unchanged` when it already was.

    Returns Resume and document as they stand afterwards, for a next setting in the same Unit.
    """
    if address == LANGUAGE_ADDRESS:
        _set_language(case, str(value))
        return resume, document
    place = outline(address.removesuffix("/hidden"), document, case.words)
    pointer = to_pointer(address, document)
    if pointer is None:
        case.post("setting-gone", place=place)
        return resume, document
    shown = _say_value(case, value)
    if equal(value_at(address, document), value):
        case.post("setting-unchanged", place=place, value=shown)
        return resume, document
    operation = {"op": "replace", "path": pointer, "value": value}
    target = try_patch([operation], document, case.means.ids.uuid).target
    parse(target)
    number = resume.version + 1
    why = case.words.say("setting-why", place=place, value=shown)
    case.unit.extend(
        writes.add_version(
            resume.id,
            resume.version,
            target,
            to_json(difference(document, target)),
            cause="setting",
            person=case.person.id,
            why=why,
            at=case.now,
        )
    )
    case.unit.extend(writes.touch_resume(resume.id))
    case.audit("setting", "resume", resume.id)
    case.post_text(why, undo=f"{resume.id}:{number}")
    return replace(resume, version=number), target


def _say_value(case: Case, value: Json) -> str:
    if isinstance(value, bool):
        return case.words.say("setting-hidden" if value else "setting-shown")
    key = f"quick-paper-{value}"
    return case.words.say(key) if value in ("a4", "letter") else str(value)


def _set_language(case: Case, value: str) -> None:
    language = to_language(value)
    if language == case.person.language:
        case.post("language-unchanged")
        return
    case.unit.add(writes.set_language(case.person.id, language))
    case.unit.add(writes.touch_person(case.person.id))
    case.post_text(words(language).say("language-set"))
