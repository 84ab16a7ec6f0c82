"""Examine: whether Slack takes our tokens, and which scope is missing. Changes nothing."""

from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.client import API_URL, new_session, to_base, web_client

SCOPES: Final = (
    "app_mentions:read", "assistant:write", "channels:history", "chat:write", "commands", "files:read",
    "files:write", "groups:history", "im:history", "im:write", "users:read",
)  # fmt: skip
"""Bot scopes of `deploy/slack-manifest.yaml`, all of which are used."""


async def examine(
    bot_token: str | None, app_token: str | None = None, api_url: str | None = None
) -> tuple[list[str], list[str]]:
    """What is well, and what has to be mended, each a sentence.

    Without a bot token (each workspace that installs the app has its own) only the app token is looked at.
    """
    well: list[str] = []
    mend: list[str] = []
    try:
        async with new_session() as session:
            web = web_client(bot_token, to_base(api_url or API_URL), session)
            if bot_token is not None:
                await _examine_bot(web, well, mend)
            if app_token is not None:
                await _examine_app(web, app_token, well, mend)
    except (aiohttp.ClientError, TimeoutError):
        return [], ["Slack can't be reached; check the network, or SLACK_API_URL."]
    return well, mend


async def _examine_bot(web: AsyncWebClient, well: list[str], mend: list[str]) -> None:
    try:
        who = await web.auth_test()
    except SlackApiError as problem:
        mend.append(f"Slack refuses SLACK_BOT_TOKEN ({_code(problem)}); copy it anew from *Install App*.")
        return
    granted = {one.strip() for one in str(who.headers.get("x-oauth-scopes", "")).split(",")}
    missing = [scope for scope in SCOPES if scope not in granted]
    if missing:
        mend.append(
            f"the bot token lacks {', '.join(missing)}: add it under *OAuth & Permissions*, then reinstall."
        )
    else:
        well.append(f"{who['user']} in {who['team']}, every scope is there")


async def _examine_app(web: AsyncWebClient, app_token: str, well: list[str], mend: list[str]) -> None:
    try:
        await web.apps_connections_open(app_token=app_token)
        well.append("Socket Mode can connect")
    except SlackApiError as problem:
        mend.append(
            f"Slack refuses SLACK_APP_TOKEN ({_code(problem)}); make one with connections:write, and "
            "turn Socket Mode on."
        )


def _code(problem: SlackApiError) -> str:
    body = problem.response.data
    return str(body.get("error") or "no answer") if isinstance(body, dict) else "no answer"
