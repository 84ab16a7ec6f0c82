"""What all parts of a résumé have in common: strictness, names as on the wire, and the bounds of values."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

MAX_NUMBER: Final = 2**53 - 1
"""What every JSON reader can hold exactly (RFC 8259 §6)."""

RICH_TEXT: Final = "rich text"
"""Marks a field whose text is canonical HTML (`richtext.canonical`)."""

RichText: TypeAlias = Annotated[str, RICH_TEXT]
Name: TypeAlias = Annotated[str, Field(min_length=1)]
Link: TypeAlias = Annotated[str, Field(pattern=r"^(?:|(?i:https?://|mailto:)[^\s]+)$")]
PictureLink: TypeAlias = Annotated[str, Field(pattern=r"^(?:|(?i:https?://|/)[^\s]+)$")]
Size: TypeAlias = Annotated[float, Field(ge=0, le=MAX_NUMBER)]
Level: TypeAlias = Annotated[float, Field(ge=0, le=5)]
Weight: TypeAlias = Literal["100", "200", "300", "400", "500", "600", "700", "800", "900"]


class Part(BaseModel):
    """What all parts have in common: members are named as on the wire, no other type, no other member."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        alias_generator=to_camel,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        protected_namespaces=(),
    )


class NoNullPart(Part):
    """Members that may be absent, but never null."""

    @model_validator(mode="before")
    @classmethod
    def _absent_is_not_null(cls, value: object) -> object:
        if isinstance(value, dict) and None in value.values():
            raise ValueError("null")
        return value
