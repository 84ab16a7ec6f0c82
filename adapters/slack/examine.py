"""Examine: whether Slack takes our tokens, and which scope is missing. Changes nothing."""

from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError

from adapters.slack.client import API_URL, SlackClient

SCOPES: Final = (
    "app_mentions:read", "assistant:write", "channels:history", "chat:write", "commands", "files:read",
    "files:write", "groups:history", "im:history", "im:write", "users:read",
)  # fmt: skip
"""Bot scopes of `deploy/slack-manifest.yaml`, all of which are used."""


async def examine(
    bot_token: str, app_token: str | None = None, api_url: str | None = None
) -> tuple[list[str], list[str]]:
    """What is well, and what has to be mended, each a sentence."""
    client = SlackClient(bot_token, api_url or API_URL)
    await client.open()
    try:
        return await _examine(client, app_token)
    except (aiohttp.ClientError, TimeoutError):
        return [], ["Slack can't be reached; check the network, or SLACK_API_URL."]
    finally:
        await client.close()


async def _examine(client: SlackClient, app_token: str | None) -> tuple[list[str], list[str]]:
    well: list[str] = []
    mend: list[str] = []
    try:
        who = await client.web.auth_test()
    except SlackApiError as problem:
        return [], [f"Slack refuses SLACK_BOT_TOKEN ({_code(problem)}); copy it anew from *Install App*."]
    granted = {one.strip() for one in str(who.headers.get("x-oauth-scopes", "")).split(",")}
    missing = [scope for scope in SCOPES if scope not in granted]
    if missing:
        mend.append(
            f"the bot token lacks {', '.join(missing)}: add it under *OAuth & Permissions*, then reinstall."
        )
    else:
        well.append(f"{who['user']} in {who['team']}, every scope is there")
    if app_token is not None:
        try:
            await client.web.apps_connections_open(app_token=app_token)
            well.append("Socket Mode can connect")
        except SlackApiError as problem:
            mend.append(
                f"Slack refuses SLACK_APP_TOKEN ({_code(problem)}); make one with connections:write, and "
                "turn Socket Mode on."
            )
    return well, mend


def _code(problem: SlackApiError) -> str:
    body = problem.response.data
    return str(body.get("error") or "no answer") if isinstance(body, dict) else "no answer"
