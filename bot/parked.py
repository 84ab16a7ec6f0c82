"""Parked: Events that were set aside because handling them failed; listed without content, handed back."""

from typing import Final

from adapters.store.database import Database
from bot.trace import say_time
from core import writes
from core.errors import LostRaceError, NotFoundError
from core.event import Conversation
from core.unit import Unit

MOST: Final = 500


async def list_parked(database: Database) -> list[str]:
    """A line each: inbox id, when it came and was parked, platform, how often it was tried, the last code."""
    lines = []
    for row in await database.rows("parked_events", {"limit": MOST}):
        platform = Conversation.from_id(row["conversation"]).platform
        tries = f"{row['attempts']} {'try' if row['attempts'] == 1 else 'tries'}"
        came, parked = say_time(row["received_at"]), say_time(row["handled_at"])
        lines.append(f"{row['id']}  came {came}  parked {parked}  {platform}  {tries}  {row['code']}")
    return lines


async def replay(database: Database, inbox_id: int, now: int) -> None:
    """Hand a parked Event back to its lane; a running program finds it within two seconds.

    Raises NotFoundError.
    """
    try:
        await database.run(Unit().add(writes.replay_event(inbox_id, now)))
    except LostRaceError:
        raise NotFoundError(
            "no_such_parked_event",
            f"No parked event has the number {inbox_id}, or its content is gone; see `countersign parked`.",
        ) from None
