"""People: the name and the language that Slack knows of somebody, asked once, in a moment or not at all."""

import asyncio
from typing import Final

from adapters.slack.client import SlackClient, ask
from core.errors import DeliveryError
from core.event import Actor

WITHIN: Final = 0.8
"""Seconds that an Event waits for it: Slack gives three for the acknowledgement."""
MOST_KNOWN: Final = 10_000


class People:
    """What is known of people; it may be forgotten at any time."""

    def __init__(self, client: SlackClient) -> None:
        self._client = client
        self._known: dict[str, tuple[str, str | None]] = {}

    async def introduce(self, actor: Actor) -> Actor:
        """The Actor with name and locale, where Slack tells them in time."""
        if actor.user not in self._known:
            try:
                found = await asyncio.wait_for(self._look_up(actor.user), WITHIN)
            except (DeliveryError, TimeoutError):
                return actor
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[actor.user] = found
        name, locale = self._known[actor.user]
        return actor.model_copy(update={"name": name, "locale": locale})

    async def _look_up(self, user: str) -> tuple[str, str | None]:
        answer = await ask(self._client.web.users_info(user=user, include_locale=True))
        found = answer.get("user") or {}
        profile = found.get("profile") or {}
        name = profile.get("display_name") or found.get("real_name") or found.get("name") or ""
        return str(name), str(found["locale"]) if found.get("locale") else None
