"""What stands half done in a control is kept with its Question, and changes nothing else."""

from core.event import Answer
from core.resume.values import Json
from core.show.view import QuestionView
from tests.talk import Talk


async def ask(talk: Talk) -> None:
    """Ask for the email address, which the résumé then lacks."""
    await talk.propose(("No address", [{"op": "replace", "path": "/basics/email", "value": ""}]))
    await talk.press("Approve")
    if talk.find_label("Approve anyway"):
        await talk.press("Approve anyway")
    await talk.command("check")


async def draft(talk: Talk, value: Json, *, revision: int | None = None) -> None:
    question = talk.question()
    revision = question.revision if revision is None else revision
    await talk.send(Answer(question=question.question, revision=revision, value=value, draft=True))


async def kept(talk: Talk, asked: QuestionView | None = None) -> Json:
    question = await talk.app.store.question((asked or talk.question()).question)
    assert question is not None
    return question.draft


async def test_the_newest_half_done_state_is_kept_and_nothing_is_answered(talk: Talk) -> None:
    await ask(talk)
    before = (await talk.resume()).version
    for value in ("ja", "jane@", ["a"], {"start": "2014-10-01", "end": None}, "jane@ex"):
        await draft(talk, value)
        assert await kept(talk) == value
    assert talk.question().status == ""
    assert (await talk.resume()).version == before


async def test_once_it_is_answered_no_draft_is_kept_and_none_comes_in(talk: Talk) -> None:
    await ask(talk)
    asked = talk.question()
    await draft(talk, "jane@ex")
    await talk.answer("jane@example.com")
    assert await kept(talk, asked) is None
    late = Answer(question=asked.question, revision=asked.revision, value="jane@ex", draft=True)
    assert await talk.send(late) is None
    assert await kept(talk, asked) is None


async def test_a_draft_of_another_revision_or_of_somebody_else_is_not_kept(talk: Talk) -> None:
    await ask(talk)
    await draft(talk, "mine")
    await draft(talk, "of another revision", revision=7)
    other = Talk(talk.app, talk.platform, user="somebody", channel="elsewhere")
    await other.open()
    question = talk.question()
    notice = await other.send(
        Answer(question=question.question, revision=question.revision, value="theirs", draft=True)
    )
    assert notice is not None
    assert await kept(talk) == "mine"
