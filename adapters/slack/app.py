"""The Bolt app: each request goes to the intake, and is acknowledged when that has returned."""

import re
from typing import Any, Final

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.client import log, quiet_logger
from adapters.slack.intake import Intake
from adapters.slack.workspace import Workspace
from adapters.slack.workspaces import Asker, Workspaces

PATH: Final = "/slack/events"
PING_SECONDS: Final = 10.0
"""How often a connection is tried; one that doesn't answer four times is made anew."""
SOCKETS: Final = 2
"""Connections at a time: Slack recycles them, and a single one would lose clicks meanwhile."""
NOT_INSTALLED: Final = "Countersign isn't installed in this workspace any more."
_ANY: Final = re.compile(".*", re.DOTALL)


def build_app(client: AsyncWebClient, workspaces: Workspaces, signing_secret: str | None) -> AsyncApp:
    """The app; `client` has no token. What fails before it is stored is answered with 500, or in Socket
    Mode with nothing.
    """

    async def authorize(context: AsyncBoltContext) -> AuthorizeResult | None:
        workspace = await workspaces.of_request(_asker(context))
        if workspace is None:
            return None
        context["workspace"] = workspace
        ours = workspace.client
        return AuthorizeResult(
            enterprise_id=None,
            team_id=ours.team,
            bot_token=ours.token,
            bot_user_id=ours.bot_user,
            bot_id=ours.bot_id,
        )

    app = AsyncApp(
        client=client,
        authorize=authorize,  # type: ignore[arg-type]  # None means: not installed there
        user_facing_authorize_error_message=NOT_INSTALLED,
        signing_secret=signing_secret or "none: Socket Mode",
        process_before_response=True,  # else Bolt acknowledges events before anybody has seen them
        logger=quiet_logger(),
        name="slack_bolt.countersign",  # Bolt sets the level of the logger of this name
    )
    _listen(app, workspaces)
    return app


def _asker(context: AsyncBoltContext) -> Asker:
    """Where a request comes from: what Bolt finds is the installation's side, also of Slack Connect."""
    return Asker(context.team_id, context.enterprise_id, bool(context.is_enterprise_install))


def _intake(context: AsyncBoltContext) -> Intake:
    workspace: Workspace = context["workspace"]
    return workspace.intake


def _listen(app: AsyncApp, workspaces: Workspaces) -> None:
    """One listener for each kind of request. They take everything: what nobody takes is sent again."""

    async def on_event(body: dict[str, Any], context: AsyncBoltContext) -> None:
        if "workspace" in context:
            await _intake(context).event(body)  # Bolt acknowledges once this has returned
        else:  # Bolt authorizes no event that tells of an uninstallation
            await workspaces.left(_asker(context), body)

    async def on_click(body: dict[str, Any], context: AsyncBoltContext, ack: AsyncAck) -> None:
        await _intake(context).click(body)
        await ack()

    async def on_submission(body: dict[str, Any], context: AsyncBoltContext, ack: AsyncAck) -> None:
        await ack(**await _intake(context).submission(body))

    async def on_command(body: dict[str, Any], context: AsyncBoltContext, ack: AsyncAck) -> None:
        await _intake(context).command(body)
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
