"""Logs: one line an event, and of what went wrong the code and the place, never the words."""

import json
import subprocess
import sys

import pytest

from bot.logs import fault
from core.errors import NotFoundError
from core.event import Conversation
from tests.program import ROOT

WORDS = "Led payments at Acme Corp"

SPILLING = f"""
import asyncio, gc, logging, sys, warnings
from bot.logs import set_up_logs
set_up_logs(sys.argv[1])
logging.getLogger("some.library").warning("could not send {WORDS}")
logging.getLogger("adapters.web.server").error("request failed: %s", "KeyError")
warnings.warn("unexpected value {WORDS}")
class Spilling:
    def __del__(self):
        raise ValueError("{WORDS}")
def drop():
    Spilling()
drop()
async def fail():
    raise ValueError("{WORDS}")
async def main():
    asyncio.create_task(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()
asyncio.run(main())
raise ValueError("{WORDS}")
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_others_log_warn_or_raise_is_told_without_its_words(form: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SPILLING, form],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "Acme" not in ended.stderr
    lines = ended.stderr.splitlines()
    assert len(lines) == 6, ended.stderr
    if form == "json":
        told = [json.loads(line) for line in lines]
        assert {one.get("logger") for one in told} >= {
            "some.library", "adapters.web.server", "py.warnings", "asyncio",
        }  # fmt: skip
        assert "request failed: KeyError" in {one["event"] for one in told}
        assert sum(one.get("code") == "ValueError" for one in told) == 3


def test_an_error_is_told_by_its_code_and_its_place() -> None:
    assert fault(NotFoundError("no_such_resume", WORDS)) == {"code": "no_such_resume", "at": ""}
    with pytest.raises(ValueError, match="unpack") as raised:
        Conversation.from_id(WORDS)
    told = fault(raised.value)
    assert told["code"] == "ValueError"
    assert told["at"].startswith("core/event.py:")
