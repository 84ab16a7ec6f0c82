"""Reading: what every reader of a file hands back."""

from dataclasses import dataclass, field

from core.resume.values import Document


@dataclass(frozen=True, slots=True)
class Read:
    """A file read into a valid résumé, and the account of it.

    `notes` are sentences about what was changed or left out. `unplaced` is text of the file that found no
    place in the résumé: kept for its person, never dropped. `evidence` tells by JSON Pointer of the
    document (RFC 6901) from which text of the file a value was read; where one value was made of several
    texts, they stand in lines of their own.
    """

    document: Document
    title: str
    notes: list[str] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)
    evidence: dict[str, str] = field(default_factory=dict)
