"""Quick edits of presentation, which need no card: what is shown, the paper, the language we speak."""

import re
from typing import Final

from core.resume.normal import to_normal
from core.resume.places import Place, join
from core.resume.values import Json, equal
from core.talk.quick_edit import LANGUAGE_ADDRESS, Choose, NotFound, Option, QuickEdit, Setting
from core.talk.quick_patterns import Wish
from core.talk.quick_scene import SECTION_OR_ENTRY, Scene
from core.talk.quick_text import to_called, to_literal

PAGE_ADDRESS: Final = "/metadata/page/format"


def page(scene: Scene, value: str) -> Setting:
    """The paper to print on."""
    is_a4 = to_normal(value) == "a4"
    paper = scene.say("quick-paper-a4" if is_a4 else "quick-paper-letter")
    title = scene.say("quick-title-page", paper=paper)
    return Setting(PAGE_ADDRESS, "a4" if is_a4 else "letter", title, scene.say("quick-page"))


def speak(scene: Scene, value: str) -> Setting:
    """The language that we speak with this person."""
    spoken = "en" if to_normal(value) in ("english", "英文", "英语") else "zh"
    title = scene.say(f"quick-title-language-{spoken}")
    return Setting(LANGUAGE_ADDRESS, spoken, title, scene.say("quick-language"))


def show(scene: Scene, wish: Wish) -> QuickEdit | None:
    """A section or an entry shown or hidden."""
    named = to_literal(wish.what)
    if named is None:
        return None
    found = scene.find(named.text, SECTION_OR_ENTRY)
    addresses = [found.address] if found.address else [candidate.address for candidate in found.candidates]
    places = [scene.places[address] for address in addresses]
    settings = [_to_setting(scene, place, hide=wish.kind == "hide") for place in places if _can_hide(place)]
    if wish.kind == "show":
        # "Show my skills" asks to see them, unless they are hidden.
        settings = [setting for setting in settings if not equal(_now(scene, setting), setting.value)]
    if len(settings) == 1:
        return settings[0]
    if settings:
        options = tuple(Option(setting.named, setting) for setting in settings)
        return Choose("quick-choose-which", named.text, options)
    if not places and _says_section(named.text):
        return NotFound(to_called(named.text), tuple(candidate.label for candidate in found.near))
    return None


def _can_hide(place: Place) -> bool:
    return isinstance(place.values, dict) and isinstance(place.values.get("hidden"), bool)


def _to_setting(scene: Scene, place: Place, *, hide: bool) -> Setting:
    named = place.label if place.kind == "section" else next(filter(None, place.names), place.label)
    title = scene.say("quick-title-hide" if hide else "quick-title-show", place=named)
    return Setting(join(place.address, "hidden"), hide, title, named)


def _now(scene: Scene, setting: Setting) -> Json:
    return scene.value(setting.address)


def _says_section(named: str) -> bool:
    return re.search(r" section$|部分$|栏目?$|板块$", to_normal(named)) is not None
