"""Plain sentences with one clear meaning → what they ask for, with no model: add, remove, change, hide, undo.

`read` is for typed text alone: what was quoted, forwarded or pasted never comes here. It is certain or
silent: the whole message is one pattern, what it names resolves, and no second reading means anything else.
"""

from core.resume.values import Document
from core.show.words import Language
from core.talk import quick_fields, quick_lists, quick_settings
from core.talk.quick_edit import (
    LANGUAGE_ADDRESS,
    Choose,
    NotFound,
    Operation,
    Option,
    Patch,
    QuickEdit,
    Setting,
    Unchanged,
    Undo,
)
from core.talk.quick_patterns import Wish, read_wishes
from core.talk.quick_scene import Scene
from core.talk.quick_text import may_be_certain

__all__ = [
    "LANGUAGE_ADDRESS",
    "Choose",
    "NotFound",
    "Operation",
    "Option",
    "Patch",
    "QuickEdit",
    "Setting",
    "Unchanged",
    "Undo",
    "read",
]


def read(text: str, document: Document, language: Language) -> QuickEdit | None:
    """What `text`, as a person typed it, asks for in `document`; None if that isn't certain.

    None sends the text to the model. Operations carry indices of this very document and no ids; titles
    are in `language`. Raises nothing for any text.
    """
    text = text.strip()
    if not may_be_certain(text):
        return None
    wishes = read_wishes(text)
    scene = Scene(document, language)
    if not wishes or scene.has_doubles:
        return None
    edits = [edit for wish in wishes if (edit := _edit(scene, wish)) is not None]
    sure = [edit for edit in edits if not isinstance(edit, NotFound)] or edits
    return sure[0] if sure and all(edit == sure[0] for edit in sure) else None


def _edit(scene: Scene, wish: Wish) -> QuickEdit | None:
    match wish.kind:
        case "add":
            return quick_lists.add(scene, wish.what, wish.other)
        case "add_skill":
            return quick_lists.add_skill(scene, wish.what)
        case "add_keyword":
            return quick_lists.add_keyword(scene, wish.what, wish.other)
        case "remove":
            return quick_lists.remove(scene, wish.what, wish.other)
        case "remove_skill":
            return quick_lists.remove_skill(scene, wish.what)
        case "remove_any":
            return quick_lists.remove_any(scene, wish.what)
        case "change" | "change_mine":
            return quick_fields.change(scene, wish.what, wish.other, mine=wish.kind == "change_mine")
        case "rename" | "rename_section":
            only_section = wish.kind == "rename_section"
            return quick_fields.rename(scene, wish.what, wish.other, only_section=only_section)
        case "hide" | "show" | "show_again":
            return quick_settings.show(scene, wish)
        case "page":
            return quick_settings.page(scene, wish.what)
        case "language":
            return quick_settings.speak(scene, wish.what)
        case "undo":
            return Undo()
