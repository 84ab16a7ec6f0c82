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
    """The change that `node_to_json` wrote.

    Raises BugError `bad_change` where it's of no known kind, KeyError, TypeError or AttributeError where
    parts of it lack. (By its kind first: matching whole mappings takes five times as long.)
    """
    match stored["is"]:
        case "value":
            return ValueChange(stored.get("before", MISSING), stored.get("after", MISSING))
        case "text":
            return TextChange(stored["before"], stored["after"])
        case "words":
            return WordsChange(tuple(stored["before"]), tuple(stored["after"]))
        case "entries":
            edited = {key: node_from_json(child) for key, child in stored["edited"].items()}
            before, after = tuple(stored["before"]), tuple(stored["after"])
            return EntriesChange(before, after, edited, stored["removed"], stored["added"])
        case "members":
            members = {name: node_from_json(child) for name, child in stored["members"].items()}
            return MembersChange(members, stored["section_type"])
        case "pages":
            pages = {int(index): node_from_json(child) for index, child in stored["pages"].items()}
            return PagesChange(stored["count"], pages)
        case _:
            raise BugError("bad_change", "A stored change can't be read.")
