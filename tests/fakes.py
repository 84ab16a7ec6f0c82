"""Small fakes with lists: a platform that remembers what was shown, a clock one can move."""

from datetime import UTC, tzinfo

from core.event import Conversation, PlatformName
from core.show.view import Notice, View


class FakePlatform:
    """Keeps every view that the postman showed, by post, and the log of all it was asked to do."""

    name: PlatformName = "web"
    echoes = True

    def __init__(self) -> None:
        self.shown: dict[int, View] = {}
        self.log: list[tuple[str, int]] = []
        self.written: list[str] = []
        self.fails = 0
        """How many sendings fail from now on."""
        self.tokens: dict[tuple[int, str], str] = {}
        """By post and decision: the token of a button as it was first drawn."""

    async def show(self, post_id: int, conversation: Conversation, view: View) -> str:
        if self.fails:
            self.fails -= 1
            raise ConnectionError("the platform is away")
        self.shown[post_id] = view
        for button in getattr(view, "buttons", ()):
            self.tokens.setdefault((post_id, button.token.rpartition(".")[2]), button.token)
        self.log.append(("show", post_id))
        return str(post_id)

    async def fold(self, post_id: int, conversation: Conversation) -> None:
        self.shown.pop(post_id, None)
        self.log.append(("fold", post_id))

    async def progress(self, conversation: Conversation, text: str) -> None:
        self.written.append(text)

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        self.log.append(("notice", 0))


class FakeClock:
    """A clock that stands still until it is moved; in UTC."""

    zone: tzinfo = UTC

    def __init__(self, at: int = 1_800_000_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at
