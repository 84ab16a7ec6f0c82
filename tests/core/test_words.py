"""Words: both languages say the same things, and every sentence that the code asks for is there."""

import ast
import re
from pathlib import Path

from core.show.words import LANGUAGES, to_language, words

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "core" / "show" / "words"
ENTRY = re.compile(r"^([a-z][a-z0-9-]*) *=", re.MULTILINE)
PLACEABLE = re.compile(r"\{ *\$(\w+)")


def messages(language: str) -> dict[str, set[str]]:
    """Every key with the arguments that its sentence takes."""
    text = (FOLDER / f"{language}.ftl").read_text(encoding="utf-8")
    starts = list(ENTRY.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    return {
        start.group(1): set(PLACEABLE.findall(text[start.end() : end]))
        for start, end in zip(starts, ends, strict=True)
    }


def test_both_languages_have_the_same_sentences() -> None:
    english, chinese = messages("en"), messages("zh")
    assert len(english) > 100
    assert english.keys() == chinese.keys()


def test_no_key_stands_twice() -> None:
    for language in LANGUAGES:
        keys = ENTRY.findall((FOLDER / f"{language}.ftl").read_text(encoding="utf-8"))
        assert len(keys) == len(set(keys))


def test_no_sentence_needs_what_the_other_language_does_not_get() -> None:
    english, chinese = messages("en"), messages("zh")
    asked = {key for key in english if not chinese[key] <= english[key]}
    assert not asked, "the Chinese sentence takes an argument that the English one doesn't have"


def test_every_sentence_can_be_said() -> None:
    for language in LANGUAGES:
        for key, arguments in messages(language).items():
            text = words(language).say(key, **dict.fromkeys(arguments | messages("en")[key], 1))
            assert text
            assert "{" not in text


def test_every_literal_key_in_the_code_is_a_sentence() -> None:
    known = messages("en").keys()
    asked = set()
    for path in [*(ROOT / "core").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("say", "tell", "post")
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                asked.add(node.args[0].value)
    assert len(asked) > 80
    assert asked <= known, asked - known


def test_a_locale_gives_a_language() -> None:
    assert [to_language(one) for one in ("zh-CN", "zh_Hant", "ZH", "en-GB", "fr", "", None)] == [
        "zh", "zh", "zh", "en", "en", "en", "en",
    ]  # fmt: skip
