"""Reactive Resume 4 JSON, as its public schema has it, brought into the shape of version 5."""

from collections.abc import Callable, Mapping
from typing import Final

from adapters.documents.decoding import json_from, text_from
from adapters.documents.draft import Draft, Member, Site
from adapters.documents.reactive_resume_4_look import look, picture
from adapters.documents.reading import Read
from adapters.documents.records import Record
from adapters.documents.taken import Taken, joined, rich
from core.errors import PersonError


def read(data: bytes, mint: Callable[[], str]) -> Read:
    """A Reactive Resume 4 file as a valid résumé. Ids are kept, `mint` gives fresh ones where they lack.

    What version 5 has no member for stands in the description beside it: keywords and the short text of a
    project, the position of volunteering. Levels are 0 to 5 in both. Raises PersonError: `unreadable_file`,
    `too_large`, `no_text` or `invalid_resume`.
    """
    content = json_from(text_from(data))
    if not isinstance(content, dict) or not isinstance(content.get("sections"), dict):
        raise PersonError("unreadable_file", "This JSON file is no Reactive Resume 4 file.")
    draft = Draft(mint)
    root = Record(content, "", draft)
    _basics(root.record("basics"), draft)
    sections = root.record("sections")
    # Custom sections keep their ids before all others, since the layout names them.
    customs = [(_custom_section(record, draft), record) for record in _customs(sections)]
    _summary(sections, draft)
    for name, members in _FAMILIES.items():
        record = sections.record(name)
        _heading(record, f"/sections/{name}", draft)
        _items(record, f"/sections/{name}", members, draft)
    for pointer, record in customs:
        _items(record, pointer, _custom_item, draft)
    sections.close()
    metadata = root.record("metadata")
    look(metadata, draft)
    metadata.close()
    root.close()
    return draft.finish()


def _basics(basics: Record, draft: Draft) -> None:
    for member in ("name", "headline", "email", "phone", "location"):
        draft.put(f"/basics/{member}", basics.take(member))
    site = _site(basics)
    draft.link("/basics/website/url", site.url, "basics · url")
    draft.put("/basics/website/label", site.label)
    for field in basics.records("customFields", key="value"):
        icon, old_id = field.take("icon").text, field.take("id").text
        text = joined(": ", [field.take("name"), field.take("value")])
        draft.custom_field(text, icon=icon, old_id=old_id)
    picture(basics, draft)
    basics.close()


def _summary(sections: Record, draft: Draft) -> None:
    summary = sections.record("summary", key="content")
    _heading(summary, "/summary", draft)
    draft.put("/summary/content", rich([summary.take("content")]))
    summary.close()


def _customs(sections: Record) -> list[Record]:
    customs = sections.record("custom")
    return [customs.record(name) for name in customs.names()]


def _custom_section(record: Record, draft: Draft) -> str:
    """A custom section without its items; its entries are jobs, the family that loses nothing of theirs."""
    pointer = draft.custom_section("experience", record.take("name"), record.take("id").text)
    _heading(record, pointer, draft)
    return pointer


def _heading(record: Record, pointer: str, draft: Draft) -> None:
    """Title, columns and whether it is shown."""
    draft.put(f"{pointer}/title", record.take("name"))
    record.drop("id", "separateLinks")
    if record.flag("visible") is False:
        draft.set_look(f"{pointer}/hidden", True)
    columns = record.number("columns", 1, 6)
    if columns is not None:
        draft.set_look(f"{pointer}/columns", int(columns))


def _items(
    section: Record, pointer: str, members: Callable[[Record], dict[str, Member]], draft: Draft
) -> None:
    for item in section.records("items"):
        old_id, is_shown = item.take("id").text, item.flag("visible")
        found = {**members(item), "hidden": is_shown is False}
        draft.add(pointer, found, item.where, old_id=old_id)
    section.close()


def _profile(item: Record) -> dict[str, Member]:
    found: dict[str, Member] = {"network": item.take("network"), "username": item.take("username")}
    # The icon is how it looks and no text of the person, so it has no evidence.
    return {**found, "icon": Taken(item.take("icon").text), "website": _site(item)}


def _job(item: Record) -> dict[str, Member]:
    return {
        "company": item.take("company"),
        "position": item.take("position"),
        "location": item.take("location"),
        "period": item.take("date"),
        "website": _site(item),
        "description": rich([item.take("summary")]),
    }


def _education(item: Record) -> dict[str, Member]:
    return {
        "school": item.take("institution"),
        "degree": item.take("studyType"),
        "area": item.take("area"),
        "grade": item.take("score"),
        "period": item.take("date"),
        "website": _site(item),
        "description": rich([item.take("summary")]),
    }


def _project(item: Record) -> dict[str, Member]:
    return {
        "name": item.take("name"),
        "period": item.take("date"),
        "website": _site(item),
        "description": rich([item.take("description"), item.take("summary"), _keywords(item)]),
    }


def _skill(item: Record) -> dict[str, Member]:
    name, proficiency = item.take("name"), item.take("description")
    return {"name": name, "proficiency": proficiency, "keywords": item.takes("keywords"), **_level(item)}


def _language(item: Record) -> dict[str, Member]:
    return {"language": item.take("name"), "fluency": item.take("description"), **_level(item)}


def _interest(item: Record) -> dict[str, Member]:
    return {"name": item.take("name"), "keywords": item.takes("keywords")}


def _award(item: Record) -> dict[str, Member]:
    return {"title": item.take("title"), "awarder": item.take("awarder"), **_dated(item)}


def _certification(item: Record) -> dict[str, Member]:
    return {"title": item.take("name"), "issuer": item.take("issuer"), **_dated(item)}


def _publication(item: Record) -> dict[str, Member]:
    return {"title": item.take("name"), "publisher": item.take("publisher"), **_dated(item)}


def _dated(item: Record) -> dict[str, Member]:
    description = rich([item.take("summary")])
    return {"date": item.take("date"), "website": _site(item), "description": description}


def _volunteer(item: Record) -> dict[str, Member]:
    return {
        "organization": item.take("organization"),
        "location": item.take("location"),
        "period": item.take("date"),
        "website": _site(item),
        "description": rich([item.take("position"), item.take("summary")]),
    }


def _reference(item: Record) -> dict[str, Member]:
    found: dict[str, Member] = {"name": item.take("name"), "position": item.take("description")}
    return {**found, "website": _site(item), "description": rich([item.take("summary")])}


def _custom_item(item: Record) -> dict[str, Member]:
    return {
        "company": item.take("name"),
        "position": item.take("description"),
        "location": item.take("location"),
        "period": item.take("date"),
        "website": _site(item),
        "description": rich([item.take("summary"), _keywords(item)]),
    }


def _level(item: Record) -> dict[str, Member]:
    level = item.number("level", 0, 5)
    return {} if level is None else {"level": level}


def _keywords(item: Record) -> Taken:
    return joined(", ", item.takes("keywords"))


def _site(item: Record) -> Site:
    url = item.record("url", key="href")
    site = Site(url.take("href"), url.take("label"))
    url.close()
    return site


_FAMILIES: Final[Mapping[str, Callable[[Record], dict[str, Member]]]] = {
    "profiles": _profile,
    "experience": _job,
    "education": _education,
    "projects": _project,
    "skills": _skill,
    "languages": _language,
    "interests": _interest,
    "awards": _award,
    "certifications": _certification,
    "publications": _publication,
    "volunteer": _volunteer,
    "references": _reference,
}
