"""Quick edits of one field: headline and the other basics, a field of an entry, the title of a section."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from core.resume.aliases import FIELDS
from core.resume.names import Found
from core.resume.normal import to_normal
from core.resume.places import Place, join, shown
from core.resume.readings import FIELD_NAMES
from core.resume.values import Json
from core.talk.quick_edit import Choose, NotFound, Option, Patch, QuickEdit, Unchanged
from core.talk.quick_scene import ENTRY, FIELD, SECTION, SECTION_OR_ENTRY, Scene
from core.talk.quick_text import Literal, is_value, to_called, to_literal

_EMAIL: Final = re.compile(r"[^\s@<>\"(),:;]+@[^\s@<>\"(),:;]+\.[^\s@<>\"(),:;.]{2,}")
_PHONE: Final = re.compile(r"\+?[\d(][\d\s().\-/]{3,24}\d(?: ?(?:ext\.?|x) ?\d{1,6})?", re.IGNORECASE)
_SITE: Final = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#][^\s<>\"]*)?", re.IGNORECASE)
_NAME: Final = re.compile(r"[^\W\d_](?:[\w .'’·\-]*[\w.])?")
_NOT_TYPED_IN: Final = ("description", "website")  # rich text and an object are more than a word
_OWN_FILE: Final = re.compile(r"(?:the |my |this )?(?:resume|résumé|cv|file|document|page|简历|文件|文档).*")


def change(scene: Scene, what: str, typed: str, *, mine: bool = False) -> QuickEdit | None:
    """The field that `what` names set to what was typed; `mine`: only one of the basics."""
    place, value = to_literal(what), to_literal(typed)
    if place is None or value is None or not is_value(value):
        return None
    found, was = _find_field(scene, place.text)
    addresses = [found.address] if found.address else [candidate.address for candidate in found.candidates]
    if not addresses:
        return None if mine else _missing_entry(scene, place.text)
    if mine or was is not None:
        addresses = [address for address in addresses if _may_be(scene, address, was, mine=mine)]
    edits = [(address, _set(scene, address, value)) for address in addresses]
    if len(edits) == 1:
        return edits[0][1]
    options = tuple(
        Option(_label(scene, address), edit) for address, edit in edits if isinstance(edit, Patch)
    )
    return Choose("quick-choose-which", place.text, options) if len(options) > 1 else None


def rename(scene: Scene, what: str, typed: str, *, only_section: bool = False) -> QuickEdit | None:
    """The title of the section, or the name of the entry, that `what` names set to what was typed."""
    named, value = to_literal(what), to_literal(typed)
    if named is None or value is None or not is_value(value) or _OWN_FILE.fullmatch(to_normal(named.text)):
        return None
    found = scene.find(named.text, SECTION if only_section else SECTION_OR_ENTRY)
    if found.candidates:
        return _choose_rename(scene, named.text, [candidate.address for candidate in found.candidates], value)
    if found.address:
        return _rename(scene, scene.places[found.address], named.text, value)
    says_section = re.search(r"section$|部分$|栏目?$", to_normal(named.text))
    if says_section or (named.quoted and not only_section):
        return NotFound(to_called(named.text), tuple(candidate.label for candidate in found.near))
    return None


def _find_field(scene: Scene, name: str) -> tuple[Found, str | None]:
    """The field, and what "from …" says that it was until now."""
    found = scene.find(name, FIELD)
    field, said, was = name.partition(" from ")
    if said and not found.address and not found.candidates:
        return scene.find(field, FIELD), was
    return found, None


def _may_be(scene: Scene, address: str, was: str | None, *, mine: bool) -> bool:
    if mine and not address.startswith("/basics/"):
        return False
    return was is None or to_normal(was) == to_normal(str(scene.value(address)))


def _missing_entry(scene: Scene, name: str) -> NotFound | None:
    """ "Position at Globex" names a field for certain; that there is no Globex is the answer."""
    match = re.fullmatch(r"(?:the |my )?(.+?) at (?!the |my )(.+)|在 ?(.+?) ?的 ?(.+)", name, re.IGNORECASE)
    if match is None:
        return None
    field, entry = (match[1], match[2]) if match[1] else (match[4], match[3])
    if to_normal(field) not in FIELD_NAMES["experience"] or len(entry.split()) > 4:
        return None
    found = scene.find(entry, ENTRY)
    if found.address or found.candidates:
        return None
    return NotFound(entry, tuple(candidate.label for candidate in found.near))


def _set(scene: Scene, address: str, value: Literal) -> Patch | Unchanged | None:
    parent, _, field = address.rpartition("/")
    if parent == "/basics":
        return _set_basic(scene, field, value)
    entry = scene.places[parent]
    before = entry.values.get(field)
    if field in _NOT_TYPED_IN or not isinstance(before, str):
        return None
    if entry.values.get("roles") and field in ("position", "period"):
        return None  # with roles, each has its own
    return _replace(scene, address, before, value.text, _label(scene, address))


def _set_basic(scene: Scene, field: str, value: Literal) -> Patch | Unchanged | None:
    to_value = _BASICS[field]
    before = scene.value(f"/basics/{field}")
    text = to_value(value.text)
    if text is None:
        return None
    after: Json = text
    if field == "website":
        label = re.sub(r"^https?://|/$", "", text)
        was = before if isinstance(before, dict) else {"url": "", "label": ""}
        after = {**was, "url": text, "label": label if was.get("label") else ""}
        if was.get("url") == text:
            after = before
    return _replace(scene, f"/basics/{field}", before, after, _label(scene, f"/basics/{field}"))


def _replace(scene: Scene, address: str, before: Json, after: Json, label: str) -> Patch | Unchanged:
    if before == after:
        return Unchanged(address, label)
    operation = {"op": "add" if before is None else "replace", "path": scene.pointer(address), "value": after}
    return Patch(scene.say("quick-title-change", place=label), (operation,))


def _label(scene: Scene, address: str) -> str:
    """What a field is called for short: "Headline", "Acme Corp · Position"."""
    parent, _, field = address.rpartition("/")
    if parent == "/basics":
        return shown(FIELDS["basics"][field], scene.language)
    entry = scene.places[parent]
    name = next((name for name in entry.names if name), entry.label)
    return f"{name} · {shown(FIELDS[entry.family][field], scene.language)}"


def _choose_rename(scene: Scene, named: str, addresses: list[str], value: Literal) -> Choose | None:
    edits = [
        (scene.places[address], _rename(scene, scene.places[address], named, value)) for address in addresses
    ]
    options = tuple(Option(place.label, edit) for place, edit in edits if isinstance(edit, Patch))
    return Choose("quick-choose-which", named, options) if len(options) > 1 else None


def _rename(scene: Scene, place: Place, named: str, value: Literal) -> Patch | Unchanged | None:
    if place.kind == "entry":
        return _rename_entry(scene, place, named, value)
    if not isinstance(place.values, dict) or "title" not in place.values:
        return None
    if place.values["title"] == value.text:
        return Unchanged(join(place.address, "title"), value.text)
    path = scene.pointer(place.address) + "/title"
    title = scene.say("quick-title-rename", old=place.label, new=value.text)
    return Patch(title, ({"op": "replace", "path": path, "value": value.text},))


def _rename_entry(scene: Scene, entry: Place, named: str, value: Literal) -> Patch | Unchanged | None:
    field = next(iter(FIELDS.get(entry.family, {})), None)
    if field is None or entry.normals[0] != to_normal(named):
        return None  # named by something else than its name, which is then what should change
    if entry.values.get(field) == value.text:
        return Unchanged(join(entry.address, field), value.text)
    path = f"{scene.pointer(entry.address)}/{field}"
    title = scene.say("quick-title-rename", old=entry.names[0], new=value.text)
    return Patch(title, ({"op": "replace", "path": path, "value": value.text},))


def _to_text(text: str) -> str | None:
    return text


def _to_name(text: str) -> str | None:
    return text if _NAME.fullmatch(text) and len(text.split()) <= 6 and len(text) <= 60 else None


def _to_location(text: str) -> str | None:
    return None if re.search(r"\bfrom\b", text, re.IGNORECASE) else text


def _to_email(text: str) -> str | None:
    plain = unicodedata.normalize("NFKC", text)
    return plain if _EMAIL.fullmatch(plain) else None


def _to_phone(text: str) -> str | None:
    plain = unicodedata.normalize("NFKC", text)
    return plain if _PHONE.fullmatch(plain) else None


def _to_site(text: str) -> str | None:
    plain = unicodedata.normalize("NFKC", text)
    if not _SITE.fullmatch(plain):
        return None
    return plain if plain.lower().startswith(("http://", "https://")) else f"https://{plain}"


_BASICS: Final[dict[str, Callable[[str], str | None]]] = {
    "headline": _to_text,
    "name": _to_name,
    "email": _to_email,
    "phone": _to_phone,
    "location": _to_location,
    "website": _to_site,
}
