"""The built-in sample résumé: an invented person, so that a first try needs no file."""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from core.resume.values import Document

LANGUAGES: Final = ("en", "zh")
"""The languages that the sample is written in."""


def sample(language: str) -> Document:
    """The sample in a language ("en", "zh", "zh-CN"); English where there is no other. Nothing is shared."""
    base = language.partition("-")[0]
    document: Document = json.loads(_text(base if base in LANGUAGES else LANGUAGES[0]))
    return document


@cache
def _text(language: str) -> str:
    return files("core.resume").joinpath(f"sample.{language}.json").read_text("utf-8")
