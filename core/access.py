"""Who may see, propose and decide: the one place that is asked, with roles as the store has them."""

from typing import Literal, TypeAlias

from core.resume.version import Resume

Right: TypeAlias = Literal["view", "suggest", "decide"]


def may(person: str, right: Right, resume: Resume) -> bool:
    """Whether `person` has `right` on `resume`. With nobody else named, all rights are the owner's."""
    return person == resume.owner
