"""Files as people have them, through the whole core: data is taken over, prose is confirmed."""

import base64
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import docx
import pytest

from adapters.documents.files import Files
from bot.chat import ChatDoor
from core.event import File
from core.show.view import FileView, TextView
from tests.talk import Talk, base_resume, talking

JSON_RESUME = {
    "basics": {"name": "Ada Lovelace", "email": "ada@example.com", "label": "Analyst"},
    "work": [
        {"company": "Analytical Engines", "position": "Programmer", "startDate": "1842", "endDate": None}
    ],
    "skills": [{"name": "Mathematics"}],
}
TEXT = """Ada Lovelace
ada@example.com

Experience
Programmer, Analytical Engines
1842 – 1843
- Wrote the first program

Skills
Mathematics, Translation
"""


@pytest.fixture
async def talk(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(sqlite_url, tmp_path, loops=True) as one:
        await one.open()
        yield one


async def send(talk: Talk, name: str, data: bytes) -> None:
    await talk.send(File(name=name, data=base64.b64encode(data).decode()))


async def test_json_resume_is_taken_over_at_once(talk: Talk) -> None:
    await send(talk, "resume.json", json.dumps(JSON_RESUME).encode())
    await talk.until(lambda: any("is imported" in text for text in talk.texts()))
    document = await talk.document()
    assert document["basics"]["name"] == "Ada Lovelace"
    [job] = document["sections"]["experience"]["items"]
    assert (job["company"], job["position"]) == ("Analytical Engines", "Programmer")


async def test_a_pdf_of_ours_is_read_shown_and_taken_over(talk: Talk) -> None:
    pdf = await Files(talk.app.ids.uuid).write(base_resume(), "pdf", title="Mine", version=1)
    await send(talk, "picture.png", pdf)  # what it is is told by its content
    await talk.until(lambda: talk.find_label("Use this résumé"), 60)
    [card] = [view for view in talk.views(TextView) if view.buttons]
    assert base_resume()["basics"]["name"] in card.text
    await talk.press("Use this résumé")
    await talk.until(lambda: any("is imported" in text for text in talk.texts()))
    document = await talk.document()
    assert document["basics"]["email"] == base_resume()["basics"]["email"]
    assert "Northwind Logistics" in json.dumps(document)


async def test_a_word_document_is_read(talk: Talk) -> None:
    written = docx.Document()
    for line in TEXT.splitlines():
        written.add_paragraph(line)
    stream = io.BytesIO()
    written.save(stream)
    await send(talk, "cv", stream.getvalue())
    await talk.until(lambda: talk.find_label("Use this résumé"), 60)
    await talk.press("Use this résumé")
    await talk.until(lambda: any("is imported" in text for text in talk.texts()))
    assert "Wrote the first program" in json.dumps(await talk.document())


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"0" * 40, "This is a picture"),
        (b"%PDF-1.7\n" + b"0" * 40, "couldn't read"),
        (b"", "couldn't read"),
    ],
)
async def test_what_is_no_resume_is_refused_in_a_plain_sentence(talk: Talk, data: bytes, told: str) -> None:
    await send(talk, "cv.pdf", data)
    await talk.until(lambda: any(told in text for text in talk.texts()), 60)
    assert (await talk.resume()).is_sample


@pytest.mark.parametrize("form", ["docx", "md", "txt", "json", "jsonresume", "pdf"])
async def test_what_is_taken_along_can_be_brought_back(talk: Talk, form: str) -> None:
    await talk.drop(base_resume())
    await talk.command("export", form)
    await talk.until(lambda: bool(talk.views(FileView)))
    number = max(post for post, view in talk.platform.shown.items() if isinstance(view, FileView))
    [made] = await ChatDoor(talk.app, "web").files(number)
    found = await talk.app.documents.read_slowly(made.name, made.data)
    assert found.document["basics"]["name"] == base_resume()["basics"]["name"]
    assert "Northwind Logistics" in json.dumps(found.document)
