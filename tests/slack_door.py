"""The core as Slack's adapter sees it, small: it keeps what came in, and says what it is told to say."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.slack.client import SlackClient
from adapters.slack.connect import SlackPlatform
from core.door import Decided
from core.event import Actor, Conversation, Event, Message
from core.ports import Sending, Shown
from core.resume.values import Json
from core.show.files import MadeFile
from core.show.view import CardView, Notice, QuestionView, View
from core.talk.button import to_token
from tests.wire.slack_server import SlackServer, slack_server


class FakeDoor:
    """Keeps each Event once, by its key; `notice` is what every outcome says."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.parked: list[str] = []
        self.accepted = 0
        self.fails = 0
        """How many Events can't be stored from now on."""
        self.slow = 0.0
        """Seconds that storing takes."""
        self.notice: Notice | None = None
        self.views: dict[int, View] = {}
        self.places: dict[str, int] = {}
        self.made: tuple[MadeFile, ...] = ()
        self.pictures: dict[tuple[str, int], bytes] = {}
        """The first pages, by résumé and version."""
        self.spoken = "en"

    async def park(self, key: str, raw: Json) -> None:
        self.parked.append(key)

    async def receives(self, name: str) -> bool:
        return True

    async def accept(self, event: Event) -> Decided:
        if self.slow:
            await asyncio.sleep(self.slow)
        if self.fails:
            self.fails -= 1
            raise OSError("the disk is full")
        self.accepted += 1
        if event.key not in {one.key for one in self.events}:
            self.events.append(event)

        async def decided() -> Notice | None:
            return self.notice

        return decided

    async def view(self, post: int, actor: Actor) -> View | None:
        return self.views.get(post)

    async def view_of(self, subject: str, name: str, actor: Actor) -> View | None:
        for view in reversed(self.views.values()):
            if isinstance(view, QuestionView) and (subject, name) == ("question", view.question):
                return view
            tokens = [one.token for one in view.buttons] if isinstance(view, CardView) else []
            if subject == "proposal" and any(to_token(one).id == name for one in tokens):
                return view
        return None

    async def post_at(self, workspace: str, place: str) -> int | None:
        return self.places.get(place)

    async def files(self, post: int) -> tuple[MadeFile, ...]:
        return self.made

    async def picture(self, resume: str, version: int, actor: Actor) -> bytes | None:
        return self.pictures.get((resume, version))

    async def language(self, actor: Actor) -> str:
        return self.spoken

    @property
    def said(self) -> list[str]:
        """The texts of the messages that came in."""
        return [event.body.text for event in self.events if isinstance(event.body, Message)]


class Talk:
    """A running adapter between a loopback Slack and a fake core."""

    def __init__(self, slack: SlackServer, platform: SlackPlatform, door: FakeDoor) -> None:
        self.slack = slack
        self.platform = platform
        self.door = door
        self._last = 0

    async def client(self) -> SlackClient:
        """The client that our workspace is called with."""
        workspaces = self.platform._workspaces
        assert workspaces is not None
        return (await workspaces.at("T1")).client

    async def show(self, view: View, conversation: Conversation) -> Shown:
        """Show a new Post, and let the core know where it stands, as the postman does."""
        self._last += 1
        post = self._last
        self.door.views[post] = view
        sending = Sending(post=post, conversation=conversation, view=view)
        shown = await self.platform.show(sending)
        self.door.places[shown.place] = post
        return shown

    async def again(self, view: View, conversation: Conversation, place: str) -> Shown:
        """Bring a shown Post up to date."""
        post = self.door.places[place]
        self.door.views[post] = view
        shown = await self.platform.show(
            Sending(post=post, conversation=conversation, view=view, place=place)
        )
        self.door.places[shown.place] = post
        return shown

    async def wait_events(self, count: int) -> None:
        """Until so many Events were stored."""
        async with asyncio.timeout(10):
            while len(self.door.events) < count:
                await asyncio.sleep(0.01)


def own(user: str = "U1", thread: str = "") -> Conversation:
    """A person's conversation with us."""
    return Conversation(platform="slack", workspace="T1", channel=user, thread=thread)


@asynccontextmanager
async def talking(*, app_token: bool = True) -> AsyncIterator[Talk]:
    """A loopback Slack, and our adapter connected to it."""
    async with slack_server() as slack:
        door = FakeDoor()
        platform = SlackPlatform(
            slack.bot_token,
            app_token=slack.app_token if app_token else None,
            signing_secret=None if app_token else slack.signing_secret,
            api_url=slack.url,
        )
        platform.attach(door)
        await platform.start()
        try:
            yield Talk(slack, platform, door)
        finally:
            await platform.stop()
