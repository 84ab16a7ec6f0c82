"""Every part of a résumé and its bounds: the shape of Reactive Resume 5, refusing where theirs coerces.

A stored résumé has every member (only `metadata.stylesheet` may be absent), so readers of it need no
fallbacks. Defaults are filled on the way in, by `model.with_defaults` and the importers.
"""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, Union

from pydantic import ConfigDict, Field, create_model

from core.resume.entries import (
    CUSTOM_TYPES,
    Award,
    Certification,
    Education,
    Entry,
    Interest,
    Job,
    Language,
    Profile,
    Project,
    Publication,
    Reference,
    Skill,
    Volunteering,
    Website,
)
from core.resume.look import Metadata
from core.resume.part import Link, Name, Part, PictureLink, RichText, Size


class Picture(Part):
    """The photograph; `url` may also be a path that the app which made it serves, kept but never fetched."""

    hidden: bool
    url: PictureLink
    size: Annotated[float, Field(ge=32, le=512)]
    rotation: Annotated[float, Field(ge=0, le=360)]
    aspect_ratio: Annotated[float, Field(ge=0.5, le=2.5)]
    border_radius: Annotated[float, Field(ge=0, le=100)]
    border_color: str
    border_width: Size
    shadow_color: str
    shadow_width: Size


class CustomField(Part):
    """A further line of contact details."""

    key: ClassVar[str] = "text"

    id: Name
    icon: str
    text: str
    link: Link


class Basics(Part):
    """Name and contact details; free text, as the person writes them."""

    name: str
    headline: str
    email: str
    phone: str
    location: str
    website: Website
    custom_fields: list[CustomField]


class Section(Part):
    """What the summary and every section have."""

    title: str
    icon: str
    columns: Annotated[int, Field(ge=1, le=6)]
    hidden: bool
    keep_together: bool
    start_on_new_page: bool


class Summary(Section):
    """The summary at the top."""

    content: RichText


AnyEntry = TypeVar("AnyEntry", bound=Entry)


class EntrySection(Section, Generic[AnyEntry]):
    """A built-in section."""

    items: list[AnyEntry]


class Sections(Part):
    """The twelve built-in sections."""

    profiles: EntrySection[Profile]
    experience: EntrySection[Job]
    education: EntrySection[Education]
    projects: EntrySection[Project]
    skills: EntrySection[Skill]
    languages: EntrySection[Language]
    interests: EntrySection[Interest]
    awards: EntrySection[Award]
    certifications: EntrySection[Certification]
    publications: EntrySection[Publication]
    volunteer: EntrySection[Volunteering]
    references: EntrySection[Reference]


class CustomSection(Section):
    """A section of the person's own; `type` says what its entries are."""

    key: ClassVar[str] = "title"

    id: Name
    type: str
    items: list[Any]


class _WithExtras(Part):
    """Entries of custom sections may bring members that we don't know: kept, but a patch writes none."""

    model_config = ConfigDict(extra="allow")


def _custom_section(kind: str, entry: type[Entry]) -> type[CustomSection]:
    loose = create_model(f"Custom{entry.__name__}", __base__=(entry, _WithExtras))
    return create_model(
        f"{entry.__name__}Section",
        __base__=CustomSection,
        type=(Literal[kind], ...),  # type: ignore[arg-type]  # one literal per type, from the table
        items=(list[loose], ...),
    )


if TYPE_CHECKING:
    AnyCustomSection: TypeAlias = CustomSection
else:
    AnyCustomSection = Annotated[
        Union[tuple(_custom_section(kind, entry) for kind, entry in CUSTOM_TYPES.items())],  # noqa: UP007  # made
        Field(discriminator="type"),
    ]


class ResumeData(Part):
    """A whole résumé. `model.parse` is the gate that also checks what spans several parts."""

    picture: Picture
    basics: Basics
    summary: Summary
    sections: Sections
    custom_sections: list[AnyCustomSection]
    metadata: Metadata
