"""Platforms: the chats that have a token, from the settings; each is imported only where it is used."""

from typing import TYPE_CHECKING

from aiohttp import web

from bot.settings import Settings
from core.ports import Platform

if TYPE_CHECKING:
    from adapters.slack.connect import SlackPlatform
    from adapters.telegram.connect import TelegramPlatform
    from bot.chat import ChatDoor
    from bot.wiring import App


class Chats:
    """Slack and Telegram, as far as they have a token."""

    def __init__(self, settings: Settings) -> None:
        self._slack = slack_of(settings)
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


def slack_of(settings: Settings) -> "SlackPlatform | None":
    """Slack, where it has a token."""
    if settings.slack_bot_token is None:
        return None
    from adapters.slack.connect import SlackPlatform

    app, secret = settings.slack_app_token, settings.slack_signing_secret
    return SlackPlatform(
        settings.slack_bot_token.get_secret_value(),
        app_token=None if app is None else app.get_secret_value(),
        signing_secret=None if secret is None else secret.get_secret_value(),
        api_url=settings.slack_api_url or None,
    )


def telegram_of(settings: Settings) -> "TelegramPlatform | None":
    """Telegram, where it has a token."""
    if settings.telegram_bot_token is None:
        return None
    from adapters.telegram.connect import TelegramPlatform
    from core.desk.commands import OFFERED

    secret = settings.telegram_webhook_secret
    return TelegramPlatform(
        settings.telegram_bot_token.get_secret_value(),
        api_url=settings.telegram_api_url or None,
        webhook_url=settings.telegram_webhook_url or None,
        webhook_secret=None if secret is None else secret.get_secret_value(),
        menu=OFFERED,
    )
