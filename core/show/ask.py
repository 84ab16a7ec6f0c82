"""A Question as people see it: the prompt, why it is asked, its control, its ways out."""

from core.show.view import Button, QuestionView
from core.show.words import Words
from core.talk.answer import say_answer
from core.talk.button import Decision, Token
from core.talk.control import Date, DateRange, from_json, to_view
from core.talk.question import Question


def render_question(question: Question, say: Words, about: str = "") -> QuestionView:
    """The open Question with its control, or folded to what was answered.

    `about` names the résumé that it asks for, where that isn't the one in use.
    """
    kind, choices, limits = to_view(from_json(question.control), say.language)
    return QuestionView(
        question=question.id,
        revision=question.revision,
        prompt=say.say("question-about", title=about, prompt=question.prompt) if about else question.prompt,
        reason=question.reason,
        control=kind,
        choices=choices,
        limits=limits,
        draft=question.draft if question.is_open else None,
        status=_status(question, say),
        buttons=_buttons(question, say),
    )


def _status(question: Question, say: Words) -> str:
    if question.is_open:
        return ""
    if question.state != "answered":
        return say.say(f"question-{question.state}")
    if question.answer is None:
        return say.say("question-answered-privately")
    given = say_answer(from_json(question.control), question.answer, say)
    return say.say("question-answered", answer=given)


def _buttons(question: Question, say: Words) -> tuple[Button, ...]:
    def button(label: str, decision: Decision) -> Button:
        return Button(say.say(label), str(Token("question", question.id, question.revision, decision)))

    if question.is_open:
        is_date = isinstance(from_json(question.control), Date | DateRange)
        year = (button("button-year-only", "year_only"),) if is_date else ()
        skip = (button("button-skip", "skip"),) if question.is_skippable else ()
        return (*year, button("button-dont-know", "dont_know"), *skip)
    if question.state == "withdrawn" or question.continuation is not None:
        return ()
    undo: tuple[Button, ...] = ()
    if question.version is not None:
        token = str(Token("version", question.resume, question.version, "undo"))
        undo = (Button(say.say("button-undo"), token),)
    was_typed = isinstance(question.draft, dict) and "typed" in question.draft
    taken = (button("button-not-an-answer", "not_an_answer"),) if was_typed else ()
    return (button("button-change", "change"), *undo, *taken)
