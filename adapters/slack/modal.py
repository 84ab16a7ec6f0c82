"""Forms: editing one line, the reason of a redraft, an answer, and the review of a whole change."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from adapters.slack.blocks import (
    LABEL_TEXT,
    PLACEHOLDER_TEXT,
    VIEW_BLOCKS,
    Block,
    actions,
    button,
    context,
    plain,
    rich,
    run,
    section,
    weight,
)
from adapters.slack.card import Line, difference, is_approve, line_of
from adapters.slack.question import INPUT_TEXT, OPTION_TEXT, form_input
from adapters.slack.text import cut, pieces, size
from core.show.view import CardView, LineView, QuestionView, Span
from core.show.words import Words

TITLE_TEXT: Final = 24
PAGE_TEXT: Final = 24_000
"""Characters of one page of a review: far under the 250 KB of a view, in any script."""
PAGE_BLOCKS: Final = VIEW_BLOCKS - 10
RUN_TEXT: Final = 6_000
"""Characters of one block of a review."""

Modal = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a form is about: ids only, since anybody in the workspace may come to read them.

    `form` is its kind (`lines`, `reason`, `review`, `ask`), `subject` the button's token or the reference of
    a Question, `place` its message, `conversation` the conversation's id.
    """

    form: str
    subject: str
    place: str
    conversation: str
    line: int = -1
    page: int = 0

    def __str__(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Purpose":
        """The Purpose that a form's private metadata holds. Raises ValueError for anything else."""
        try:
            return cls(**json.loads(text))
        except TypeError as problem:
            raise ValueError("not a purpose of ours") from problem


def _modal(purpose: Purpose, title: str, blocks: list[Block], say: Words, submit: str = "") -> Modal:
    modal: Modal = {
        "type": "modal",
        "callback_id": purpose.form,
        "private_metadata": str(purpose),
        "title": plain(title, TITLE_TEXT),
        "close": plain(say.say("slack-close"), TITLE_TEXT),
        "blocks": blocks,
    }
    return {**modal, "submit": plain(submit, TITLE_TEXT)} if submit else modal


def _title(purpose: Purpose, say: Words) -> str:
    return say.say(f"slack-form-{purpose.form}")


def skeleton(purpose: Purpose, say: Words) -> Modal:
    """What opens at once, while the form is being made: a trigger lives for three seconds."""
    return told(purpose, say.say("slack-loading"), say)


def told(purpose: Purpose, text: str, say: Words) -> Modal:
    """A form with nothing but a sentence."""
    return _modal(purpose, _title(purpose, say), [section(text)], say)


def reason_form(purpose: Purpose, say: Words) -> Modal:
    """Why another draft is wanted, in one optional line."""
    element: Block = {"type": "plain_text_input", "action_id": "text:0", "max_length": 500}
    field: Block = {
        "type": "input",
        "block_id": "reason",
        "label": plain(say.say("slack-reason"), LABEL_TEXT),
        "element": element,
        "optional": True,
    }
    return _modal(purpose, _title(purpose, say), [field], say, say.say("button-redraft"))


def answer_form(purpose: Purpose, view: QuestionView, say: Words) -> Modal:
    """The field of a Question."""
    blocks = [section(view.prompt), form_input(view, say)]
    return _modal(purpose, _title(purpose, say), blocks, say, say.say("slack-submit"))


def lines_form(purpose: Purpose, card: CardView, say: Words) -> Modal:
    """The editor of one line, chosen first if there are several."""
    lines = [line for line in card.lines if line.edit is not None]
    if not lines:
        return told(purpose, say.say("edit-not-possible"), say)
    chosen = next((line for line in lines if line.number == purpose.line), None)
    if chosen is None:
        chosen = lines[0]
    purpose = replace(purpose, line=chosen.number)
    blocks = [_line_menu(lines, chosen, say)] if len(lines) > 1 else [section(chosen.where)]
    text = chosen.edit or ""
    if size(text) > INPUT_TEXT:
        blocks.append(section(say.say("slack-line-too-long")))
        return _modal(purpose, _title(purpose, say), blocks, say)
    element: Block = {
        "type": "plain_text_input",
        "action_id": "text:0",
        "multiline": True,
        "max_length": INPUT_TEXT,
        **({"initial_value": text} if text else {}),
    }
    label = plain(say.say("slack-line-text"), LABEL_TEXT)
    # The block's id is new for each line: else the client keeps what was typed for the one before.
    blocks.append({"type": "input", "block_id": f"line:{chosen.number}", "label": label, "element": element})
    return _modal(purpose, _title(purpose, say), blocks, say, say.say("slack-save"))


def _line_menu(lines: Sequence[LineView], chosen: LineView, say: Words) -> Block:
    options = [
        {"text": plain(f"{index + 1}. {line.where}", OPTION_TEXT), "value": str(line.number)}
        for index, line in enumerate(lines[:100])
    ]
    element: Block = {
        "type": "static_select",
        "action_id": "line:0",
        "options": options,
        "placeholder": plain(say.say("slack-choose"), PLACEHOLDER_TEXT),
    }
    element["initial_option"] = next(
        (one for one in options if one["value"] == str(chosen.number)), options[0]
    )
    return {**section(say.say("slack-which-line"), element), "block_id": "which"}


def review_form(purpose: Purpose, card: CardView, say: Words, notice: str = "") -> Modal:
    """The whole change, letter for letter, in pages; Approve stands on the last, and carries the showing."""
    pages = _pages(_whole(card, say))
    page = min(purpose.page, len(pages) - 1)
    approve = next((one for one in card.buttons if is_approve(one)), None)
    is_last = page == len(pages) - 1
    purpose = replace(purpose, page=page, subject=approve.token if approve else purpose.subject)
    blocks = [section(notice)] if notice else []
    blocks += pages[page]
    if len(pages) > 1:
        turns = [
            button("page", index, say.say(key), str(to))
            for index, (key, to) in enumerate((("slack-page-back", page - 1), ("slack-page-next", page + 1)))
            if 0 <= to < len(pages)
        ]
        blocks += [context(say.say("slack-page", number=page + 1, count=len(pages))), *actions(turns)]
    submit = approve.label if approve is not None and is_last else ""
    return _modal(purpose, _title(purpose, say), blocks, say, submit)


def _whole(card: CardView, say: Words) -> list[Block]:
    """Everything that the card says, nothing cut."""
    blocks = [rich(run(card.headline, bold=True))]
    blocks += [rich(run(text)) for text in (card.status, card.summary) if text]
    blocks += [section(f"⚠️ {piece}") for text in card.warnings for piece in pieces(text, 2_000)]
    for line in card.lines:
        blocks += _line(line_of(line, say))
    return blocks + [context(cut(text, 1_900)) for text in (*card.notes, card.more) if text]


def _line(line: Line) -> list[Block]:
    """A line in as many blocks as it takes."""
    parts: list[list[Span]] = [[]]
    room = RUN_TEXT
    for span in line.spans:
        for text in pieces(span.text, RUN_TEXT):
            if size(text) > room and parts[-1]:
                parts.append([])
                room = RUN_TEXT
            parts[-1].append(Span(text, span.mark))
            room -= size(text)
    last = len(parts) - 1
    return [
        rich(
            run(line.where if index == 0 else "", bold=True),
            difference(part),
            run(line.note if index == last else "", italic=True),
        )
        for index, part in enumerate(parts)
    ]


def _pages(blocks: Sequence[Block]) -> list[list[Block]]:
    pages: list[list[Block]] = [[]]
    room = PAGE_TEXT
    for block in blocks:
        taken = weight(block)
        if pages[-1] and (taken > room or len(pages[-1]) >= PAGE_BLOCKS):
            pages.append([])
            room = PAGE_TEXT
        pages[-1].append(block)
        room -= taken
    return pages
