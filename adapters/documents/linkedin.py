"""A LinkedIn data archive: a ZIP of CSV files, of which those about a résumé are read."""

import csv
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO, StringIO
from typing import Final

from adapters.documents.decoding import text_from
from adapters.documents.draft import ONGOING, Draft, Member, Site
from adapters.documents.reading import Read
from adapters.documents.records import Record
from adapters.documents.sniffing import MAX_ENTRIES
from adapters.documents.taken import Taken, joined, period, rich
from core.errors import PersonError
from core.resume.values import Json

MAX_READ: Final = 8 * 1024 * 1024
"""Bytes of all files that are read, unpacked."""
MAX_ROWS: Final = 2_000
"""Rows of one file."""

_ABOUT_THE_ACCOUNT: Final = ("Confirmed", "Primary", "Updated On", "Creation Date")
_LONGEST: Final = 2_000
"""Characters of a list of links."""
_SITE: Final = re.compile(r"(?:(?P<label>[A-Z_ ]+):)?(?P<url>[^\s,\[\]]+)")
_HANDLE: Final = re.compile(r"[^\s,\[\]]+")


def read(data: bytes, mint: Callable[[], str]) -> Read:
    """A LinkedIn archive as a valid résumé; `mint` gives fresh ids. Dates stay as written ("Mar 2021").

    Messages, connections and whatever else is no part of a résumé is not opened; a note says so. Raises
    PersonError: `unreadable_file`, `encrypted`, `too_large`, `no_text` or `invalid_resume`.
    """
    files, others = _files(data)
    draft = Draft(mint)
    for name, text in files:
        for number, row in enumerate(_rows(text), 1):
            record = Record(row, f"{name} {number}", draft)
            record.drop(*_ABOUT_THE_ACCOUNT)
            _READERS[name](record, draft)
            record.close()
    if others:
        draft.note(f"Not read, as they are no part of a résumé: {others} other files of the archive.")
    return draft.finish()


def _files(data: bytes) -> tuple[list[tuple[str, str]], int]:
    """The files that are read and their texts, in the order of `_READERS`, and how many others there are."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            named = [(_name(entry.filename), entry) for entry in entries]
            wanted = [(name, entry) for known in _READERS for name, entry in named if name == known]
            _check(entries, [entry for _, entry in wanted])
            texts = [(name, _text(archive.read(entry))) for name, entry in wanted]
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, OSError):
        raise PersonError("unreadable_file", "This archive is damaged.") from None
    if not wanted:
        raise PersonError("unreadable_file", "This archive is no LinkedIn data archive.")
    return texts, len(entries) - len(wanted)


def _check(entries: list[zipfile.ZipInfo], wanted: list[zipfile.ZipInfo]) -> None:
    """Before anything is unpacked. A file that says less than it holds is cut there, and found damaged."""
    if any(entry.flag_bits & 0x1 for entry in wanted):
        raise PersonError("encrypted", "This archive has a password. Send it without one.")
    if len(entries) > MAX_ENTRIES or sum(entry.file_size for entry in wanted) > MAX_READ:
        raise PersonError("too_large", "This archive is too large.")


def _name(path: str) -> str:
    """A CSV file by its name without folder, spaces and ending; "" for any other file."""
    name = path.lower().rpartition("/")[2]
    return re.sub(r"[ _]", "", name.removesuffix(".csv")) if name.endswith(".csv") else ""


def _text(data: bytes) -> str:
    return text_from(data) if data.strip() else ""


def _rows(text: str) -> Iterator[dict[str, Json]]:
    """The rows by the names of their columns; notes may stand before the header, parted by a blank line."""
    if text.startswith("Notes:"):
        text = text.partition("\n\n")[2]
    reader = csv.DictReader(StringIO(text), restkey="more")
    try:
        for number, row in enumerate(reader, 1):
            if number > MAX_ROWS:
                raise PersonError("too_large", f"A file of this archive has more than {MAX_ROWS} rows.")
            yield {(name or "").strip(): value for name, value in row.items() if value}
    except csv.Error:
        raise PersonError("unreadable_file", "A file of this archive is not valid CSV.") from None


def _profile(row: Record, draft: Draft) -> None:
    draft.put("/basics/name", joined(" ", [row.take("First Name"), row.take("Last Name")]))
    draft.put("/basics/headline", row.take("Headline"))
    draft.put("/basics/location", row.take("Geo Location"))
    draft.put("/summary/content", rich([row.take("Summary")]))
    sites = row.take("Websites")
    if len(sites.text) > _LONGEST:
        draft.keep(f"{row.where} · Websites", sites.text)
        sites = Taken()
    for number, found in enumerate(_SITE.finditer(sites.text)):
        url, label = Taken(found["url"], sites.text), Taken(found["label"] or "", sites.text)
        if number:
            draft.custom_field(label or url, url)
        else:
            draft.link("/basics/website/url", url, "Websites")
            draft.put("/basics/website/label", label)
    handles = row.take("Twitter Handles")
    for handle in _HANDLE.findall(handles.text):
        found_handle = {
            "network": Taken("Twitter", "Twitter Handles"),
            "username": Taken(handle, handles.text),
        }
        draft.add("/sections/profiles", found_handle, row.where)


def _email(row: Record, draft: Draft) -> None:
    _contact("email", row.take("Email Address"), draft)


def _phone(row: Record, draft: Draft) -> None:
    row.drop("Type")
    _contact("phone", joined(" ", [row.take("Number"), row.take("Extension")]), draft)


def _contact(member: str, found: Taken, draft: Draft) -> None:
    """The first is the one; further ones are lines of contact details."""
    if draft.document["basics"][member]:
        draft.custom_field(found)
    else:
        draft.put(f"/basics/{member}", found)


def _position(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"company": row.take("Company Name"), "position": row.take("Title")}
    found["location"] = row.take("Location")
    _add_dated("experience", found, row, draft)


def _education(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"school": row.take("School Name"), "degree": row.take("Degree Name")}
    start, end = row.take("Start Date"), row.take("End Date")
    found["period"] = period(start, end) if end else start
    found["description"] = rich([row.take("Notes"), row.take("Activities")])
    draft.add("/sections/education", found, row.where)


def _project(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"name": row.take("Title"), "website": Site(row.take("Url"))}
    _add_dated("projects", found, row, draft)


def _volunteering(row: Record, draft: Draft) -> None:
    # There is no member for the role here, so it stands first in the description.
    role = joined(" · ", [row.take("Role"), row.take("Cause")])
    _add_dated("volunteer", {"organization": row.take("Company Name")}, row, draft, before=role)


def _add_dated(
    section: str, found: dict[str, Member], row: Record, draft: Draft, *, before: Taken | None = None
) -> None:
    """Adds an entry of a time: without an end it is still going on."""
    start, end = row.take("Started On"), row.take("Finished On")
    found["period"] = period(start, end)
    found["description"] = rich([before or Taken(), row.take("Description")])
    pointer = draft.add(f"/sections/{section}", found, row.where)
    if pointer and start and not end:
        draft.tell(ONGOING, f"{pointer}/period")


def _skill(row: Record, draft: Draft) -> None:
    draft.add("/sections/skills", {"name": row.take("Name")}, row.where)


def _language(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"language": row.take("Name"), "fluency": row.take("Proficiency")}
    draft.add("/sections/languages", found, row.where)


def _certification(row: Record, draft: Draft) -> None:
    start, end = row.take("Started On"), row.take("Finished On")
    found: dict[str, Member] = {"title": row.take("Name"), "issuer": row.take("Authority")}
    found["date"] = joined(" – ", [start, end])  # without an end it doesn't lapse
    found["website"] = Site(row.take("Url"))
    found["description"] = rich([row.take("License Number")])
    draft.add("/sections/certifications", found, row.where)


def _honor(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"title": row.take("Title"), "date": row.take("Issued On")}
    found["description"] = rich([row.take("Description")])
    draft.add("/sections/awards", found, row.where)


def _publication(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"title": row.take("Name"), "publisher": row.take("Publisher")}
    found["date"], found["website"] = row.take("Published On"), Site(row.take("Url"))
    found["description"] = rich([row.take("Description")])
    draft.add("/sections/publications", found, row.where)


def _recommendation(row: Record, draft: Draft) -> None:
    is_hidden = row.take("Status").text.lower() == "hidden"
    found: dict[str, Member] = {"name": joined(" ", [row.take("First Name"), row.take("Last Name")])}
    found["position"] = joined(", ", [row.take("Job Title"), row.take("Company")])
    found["description"] = rich([row.take("Text")])
    draft.add("/sections/references", {**found, "hidden": is_hidden}, row.where)


def _organization(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"company": row.take("Name"), "position": row.take("Position")}
    found["period"] = period(row.take("Started On"), row.take("Finished On"))
    found["description"] = rich([row.take("Description")])
    draft.add(_own("experience", "Organizations", draft), found, row.where)


def _patent(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"title": row.take("Title"), "date": row.take("Issued On", "Filed On")}
    found["website"] = Site(row.take("Url"))
    found["description"] = rich([row.take("Number", "Patent Number"), row.take("Description")])
    draft.add(_own("publications", "Patents", draft), found, row.where)


def _course(row: Record, draft: Draft) -> None:
    found: dict[str, Member] = {"name": row.take("Name"), "description": rich([row.take("Number")])}
    draft.add(_own("projects", "Courses", draft), found, row.where)


def _own(kind: str, title: str, draft: Draft) -> str:
    """The custom section of this title, made when its first entry comes."""
    titles = [section["title"] for section in draft.document["customSections"]]
    if title in titles:
        return f"/customSections/{titles.index(title)}"
    return draft.custom_section(kind, Taken(title, f"{title}.csv"))


def _unplaced(row: Record, draft: Draft) -> None:
    """What no section is for stays with the unplaced, column by column."""


_READERS: Final[Mapping[str, Callable[[Record, Draft], None]]] = {
    "profile": _profile,
    "profilesummary": _unplaced,
    "emailaddresses": _email,
    "phonenumbers": _phone,
    "positions": _position,
    "education": _education,
    "projects": _project,
    "skills": _skill,
    "languages": _language,
    "certifications": _certification,
    "honors": _honor,
    "publications": _publication,
    "volunteering": _volunteering,
    "recommendationsreceived": _recommendation,
    "courses": _course,
    "organizations": _organization,
    "patents": _patent,
    "testscores": _unplaced,
}
"""The files that are read, and what each row of theirs is."""
