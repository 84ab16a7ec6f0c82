"""Small fakes with lists: a platform that remembers what was shown, a clock one can move."""

from datetime import UTC, tzinfo

from core.errors import PersonError
from core.event import Conversation, PlatformName
from core.ports import Rate, Sending, Shown, Traits
from core.show.view import CardView, Notice, View


class FakePlatform:
    """Keeps every view that the postman showed, by post, and the log of all it was asked to do."""

    name: PlatformName = "web"
    traits = Traits(echoes=True, has_home=True, has_forms=True, is_remote=False)

    def __init__(self, name: PlatformName = "web", traits: Traits | None = None) -> None:
        self.name = name
        self.traits = traits or self.traits
        self.files: dict[str, bytes] = {}
        """By reference: what `fetch` gives."""
        self.sendings: list[Sending] = []
        self.cuts = False
        """Whether every card has to be cut."""
        self.shown: dict[int, View] = {}
        self.log: list[tuple[str, int]] = []
        self.written: list[str] = []
        self.fails = 0
        """How many sendings fail from now on."""
        self.problems: list[Exception] = []
        """What the next sendings raise, in order."""
        self.tokens: dict[tuple[int, str], str] = {}
        """By post and decision: the token of a button as it was first drawn."""

    def rate(self, conversation: Conversation) -> Rate | None:
        return None

    async def show(self, sending: Sending) -> Shown:
        post_id, view = sending.post, sending.view
        self.sendings.append(sending)
        if self.problems:
            raise self.problems.pop(0)
        if self.fails:
            self.fails -= 1
            raise ConnectionError("the platform is away")
        self.shown[post_id] = view
        for button in getattr(view, "buttons", ()):
            self.tokens.setdefault((post_id, button.token.rpartition(".")[2]), button.token)
        self.log.append(("show", post_id))
        return Shown(str(post_id), self.cuts and isinstance(view, CardView))

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        self.shown.pop(post, None)
        self.log.append(("fold", post))

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        if reference not in self.files:
            raise PersonError("file_not_fetched", "The file can't be fetched. Please send it again.")
        return self.files[reference]

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
