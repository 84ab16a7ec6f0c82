"""The JSON form of a change's tree, as it stands in a database column; nothing is lost on the way."""

from core.errors import BugError
from core.resume.tree import (
    EntriesChange,
    MembersChange,
    Node,
    PagesChange,
    TextChange,
    ValueChange,
    WordsChange,
)
from core.resume.values import MISSING, Json, Missing


def node_to_json(node: Node) -> Json:
    """One change and all beneath it; a member that isn't there is left out."""
    match node:
        case ValueChange():
            sides = {"before": node.before, "after": node.after}
            return {"is": "value"} | {
                side: value for side, value in sides.items() if not isinstance(value, Missing)
            }
        case TextChange():
            return {"is": "text", "before": node.before, "after": node.after}
        case WordsChange():
            return {"is": "words", "before": list(node.before), "after": list(node.after)}
        case EntriesChange():
            return {
                "is": "entries",
                "before": list(node.before),
                "after": list(node.after),
                "edited": {key: node_to_json(child) for key, child in node.edited.items()},
                "removed": dict(node.removed),
                "added": dict(node.added),
            }
        case MembersChange():
            members = {name: node_to_json(child) for name, child in node.members.items()}
            return {"is": "members", "members": members, "section_type": node.section_type}
        case PagesChange():
            pages = {str(index): node_to_json(child) for index, child in node.pages.items()}
            return {"is": "pages", "count": node.count, "pages": pages}


def node_from_json(stored: Json) -> Node:
    """The change that `node_to_json` wrote. Raises BugError `bad_change` on anything else."""
    match stored:
        case {"is": "value"}:
            return ValueChange(stored.get("before", MISSING), stored.get("after", MISSING))
        case {"is": "text", "before": str(before), "after": str(after)}:
            return TextChange(before, after)
        case {"is": "words", "before": list(before), "after": list(after)}:
            return WordsChange(tuple(before), tuple(after))
        case {"is": "entries", "before": list(before), "after": list(after)}:
            edited = {key: node_from_json(child) for key, child in stored["edited"].items()}
            return EntriesChange(tuple(before), tuple(after), edited, stored["removed"], stored["added"])
        case {"is": "members", "members": dict(members), "section_type": section_type}:
            return MembersChange(
                {name: node_from_json(child) for name, child in members.items()}, section_type
            )
        case {"is": "pages", "count": int(count), "pages": dict(pages)}:
            return PagesChange(count, {int(index): node_from_json(child) for index, child in pages.items()})
        case _:
            raise BugError("bad_change", "A stored change can't be read.")
