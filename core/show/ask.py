"""A Question as people see it: the prompt, why it is asked, its control, its ways out."""

from core.show.view import Button, Choice, QuestionView
from core.show.words import Words
from core.talk.button import Token
from core.talk.question import Question


def render_question(question: Question, say: Words) -> QuestionView:
    """The open Question with its control, or folded to what was answered."""

    def token(decision: str, index: str = "") -> str:
        return str(Token("question", question.id, question.revision, decision, index))  # type: ignore[arg-type]

    choices = tuple(Choice(label, label) for label in question.choices)
    buttons: tuple[Button, ...] = ()
    if question.is_open:
        buttons = (
            Button(say.say("button-dont-know"), token("dont_know")),
            Button(say.say("button-skip"), token("skip")),
        )
    status = ""
    if question.state == "answered":
        status = say.say("question-answered", answer=question.answer or "")
    elif not question.is_open:
        status = say.say(f"question-{question.state}")
    return QuestionView(
        question=question.id,
        revision=question.revision,
        prompt=question.prompt,
        reason=question.reason,
        control="single_choice" if choices else "text",
        choices=choices,
        limits={"allowCustom": question.continuation is None},
        draft=None,
        status=status,
        buttons=buttons,
    )
