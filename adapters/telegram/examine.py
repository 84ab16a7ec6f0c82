"""Examine: whether Telegram takes our token, and who else receives with it. Changes nothing."""

import telegram
from telegram.error import Conflict, InvalidToken, TelegramError

from adapters.telegram.request import Request

API = "https://api.telegram.org"


async def examine(
    token: str, api_url: str | None = None, webhook_url: str = ""
) -> tuple[list[str], list[str]]:
    """What is well, and what has to be mended, each a sentence."""
    base = (api_url or API).rstrip("/")
    request = Request()
    bot = telegram.Bot(token, base_url=f"{base}/bot", request=request, get_updates_request=request)
    await request.initialize()
    try:
        return await _examine(bot, webhook_url)
    except InvalidToken:
        return [], ["Telegram doesn't know TELEGRAM_BOT_TOKEN; copy it anew from BotFather."]
    except TelegramError as problem:
        return [], [f"Telegram can't be reached ({type(problem).__name__}); check the network."]
    finally:
        await request.shutdown()


async def _examine(bot: telegram.Bot, webhook_url: str) -> tuple[list[str], list[str]]:
    me = await bot.get_me()
    well, mend = [f"@{me.username}"], []
    hook = await bot.get_webhook_info()
    if hook.url and hook.url != webhook_url:
        mend.append("another program has set a webhook for this bot; it is taken away at the next start.")
    if hook.last_error_message and webhook_url:
        mend.append(f"Telegram could not deliver to the webhook: {hook.last_error_message}")
    if not hook.url and not webhook_url:
        try:
            await bot.get_updates(timeout=0, limit=1)  # confirms nothing
            well.append("nobody else polls")
        except Conflict:
            mend.append("another program polls with this token, perhaps a Countersign that runs; stop one.")
    return well, mend
