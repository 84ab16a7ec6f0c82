"""Removing what a version added, as it is now: what is offered where its undo is blocked (merge.md §4)."""

from core.resume import patch
from core.resume.address import to_pointer
from core.resume.change import Change
from core.resume.values import Document


def removed_now(undo: Change, current: Document) -> Document | None:
    """`current` without all that `undo` would take away; None where it does more than take away.

    Also None where nothing of it is left, or a place can't be told any more.
    """
    if any(line.kind not in ("removed", "word_out") for line in undo.lines):
        return None
    document = current
    for line in undo.lines:
        pointer = to_pointer(line.address, document)
        if pointer is not None:
            document = patch.apply(({"op": "remove", "path": pointer},), document)
    return None if document is current else document
