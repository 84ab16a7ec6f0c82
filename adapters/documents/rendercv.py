"""RenderCV YAML: basics and sections; every scalar is kept as written."""

from collections.abc import Callable
from typing import Final

import yaml

from adapters.documents.decoding import MAX_DEPTH, text_from
from adapters.documents.draft import Draft, Member
from adapters.documents.marks import rich_marks, to_bare
from adapters.documents.reading import Read
from adapters.documents.records import Record
from adapters.documents.rendercv_sections import fill_section
from adapters.documents.taken import Taken
from core.errors import PersonError
from core.resume.values import Json

MAX_YAML: Final = 256 * 1024
"""Bytes; reading YAML is slow, and a résumé in it has some 10 KB."""

_ABOUT_LOOKS: Final = ("design", "locale", "settings", "rendercv_settings")
_NULL: Final = "tag:yaml.org,2002:null"


class _Loader(yaml.SafeLoader):
    """Every scalar is a text as written ("2019-09", "3.80", "no"), but for null."""


_Loader.yaml_implicit_resolvers = {
    first: kept
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    if (kept := [(tag, pattern) for tag, pattern in resolvers if tag == _NULL])
}


def read(data: bytes, mint: Callable[[], str]) -> Read:
    """A RenderCV file as a valid résumé; `mint` gives fresh ids. Dates stay as written.

    Raises PersonError: `unreadable_file`, `too_large`, `no_text` or `invalid_resume`.
    """
    content = _load(text_from(data, most=MAX_YAML))
    if not isinstance(content, dict) or not isinstance(content.get("cv"), dict):
        raise PersonError("unreadable_file", "This YAML file is no RenderCV file: it has no “cv”.")
    draft = Draft(mint)
    root = Record(content, "", draft)
    cv = root.record("cv")
    _basics(cv, draft)
    sections = cv.record("sections")
    for title in sections.names():
        entries = sections.raw(title)
        fill_section(title, entries if isinstance(entries, list) else [entries], draft)
    sections.close()
    cv.close()
    if left := root.drop(*_ABOUT_LOOKS):
        draft.note(f"Left out, as it is about how RenderCV draws: {', '.join(left)}.")
    root.close()
    return draft.finish()


def _load(text: str) -> Json:
    """The YAML within bounds: no aliases, which can make a small file huge, and no deep nesting."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise PersonError("unreadable_file", "This file is nested too deep to be a résumé.")
            if isinstance(event, yaml.AliasEvent):
                sentence = "This YAML file uses aliases (*name), which aren't read. Write them out."
                raise PersonError("unreadable_file", sentence)
        return yaml.load(text, Loader=_Loader)  # noqa: S506  # a SafeLoader that makes texts only
    except (yaml.YAMLError, ValueError, RecursionError):
        raise PersonError("unreadable_file", "This file looks like YAML, but is not valid.") from None


def _basics(cv: Record, draft: Draft) -> None:
    draft.put("/basics/name", _bare(cv, draft, "name"))
    draft.put("/basics/headline", _bare(cv, draft, "headline", "label"))
    draft.put("/basics/location", _bare(cv, draft, "location"))
    for name in ("email", "phone"):
        first, *others = [*(_without_scheme(text) for text in cv.takes(name)), Taken()]
        draft.put(f"/basics/{name}", first)
        for other in others:
            draft.custom_field(other)
    site, *more = [*cv.takes("website"), Taken()]
    draft.link("/basics/website/url", site, "website")
    for other in more:
        draft.custom_field(other, other)
    photo = cv.take("photo")
    draft.picture(photo, "photo")
    draft.put("/summary/content", rich_marks([cv.take("summary")]))
    for network in cv.records("social_networks", key="network"):
        found: dict[str, Member] = {"network": network.take("network"), "username": network.take("username")}
        draft.add("/sections/profiles", found, network.where)
    for other_way in cv.records("custom_connections", key="placeholder"):
        other_way.drop("fontawesome_icon")
        draft.custom_field(other_way.take("placeholder"), other_way.take("url"))


def _bare(record: Record, draft: Draft, *names: str) -> Taken:
    """A value without its Markdown; a link in it has no place of its own here."""
    found = record.take(*names)
    bare = to_bare(found.text)
    for address in bare.links:
        draft.keep(f"cv · {names[0]}", address)
    return Taken(bare.text, found.evidence)


def _without_scheme(found: Taken) -> Taken:
    return Taken(found.text.removeprefix("tel:").removeprefix("mailto:"), found.evidence)
