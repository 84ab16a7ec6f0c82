"""The head of a Markdown résumé: name, headline, contact details and their links."""

import re
from collections.abc import Sequence
from typing import Final

from adapters.documents.draft import Draft, Site
from adapters.documents.markdown_blocks import Block, rich_blocks
from adapters.documents.marks import to_bare
from adapters.documents.plain_contacts import Contacts
from adapters.documents.plain_words import is_title
from adapters.documents.taken import Taken

_AFTER_NAME: Final = re.compile(r"\s+[–—|·-]\s+|,\s+")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\(<?([^()\s<>]+)>?\)")
_SEPARATORS: Final = re.compile(r"(?:\s+[·•|](?=\s))+\s+")
"""Between two parts, also where a link between them was taken."""
_LONGEST: Final = 12
"""Words; a longer line is prose."""
_LONGEST_LINE: Final = 400
"""Characters; a longer line is prose, whatever is in it."""


class Head:
    """Reads contact details wherever they stand; what is prose among them becomes the summary."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._contacts = Contacts(draft)

    def read(self, blocks: Sequence[Block]) -> None:
        """Reads everything before the first section."""
        prose = []
        for index, block in enumerate(blocks):
            if block.kind == "heading":
                self._read_heading(block.text, is_first=index == 0)
            elif _is_prose(block):
                prose.append(block)
            else:
                self.read_line(block.text)
        self._draft.put("/summary/content", rich_blocks(prose))

    def read_line(self, line: str) -> None:
        """Reads one line of contact details."""
        if len(line) > _LONGEST_LINE:
            self._draft.keep("", line)
            return
        plain = _LINK.sub(lambda found: self._take_link(found, line), line)
        if text := _SEPARATORS.sub(" · ", to_bare(plain).text).strip(" |·•,"):
            self._contacts.read_line(text)

    def _read_heading(self, text: str, *, is_first: bool) -> None:
        bare = to_bare(text)
        for address in bare.links:
            self._contacts.read_link(address, text)
        if self._draft.document["basics"]["name"] or not is_first:
            self._put_or_read("headline", Taken(bare.text, text))
            return
        name, after = bare.text, ""
        if (found := _AFTER_NAME.search(bare.text)) and is_title(bare.text[found.end() :]):
            name, after = bare.text[: found.start()], bare.text[found.end() :]
        self._draft.put("/basics/name", Taken(name, text))
        self._put_or_read("headline", Taken(after, text))

    def _put_or_read(self, member: str, found: Taken) -> None:
        if self._draft.document["basics"][member]:
            self._contacts.read_line(found.text)
        else:
            self._draft.put(f"/basics/{member}", found)

    def _take_link(self, found: re.Match[str], line: str) -> str:
        """Takes a link; what stays in the line is a label that says more than the address."""
        label, address = to_bare(found[1]).text, found[2]
        if address.lower().startswith(("mailto:", "tel:")):
            address = address.partition(":")[2]
            if _digits(label) == _digits(address) != "":
                return label  # a phone number, written for people
            return address if label.replace(" ", "") in ("", address) else f"{label} {address}"
        website = self._draft.document["basics"]["website"]
        named = label.split()
        if website["url"] and len(named) == len(("network", "user")):
            account = {"network": Taken(named[0], line), "username": Taken(named[1], line)}
            self._draft.add("/sections/profiles", {**account, "website": Site(Taken(address, line))}, label)
            return ""
        had = website["url"]
        self._contacts.read_link(address, line)
        if not had and website["url"]:
            self._draft.put("/basics/website/label", Taken(label, line))
            return ""
        return "" if _is_told(label, self._draft) else label


def _is_told(label: str, draft: Draft) -> bool:
    """Whether the entry that the link became says its label already."""
    profiles = draft.document["sections"]["profiles"]["items"]
    if not profiles:
        return not label
    last = profiles[-1]
    said = (last["network"], last["username"], last["website"]["url"])
    return any(label.lower() in text.lower() for text in said)


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _is_prose(block: Block) -> bool:
    text = to_bare(block.text).text
    if len(text) > _LONGEST_LINE:
        return True
    return len(text.split()) > _LONGEST and "|" not in text and "·" not in text and "@" not in text
