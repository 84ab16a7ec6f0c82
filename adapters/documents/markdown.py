"""Markdown résumés: the headings say what is a section and what an entry, the lines the rest."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from adapters.documents.decoding import text_from
from adapters.documents.draft import Draft
from adapters.documents.markdown_blocks import Block, blocks_of
from adapters.documents.markdown_head import Head
from adapters.documents.markdown_sections import fill_section
from adapters.documents.plain_words import is_title
from adapters.documents.reading import Read
from adapters.documents.section_names import family_of

MAX_MARKDOWN: Final = 512 * 1024
"""Bytes; twice what a résumé may hold."""

_FRONT: Final = re.compile(r"\A---\n(.*?\n)---\n", re.DOTALL)
_NO_HEADING: Final = 7
"""One below the deepest heading of Markdown."""

Section: TypeAlias = tuple[str, list[Block]]
"""A heading and what stands beneath it."""


def read(data: bytes, mint: Callable[[], str]) -> Read:
    """A Markdown file as a valid résumé; `mint` gives fresh ids. Dates stay as written.

    Raises PersonError: `unreadable_file`, `too_large`, `no_text` or `invalid_resume`.
    """
    draft = Draft(mint)
    text = text_from(data, most=MAX_MARKDOWN)
    if front := _FRONT.match(text):
        text = text[front.end() :]
        for line in front[1].splitlines():
            draft.keep("Front matter", line.strip())
    blocks, comments = blocks_of(text)
    before, sections = _split(blocks)
    head = Head(draft)
    head.read(before)
    for heading, inner in sections:
        fill_section(heading, inner, head, draft)
    for comment in comments:
        draft.keep("Comment", comment)
    return draft.finish()


def _split(blocks: Sequence[Block]) -> tuple[list[Block], list[Section]]:
    """The head (name, headline, contact details) and the sections, by the level that sections have."""
    headings = [block for block in blocks if block.kind == "heading"]
    level = _level(headings)
    head: list[Block] = []
    sections: list[Section] = []
    for block in blocks:
        is_section = block.kind == "heading" and block.level <= level
        if is_section and not (_is_of_head(block, headings) and not sections):
            sections.append((block.text, []))
        elif sections:
            sections[-1][1].append(block)
        else:
            head.append(block)
    return head, sections


def _level(headings: Sequence[Block]) -> int:
    """The level of the sections: that of the highest heading that we know, or of the second one."""
    known = [block.level for block in headings if family_of(block.text)]
    return min(known or [block.level for block in headings[1:]], default=_NO_HEADING)


def _is_of_head(block: Block, headings: Sequence[Block]) -> bool:
    """Whether a heading is the name, or the headline beneath it."""
    if family_of(block.text):
        return False
    return block is headings[0] or (block is headings[1] and is_title(block.text))
