"""Platforms: the chats that have a token, from the settings; each is imported only where it is used."""

from typing import TYPE_CHECKING

from aiohttp import web
from pydantic import SecretStr

from adapters.store.database import Database
from bot.settings import Settings
from core.ports import Platform

if TYPE_CHECKING:
    from adapters.slack.connect import SlackPlatform
    from adapters.slack.install import OAuth
    from adapters.telegram.connect import TelegramPlatform
    from bot.chat import ChatDoor
    from bot.wiring import App


class Chats:
    """Slack and Telegram, as far as they have a token; Slack's installations are kept in `database`."""

    def __init__(self, settings: Settings, database: Database | None = None) -> None:
        self._slack = slack_of(settings, database)
        self._telegram = telegram_of(settings)
        self._doors: list[ChatDoor] = []

    @property
    def platforms(self) -> list[Platform]:
        """Those that there are."""
        found: list[Platform | None] = [self._slack, self._telegram]
        return [one for one in found if one is not None]

    def attach(self, app: "App") -> None:
        """Give each its door into the core."""
        from bot.chat import ChatDoor

        for one in (self._slack, self._telegram):
            if one is not None:
                door = ChatDoor(app, one.name)
                self._doors.append(door)
                one.attach(door)

    def routes(self) -> list[web.RouteDef]:
        """Where the platforms that call us are answered."""
        return [route for one in (self._slack, self._telegram) if one is not None for route in one.routes()]

    async def fault(self) -> str:
        """The code of a platform whose events don't reach us now; "" if there is none."""
        if self._telegram is not None and not self._telegram.is_running:
            return "telegram_stopped"
        return "" if self._slack is None or await self._slack.is_connected() else "slack_not_connected"

    async def start(self) -> list[str]:
        """Connect; a line for each says who it is. Raises SettingsError where a token isn't taken."""
        return [await one.start() for one in (self._slack, self._telegram) if one is not None]

    async def stop(self) -> None:
        """Take nothing in any more."""
        for one in (self._telegram, self._slack):
            if one is not None:
                await one.stop()
        for door in self._doors:
            await door.end()


def slack_of(settings: Settings, database: Database | None = None) -> "SlackPlatform | None":
    """Slack, where it has a bot token, or a client that workspaces install."""
    if not settings.has_slack:
        return None
    from adapters.slack.connect import SlackPlatform

    return SlackPlatform(
        _value(settings.slack_bot_token),
        app_token=_value(settings.slack_app_token),
        signing_secret=_value(settings.slack_signing_secret),
        api_url=settings.slack_api_url or None,
        oauth=_oauth_of(settings, database),
    )


def _oauth_of(settings: Settings, database: Database | None) -> "OAuth | None":
    secret = _value(settings.slack_client_secret)
    if not settings.slack_client_id or secret is None:
        return None
    from adapters.slack.install import OAuth
    from bot.clock import SystemClock
    from bot.installs import StoredInstalls

    assert database is not None, "installations are kept in it"
    return OAuth(settings.slack_client_id, secret, StoredInstalls(database, SystemClock()))


def _value(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()


def telegram_of(settings: Settings) -> "TelegramPlatform | None":
    """Telegram, where it has a token."""
    if settings.telegram_bot_token is None:
        return None
    from adapters.telegram.connect import TelegramPlatform
    from core.desk.commands import OFFERED

    return TelegramPlatform(
        settings.telegram_bot_token.get_secret_value(),
        api_url=settings.telegram_api_url or None,
        webhook_url=settings.telegram_webhook_url or None,
        webhook_secret=_value(settings.telegram_webhook_secret),
        menu=OFFERED,
    )
