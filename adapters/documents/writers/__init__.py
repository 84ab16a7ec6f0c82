"""Writers: a résumé as a file of another format, and what that format has no place for."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Written:
    """A written file; `losses` are short sentences about what is not in it, without the person's words."""

    data: bytes
    losses: list[str] = field(default_factory=list)
