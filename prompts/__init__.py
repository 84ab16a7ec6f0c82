"""What the model is told, one Markdown file a prompt: loaded once, filled with plain strings."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")


@cache
def load(name: str) -> str:
    """The text of `prompts/<name>.md`, without white space at its ends."""
    return files("prompts").joinpath(f"{name}.md").read_text(encoding="utf-8").strip()


def fill(text: str, values: Mapping[str, str]) -> str:
    """`text` with each `{{slot}}` replaced by its value, in one pass: what a value holds is never expanded.

    A slot without a value, or a value without a slot, raises KeyError: a prompt with a hole is a bug.
    """
    if unused := values.keys() - set(_SLOT.findall(text)):
        raise KeyError(sorted(unused)[0])
    return _SLOT.sub(lambda slot: values[slot[1]], text)
