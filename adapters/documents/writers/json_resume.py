"""JSON Resume 1.2.1: what the résumé shows, as that format has it; what has no place there is told."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from adapters.documents.typeset import rich
from adapters.documents.writers import Written
from adapters.documents.writers.dates import date_of, period_of
from adapters.documents.writers.flow import Body, has_photo, marks_in
from adapters.documents.writers.text import text_of
from core.resume.values import Document, Json

Item: TypeAlias = Mapping[str, Any]

_SCHEMA: Final = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
_WRITTEN: Final = "period"
"""A member of our own, for times that are no dates as the format wants them."""
_EMAIL: Final = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_WEB: Final = re.compile(r"https?://", re.IGNORECASE)

_DESIGN: Final = "The design, and the titles, icons and order of the sections, are left out."
_PHOTO: Final = "The photo is left out, as it has no web address."
_EMAIL_LOST: Final = "The email address is left out, as it is none."
_FIELDS: Final = "Further lines of contact details are left out."
_LETTERS: Final = "Cover letters and other texts in sections of your own are left out."
_MARKS: Final = "Bold, italics and other marks are left out; their words are kept."
_LEVELS: Final = "Levels that are drawn as points are left out."
_LABELS: Final = "Labels of links are left out; their addresses are kept."
_ROLES: Final = "Several positions in one job stand as jobs of their own."
_DATES: Final = (
    f"Some times are no plain dates; they stand as written under “{_WRITTEN}”, which few programs read."
)
_EXTRA: Final = "Some details stand under names that the format doesn't have, so that few programs read them."


def write(document: Document, *, title: str, version: int) -> Written:
    """The résumé as JSON in UTF-8; title and version are in its `meta`."""
    writer = _Writer(document)
    content: dict[str, Json] = {"$schema": _SCHEMA, "basics": writer.basics()}
    for name, family, make in writer.families():
        content[name] = [made for item in writer.items(family) for made in make(item)]
    content["meta"] = {"version": str(version), "title": title}
    text = json.dumps(_without_empty(content), ensure_ascii=False, indent=2) + "\n"
    return Written(text.encode("utf-8", "replace"), list(writer.losses))


class _Writer:
    """Makes the members of the format and keeps account of what finds no place."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.losses: dict[str, None] = {_DESIGN: None}
        texts = [*self.items("summary"), *self.items("cover-letter")]
        self._lose(_LETTERS, bool(texts))

    def basics(self) -> dict[str, Json]:
        """Name, contact details, profiles and summary."""
        basics, picture, summary = (self._document[name] for name in ("basics", "picture", "summary"))
        email, image = basics["email"].strip(), picture["url"] if has_photo(self._document) else ""
        self._lose(_EMAIL_LOST, bool(email) and not _EMAIL.fullmatch(email))
        self._lose(_PHOTO, bool(image) and not _WEB.match(image))
        self._lose(_FIELDS, bool(basics["customFields"]))
        return {
            "name": basics["name"],
            "label": basics["headline"],
            "image": image if _WEB.match(image) else "",
            "email": email if _EMAIL.fullmatch(email) else "",
            "phone": basics["phone"],
            "url": self._url(basics["website"]),
            "summary": "" if summary["hidden"] else self._text(summary["content"]),
            "location": {"city": basics["location"]},
            "profiles": [self._profile(item) for item in self.items("profiles")],
        }

    def families(self) -> tuple[tuple[str, str, Callable[[Item], Iterator[dict[str, Json]]]], ...]:
        """The lists of the format, the family that each holds, and what makes their entries."""
        return (
            ("work", "experience", self._work),
            ("volunteer", "volunteer", self._volunteer),
            ("education", "education", self._education),
            ("awards", "awards", self._award),
            ("certificates", "certifications", self._certificate),
            ("publications", "publications", self._publication),
            ("skills", "skills", self._skill),
            ("languages", "languages", self._language),
            ("interests", "interests", self._interest),
            ("references", "references", self._reference),
            ("projects", "projects", self._project),
        )

    def items(self, family: str) -> Iterator[Item]:
        """The entries of a family that are shown: of the built-in section, then of the person's own."""
        own = [section for section in self._document["customSections"] if section["type"] == family]
        built_in = self._document["sections"].get(family)
        for section in [*([built_in] if built_in else []), *own]:
            if not section["hidden"]:
                yield from (item for item in section["items"] if not item["hidden"])

    def _profile(self, item: Item) -> dict[str, Json]:
        return {
            "network": item["network"],
            "username": item["username"],
            "url": self._url(item["website"]),
        }

    def _work(self, job: Item) -> Iterator[dict[str, Json]]:
        roles = [role for role in job["roles"] if role["position"] or role["period"] or role["description"]]
        self._lose(_ROLES, bool(roles))
        around = {"name": job["company"], "location": job["location"], "url": self._url(job["website"])}
        if not roles or job["position"] or job["period"] or job["description"]:
            yield {**around, **self._position(job)}
        for role in roles:
            yield {**around, **self._position(role)}

    def _position(self, held: Item) -> dict[str, Json]:
        return {"position": held["position"], **self._period(held), **self._texts(held)}

    def _volunteer(self, item: Item) -> Iterator[dict[str, Json]]:
        found = {"organization": item["organization"], **self._texts(item)}
        yield {**found, **self._linked(item), **self._period(item), **self._extra(location=item["location"])}

    def _education(self, item: Item) -> Iterator[dict[str, Json]]:
        yield {
            "institution": item["school"],
            "studyType": item["degree"],
            "area": item["area"],
            "score": item["grade"],
            **self._linked(item),
            **self._period(item),
            **self._extra(location=item["location"], **self._texts(item)),
        }

    def _project(self, item: Item) -> Iterator[dict[str, Json]]:
        texts = self._texts(item)
        found = {"name": item["name"], "description": texts["summary"], "highlights": texts["highlights"]}
        yield {**found, **self._linked(item), **self._period(item)}

    def _award(self, item: Item) -> Iterator[dict[str, Json]]:
        found = {"title": item["title"], "awarder": item["awarder"], **self._date("date", item)}
        yield {**found, "summary": self._text(item["description"]), **self._extra(**self._linked(item))}

    def _certificate(self, item: Item) -> Iterator[dict[str, Json]]:
        found = {"name": item["title"], "issuer": item["issuer"], **self._date("date", item)}
        yield {**found, **self._linked(item), **self._extra(summary=self._text(item["description"]))}

    def _publication(self, item: Item) -> Iterator[dict[str, Json]]:
        found = {"name": item["title"], "publisher": item["publisher"], **self._date("releaseDate", item)}
        yield {**found, **self._linked(item), "summary": self._text(item["description"])}

    def _skill(self, item: Item) -> Iterator[dict[str, Json]]:
        self._lose(_LEVELS, item["level"] > 0)
        yield {"name": item["name"], "level": item["proficiency"], "keywords": item["keywords"]}

    def _language(self, item: Item) -> Iterator[dict[str, Json]]:
        self._lose(_LEVELS, item["level"] > 0)
        yield {"language": item["language"], "fluency": item["fluency"]}

    def _interest(self, item: Item) -> Iterator[dict[str, Json]]:
        yield {"name": item["name"], "keywords": item["keywords"]}

    def _reference(self, item: Item) -> Iterator[dict[str, Json]]:
        extra = self._extra(position=item["position"], phone=item["phone"], **self._linked(item))
        yield {"name": item["name"], "reference": self._text(item["description"]), **extra}

    def _linked(self, item: Item) -> dict[str, Json]:
        return {"url": self._url(item["website"])}

    def _url(self, website: Item) -> str:
        self._lose(_LABELS, bool(website["label"]) and website["label"] not in website["url"])
        return str(website["url"])

    def _period(self, item: Item) -> dict[str, Json]:
        found = period_of(item["period"])
        self._lose(_DATES, found is None and bool(item["period"]))
        return {_WRITTEN: item["period"]} if found is None else {"startDate": found[0], "endDate": found[1]}

    def _date(self, name: str, item: Item) -> dict[str, Json]:
        found = date_of(item["date"])
        self._lose(_DATES, found is None and bool(item["date"]))
        return {_WRITTEN: item["date"]} if found is None else {name: found}

    def _texts(self, item: Item) -> dict[str, Json]:
        """A description: the bullets at its end as highlights, what stands before as the summary."""
        blocks = self._blocks(item["description"])
        highlights: list[str] = []
        while blocks and _is_bullets(blocks[-1]):
            highlights = [text_of(bullet["children"]) for bullet in blocks.pop()["children"]] + highlights
        return {"summary": text_of(blocks), "highlights": highlights}

    def _text(self, html: str) -> str:
        return text_of(self._blocks(html))

    def _blocks(self, html: str) -> list[Any]:
        blocks = rich(html)
        self._lose(_MARKS, bool(marks_in([Body(blocks)])))
        return blocks

    def _extra(self, **members: Json) -> dict[str, Json]:
        """Members that the format doesn't have at this place, but doesn't forbid."""
        self._lose(_EXTRA, any(members.values()))
        return members

    def _lose(self, sentence: str, is_lost: bool) -> None:
        if is_lost:
            self.losses[sentence] = None


def _is_bullets(block: Item) -> bool:
    """Whether a block is a list of bullets with one paragraph each."""
    return block["tag"] == "ul" and all(
        [child["tag"] for child in item["children"]] == ["p"] for item in block["children"]
    )


def _without_empty(value: Json) -> Json:
    """JSON without members and elements that say nothing."""
    if isinstance(value, Mapping):
        kept = {name: _without_empty(member) for name, member in value.items()}
        return {name: member for name, member in kept.items() if member not in ("", [], {})}
    if isinstance(value, list):
        return [_without_empty(element) for element in value if element not in ("", [], {})]
    return value
