"""Intake: what each kind of request leads to; once a method returns, it may be acknowledged."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import aiohttp

from adapters.slack.answer import read_value
from adapters.slack.client import SlackClient, ask, log
from adapters.slack.decode import NOTICE_MS, Body, Us, room_of, stopped_in, to_command, to_events, to_stop
from adapters.slack.forms import INSIDE, KINDS, Forms, Response
from adapters.slack.interact import Click, to_click, to_press, to_submission
from adapters.slack.people import People
from adapters.slack.progress import STATUS, Progress
from adapters.slack.text import escape
from core.door import Decided, Door
from core.errors import CountersignError, DeliveryError, PersonError
from core.event import Actor, Answer, Command, Conversation, Event
from core.show.view import Notice, QuestionView, WorkingView
from core.talk.button import to_token

_TOLD_BY_THE_CARD: Final = frozenset({"approve", "approve_anyway", "reject", "bring_back", "back", "review"})
"""Decisions whose outcome the redrawn card says itself; only a warning is said beside it."""
PROMPTS: Final = ("tailor", "shorten", "check")


class Intake:
    """Decodes a request, has its Event stored, and sees to it that somebody waiting hears the outcome."""

    def __init__(
        self, client: SlackClient, door: Door, forms: Forms, progress: Progress, now: Callable[[], int]
    ) -> None:
        self._client = client
        self._door = door
        self._forms = forms
        self._progress = progress
        self._now = now
        self._people = People(client)
        self._tasks: set[asyncio.Task[None]] = set()
        self._prompted: set[str] = set()

    @property
    def us(self) -> Us:
        """Who we are in the workspace."""
        return Us(self._client.team, self._client.bot_user)

    async def event(self, body: Body) -> None:
        """An Events API body. Raises, as the others, what `Door.accept` raises: nothing was stored."""
        self._learn(body)
        stopped = stopped_in(body, self.us)
        if stopped is not None:
            await self._stop(body, stopped)
            return
        event = body.get("event") or {}
        if event.get("type") == "app_home_opened" and event.get("tab") == "messages":
            self._begin(self._prompt(str(event.get("user")), str(event.get("channel") or "")))
        for one in to_events(body, self.us, self._now()):
            decided = await self._enter(one)
            if one.notice_until:
                self._begin(self._tell_in_talk(one, decided))

    async def click(self, body: Body) -> None:
        """A click on a button, or a change of a field."""
        self._learn(body)
        click = to_click(body, self.us)
        if click is None:
            return
        if click.kind in KINDS:
            self._begin(self._open(click))
        if click.kind in INSIDE:
            self._begin(self._forms.change(click))
        event = await self._to_event(click)
        if event is not None:
            decided = await self._door.accept(event)
            self._begin(self._tell_beside(click, decided))

    async def _open(self, click: Click) -> None:
        try:
            await self._forms.open(click)
        except DeliveryError:  # most often the three seconds of its trigger were over
            if click.response_url:
                again = self._forms.say_at_once(click.actor).say("slack-press-again")
                await self._respond(click.response_url, again, click.conversation.thread)
            raise

    async def _to_event(self, click: Click) -> Event | None:
        """What a click says to the core; None for one that only fills in or opens something."""
        match click.kind:
            case "press" | "review":
                return to_press(click, self._now())
            case "choice" | "submit" | "text":
                return await self._answer(click)
            case "command":
                name, _, argument = click.value.partition(" ")
                return self._from(click, Command(name=name, argument=argument))
            case _:
                return None

    def _from(self, click: Click, body: Command | Answer) -> Event:
        at = self._now()
        return Event(
            key=click.key,
            conversation=click.conversation,
            actor=click.actor,
            at=at,
            body=body,
            notice_until=at + NOTICE_MS,
        )

    async def _answer(self, click: Click) -> Event | None:
        """The value of a Question's control; what it offers is read from the Question as it stands."""
        reference = click.block.partition(":")[2] if click.kind == "text" else click.value
        question, revision, *rest = [*reference.split("."), ""][:3]
        if not revision.isdecimal():
            return None
        index = int(rest[0]) if rest and rest[0].isdecimal() else None
        view = await self._door.view_of("question", question, click.actor)
        value = read_value(view, click.state, index) if isinstance(view, QuestionView) else ""
        return self._from(click, Answer(question=question, revision=int(revision), value=value))

    async def submission(self, body: Body) -> Response:
        """A form that was sent; what to acknowledge it with."""
        try:
            sent = to_submission(body, self.us)
        except ValueError:
            return {}
        return await self._forms.send(sent)

    async def command(self, body: Body) -> None:
        """A slash command."""
        event = to_command(body, self.us, self._now())
        decided = await self._enter(event)
        is_ours = str(body.get("channel_id") or "").startswith("D")
        self._begin(self._tell_command(event, decided, str(body.get("response_url") or ""), is_ours))

    async def _enter(self, event: Event) -> Decided:
        """Accept an Event by which somebody may come in for the first time: with their name and language."""
        actor = await self._people.introduce(event.actor)
        return await self._door.accept(event.model_copy(update={"actor": actor}))

    async def _stop(self, body: Body, conversation: Conversation) -> None:
        """Slack's own Stop is the press of the working Post's."""
        token = self._progress.stop_token(conversation)
        if not token:  # it was begun by a former process
            actor = Actor(platform="slack", workspace=self._client.team, user=conversation.channel)
            room = await self._client.room(conversation.channel)
            view = await self._forms.view(f"{room}:{conversation.thread}:{STATUS}", actor)
            token = view.buttons[0].token if isinstance(view, WorkingView) and view.buttons else ""
        if token:
            await self._door.accept(to_stop(body, self.us, token, self._now()))

    def _learn(self, body: Body) -> None:
        known = room_of(body)
        if known is not None:
            self._client.learn(*known)

    async def _tell_in_talk(self, event: Event, decided: Decided) -> None:
        notice = await decided()
        if notice is not None:
            await tell(self._client, event.conversation, notice)

    async def _tell_beside(self, click: Click, decided: Decided) -> None:
        """The outcome of a click, for the one who clicked alone."""
        notice = await decided()
        if notice is None or (notice.tone == "plain" and _says_itself(click)):
            return
        if click.response_url:
            await self._respond(click.response_url, notice.text, click.conversation.thread)
        elif notice.tone == "warning":
            await self._forms.tell(click, notice)

    async def _tell_command(self, event: Event, decided: Decided, url: str, is_ours: bool) -> None:
        notice = await decided()
        if notice is not None:
            await self._respond(url, notice.text)
        elif not is_ours:
            say = await self._forms.say(event.actor)
            await self._respond(url, say.say("slack-see-messages"))

    async def _respond(self, url: str, text: str, thread: str = "") -> None:
        """A line that only this person sees. Failures of a response URL are told in its body alone."""
        if not self._client.is_trusted(url):
            return
        body: dict[str, Any] = {"response_type": "ephemeral", "replace_original": False, "text": escape(text)}
        if thread:
            body["thread_ts"] = thread
        async with self._client.session.post(url, json=body) as answer:
            if answer.status != 200:
                log.warning("A private line wasn't taken (HTTP %s).", answer.status)

    async def _prompt(self, user: str, room: str) -> None:
        """Suggestions in an empty conversation, once."""
        if not room or user in self._prompted:
            return
        self._prompted.add(user)
        say = await self._forms.say(Actor(platform="slack", workspace=self._client.team, user=user))
        prompts = [
            {"title": say.say(f"slack-prompt-{name}"), "message": say.say(f"slack-prompt-{name}-message")}
            for name in PROMPTS
        ]
        await ask(self._client.web.assistant_threads_setSuggestedPrompts(channel_id=room, prompts=prompts))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that no acknowledgement waits for, and that may be lost."""
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, seconds: float = 2.0) -> None:
        """Let what was begun end, for a moment."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except (CountersignError, aiohttp.ClientError, TimeoutError) as problem:
        log.warning("Something beside a request failed: %s", getattr(problem, "code", type(problem).__name__))
    except Exception as problem:  # its text may hold what a person wrote
        log.error("Something beside a request failed: %s", type(problem).__name__)


def _says_itself(click: Click) -> bool:
    """Whether what was clicked is drawn again with the outcome in it."""
    if click.kind not in ("press", "review"):
        return click.kind in ("choice", "submit", "text")
    try:
        return to_token(click.value).decision in _TOLD_BY_THE_CARD
    except PersonError:
        return False


async def tell(client: SlackClient, conversation: Conversation, notice: Notice) -> None:
    """A line that a person alone sees in their conversation with us; it may get lost."""
    if not conversation.channel.startswith(("U", "W")):
        return
    with suppress(DeliveryError):
        room = await client.room(conversation.channel)
        await ask(
            client.web.chat_postEphemeral(
                channel=room,
                user=conversation.channel,
                text=escape(notice.text),
                thread_ts=conversation.thread or None,
            )
        )
