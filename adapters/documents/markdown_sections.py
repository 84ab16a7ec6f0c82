"""The sections of a Markdown résumé, by what their headings mean."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from adapters.documents.draft import Draft, Member
from adapters.documents.markdown_blocks import Block, rich_blocks
from adapters.documents.markdown_entries import FAMILIES_OF_ENTRIES, add_entry, beginning
from adapters.documents.markdown_head import Head
from adapters.documents.marks import to_bare
from adapters.documents.section_names import family_of
from adapters.documents.taken import Taken, listed
from core.resume.families import FAMILIES

_NAMED: Final = re.compile(r"(?P<name>[^:：,，]{1,60})[:：]\s*(?P<things>\S.*)")
_LEVEL: Final = re.compile(
    r"(?P<name>[^(（:：]{1,80}?)\s*[(（:：]\s*(?:(?P<how>[^()（）]{1,80}?)[,，、]\s*)?(?P<points>[0-5])/5[)）]?"
)
_FLUENCY: Final = re.compile(
    r"(?P<name>[^\s(（:：]+(?: [^\s(（:：]+)?)"
    r"(?:\s*[(（](?P<inside>[^()（）]+)[)）]|\s*[:：]\s*(?P<after>.+)|\s+[–—-]\s+(?P<behind>.+))"
)


def fill_section(heading: str, blocks: Sequence[Block], head: Head, draft: Draft) -> None:
    """Puts what stands beneath a heading where it belongs; nothing where it says nothing."""
    bare = to_bare(heading)
    title, family = Taken(bare.text, heading), family_of(bare.text)
    for address in bare.links:
        draft.keep(bare.text, address)
    if family in ("basics", "profiles"):  # "Contact" says where, not what, so that heading isn't kept
        if family == "profiles":
            draft.put("/sections/profiles/title", title)
        for block in blocks:
            head.read_line(block.text)
    elif family == "summary" and not draft.document["summary"]["content"]:
        draft.put("/summary/title", title)
        draft.put("/summary/content", rich_blocks(blocks))
    elif family in ("skills", "languages", "interests"):
        _fill_list(title, blocks, family, draft)
    elif family in FAMILIES_OF_ENTRIES:
        _fill_entries(title, blocks, family, draft)
    else:
        _fill_text(title, blocks, draft)


def _fill_text(title: Taken, blocks: Sequence[Block], draft: Draft) -> None:
    content = rich_blocks(blocks)
    if content:
        draft.add(draft.custom_section("summary", title), {"content": content}, title.text)
    else:
        draft.keep("Heading", title.text)


def _fill_entries(title: Taken, blocks: Sequence[Block], family: str, draft: Draft) -> None:
    begins = beginning(blocks)
    starts = [index for index, block in enumerate(blocks) if begins(block)]
    if not starts:
        draft.keep("Heading", title.text)
        return
    section = draft.section(family, title)
    for block in blocks[: starts[0]]:
        draft.keep(title.text, block.text)
    for start, end in pairwise([*starts, len(blocks)]):
        add_entry(blocks[start].text, blocks[start + 1 : end], family, section, draft)


def _fill_list(title: Taken, blocks: Sequence[Block], family: str, draft: Draft) -> None:
    """Skills, languages or interests: a heading or a name with a colon is a group of what follows."""
    section = draft.section(family, title)
    key = FAMILIES[family].key
    group: tuple[Taken, list[Taken]] | None = None
    for block in [*blocks, None]:
        if group and (block is None or block.kind == "heading"):
            draft.add(section, {key: group[0], "keywords": group[1]}, title.text)
            group = None
        if block is None:
            continue
        bare = to_bare(block.text)
        for address in bare.links:
            draft.keep(bare.text, address)
        found = Taken(bare.text, block.text)
        if block.kind == "heading" and family != "languages":
            group = (found, [])
        elif group:
            group[1].extend(listed(found))
        else:
            for members in _things(found, family, key):
                draft.add(section, members, title.text)


def _with_level(found: Taken, family: str, key: str) -> dict[str, Member] | None:
    """One thing with a level out of five: "Python (Advanced, 4/5)"."""
    level = _LEVEL.fullmatch(found.text) if family in ("skills", "languages") else None
    if level is None:
        return None
    how = "proficiency" if family == "skills" else "fluency"
    words = {key: Taken(level["name"], found.evidence), how: Taken(level["how"] or "", found.evidence)}
    return {**words, "level": int(level["points"])}


def _things(found: Taken, family: str, key: str) -> Iterator[dict[str, Member]]:
    """The entries of one line: a group ("Databases: PostgreSQL, Redis"), or each of its things."""
    if levelled := _with_level(found, family, key):
        yield levelled
        return
    group = _NAMED.fullmatch(found.text)
    if group and family != "languages":
        things = listed(Taken(group["things"], found.evidence))
        yield {key: Taken(group["name"], found.evidence), "keywords": things}
        return
    for thing in listed(found):
        fluent = _FLUENCY.fullmatch(thing.text) if family == "languages" else None
        if fluent:
            fluency = fluent["inside"] or fluent["after"] or fluent["behind"]
            yield {key: Taken(fluent["name"], thing.evidence), "fluency": Taken(fluency, thing.evidence)}
        else:
            yield {key: thing}
