"""The model's words as text: its Markdown becomes a few marks of ours; nothing of it is passed through."""

import re
from typing import Final

from adapters.telegram.drawing import ENTITIES
from adapters.telegram.markup import NOTHING, Markup, bold, code, found_by_itself, text

_MARK: Final = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|`(?P<code>[^`\n]+)`")
_HEADING: Final = re.compile(r"#{1,6} +(?P<title>[^\n]+)")
_BULLET: Final = re.compile(r"(?P<indent> *)[-*] +")


def draw_prose(words: str) -> Markup:
    """A text of the model, or of ours that has no marks at all."""
    free = ENTITIES - found_by_itself(words)
    lines: list[Markup] = []
    for line in words.split("\n"):
        drawn = _line(line)
        if drawn.entities > free:
            drawn = text(line)
        free -= drawn.entities
        lines.append(drawn)
    return _together(lines)


def _line(line: str) -> Markup:
    if heading := _HEADING.fullmatch(line.strip()):
        return bold(heading["title"])
    line = _BULLET.sub(lambda bullet: f"{bullet['indent']}• ", line, count=1) if _BULLET.match(line) else line
    drawn, place = NOTHING, 0
    for mark in _MARK.finditer(line):
        marked = bold(mark["bold"]) if mark["bold"] else code(mark["code"])
        drawn = drawn + text(line[place : mark.start()]) + marked
        place = mark.end()
    return drawn + text(line[place:])


def _together(lines: list[Markup]) -> Markup:
    """Unlike `join` it keeps empty lines, which part paragraphs."""
    return Markup(
        "\n".join(line.html for line in lines),
        "\n".join(line.plain for line in lines),
        sum(line.entities for line in lines),
    )
