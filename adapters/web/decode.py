"""The page's requests → Events. Pure: the time and the language header come in as arguments."""

import base64
import binascii
import re
from typing import Any, Final, Literal, TypeAlias

import orjson
from pydantic import Field, ValidationError

from core.errors import PersonError
from core.event import (
    Actor,
    Answer,
    Body,
    Command,
    Conversation,
    Event,
    File,
    Message,
    Opened,
    Press,
    Value,
)

Kind: TypeAlias = Literal["message", "press", "answer", "file", "command", "open"]

NOTICE_MS: Final = 1000
"""How long a press, an answer, a message or a command waits for its Notice."""
_WAITING: Final = frozenset({"message", "press", "answer", "command"})
_CHANNEL: Final = re.compile(r"[a-z0-9-]{1,40}")
_LOCALE: Final = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,3}")
_LARGEST: Final = 2**31


class _Wire(Value):
    key: str = Field(pattern=r"^[A-Za-z0-9-]{8,64}$")
    conversation: str = "main"

    def to_body(self) -> Body:
        return Opened()


class _MessageWire(_Wire):
    text: str
    typed: bool = True

    def to_body(self) -> Body:
        text = _clean(self.text)
        if not text.strip():
            raise PersonError("bad_request", "Write something first.")
        return Message(text=text, typed=self.typed)


class _PressWire(_Wire):
    token: str = Field(min_length=1, max_length=64)
    post: int | None = Field(default=None, ge=0, lt=_LARGEST)
    line: int | None = Field(default=None, ge=0, lt=_LARGEST)
    text: str | None = None

    def to_body(self) -> Body:
        text = None if self.text is None else _clean(self.text)
        return Press(token=self.token, post=self.post, line=self.line, text=text)


class _AnswerWire(_Wire):
    question: str = Field(min_length=1, max_length=200)
    revision: int = Field(ge=0, lt=_LARGEST)
    value: Any
    draft: bool = False

    def to_body(self) -> Body:
        value = _clean(self.value) if isinstance(self.value, str) else self.value
        return Answer(question=self.question, revision=self.revision, value=value, draft=self.draft)


class _FileWire(_Wire):
    name: str = Field(min_length=1, max_length=1000)
    media_type: str = Field(default="", max_length=200)
    data: str

    def to_body(self) -> Body:
        try:
            base64.b64decode(self.data, validate=True)
        except (binascii.Error, ValueError):
            raise PersonError("bad_request", "The file arrived damaged. Please choose it again.") from None
        name = re.split(r"[/\\]", _clean(self.name))[-1][-255:] or "file"
        return File(name=name, media_type=self.media_type, data=self.data)


class _CommandWire(_Wire):
    name: str = Field(pattern=r"^[a-z][a-z_]{0,39}$")
    argument: str = ""

    def to_body(self) -> Body:
        return Command(name=self.name, argument=_clean(self.argument))


_WIRES: Final[dict[Kind, type[_Wire]]] = {
    "message": _MessageWire,
    "press": _PressWire,
    "answer": _AnswerWire,
    "file": _FileWire,
    "command": _CommandWire,
    "open": _Wire,
}


def to_event(kind: Kind, body: bytes, *, at: int, accept_language: str = "") -> Event:
    """The Event that a request of this kind carries; `at` is now, in milliseconds since 1970 (UTC).

    Raises PersonError `bad_request` with a sentence that names the field and never its value.
    """
    try:
        wire = _WIRES[kind].model_validate(orjson.loads(body))
    except orjson.JSONDecodeError:
        raise PersonError("bad_request", "This is not JSON.") from None
    except ValidationError as error:
        raise PersonError("bad_request", _to_sentence(error)) from None
    return Event(
        key=f"web:{wire.key}",
        conversation=to_conversation(wire.conversation),
        actor=Actor(platform="web", user="local", locale=to_locale(accept_language)),
        at=at,
        body=wire.to_body(),
        notice_until=at + NOTICE_MS if kind in _WAITING else 0,
    )


def to_conversation(channel: str) -> Conversation:
    """The page's Conversation of this name. Raises PersonError `bad_request`."""
    if not _CHANNEL.fullmatch(channel):
        raise PersonError(
            "bad_request", "A conversation's name is 1 to 40 small letters, digits and hyphens."
        )
    return Conversation(platform="web", channel=channel)


def to_locale(accept_language: str) -> str | None:
    """The first language of an Accept-Language header (RFC 9110 §12.5.4); browsers send the best first."""
    first = accept_language.split(",")[0].split(";")[0].strip()
    return first if _LOCALE.fullmatch(first) else None


def _clean(text: str) -> str:
    """Without NUL: no database and no document format takes it, and nobody typed it."""
    return text.replace("\x00", "")


def _to_sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if first["type"] == "extra_forbidden" or not first["loc"]:
        return "This is not a request that I know."
    return f"The field {first['loc'][0]} is missing or not as it must be."
