"""The entries of a résumé: a class for each family, and which section holds which."""

from typing import ClassVar, Final

from core.resume.part import Level, Link, Name, Part, RichText


class Website(Part):
    """A link and its label."""

    url: Link
    label: str


class EntryWebsite(Website):
    """A link of an entry; `inlineLink` puts it on the entry's title."""

    inline_link: bool


class Entry(Part):
    """What every entry of a section has. `key` is the member that names it."""

    key: ClassVar[str] = "name"

    id: Name
    hidden: bool


class Profile(Entry):
    """An account on a network."""

    key = "network"

    icon: str
    icon_color: str
    network: Name
    username: str
    website: EntryWebsite


class Role(Part):
    """One of several positions held in one job."""

    key: ClassVar[str] = "position"

    id: Name
    position: str
    period: str
    description: RichText


class Job(Entry):
    """An entry of the experience."""

    key = "company"

    company: Name
    position: str
    location: str
    period: str
    website: EntryWebsite
    description: RichText
    roles: list[Role]


class Education(Entry):
    """A school and what was learnt there."""

    key = "school"

    school: Name
    degree: str
    area: str
    grade: str
    location: str
    period: str
    website: EntryWebsite
    description: RichText


class Project(Entry):
    """A project."""

    name: Name
    period: str
    website: EntryWebsite
    description: RichText


class Skill(Entry):
    """A skill, or a group of skills with the single ones as keywords."""

    icon: str
    icon_color: str
    name: Name
    proficiency: str
    level: Level
    keywords: list[str]


class Language(Entry):
    """A language the person speaks."""

    key = "language"

    language: Name
    fluency: str
    level: Level


class Interest(Entry):
    """An interest."""

    icon: str
    icon_color: str
    name: Name
    keywords: list[str]


class Award(Entry):
    """An award."""

    key = "title"

    title: Name
    awarder: str
    date: str
    website: EntryWebsite
    description: RichText


class Certification(Entry):
    """A certificate."""

    key = "title"

    title: Name
    issuer: str
    date: str
    website: EntryWebsite
    description: RichText


class Publication(Entry):
    """A publication."""

    key = "title"

    title: Name
    publisher: str
    date: str
    website: EntryWebsite
    description: RichText


class Volunteering(Entry):
    """Unpaid work. There is no position: the format has none here."""

    key = "organization"

    organization: Name
    location: str
    period: str
    website: EntryWebsite
    description: RichText


class Reference(Entry):
    """Someone who vouches for the person."""

    name: Name
    position: str
    website: EntryWebsite
    phone: str
    description: RichText


class SummaryEntry(Entry):
    """A text in a custom section; it has no name, its content must do."""

    key = "content"

    content: RichText


class Letter(Entry):
    """A cover letter. `recipient` is an address block, one value to us."""

    key = "recipient"

    recipient: str
    content: RichText


BUILT_IN: Final[dict[str, type[Entry]]] = {
    "profiles": Profile,
    "experience": Job,
    "education": Education,
    "projects": Project,
    "skills": Skill,
    "languages": Language,
    "interests": Interest,
    "awards": Award,
    "certifications": Certification,
    "publications": Publication,
    "volunteer": Volunteering,
    "references": Reference,
}
"""The built-in sections, and what their entries are."""

CUSTOM_TYPES: Final[dict[str, type[Entry]]] = {**BUILT_IN, "summary": SummaryEntry, "cover-letter": Letter}
"""The types of custom sections, and what their entries are."""
