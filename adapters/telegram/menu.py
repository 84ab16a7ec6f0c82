"""The menu of commands beside the field for messages, in both languages, set only where it changed."""

import logging
from collections.abc import Sequence
from typing import Final

from telegram import Bot, BotCommand, BotCommandScopeAllPrivateChats
from telegram.error import TelegramError

from core.show.words import Language, words

_log = logging.getLogger(__name__)
_LONGEST: Final = 256
_LANGUAGES: Final[tuple[tuple[str, Language], ...]] = (("", "en"), ("zh", "zh"))
"""Telegram's language code ('' : any other) and ours."""


async def set_menu(bot: Bot, menu: Sequence[str]) -> None:
    """Offer these commands in private chats; a failure is logged and no reason to stop."""
    if not menu:
        return
    scope = BotCommandScopeAllPrivateChats()
    try:
        for code, language in _LANGUAGES:
            say = words(language)
            offered = [BotCommand(name, say.say(f"command-{name}")[:_LONGEST]) for name in menu]
            known = await bot.get_my_commands(scope=scope, language_code=code or None)
            if list(known) != offered:
                await bot.set_my_commands(offered, scope=scope, language_code=code or None)
    except TelegramError as problem:
        _log.warning("the menu of commands could not be set (%s)", type(problem).__name__)
