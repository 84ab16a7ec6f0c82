"""The whole product in a real browser: the program as a process, the page as a person uses it."""

import json
from pathlib import Path

import pytest
from playwright.async_api import ConsoleMessage, FilePayload, Page, expect

from tests.program import ROOT, running
from tests.web_page import chromium

pytestmark = pytest.mark.browser


def watch(page: Page) -> list[str]:
    """What the console complains of; stays empty on a healthy page."""
    problems: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(message.text)

    page.on("console", hear)
    return problems


async def say(page: Page, text: str) -> None:
    box = page.get_by_role("textbox").first
    await box.fill(text)
    await box.press("Enter")


async def differs(before: bytes, after: bytes) -> None:
    """Two screenshots are not the same picture, and neither is an empty one."""
    assert len(before) > 5_000
    assert len(after) > 5_000
    assert before != after


async def test_a_newcomer_does_the_main_job_in_two_tabs(tmp_path: Path) -> None:
    async with running(tmp_path) as program, chromium() as browser:
        context = await browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
        one, other = await context.new_page(), await context.new_page()
        problems = watch(one) + watch(other)
        await one.goto(program.link)
        await other.goto(program.link)
        resume = one.locator("#resume")
        await expect(resume).to_contain_text("Acme Corp")
        before = await one.screenshot()

        await say(one, "add TypeScript to my skills")
        await expect(one.get_by_role("button", name="Approve", exact=True)).to_be_visible()
        await expect(other.get_by_role("button", name="Approve", exact=True)).to_be_visible()
        await expect(resume).not_to_contain_text("TypeScript")
        card = await one.screenshot()
        await differs(before, card)

        await other.get_by_role("button", name="Approve", exact=True).click()
        await expect(resume).to_contain_text("TypeScript")
        await expect(one.get_by_text("Approved by you as version 2")).to_be_visible()
        await differs(card, await one.screenshot())

        await one.get_by_role("button", name="Undo", exact=True).first.click()
        await expect(other.locator("#resume")).not_to_contain_text("TypeScript")
        await expect(other.get_by_text("Undone by you")).to_be_visible()
        assert problems == []


async def test_a_dropped_resume_is_edited_in_chinese_and_survives_a_kill(tmp_path: Path) -> None:
    async with running(tmp_path) as program, chromium() as browser:
        page = await (await browser.new_context(locale="zh-CN")).new_page()
        problems = watch(page)
        await page.goto(program.link)
        await page.locator("input[type=file]").first.set_input_files(
            ROOT / "tests" / "data" / "base-resume.json"
        )
        await expect(page.locator("#resume")).to_contain_text("Northwind Logistics")
        await page.get_by_role("textbox").first.fill("/language zh")
        await page.get_by_role("textbox").first.press("Enter")
        await expect(page.get_by_text("以后我说中文")).to_be_visible()
        await say(page, "把所在地改成成都 🌶️")
        await expect(page.get_by_role("button", name="同意", exact=True)).to_be_visible()
        address = program.link.partition("/?")[0].removeprefix("http://")
        await program.kill()
        program.environment["COUNTERSIGN_WEB_ADDRESS"] = address
        await program.start()
        await page.get_by_role("button", name="同意", exact=True).click()
        await expect(page.locator("#resume")).to_contain_text("成都 🌶️")
        complaints = [text for text in problems if "net::ERR" not in text and "Failed to load" not in text]
        assert complaints == [], "only the moment without a server may be complained of"


async def test_an_exported_file_is_what_stands_on_the_page(tmp_path: Path) -> None:
    async with running(tmp_path) as program, chromium() as browser:
        page = await (await browser.new_context(accept_downloads=True, locale="en-GB")).new_page()
        await page.goto(program.link)
        await expect(page.locator("#resume")).to_contain_text("Acme Corp")
        async with page.expect_download() as download:
            await page.get_by_role("button", name="Export").click()
            await page.get_by_role("link", name="Reactive Resume JSON").click()
        file = await download.value
        assert file.suggested_filename == "Sample résumé v1.json"
        assert '"Robin Sample"' in Path(await file.path()).read_text(encoding="utf-8")


async def test_the_picture_follows_an_approval_and_a_pdf_is_taken_along(tmp_path: Path) -> None:
    async with running(tmp_path) as program, chromium() as browser:
        page = await (await browser.new_context(accept_downloads=True, locale="en-GB")).new_page()
        problems = watch(page)
        await page.goto(program.link)
        await page.get_by_role("button", name="Picture").click()
        picture = page.locator("#picture img")
        await expect(picture).to_have_attribute("alt", "Page 1 of 1 of “Sample résumé”, version 1")
        before = await picture.get_attribute("src")
        await say(page, "change my headline to Senior Platform Engineer")
        await page.get_by_role("button", name="Approve", exact=True).click()
        await expect(picture).to_have_attribute("alt", "Page 1 of 1 of “Sample résumé”, version 2")
        await expect(page.get_by_text("Changed in version 2")).to_be_visible()
        await expect(page.locator("#leaf .marks rect.is-new")).to_have_count(1)
        after = await picture.get_attribute("src")
        for address in (before, after):
            assert address is not None
            assert address.startswith("data:image/png;base64,iVBOR")
        assert before != after
        await page.get_by_role("button", name="Export").click()
        async with page.expect_download() as download:
            await page.get_by_role("link", name="PDF").click()
        file = await download.value
        assert file.suggested_filename == "Sample résumé v2.pdf"
        assert Path(await file.path()).read_bytes().startswith(b"%PDF")
        assert problems == []


async def test_two_conversations_have_their_own_cards_until_all_is_forgotten(tmp_path: Path) -> None:
    async with running(tmp_path) as program, chromium() as browser:
        context = await browser.new_context(locale="en-GB")
        page, other = await context.new_page(), await context.new_page()
        problems = watch(page) + watch(other)
        await page.goto(program.link)
        titles = page.locator(".card h3")
        await say(page, "add TypeScript to my skills")
        await expect(titles).to_have_text(["Add TypeScript to Skills"])
        await other.goto(f"{program.link.partition('?')[0]}#c-unused")
        await expect(other.locator("#resume")).to_contain_text("Robin Sample")
        listed = other.locator("#talks .item")
        await other.locator("#talks .opener").click()
        first = "add TypeScript to my skills"
        await expect(listed).to_have_text(["New conversation", first, "New conversation"])
        await page.locator("#talks .opener").click()
        await expect(page.locator("#talks .item")).to_have_text([first, "New conversation"])
        await page.get_by_role("button", name="New conversation").click()
        await expect(titles).to_have_count(0)
        await say(page, "change my headline to Senior Platform Engineer")
        await expect(titles).to_have_text(["Change Headline"])
        second = "change my headline to Senior Platform Engineer"
        await expect(listed).to_have_text(["New conversation", second, first, "New conversation"])
        await page.get_by_role("button", name="Approve", exact=True).click()
        await expect(page.locator("#resume")).to_contain_text("Senior Platform Engineer")
        await page.locator("#talks .opener").click()
        await page.get_by_role("button", name="add TypeScript to my skills").click()
        await expect(titles).to_have_text(["Add TypeScript to Skills"])
        await expect(page.locator("#resume")).to_contain_text("Senior Platform Engineer")

        await say(page, "/forget")
        await expect(page.get_by_role("link", name="countersign-takeout.json")).to_be_visible()
        await page.get_by_role("button", name="Delete everything").click()
        await expect(page.locator(".post")).to_have_count(0)
        await expect(page.locator("#resume")).not_to_contain_text("Robin Sample")
        await expect(other.locator("#resume")).to_contain_text("No résumé here yet")
        await expect(other.locator(".post")).to_have_count(0)
        await expect(listed).to_have_text(["New conversation", "New conversation"])
        await page.reload()
        await expect(page.locator("#resume")).to_contain_text("Robin Sample")
        await expect(titles).to_have_count(0)
        assert problems == []


async def test_a_half_typed_answer_survives_a_kill_and_stands_nowhere_in_plain_text(tmp_path: Path) -> None:
    resume = json.loads((ROOT / "tests" / "data" / "base-resume.json").read_text(encoding="utf-8"))
    resume["basics"]["email"] = ""
    async with running(tmp_path) as program, chromium() as browser:
        page = await (await browser.new_context(locale="en-GB")).new_page()
        await page.goto(program.link)
        data = json.dumps(resume).encode()
        file = FilePayload(name="cv.json", mimeType="application/json", buffer=data)
        await page.locator("input[type=file]").first.set_input_files([file])
        await expect(page.locator("#resume")).to_contain_text("Northwind Logistics")
        await say(page, "/check")
        field = page.get_by_role("textbox", name="At which email address")
        async with page.expect_response("**/answer") as kept:
            await field.press_sequentially("half.an.address@exa")
        assert (await kept.value).status == 200
        address = program.link.partition("/?")[0].removeprefix("http://")
        await program.kill()
        for path in (tmp_path / "data").iterdir():
            assert b"half.an.address" not in path.read_bytes(), path.name
        program.environment["COUNTERSIGN_WEB_ADDRESS"] = address
        await program.start()
        fresh = await (await browser.new_context(locale="en-GB")).new_page()
        problems = watch(fresh)
        await fresh.goto(program.link)
        field = fresh.get_by_role("textbox", name="At which email address")
        await expect(field).to_have_value("half.an.address@exa")
        await field.fill("half.an.address@example.com")
        await fresh.get_by_role("button", name="Answer", exact=True).click()
        await expect(fresh.locator("#resume")).to_contain_text("half.an.address@example.com")
        await expect(fresh.locator(".question.is-answered")).to_have_count(1)
        assert problems == []


async def test_any_two_versions_are_compared_beside_each_other(tmp_path: Path) -> None:
    async with running(tmp_path) as program, chromium() as browser:
        page = await (await browser.new_context(locale="en-GB")).new_page()
        problems = watch(page)
        await page.goto(program.link)
        for number, text in enumerate(
            ("add TypeScript to my skills", "change my headline to Chef", "change my headline to Cook"), 2
        ):
            await say(page, text)
            await page.get_by_role("button", name="Approve", exact=True).click()
            await expect(page.locator("#version")).to_contain_text(f"v{number}")
        await page.get_by_role("button", name="History").click()
        compare = page.get_by_role("button", name="Compare", exact=True)
        older, newer = page.locator(".side.is-out"), page.locator(".side.is-in")
        await compare.click()  # the last two, when nothing else is chosen
        await expect(older).to_have_text(["Version 3:removed:Chef"])
        await expect(newer).to_have_text(["Version 4:added:Cook"])
        await page.get_by_role("combobox", name="Compare").select_option("1")
        await page.get_by_role("combobox", name="with").select_option("3")
        await compare.click()
        await expect(newer).to_have_count(2)
        await expect(newer).to_have_text(["Version 3:added:Chef", "Version 3:added:TypeScript"])
        await expect(older.last).to_have_text("Version 1:nothing")
        await expect(page.locator(".pair .where")).to_have_text(["Headline", "Skills · TypeScript"])
        assert problems == []
