"""The page as a Platform: what the postman shows goes to every tab of that conversation."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Final

from adapters.web.render import render_notice, render_post, render_talk, to_frame
from adapters.web.tabs import Tab
from core.errors import PersonError
from core.event import Conversation
from core.ports import Rate, Sending, Shown, Traits
from core.resume.values import Json
from core.show.view import Notice, SaidView

TITLE: Final = 60
"""Characters of what a conversation began with that name it."""

PAINT_SECONDS: Final = 0.05
"""Streamed text is painted at most this often."""


class WebPlatform:
    """Pushes Posts to the connected tabs. It keeps no Post: a tab that comes later gets a Snapshot."""

    name: Final = "web"
    traits: Final = Traits(echoes=True, has_home=True, has_forms=True, is_remote=False)
    """The page doesn't show by itself what the person said; a Snapshot has it, so nothing stands twice."""

    def __init__(self) -> None:
        self._tabs: dict[str, set[Tab]] = defaultdict(set)
        self._written: dict[str, str] = {}
        self._paints: dict[str, asyncio.TimerHandle] = {}

    def rate(self, conversation: Conversation) -> Rate | None:
        """A page takes messages as fast as they come."""
        return None

    async def show(self, sending: Sending) -> Shown:
        """A new or changed Post. With no tab there is nothing to do, which is no failure."""
        place = sending.conversation.id
        self._paint(place)
        self._push(place, "post", render_post(sending.post, sending.view))
        if isinstance(sending.view, SaidView):  # by its first words a conversation enters every tab's list
            self._push_all("talk", render_talk(sending.conversation.channel, sending.view.text[:TITLE]))
        return Shown(str(sending.post))

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """A Post that goes away."""
        self._paint(conversation.id)
        self._push(conversation.id, "fold", {"id": post})

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """The page sends a file's bytes with it; there is nothing to fetch."""
        raise PersonError("file_not_fetched", "The file has to be sent again.")

    async def progress(self, conversation: Conversation, text: str) -> None:
        """The model's answer so far, the whole of it; only the newest text is painted."""
        place = conversation.id
        if place not in self._tabs:
            return
        is_paused = place in self._paints
        self._written[place] = text
        if not is_paused:
            self._paint(place)
            self._paints[place] = asyncio.get_running_loop().call_later(PAINT_SECONDS, self._repaint, place)

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """A toast in every tab of that conversation."""
        self._push(conversation.id, "notice", render_notice(notice))

    async def refresh(self) -> None:
        """Have every tab of every conversation draw its whole state anew, as when everything was deleted."""
        for tab in self._all_tabs():
            tab.put("refresh", b"")

    def open_tab(self, conversation: Conversation, hang_up: Callable[[], None]) -> Tab:
        """A tab that listens to this conversation from now on."""
        tab = Tab(hang_up)
        self._tabs[conversation.id].add(tab)
        return tab

    def close_tab(self, conversation: Conversation, tab: Tab) -> None:
        """The tab is gone."""
        tabs = self._tabs.get(conversation.id, set())
        tabs.discard(tab)
        if not tabs:
            self._tabs.pop(conversation.id, None)
            self._written.pop(conversation.id, None)

    def close(self) -> None:
        """Let every tab go; they reconnect when the page is there again."""
        for paint in self._paints.values():
            paint.cancel()
        self._paints.clear()
        for tab in self._all_tabs():
            tab.close()

    def _repaint(self, place: str) -> None:
        self._paints.pop(place, None)
        if place in self._written:
            self._paint(place)
            self._paints[place] = asyncio.get_running_loop().call_later(PAINT_SECONDS, self._repaint, place)

    def _paint(self, place: str) -> None:
        """Send the text that waits; before a Post too, so that no old text comes after it."""
        text = self._written.pop(place, None)
        if text is not None:
            self._push(place, "progress", {"text": text})

    def _all_tabs(self) -> list[Tab]:
        return [tab for tabs in self._tabs.values() for tab in tabs]

    def _push_all(self, kind: str, data: Json) -> None:
        frame = to_frame(kind, data)
        for tab in self._all_tabs():
            tab.put(kind, frame)

    def _push(self, place: str, kind: str, data: Json) -> None:
        tabs = self._tabs.get(place)
        if not tabs:
            return
        frame = to_frame(kind, data)
        for tab in tuple(tabs):
            tab.put(kind, frame)
