"""Section names: the family that a heading means, also where it says more than the family's name."""

import re
from typing import Final

from adapters.documents.headings import OTHER, heading_of

_PARTS: Final = re.compile(r"\s*(?:[/|&·、,:：()（）]|\band\b)\s*", re.IGNORECASE)
_FILLER: Final = frozenset(
    {"additional", "core", "key", "my", "professional", "recent", "relevant", "selected"}
)


def family_of(heading: str) -> str:
    """The family ("experience", …, or "summary", "basics") that a heading means; "" for one of its own.

    `Selected projects` is `projects`, and so is `Projects / 项目经历`.
    """
    whole = " ".join(heading.replace("_", " ").split())
    for text in (whole, *_PARTS.split(whole)):
        words = text.split()
        while words:
            family = heading_of(" ".join(words))
            if family == OTHER:
                return ""
            if family:
                return family
            words = words[1:] if words[0].lower() in _FILLER else []
    return ""
