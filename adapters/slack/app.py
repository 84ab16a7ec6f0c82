"""The Bolt app: each request goes to the intake, and is acknowledged when that has returned."""

import re
from typing import Any, Final

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.client import SlackClient, log, quiet_logger
from adapters.slack.intake import Intake

PATH: Final = "/slack/events"
PING_SECONDS: Final = 10.0
"""How often a connection is tried; one that doesn't answer four times is made anew."""
SOCKETS: Final = 2
"""Connections at a time: Slack recycles them, and a single one would lose clicks meanwhile."""
_ANY: Final = re.compile(".*", re.DOTALL)


def build_app(client: SlackClient, intake: Intake, signing_secret: str | None) -> AsyncApp:
    """The app. What fails before it is stored is answered with 500, or in Socket Mode with nothing."""

    async def authorize(**_: object) -> AuthorizeResult:
        # Known since the start: were Slack asked now and that failed, Bolt would acknowledge all the same.
        return AuthorizeResult(
            enterprise_id=None,
            team_id=client.team,
            bot_token=client.token,
            bot_user_id=client.bot_user,
            bot_id=client.bot_id,
        )

    # Without a token of its own, or the app would leave `authorize` aside.
    own = AsyncWebClient(None, client.url, retry_handlers=[], session=client.session, logger=quiet_logger())
    app = AsyncApp(
        client=own,
        authorize=authorize,
        signing_secret=signing_secret or "none: Socket Mode",
        process_before_response=True,  # else Bolt acknowledges events before anybody has seen them
        logger=quiet_logger(),
        name="slack_bolt.countersign",  # Bolt sets the level of the logger of this name
    )
    _listen(app, intake)
    return app


def _listen(app: AsyncApp, intake: Intake) -> None:
    """One listener for each kind of request. They take everything: what nobody takes is sent again."""

    async def on_event(body: dict[str, Any]) -> None:
        await intake.event(body)  # Bolt acknowledges once this has returned

    async def on_click(body: dict[str, Any], ack: AsyncAck) -> None:
        await intake.click(body)
        await ack()

    async def on_submission(body: dict[str, Any], ack: AsyncAck) -> None:
        await ack(**await intake.submission(body))

    async def on_command(body: dict[str, Any], ack: AsyncAck) -> None:
        await intake.command(body)
        await ack()

    async def on_other(ack: AsyncAck) -> None:
        await ack()

    async def on_error(error: Exception) -> None:
        # The type alone: an error's text may hold what a person wrote.
        log.error("A request could not be taken in: %s", type(error).__name__)

    app.event(_ANY)(on_event)
    app.action(_ANY)(on_click)
    app.view_submission(_ANY)(on_submission)
    app.view_closed(_ANY)(on_other)
    app.command(_ANY)(on_command)
    app.shortcut(_ANY)(on_other)
    app.options(_ANY)(on_other)
    app.error(on_error)


class Sockets:
    """The connections of Socket Mode."""

    def __init__(self, app: AsyncApp, app_token: str) -> None:
        self._handlers = [
            AsyncSocketModeHandler(app, app_token, ping_interval=PING_SECONDS) for _ in range(SOCKETS)
        ]

    async def open(self) -> None:
        """Connect; returns once all are connected."""
        for handler in self._handlers:
            await handler.connect_async()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Disconnect."""
        for handler in self._handlers:
            await handler.close_async()  # type: ignore[no-untyped-call]

    async def is_connected(self) -> bool:
        """Whether at least one connection stands."""
        states = [await handler.client.is_connected() for handler in self._handlers]
        return any(states)


async def answer_http(app: AsyncApp, request: web.Request) -> web.StreamResponse:
    """The answer to one of Slack's requests in HTTP mode."""
    if not request.headers.get("X-Slack-Request-Timestamp", "0").isdecimal():
        return web.json_response({"error": "invalid request"}, status=401)  # Bolt would fail on it
    return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))
