"""Every sentence people read, in English and 中文, from `en.ftl` and `zh.ftl` (Project Fluent)."""

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from fluent.runtime import FluentBundle, FluentResource

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

_FOLDER = Path(__file__).parent
_LOCALES = {"en": "en-US", "zh": "zh-CN"}


class Words:
    """The sentences of one language: `words.say("card-approve")`, arguments by name.

    An unknown key raises KeyError: a missing sentence is a bug that a test must find, and it does.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        # Isolating marks would land in chat text, where they break copying and equality.
        self._bundle = FluentBundle([_LOCALES[language]], use_isolating=False)
        self._bundle.add_resource(FluentResource((_FOLDER / f"{language}.ftl").read_text(encoding="utf-8")))

    def __contains__(self, key: str) -> bool:
        return bool(self._bundle.has_message(key))

    def say(self, key: str, **arguments: str | int | float) -> str:
        """The sentence `key`, its placeables filled with `arguments` (text or numbers, never markup)."""
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise KeyError(key)
        text, problems = self._bundle.format_pattern(pattern, arguments)
        if problems:
            raise KeyError(f"{key}: {problems[0]}")
        return str(text)


@cache
def words(language: Language) -> Words:
    """The `Words` of a language, read once."""
    return Words(language)


def to_language(locale: str | None) -> Language:
    """The language to speak for a locale such as `zh-Hans-CN` or `en_GB`; English when unsure."""
    return "zh" if (locale or "").lower().replace("_", "-").split("-")[0] == "zh" else "en"
