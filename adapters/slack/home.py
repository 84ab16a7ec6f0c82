"""Home: the résumé in the App Home tab, what waits, its history, and the way to language and help."""

from collections.abc import Sequence
from typing import Any, Final

from adapters.slack.blocks import (
    VIEW_BLOCKS,
    Block,
    actions,
    button,
    context,
    header,
    image,
    press_buttons,
    rich,
    run,
    section,
    shares,
)
from adapters.slack.text import cut, size
from core.show.view import EntryView, HomeView, SectionView, VersionView
from core.show.words import Words

MOST_WAITING: Final = 5
MOST_VERSIONS: Final = 12
SECTION_MOST: Final = 5_000
"""Characters of one section of the résumé."""
OUTLINE_MOST: Final = 40_000
"""Characters of all of it: a view has 250 KB at most."""
LINE_MOST: Final = 600


def render_home(home: HomeView, say: Words, picture: str = "") -> dict[str, Any]:
    """The Home tab, at most 100 blocks: what waits first, then the résumé, then its history.

    `picture` is the upload that shows the résumé's first page; '' while there is none.
    """
    title = say.say("slack-home-title", title=cut(home.title, 100), version=home.version)
    top = [header(title), *_menu(home, say)]
    if home.is_sample:
        top.append(context(say.say("slack-home-sample")))
    top += _waiting(home, say)
    if picture:
        top.append(image(picture, title))
    history = _history(home.history[:MOST_VERSIONS], say)
    outline = _outline(home, say)[: VIEW_BLOCKS - len(top) - len(history)]
    return {"type": "home", "blocks": [*top, *outline, *history]}


def _menu(home: HomeView, say: Words) -> list[Block]:
    other = "en" if home.language == "zh" else "zh"
    return actions(
        [
            button("command", 0, say.say(f"slack-speak-{other}"), f"language {other}"),
            button("command", 1, say.say("slack-help"), "help"),
            button("command", 2, say.say("slack-get-pdf"), "export pdf"),
            button("command", 3, say.say("slack-resumes"), "resumes"),
        ],
        "menu",
    )


def _waiting(home: HomeView, say: Words) -> list[Block]:
    if not home.waiting:
        return []
    blocks: list[Block] = [header(say.say("slack-home-waiting", number=len(home.waiting)))]
    for row, one in enumerate(home.waiting[:MOST_WAITING]):
        elements = press_buttons(one.buttons, start=100 + 10 * row)
        blocks.append(section(cut(one.title, 300), elements[0] if len(elements) == 1 else None))
        blocks += actions(elements, f"waiting:{row}") if len(elements) > 1 else []
    return [*blocks, {"type": "divider"}]


def _outline(home: HomeView, say: Words) -> list[Block]:
    """The résumé as text; of a very long one each section gets its share."""
    lines = [run(cut(home.name, LINE_MOST) or "…", bold=True)]
    beneath = (home.headline, " · ".join(home.contacts))
    lines += [run("\n" + cut(text, LINE_MOST)) for text in beneath if text]
    blocks = [rich([element for line in lines for element in line])]
    texts = ["\n\n".join(_entry(entry, say) for entry in one.entries) for one in home.sections]
    given = shares([min(size(text), SECTION_MOST) for text in texts], OUTLINE_MOST)
    return blocks + [
        _section(one, cut(text, most), say)
        for one, text, most in zip(home.sections, texts, given, strict=True)
    ]


def _section(view: SectionView, text: str, say: Words) -> Block:
    title = f"{view.title} · {say.say('slack-hidden')}" if view.hidden else view.title
    return rich(run(cut(title, LINE_MOST).upper(), bold=True), run(text))


def _entry(entry: EntryView, say: Words) -> str:
    heads = (entry.title, entry.subtitle, entry.aside, say.say("slack-hidden") if entry.hidden else "")
    parts = [" · ".join(part for part in heads if part), *entry.blocks, ", ".join(entry.tags)]
    return "\n".join(part for part in parts if part)


def _history(versions: Sequence[VersionView], say: Words) -> list[Block]:
    if not versions:
        return []
    blocks: list[Block] = [{"type": "divider"}, header(say.say("slack-home-history"))]
    for row, version in enumerate(versions):
        told = " · ".join(part for part in (version.what, version.who, version.at) if part)
        blocks.append(section(cut(f"{version.number} · {told}", 600)))
        blocks += actions(press_buttons(version.buttons, start=1000 + 10 * row), f"version:{row}")
    return blocks
