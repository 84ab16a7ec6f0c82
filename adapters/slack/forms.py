"""Forms in use: opened at once and filled after, changed inside, and answered when they are sent."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from adapters.slack import modal
from adapters.slack.answer import read_value
from adapters.slack.card import is_approve
from adapters.slack.client import SlackClient, SlackError, ask
from adapters.slack.interact import FORM_MS, Click, Submission, form_press
from adapters.slack.modal import Modal, Purpose
from core.door import Door
from core.event import Actor, Answer, Event
from core.show.view import CardView, Notice, QuestionView, View
from core.show.words import Language, Words, to_language, words
from core.talk.button import to_token

Response = dict[str, Any]
"""What a sent form is acknowledged with; empty closes it."""

KINDS: Final = frozenset({"lines", "reason", "review", "ask"})
"""Clicks that open a form."""
INSIDE: Final = frozenset({"line", "page"})
"""Clicks inside a form that change it."""


class Forms:
    """Opens forms, keeps them current, and hands over what they were filled with."""

    def __init__(self, client: SlackClient, door: Door, now: Callable[[], int]) -> None:
        self._client = client
        self._door = door
        self._now = now
        self._languages: dict[str, Language] = {}

    async def say(self, actor: Actor) -> Words:
        """The words of a person's language."""
        language = to_language(await self._door.language(actor))
        self._languages[actor.user] = language
        return words(language)

    def say_at_once(self, actor: Actor) -> Words:
        """The words of the language last spoken to a person: a trigger doesn't wait for the store."""
        return words(self._languages.get(actor.user, "en"))

    async def open(self, click: Click) -> None:
        """Open the form that a click asks for."""
        purpose = Purpose(click.kind, click.value, click.place, click.conversation.id)
        say = self.say_at_once(click.actor)
        is_whole = click.kind == "reason"  # it needs nothing but words
        first = modal.reason_form(purpose, say) if is_whole else modal.skeleton(purpose, say)
        opened = (await ask(self._client.web.views_open(trigger_id=click.trigger, view=first)))["view"]
        if not is_whole:
            filled = await self._filled(purpose, click.actor)
            await self._update(str(opened["id"]), str(opened.get("hash") or ""), filled)

    async def change(self, click: Click) -> None:
        """Another line of the editor, another page of a review."""
        assert click.view is not None, "a click inside a form names it"
        purpose = Purpose.read(str(click.view["private_metadata"]))
        number = int(click.value) if click.value.lstrip("-").isdecimal() else 0
        purpose = replace(purpose, line=number) if click.kind == "line" else replace(purpose, page=number)
        filled = await self._filled(purpose, click.actor)
        await self._update(str(click.view["id"]), str(click.view.get("hash") or ""), filled)

    async def tell(self, click: Click, notice: Notice) -> None:
        """A Notice as a form of its own, where there is no message to answer beside."""
        say = await self.say(click.actor)
        purpose = Purpose("notice", "", click.place, click.conversation.id)
        await ask(
            self._client.web.views_open(trigger_id=click.trigger, view=modal.told(purpose, notice.text, say))
        )

    async def _update(self, view: str, tag: str, filled: Modal) -> None:
        try:
            await ask(self._client.web.views_update(view_id=view, hash=tag or None, view=filled))
        except SlackError as problem:
            if problem.code not in ("not_found", "hash_conflict"):  # closed, or changed by a later click
                raise

    async def _filled(self, purpose: Purpose, actor: Actor, notice: str = "") -> Modal:
        say = await self.say(actor)
        view = await self._asked(purpose, actor)
        match purpose.form, view:
            case "lines", CardView():
                return modal.lines_form(purpose, view, say)
            case "review", CardView():
                return modal.review_form(purpose, view, say, notice)
            case "ask", QuestionView(status=""):
                return modal.answer_form(purpose, view, say)
            case _:
                return modal.told(purpose, notice or say.say("slack-gone"), say)

    async def view(self, place: str, actor: Actor) -> View | None:
        """What stands at a place, as it is now; None if it isn't this person's to see."""
        post = await self._door.post_at(self._client.team, place)
        return None if post is None else await self._door.view(post, actor)

    async def _asked(self, purpose: Purpose, actor: Actor) -> View | None:
        """The card or Question that a form is of; a message can be pressed before its place is known."""
        if purpose.form == "ask":
            return await self._door.view_of("question", purpose.subject.partition(".")[0], actor)
        return await self._door.view_of("proposal", to_token(purpose.subject).id, actor)

    async def send(self, sent: Submission) -> Response:
        """Hand over what a form was filled with; what to acknowledge it with.

        Raises what `Door.accept` raises: then nothing was stored, and the form stays open.
        """
        event = await self._answer(sent) if sent.purpose.form == "ask" else form_press(sent, self._now())
        notice = await (await self._door.accept(event))()
        if sent.purpose.form == "review":
            return await self._after_review(sent, notice)
        if notice is None or notice.tone != "warning" or not sent.fields:
            return {}
        return {"response_action": "errors", "errors": {sent.fields[-1]: notice.text}}

    async def _answer(self, sent: Submission) -> Event:
        question, _, revision = sent.purpose.subject.partition(".")
        view = await self._asked(sent.purpose, sent.actor)
        value = read_value(view, sent.state) if isinstance(view, QuestionView) else ""
        at = self._now()
        return Event(
            key=sent.key,
            conversation=sent.conversation,
            actor=sent.actor,
            at=at,
            body=Answer(question=question, revision=int(revision), value=value),
            notice_until=at + FORM_MS,
        )

    async def _after_review(self, sent: Submission, notice: Notice | None) -> Response:
        """Close, unless there is something to say or one more press to make."""
        is_bad = notice is not None and notice.tone == "warning"
        view = await self._asked(sent.purpose, sent.actor)
        asks_again = isinstance(view, CardView) and any(is_approve(one) for one in view.buttons)
        if notice is None or not (is_bad or asks_again):
            return {}
        filled = await self._filled(sent.purpose, sent.actor, notice.text)
        return {"response_action": "update", "view": filled}
