"""JSON Resume 1.2.1 as people really have it: nulls, half dates, old names, missing lists."""

from collections.abc import Callable
from typing import Final

from adapters.documents.decoding import json_from, text_from
from adapters.documents.draft import ONGOING, Draft, Member, Site
from adapters.documents.reading import Read
from adapters.documents.records import Record
from adapters.documents.taken import Taken, joined, period, rich
from core.errors import PersonError

_ABOUT_THE_FILE: Final = ("canonical", "version", "lastModified", "title")


def read(data: bytes, mint: Callable[[], str]) -> Read:
    """A JSON Resume file as a valid résumé; `mint` gives fresh ids. Dates stay as written.

    Raises PersonError: `unreadable_file`, `too_large`, `no_text` or `invalid_resume`.
    """
    content = json_from(text_from(data))
    if not isinstance(content, dict):
        raise PersonError("unreadable_file", "This JSON file is no JSON Resume file.")
    draft = Draft(mint)
    root = Record(content, "", draft)
    _basics(root, draft)
    for name, section, key, members in _FAMILIES:
        for record in root.records(name, key=key):
            _entry(record, section, members, draft)
    _leave_out(root, draft)
    root.close()
    return draft.finish()


def _basics(root: Record, draft: Draft) -> None:
    basics = root.record("basics")
    for member, names in _BASICS.items():
        draft.put(f"/basics/{member}", basics.take(*names))
    draft.link("/basics/website/url", basics.take("url", "website"), "basics · url")
    image = basics.take("image", "picture")
    draft.picture(image, "basics · image", may_be_path=True)
    draft.put("/summary/content", rich([basics.take("summary")]))
    draft.put("/basics/location", _location(basics))
    for profile in basics.records("profiles", key="network"):
        network, username = profile.take("network"), profile.take("username")
        members: dict[str, Member] = {"network": network, "username": username}
        draft.add("/sections/profiles", {**members, "website": _site(profile)}, profile.where)
    basics.close()


def _entry(
    record: Record, section: str, members: Callable[[Record], dict[str, Member]], draft: Draft
) -> None:
    start, end = record.take("startDate", "start"), record.take("endDate", "end")
    found = members(record)
    if section in _WITH_PERIOD:
        found["period"] = period(start, end)
    else:
        draft.keep(f"{record.where} · startDate", start.text)
        draft.keep(f"{record.where} · endDate", end.text)
    pointer = draft.add(f"/sections/{section}", found, record.where)
    if pointer and section in _WITH_PERIOD and start and not end:
        draft.tell(ONGOING, f"{pointer}/period")


def _work(record: Record) -> dict[str, Member]:
    texts = [record.take("description"), record.take("summary")]
    return {
        "company": record.take("name", "company"),
        "position": record.take("position", "title"),
        "location": _location(record),
        "website": _site(record),
        "description": rich(texts, record.takes("highlights")),
    }


def _volunteer(record: Record) -> dict[str, Member]:
    # There is no member for the position here, so it stands first in the description.
    texts = [record.take("position"), record.take("description"), record.take("summary")]
    return {
        "organization": record.take("organization", "name", "company"),
        "location": _location(record),
        "website": _site(record),
        "description": rich(texts, record.takes("highlights")),
    }


def _education(record: Record) -> dict[str, Member]:
    texts = [record.take("summary"), record.take("description")]
    return {
        "school": record.take("institution", "school", "name"),
        "degree": record.take("studyType", "degree"),
        "area": record.take("area"),
        "grade": record.take("score", "gpa"),
        "location": _location(record),
        "website": _site(record),
        "description": rich(texts, [*record.takes("courses"), *record.takes("highlights")]),
    }


def _project(record: Record) -> dict[str, Member]:
    # Roles and keywords have no member here, so they stand around the description.
    roles = joined(", ", record.takes("roles"))
    texts = [record.take("description"), record.take("summary")]
    before = rich([roles, *texts], record.takes("highlights"))
    return {
        "name": record.take("name"),
        "website": _site(record),
        "description": joined("", [before, rich([joined(", ", record.takes("keywords"))])]),
    }


def _skill(record: Record) -> dict[str, Member]:
    name, level = record.take("name"), record.take("level")
    return {"name": name, "proficiency": level, "keywords": record.takes("keywords")}


def _language(record: Record) -> dict[str, Member]:
    return {"language": record.take("language", "name"), "fluency": record.take("fluency", "level")}


def _interest(record: Record) -> dict[str, Member]:
    return {"name": record.take("name"), "keywords": record.takes("keywords")}


def _award(record: Record) -> dict[str, Member]:
    return {
        "title": record.take("title", "name"),
        "date": record.take("date"),
        "awarder": record.take("awarder"),
        "website": _site(record),
        "description": rich([record.take("summary"), record.take("description")]),
    }


def _certificate(record: Record) -> dict[str, Member]:
    return {
        "title": record.take("name", "title"),
        "date": record.take("date"),
        "issuer": record.take("issuer"),
        "website": _site(record),
        "description": rich([record.take("summary"), record.take("description")]),
    }


def _publication(record: Record) -> dict[str, Member]:
    return {
        "title": record.take("name", "title"),
        "publisher": record.take("publisher"),
        "date": record.take("releaseDate", "date"),
        "website": _site(record),
        "description": rich([record.take("summary"), record.take("description")]),
    }


def _reference(record: Record) -> dict[str, Member]:
    return {
        "name": record.take("name"),
        "position": record.take("position"),
        "phone": record.take("phone"),
        "website": _site(record),
        "description": rich([record.take("reference"), record.take("summary")]),
    }


def _site(record: Record) -> Site:
    return Site(record.take("url", "website"))


def _location(record: Record) -> Taken:
    """Where, as "city, region, country"; a street and a postal code stay with the unplaced."""
    if said := record.take("location"):
        return said
    place = record.record("location", key="city")
    parts = [place.take("city"), place.take("region"), place.take("countryCode", "country")]
    place.close()
    return joined(", ", parts)


def _leave_out(root: Record, draft: Draft) -> None:
    meta = root.record("meta")
    left = [*root.drop("$schema"), *(f"meta · {name}" for name in meta.drop(*_ABOUT_THE_FILE))]
    meta.close()
    if left:
        draft.note(f"Left out, as it is about the file and not the person: {', '.join(left)}.")


_BASICS: Final = {
    "name": ("name",),
    "headline": ("label", "headline", "title"),
    "email": ("email",),
    "phone": ("phone",),
}
_WITH_PERIOD: Final = frozenset({"experience", "volunteer", "education", "projects"})
_FAMILIES: Final[tuple[tuple[str, str, str, Callable[[Record], dict[str, Member]]], ...]] = (
    ("work", "experience", "name", _work),
    ("volunteer", "volunteer", "organization", _volunteer),
    ("education", "education", "institution", _education),
    ("projects", "projects", "name", _project),
    ("skills", "skills", "name", _skill),
    ("languages", "languages", "language", _language),
    ("interests", "interests", "name", _interest),
    ("awards", "awards", "title", _award),
    ("certificates", "certifications", "name", _certificate),
    ("certifications", "certifications", "name", _certificate),
    ("publications", "publications", "name", _publication),
    ("references", "references", "name", _reference),
)
"""Members of the file, sections they fill, what an entry that is a mere text means, how they are read."""
