"""The program as its users run it: a real process, its page over HTTP, killed and started again."""

import asyncio
import json
import os
import sqlite3
import sys
from pathlib import Path

from tests.program import ROOT, running
from tests.wire.model_server import Answer, ModelServer


async def test_the_main_job_and_a_kill_in_the_middle_of_it(tmp_path: Path) -> None:
    async with running(tmp_path) as program:
        await program.until(lambda: bool(program.home()))
        assert program.home()["version"] == 1
        await program.say("add TypeScript to my skills")
        await program.until(lambda: program.has_button("Approve"))
        await program.kill()
        await program.start()
        await program.until(lambda: program.has_button("Approve"))
        told = await program.press("Approve")
        assert told["notice"]["text"] == "Approved. This is version 2.", (
            "the first press after a restart counts"
        )
        await program.until(lambda: program.home()["version"] == 2)
        await program.until(lambda: program.cards()[0]["state"] == "approved")
        await program.press("Undo")
        await program.until(lambda: program.home()["version"] == 3)
        assert await program.stop() == 0


async def test_fifty_presses_over_http_make_one_version(tmp_path: Path) -> None:
    async with running(tmp_path) as program:
        await program.say("add 速度 🚀 to my skills")
        await program.until(lambda: program.has_button("Approve"))
        post, token = program.button("Approve")
        answers = await asyncio.gather(
            *(program.post("press", {"token": token, "post": post}) for _ in range(50))
        )
        told = [answer["notice"]["text"] for answer in answers if answer["notice"]]
        assert told.count("Approved. This is version 2.") == 1
        assert all(text.startswith("Approved") for text in told)
        late = 50 - len(told)
        await program.until(lambda: sum("Approved already" in text for text in program.texts()) == late)
        await program.until(lambda: program.home()["version"] == 2)


async def test_kill_during_a_model_call_gives_one_outcome_and_one_further_call(tmp_path: Path) -> None:
    async with ModelServer(Answer("It reads well.")) as server:
        server.hold()
        async with running(
            tmp_path, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="key", COUNTERSIGN_MODEL="m"
        ) as program:
            await program.say("tell me how this reads")
            await server.wait_until(lambda one: one.calls == 1, 40)
            await program.kill()
            await server.wait_until(lambda one: one.closed == 1)
            server.release()
            await program.start()
            await program.until(lambda: "It reads well." in program.texts())
            await program.until(lambda: not program.has_button("Stop"))
            assert server.calls == 2
            await program.stop()
    rows = sqlite3.connect(tmp_path / "data" / "countersign.db")
    assert rows.execute("SELECT COUNT(*) FROM inbox WHERE event_key LIKE 'job:%'").fetchone() == (1,)
    rows.close()


async def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """A command of the program, to its end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "COUNTERSIGN_DATA_DIR": str(folder / "data"),
        },
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, problems = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, out.decode(), problems.decode()


async def test_import_and_export_on_the_command_line_lose_nothing(tmp_path: Path) -> None:
    file = ROOT / "tests" / "data" / "base-resume.json"
    code, out, problems = await run(tmp_path, "import", str(file))
    assert (code, problems) == (0, "")
    assert out.startswith("Imported “")
    code, out, _ = await run(tmp_path, "export")
    assert code == 0
    assert json.loads(out) == json.loads(file.read_text(encoding="utf-8"))
    code, _, _ = await run(tmp_path, "export", "--format", "pdf", "-o", "resume.pdf")
    assert code == 0
    assert (tmp_path / "resume.pdf").read_bytes().startswith(b"%PDF")


async def test_wrong_use_is_one_clear_line(tmp_path: Path) -> None:
    code, _, problems = await run(tmp_path, "import", "nothing.json")
    assert code == 1
    assert problems == "I can't read the file nothing.json.\n"
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    code, _, problems = await run(tmp_path, "import", "broken.json")
    assert code == 1
    assert len(problems.splitlines()) == 1
    code, _, problems = await run(tmp_path, "export", "none")
    assert code == 1
    assert problems.startswith("There is no such résumé.")
    code, _, _ = await run(tmp_path, "export", "--format", "odt")
    assert code == 2
    code, _, _ = await run(tmp_path, "dance")
    assert code == 2
