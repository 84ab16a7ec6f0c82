"""What of a conversation fits into the prompt: the last messages, whole groups, oldest dropped first."""

from collections.abc import Sequence

from core.talk.chat import ChatMessage

MOST_TOKENS = 8_000


def estimate_tokens(text: str) -> int:
    """About how many tokens a text costs: four ASCII characters one, any other character one."""
    plain = sum(character < "\x80" for character in text)
    return (plain + 3) // 4 + len(text) - plain


def message_tokens(message: ChatMessage) -> int:
    """About how many tokens one message costs, its calls with it."""
    calls = sum(estimate_tokens(call.name + call.arguments) for call in message.calls)
    return 4 + estimate_tokens(message.text) + calls


def fit(messages: Sequence[ChatMessage], tokens: int = MOST_TOKENS, keep: int = 1) -> list[ChatMessage]:
    """The newest messages within `tokens`; the last `keep` are always there, however long.

    A call and the results that answer it are one group: it is kept or dropped as a whole.
    """
    groups = _to_groups(messages)
    kept: list[ChatMessage] = []
    left = tokens
    for group in reversed(groups):
        left -= sum(message_tokens(message) for message in group)
        if left < 0 and len(kept) >= keep:
            break
        kept = group + kept
    return kept


def _to_groups(messages: Sequence[ChatMessage]) -> list[list[ChatMessage]]:
    groups: list[list[ChatMessage]] = []
    for message in messages:
        if message.role == "tool" and groups:
            groups[-1].append(message)
        else:
            groups.append([message])
    return groups
