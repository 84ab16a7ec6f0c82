"""The page in a real browser: what a person sees, presses and types, and what reaches the core."""

import asyncio
import itertools
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Browser, Page, Route, expect

from adapters.web.door import Snapshot
from core.event import Answer, Command, Conversation, Event, File, Message, Press
from core.ports import Sending
from core.show.view import (
    BatchView,
    Button,
    CardState,
    Choice,
    EntryView,
    LineView,
    ListView,
    Notice,
    QuestionView,
    SaidView,
    SectionView,
    Span,
    TextView,
    View,
    WorkingView,
)
from tests.web_page import (
    ADDED,
    APPROVE,
    EDIT,
    LINE,
    MAIN,
    PATIENCE,
    REDRAFT,
    REJECT,
    UNDO,
    RunningPage,
    Watched,
    card,
    chromium,
    home,
    png,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

STATES = get_args(CardState)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def page(tmp_path: Path) -> AsyncIterator[RunningPage]:
    async with RunningPage(tmp_path) as running:
        yield running


@asynccontextmanager
async def watched(browser: Browser, **options: Any) -> AsyncIterator[Watched]:
    context = await browser.new_context(
        **{
            "reduced_motion": "reduce",
            "viewport": {"width": 1200, "height": 800},
            "locale": "en-US",
            **options,
        }
    )
    watched = Watched(context)
    try:
        yield watched
    finally:
        await context.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def window(browser: Browser) -> AsyncIterator[Watched]:
    async with watched(browser) as eyes:
        yield eyes


@pytest_asyncio.fixture(loop_scope="module")
async def tab(window: Watched, page: RunningPage) -> AsyncIterator[Page]:
    """One open tab; anything in its console fails the test."""
    window.complaints.clear()
    opened = await window.open(page.server.link)
    await until(lambda: bool(page.door.bodies("opened")))
    yield opened
    await opened.close()
    assert window.complaints == []


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE / 1000):
        while not is_so():
            await asyncio.sleep(0.01)


async def first(page: RunningPage, kind: str, count: int = 1) -> Event:
    """The newest of the first `count` events of a kind, once they are here."""
    await until(lambda: len(page.door.bodies(kind)) >= count)
    return page.door.bodies(kind)[count - 1]


def drafts_of(page: RunningPage) -> list[Any]:
    return page.door.bodies("draft")


async def has_no_sideways_scrolling(tab: Page) -> bool:
    """Neither the page nor anything in it is wider than its place."""
    return bool(
        await tab.evaluate(
            """() => [document.documentElement, document.body, ...document.querySelectorAll(
                 '#scroll, .post, .card, .sheet-scroll, .sheet, .drawer, .versions, .comparison, .toast, '
                 + '.composer')]
               .filter((element) => element.offsetParent !== null || element === document.documentElement)
               .every((element) => element.scrollWidth <= element.clientWidth + 3
                                   && document.documentElement.scrollWidth <= innerWidth)"""
        )
    )


# --- cards


async def test_a_card_shows_before_and_after_and_its_buttons(page: RunningPage, tab: Page) -> None:
    await page.show(1, card(warnings=("“six” is not in your material.",), notes=("A note.",), more="2 more"))
    drawn = tab.locator(".card")
    await expect(drawn.locator("h3")).to_have_text("Say what the team at Acme did")
    await expect(drawn.locator("del")).to_have_text(["removed:a team"])
    await expect(drawn.locator("ins")).to_have_text(
        ["added:a team of six engineers", "added:in Go", "added:Go"]
    )
    await expect(drawn.locator(".where").first).to_have_text("Experience · Acme Corp · Description")
    await expect(drawn.locator(".line-note")).to_have_text("after Python")
    await expect(drawn.locator(".is-warning")).to_contain_text("not in your material")
    await expect(drawn.locator(".is-note")).to_contain_text("A note.")
    await expect(drawn.locator(".more")).to_have_text("2 more")
    await expect(drawn.locator("button")).to_have_text(["Approve", "Reject", "Edit"])
    assert (
        await drawn.locator("del").evaluate("e => getComputedStyle(e).textDecorationLine") == "line-through"
    )
    assert (
        await drawn.locator("ins").first.evaluate("e => getComputedStyle(e).textDecorationLine")
        == "underline"
    )


async def test_a_double_press_sends_one_press_with_the_buttons_token(page: RunningPage, tab: Page) -> None:
    gate = asyncio.Event()

    async def wait(event: Event) -> None:
        if event.body.kind == "press":
            await gate.wait()

    page.door.on_event = wait
    page.door.notice = Notice("Approved as version 5.")
    await page.show(7, card())
    await tab.get_by_role("button", name="Approve").dblclick()
    event = await first(page, "press")
    await expect(tab.get_by_role("button", name="Reject")).to_be_disabled()
    await expect(tab.locator(".button.is-pressed")).to_have_text(["Approve"])
    gate.set()
    await expect(tab.locator(".toast")).to_have_text("Approved as version 5.")
    await expect(tab.get_by_role("button", name="Reject")).to_be_enabled()
    await expect(tab.locator(".button.is-pressed")).to_have_count(0)
    assert page.door.bodies("press") == [event]
    assert event.body == Press(token=APPROVE.token, post=7)
    assert event.notice_until == event.at + 1000


async def test_a_decided_card_is_replaced_in_every_tab(page: RunningPage, browser: Browser) -> None:
    async def decide(event: Event) -> None:
        if event.body.kind == "press":
            await page.show(7, card("approved", status="Approved as version 5", buttons=(UNDO,)))

    page.door.on_event = decide
    await page.show(7, card())
    async with watched(browser) as eyes:
        one = await eyes.open(page.server.link)
        two = await eyes.open(page.origin)
        await expect(two.locator(".card.is-pending")).to_have_count(1)
        await one.get_by_role("button", name="Approve").click()
        for tab in (one, two):
            await expect(tab.locator(".card")).to_have_count(1)
            await expect(tab.locator(".card.is-approved .state")).to_have_text("Approved as version 5")
            await expect(tab.locator(".card button")).to_have_text(["Undo"])
            await expect(tab.locator(".card button")).to_be_enabled()
        assert eyes.complaints == []


async def test_each_state_of_a_card_looks_different_without_colour(page: RunningPage, tab: Page) -> None:
    for number, state in enumerate(STATES):
        await page.show(number, card(state))
    await expect(tab.locator(".card")).to_have_count(len(STATES))
    marks = await tab.locator(".card .state path").evaluate_all("es => es.map(e => e.getAttribute('d'))")
    words = await tab.locator(".card .state").all_inner_texts()
    assert len(set(marks)) == len(set(words)) == len(STATES)


async def test_a_line_is_edited_in_the_card_and_kept_while_it_is_redrawn(
    page: RunningPage, tab: Page
) -> None:
    other = replace(ADDED, edit="Go")
    await page.show(7, card(lines=(LINE, other, replace(ADDED, number=2))))
    await tab.get_by_role("button", name="Edit").click()
    await expect(tab.get_by_label("Which line?").locator("option")).to_have_count(2)
    await expect(tab.get_by_label("New text")).to_have_value(LINE.edit or "")
    await tab.get_by_label("Which line?").select_option("1")
    await tab.get_by_label("New text").fill("Go and Rust")
    await page.show(7, card(lines=(LINE, other), notes=("Redrawn.",)))
    await expect(tab.locator(".card .is-note")).to_contain_text("Redrawn.")
    await expect(tab.get_by_label("New text")).to_have_value("Go and Rust")
    await expect(tab.get_by_label("New text")).to_be_focused()
    await tab.get_by_role("button", name="Save").click()
    assert (await first(page, "press")).body == Press(token=EDIT.token, post=7, line=1, text="Go and Rust")
    await expect(tab.locator("form.edit")).to_have_count(0)
    await tab.get_by_role("button", name="Edit").click()
    await tab.keyboard.press("Escape")
    await expect(tab.locator("form.edit")).to_have_count(0)
    await expect(tab.get_by_role("button", name="Edit")).to_be_focused()


async def test_a_redraft_asks_why_and_takes_no_answer_too(page: RunningPage, tab: Page) -> None:
    await page.show(7, card("rejected", buttons=(REDRAFT,)))
    await tab.get_by_role("button", name="Redraft").click()
    await tab.get_by_label("What should be different?").fill(" too salesy ")
    await tab.locator("form.edit").get_by_role("button", name="Send").click()
    assert (await first(page, "press")).body == Press(token=REDRAFT.token, post=7, text="too salesy")
    await tab.get_by_role("button", name="Redraft").click()
    await tab.locator("form.edit").get_by_role("button", name="Send").click()
    assert (await first(page, "press", 2)).body == Press(token=REDRAFT.token, post=7)


async def test_by_keyboard_alone_a_card_is_approved_and_the_place_is_kept(
    page: RunningPage, tab: Page
) -> None:
    async def decide(event: Event) -> None:
        if event.body.kind == "press":
            await page.show(7, card("approved", status="Approved", buttons=(UNDO,)))

    page.door.on_event = decide
    await page.show(6, TextView("Above the card"))
    await page.show(7, card())
    await expect(tab.locator(".card")).to_have_count(1)
    await tab.locator("body").evaluate("() => document.activeElement.blur()")
    for _ in range(12):
        await tab.keyboard.press("Tab")
        focused = tab.locator(":focus")
        if await focused.inner_text() == "Approve":
            break
    outline = await focused.evaluate(
        "e => getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth"
    )
    assert outline == "solid2px"
    await tab.keyboard.press("Enter")
    assert (await first(page, "press")).body == Press(token=APPROVE.token, post=7)
    await expect(tab.locator(".card.is-approved")).to_have_count(1)
    await expect(tab.locator('[data-post="7"]')).to_be_focused()
    await tab.keyboard.press("Tab")
    await expect(tab.get_by_role("button", name="Undo")).to_be_focused()


# --- what must never happen


EVIL = '"><img src=x onerror=alert(1)><script>alert(2)</script><b>bold</b>{{7*7}}javascript:alert(3)'


def evil_views() -> list[View]:
    button = Button(EVIL, "x1.1..look")
    line = LineView(
        0, EVIL, EVIL, tuple(Span(EVIL, mark) for mark in ("same", "in", "out")), EVIL, True, EVIL
    )
    entry = EntryView(EVIL, EVIL, EVIL, EVIL, (EVIL, f"• {EVIL}"), (EVIL,), True)
    limits: dict[str, str | int | float | bool] = {"confirmLabel": EVIL, "allowCustom": True}
    choices = (Choice(EVIL, EVIL, EVIL), Choice("b", "b"))

    def question(control: str, status: str = "") -> QuestionView:
        return QuestionView(EVIL, 1, EVIL, EVIL, control, choices, limits, EVIL, status, (button,))

    kinds = (
        "single_choice",
        "multi_choice",
        "text",
        "textarea",
        "number",
        "date",
        "date_range",
        "url",
        "file",
    )
    return [
        SaidView(EVIL),
        TextView(EVIL, "assistant", (button,)),
        TextView(EVIL, "product"),
        card(
            headline=EVIL, status=EVIL, buttons=(button,), lines=(line,), warnings=(EVIL,), notes=(EVIL,),
            summary=EVIL, more=EVIL,
        ),
        BatchView(EVIL, (EVIL,), EVIL, (button,)),
        ListView(EVIL, (EVIL,), (button,)),
        WorkingView(EVIL, EVIL, (button,)),
        *(question(kind) for kind in (*kinds, "confirm", EVIL)),
        question("text", EVIL),
        replace(
            home(2), title=EVIL, name=EVIL, headline=EVIL, contacts=(EVIL,), resume=EVIL,
            sections=(SectionView(EVIL, EVIL, (entry,), True),),
            history=tuple(
                replace(version, what=EVIL, who=EVIL, at=EVIL, changes=(line,), buttons=(button,))
                for version in home(2).history
            ),
        ),
    ]  # fmt: skip


async def test_markup_in_any_text_stays_text(page: RunningPage, browser: Browser) -> None:
    views = evil_views()
    page.door.posts[MAIN.id] = dict(enumerate(views))
    page.door.snapshot_answer = Snapshot((), "en", EVIL, (("main", EVIL),))
    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        await expect(tab.locator(".post")).to_have_count(len(views) - 1)
        for number, view in enumerate(views):
            await page.platform.show(Sending(number, MAIN, view))
        await page.platform.progress(MAIN, EVIL)
        await page.platform.notice(MAIN, Notice(EVIL, "warning"))
        await expect(tab.locator(".toast p")).to_have_text(EVIL)
        assert await tab.locator("#talks .name").inner_text() == EVIL
        await tab.locator('[data-key="history"]').click()
        for summary in await tab.locator("#history summary").all():
            await summary.click()
        await expect(tab.locator("#history ins")).to_have_count(2)
        for text in (".said .as-written", ".card h3", ".sheet h5", ".choice", "#history .what", ".written"):
            assert EVIL in await tab.locator(text).first.inner_text()
        made = await tab.evaluate(
            "() => [document.querySelectorAll('script').length, document.querySelectorAll('img').length,"
            " document.querySelectorAll('b, a, iframe').length,"
            " document.querySelectorAll('[src*=x]').length]"
        )
        assert made[:3] == [1, 2, 0]
        assert eyes.complaints == []


async def test_the_browser_itself_refuses_markup_and_foreign_code(
    page: RunningPage, browser: Browser
) -> None:
    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        refused = await tab.evaluate(
            """() => { try { document.body.innerHTML = '<b>x</b>'; return false; } catch { return true; } }"""
        )
        assert refused
        await expect(tab.locator("body > b")).to_have_count(0)
        assert any("TrustedHTML" in complaint for complaint in eyes.complaints)  # so the ear works, too


# --- writing


async def test_a_message_is_sent_by_enter_and_shown_once(page: RunningPage, tab: Page) -> None:
    async def echo(event: Event) -> None:
        if isinstance(event.body, Message):
            await page.show(1, SaidView(event.body.text))

    page.door.on_event = echo
    draft = tab.locator("#draft")
    await draft.focus()
    await tab.keyboard.type("Say it in Go")
    await tab.keyboard.press("Shift+Enter")
    await tab.keyboard.insert_text("用中文写 👩🏽‍💻 é")
    await tab.keyboard.press("Enter")
    assert (await first(page, "message")).body == Message(text="Say it in Go\n用中文写 👩🏽‍💻 é", typed=True)
    await expect(tab.locator(".said .as-written")).to_have_text("Say it in Go\n用中文写 👩🏽‍💻 é")
    await expect(draft).to_have_value("")
    await expect(draft).to_be_editable()
    await tab.keyboard.press("Enter")
    await tab.keyboard.type("   ")
    await tab.keyboard.press("Enter")
    await tab.keyboard.type("second")
    await tab.keyboard.press("Enter")
    await first(page, "message", 2)
    assert [event.body.text for event in page.door.bodies("message") if isinstance(event.body, Message)] == [
        "Say it in Go\n用中文写 👩🏽‍💻 é",
        "second",
    ]
    assert len({event.key for event in page.door.events}) == len(page.door.events)


async def test_enter_that_ends_an_input_methods_word_sends_nothing(page: RunningPage, tab: Page) -> None:
    await tab.locator("#draft").fill("ni hao")
    for detail in ("isComposing: true", "keyCode: 229"):
        await tab.locator("#draft").evaluate(
            f"e => e.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter', bubbles: true, {detail}}}))"
        )
    await tab.locator("#draft").press("Enter")
    await first(page, "message")
    assert len(page.door.bodies("message")) == 1


async def test_fifty_kilobytes_are_sent_whole_and_break_no_layout(page: RunningPage, tab: Page) -> None:
    async def echo(event: Event) -> None:
        if isinstance(event.body, Message):
            await page.show(1, SaidView(event.body.text))
            await page.show(2, card(lines=(replace(LINE, spans=(Span(event.body.text, "in"),)),)))

    page.door.on_event = echo
    text = ("word " * 200 + "x" * 1000 + "长" * 500 + "\n") * 20
    assert len(text.encode()) > 50_000
    await tab.locator("#draft").fill(text)
    await tab.get_by_role("button", name="Send").click()
    event = await first(page, "message")
    assert isinstance(event.body, Message)
    assert event.body.text == text.strip()
    await expect(tab.locator(".card")).to_be_visible()
    assert await has_no_sideways_scrolling(tab)
    box = await tab.locator("#composer").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    await tab.get_by_role("button", name="Show all").click()
    assert await has_no_sideways_scrolling(tab)


async def test_what_was_pasted_is_not_typed(page: RunningPage, tab: Page) -> None:
    await tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    draft = tab.locator("#draft")

    async def paste(text: str) -> None:
        await tab.evaluate("text => navigator.clipboard.writeText(text)", text)
        await draft.press("Control+v")

    async def sent(count: int) -> bool:
        await draft.press("Enter")
        body = (await first(page, "message", count)).body
        await expect(draft).to_have_value("")
        assert isinstance(body, Message)
        return body.typed

    await paste("all of it is pasted")
    assert not await sent(1)
    await tab.keyboard.type("Add ")
    await paste("Kubernetes")
    assert await sent(2)
    await tab.keyboard.type("Use this: ")
    await paste("y" * 201)
    assert not await sent(3)
    await tab.keyboard.type("by hand")
    assert await sent(4)


async def test_a_command_goes_as_a_command(page: RunningPage, tab: Page) -> None:
    await tab.locator("#draft").fill("/export pdf now")
    await tab.keyboard.press("Enter")
    body = (await first(page, "command")).body
    assert (body.kind, getattr(body, "name", ""), getattr(body, "argument", "")) == (
        "command",
        "export",
        "pdf now",
    )
    await tab.locator("#draft").fill("/usr/bin is a path")
    await tab.keyboard.press("Enter")
    assert (await first(page, "message")).body == Message(text="/usr/bin is a path")


async def test_a_file_is_imported_when_it_is_chosen_or_dropped(page: RunningPage, tab: Page) -> None:
    data = json.dumps({"basics": {"name": "张伟"}}).encode()
    await tab.locator("#file").set_input_files(
        {"name": "cv.json", "mimeType": "application/json", "buffer": data}
    )
    assert (await first(page, "file")).body == File(
        name="cv.json", media_type="application/json", data="eyJiYXNpY3MiOiB7Im5hbWUiOiAiXHU1ZjIwXHU0ZjFmIn19"
    )
    await tab.evaluate(
        """() => { const carried = new DataTransfer();
             carried.items.add(new File(['{}'], 'dropped.json', {type: 'application/json'}));
             const fire = (name) => document.body.dispatchEvent(new DragEvent(name,
               {dataTransfer: carried, bubbles: true, cancelable: true}));
             fire('dragenter'); window.wasShown = !document.getElementById('drop').hidden; fire('drop'); }"""
    )
    assert (await first(page, "file", 2)).body == File(
        name="dropped.json", media_type="application/json", data="e30="
    )
    assert await tab.evaluate("window.wasShown")
    await expect(tab.locator("#drop")).to_be_hidden()
    await tab.evaluate(
        """() => { const carried = new DataTransfer();
             carried.items.add(new File(['x'.repeat(4000001)], 'big.json'));
             document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true})); }"""
    )
    await expect(tab.locator(".toast")).to_contain_text("too large")
    assert len(page.door.bodies("file")) == 2


# --- a bad connection


async def test_a_press_that_gets_no_answer_is_tried_again_as_the_same_press(
    page: RunningPage, browser: Browser
) -> None:
    await page.show(7, card())
    tries = itertools.count()

    async def lose(route: Route) -> None:
        if next(tries) < 4:
            await route.fetch()  # it arrives, and the answer is lost
            await route.abort()
        else:
            await route.continue_()

    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        await tab.route("**/press", lose)
        approve = tab.get_by_role("button", name="Approve")
        await approve.click()
        await expect(tab.locator(".toast")).to_contain_text("nothing was decided")
        await expect(approve).to_be_enabled()
        await expect(tab.get_by_role("button", name="Reject")).to_be_enabled()
        await approve.click()
        await first(page, "press", 5)
        assert len({event.key for event in page.door.bodies("press")}) == 1
        await expect(approve).to_be_enabled()
        await approve.click()
        await first(page, "press", 6)
        assert len({event.key for event in page.door.bodies("press")}) == 2


async def test_a_message_that_was_not_stored_stays_in_the_field(page: RunningPage, browser: Browser) -> None:
    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        page.door.is_broken = True
        await tab.locator("#draft").fill("please keep this")
        await tab.locator("#draft").press("Enter")
        await expect(tab.locator(".toast")).to_have_text(
            "That was not saved. Please try again.", timeout=8000
        )
        await expect(tab.locator("#draft")).to_have_value("please keep this")
        await tab.reload()
        await expect(tab.locator("#draft")).to_have_value("please keep this")
        page.door.is_broken = False
        await tab.locator("#draft").press("Enter")
        assert (await first(page, "message")).body == Message(text="please keep this")


async def test_after_a_restart_the_page_comes_back_to_the_whole_state(
    tmp_path: Path, browser: Browser
) -> None:
    async with watched(browser) as eyes:
        async with RunningPage(tmp_path) as before:
            await before.show(1, TextView("gone later"))
            await before.show(2, card())
            tab = await eyes.open(before.server.link)
            await expect(tab.locator(".card.is-pending")).to_have_count(1)
        await expect(tab.locator("#line")).to_have_text("Reconnecting…")
        async with RunningPage(tmp_path, f"127.0.0.1:{before.port}") as after:
            await after.show(2, card("approved", status="Approved while away"))
            await after.show(3, TextView("new"))
            await expect(tab.locator(".card.is-approved")).to_have_count(1)
            await expect(tab.locator("#line")).to_have_text("")
            await expect(tab.locator(".post")).to_have_count(2)
            await after.show(4, TextView("live again"))
            await expect(tab.locator(".post")).to_have_count(3)


async def test_a_renewed_link_is_said_in_the_page(tmp_path: Path, browser: Browser) -> None:
    async with RunningPage(tmp_path, heartbeat=0.05) as page, watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        await until(lambda: bool(page.door.bodies("opened")))
        page.token.renew()
        await expect(tab.locator("#line")).to_contain_text("countersign web")


async def test_a_link_opened_from_another_site_leads_in(page: RunningPage, browser: Browser) -> None:
    async def elsewhere(_: web.Request) -> web.Response:
        return web.Response(text=f'<a href="{page.server.link}">open</a>', content_type="text/html")

    app = web.Application()
    app.router.add_get("/", elsewhere)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with watched(browser) as eyes:
            tab = await eyes.open(f"http://localhost:{runner.addresses[0][1]}/")
            await tab.get_by_text("open").click()
            await expect(tab.locator("#draft")).to_be_visible()
            assert tab.url == f"{page.origin}/"
    finally:
        await runner.cleanup()


# --- questions


def question(control: str, *choices: Choice, **limits: str | int | float | bool) -> QuestionView:
    skip = Button("Skip", "qq1.3..skip")
    return QuestionView("q1", 3, "What is it?", "It matters.", control, choices, limits, None, "", (skip,))


async def fill(tab: Page, text: str) -> None:
    await tab.get_by_role("article").locator('[data-key="field"]').fill(text)
    await tab.get_by_role("button", name="Answer").click()


TWO = (Choice("First", "1"), Choice("Second", "2", "the other one"), Choice("Third", "3"))


async def test_each_control_gives_its_answer(page: RunningPage, tab: Page) -> None:
    count = 0

    async def answered(view: QuestionView, answer: Callable[[], Awaitable[object]], value: object) -> None:
        nonlocal count
        count += 1
        await page.show(count, view)
        await expect(tab.locator(".question")).to_have_count(1)
        await answer()
        event = await first(page, "answer", count)
        assert event.body == Answer(question="q1", revision=3, value=value)
        await page.fold(count)
        await expect(tab.locator(".question")).to_have_count(0)

    button, label = tab.get_by_role, tab.get_by_label

    async def tick() -> None:
        await button("button", name="Done").click()  # one at least, so nothing is sent
        for name in ("First", "Third"):
            await label(name).check()
        await button("button", name="Done").click()

    async def period(*, is_open: bool) -> None:
        await label("From").fill("2014-10-01")
        if is_open:
            await label("Until now").check()
        else:
            await label("Until", exact=True).fill("2016-09-30")
        await button("button", name="Answer").click()

    await answered(question("single_choice", *TWO), button("button", name="Second").click, "2")
    await answered(
        question("single_choice", *TWO, allowCustom=True),
        lambda: fill(tab, " my own "),
        "my own",
    )
    await answered(question("multi_choice", *TWO, maxSelections=2), tick, ["1", "3"])
    await answered(question("text"), lambda: fill(tab, "Staff 工程师"), "Staff 工程师")
    await answered(question("textarea"), lambda: fill(tab, "a\nb"), "a\nb")
    await answered(question("number", integer=True, min=0), lambda: fill(tab, "6"), 6)
    await answered(question("number"), lambda: fill(tab, "6.5"), 6.5)
    await answered(question("date"), lambda: fill(tab, "2024-02-29"), "2024-02-29")
    await answered(
        question("date_range", allowOpenEnd=True),
        lambda: period(is_open=False),
        {"start": "2014-10-01", "end": "2016-09-30"},
    )
    await answered(
        question("date_range", allowOpenEnd=True),
        lambda: period(is_open=True),
        {"start": "2014-10-01", "end": None},
    )
    await answered(question("url"), lambda: fill(tab, "https://jane.example.com"), "https://jane.example.com")
    await answered(question("confirm", confirmLabel="I do"), button("button", name="I do").click, True)
    await answered(question("confirm"), button("button", name="No", exact=True).click, False)
    assert len(page.door.bodies("answer")) == count  # fmt: skip


async def test_a_file_answer_hands_the_file_over_and_names_it(page: RunningPage, tab: Page) -> None:
    await page.show(1, question("file", acceptedMediaTypes="application/pdf", maxFiles=1))
    chooser = tab.get_by_label("Choose a file")
    assert await chooser.get_attribute("accept") == "application/pdf"
    await chooser.set_input_files({"name": "letter.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-"})
    await tab.get_by_role("button", name="Answer").click()
    event = await first(page, "answer")
    handed = await first(page, "file")
    assert handed.body == File(name="letter.pdf", media_type="application/pdf", data="JVBERi0=")
    assert event.body == Answer(
        question="q1", revision=3, value=[{"fileId": handed.key, "mediaType": "application/pdf"}]
    )


async def test_a_question_shows_its_draft_its_buttons_and_its_answer(page: RunningPage, tab: Page) -> None:
    await page.show(1, replace(question("text", maxLength=10), draft="half"))
    field = tab.get_by_role("textbox", name="What is it?")
    await expect(field).to_have_value("half")
    await field.fill("half done, and too long")
    await page.show(1, replace(question("text", maxLength=10), reason="Drawn anew."))
    await expect(tab.locator(".question .reason")).to_have_text("Drawn anew.")
    await expect(field).to_have_value("half done, and too long")
    await expect(field).to_be_focused()
    await tab.get_by_role("button", name="Answer").click()
    await tab.get_by_role("button", name="Skip").click()
    assert (await first(page, "press")).body == Press(token="qq1.3..skip", post=1)
    assert page.door.bodies("answer") == []
    await page.show(1, replace(question("text"), status="half", buttons=(Button("Change", "qq1.3..change"),)))
    await expect(tab.locator(".question.is-answered .status")).to_have_text("half")
    await expect(tab.locator(".question button")).to_have_text(["Change"])


async def test_half_done_controls_are_kept_a_moment_later_and_stand_there_after_a_reload(
    page: RunningPage, tab: Page
) -> None:
    open_end = question("date_range", allowOpenEnd=True)
    asked = [
        replace(question(kind, *TWO, allowCustom=True, allowOpenEnd=True), question=f"q-{kind}")
        for kind in ("text", "multi_choice", "single_choice", "number", "date", "date_range")
    ]
    for number, view in enumerate((*asked, replace(open_end, question="q-open"))):
        await page.show(number, view)
    fields = tab.locator(".question")
    await fields.nth(0).get_by_role("textbox").press_sequentially("half a tho")
    await fields.nth(1).get_by_label("Third").check()
    await fields.nth(2).get_by_role("textbox").fill("my own")
    await fields.nth(3).get_by_role("spinbutton").fill("6")
    await fields.nth(4).get_by_label("What is it?").fill("2024-02-29")
    await fields.nth(5).get_by_label("From").fill("2014-10-01")
    await fields.nth(6).get_by_label("Until now").check()
    await until(lambda: {one.body.question for one in drafts_of(page)} >= {"q-text", "q-open"})
    await until(lambda: len({one.body.question for one in drafts_of(page)}) == 7)
    values = {one.body.question: one.body.value for one in drafts_of(page)}
    assert values == {
        "q-text": "half a tho",
        "q-multi_choice": ["3"],
        "q-single_choice": "my own",
        "q-number": 6,
        "q-date": "2024-02-29",
        "q-date_range": {"start": "2014-10-01", "end": ""},
        "q-open": {"start": "", "end": None},
    }
    assert page.door.bodies("answer") == []
    assert await tab.locator(".question button:disabled").count() == 0
    posts = page.door.posts[MAIN.id]
    for number, drawn in posts.items():
        assert isinstance(drawn, QuestionView)
        posts[number] = replace(drawn, draft=values[drawn.question])
    await tab.reload()
    await expect(fields.nth(0).get_by_role("textbox")).to_have_value("half a tho")
    await expect(fields.nth(1).get_by_label("Third")).to_be_checked()
    await expect(fields.nth(1).get_by_label("First")).not_to_be_checked()
    await expect(fields.nth(2).get_by_role("textbox")).to_have_value("my own")
    await expect(fields.nth(3).get_by_role("spinbutton")).to_have_value("6")
    await expect(fields.nth(4).get_by_label("What is it?")).to_have_value("2024-02-29")
    await expect(fields.nth(5).get_by_label("From")).to_have_value("2014-10-01")
    await expect(fields.nth(5).get_by_label("Until now")).not_to_be_checked()
    await expect(fields.nth(6).get_by_label("Until now")).to_be_checked()


async def test_what_was_typed_just_before_the_tab_is_left_is_kept_too(page: RunningPage, tab: Page) -> None:
    await page.show(1, question("textarea"))
    await tab.get_by_role("textbox", name="What is it?").fill("said in the last moment")
    await tab.goto("about:blank")
    kept = await first(page, "draft")
    assert kept.body == Answer(question="q1", revision=3, value="said in the last moment", draft=True)


async def test_a_newer_draft_is_never_overwritten_by_an_older_one(page: RunningPage, tab: Page) -> None:
    gate = asyncio.Event()

    async def wait(event: Event) -> None:
        if len(page.door.bodies("draft")) == 1:
            await gate.wait()

    page.door.on_event = wait
    await page.show(1, question("text"))
    field = tab.get_by_role("textbox", name="What is it?")
    await field.fill("first")
    await first(page, "draft")
    await field.fill("second")
    await asyncio.sleep(1)  # past the pause after which the second one would be sent
    assert len(page.door.bodies("draft")) == 1
    gate.set()
    assert (await first(page, "draft", 2)).body == Answer(
        question="q1", revision=3, value="second", draft=True
    )


async def test_a_draft_that_gets_no_connection_says_nothing_and_goes_with_the_next_change(
    page: RunningPage, browser: Browser
) -> None:
    page.door.is_broken = True
    await page.show(1, question("text"))
    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        field = tab.get_by_role("textbox", name="What is it?")
        async with tab.expect_response("**/answer") as refused:
            await field.fill("half")
        assert (await refused.value).status == 503
        page.door.is_broken = False
        await field.fill("half done")
        assert (await first(page, "draft")).body in [
            Answer(question="q1", revision=3, value=text, draft=True) for text in ("half", "half done")
        ]
        await until(lambda: drafts_of(page)[-1].body.value == "half done")
        await expect(tab.locator(".toast")).to_have_count(0)


# --- the résumé, the history, the model's text


async def test_the_resume_is_set_as_text_and_a_new_version_lights_what_changed(
    page: RunningPage, tab: Page
) -> None:
    await page.show(99, home(4))
    await expect(tab.locator(".sheet h3")).to_have_text("Jane Doe")
    await expect(tab.locator("#version")).to_contain_text("v4")
    await expect(tab.locator(".bullets").first.locator("li")).to_have_count(3)
    await expect(tab.locator(".is-lit")).to_have_count(0)
    await page.show(99, home(5, "Led a team of six engineers."))
    await expect(tab.locator("#version")).to_contain_text("v5")
    await expect(tab.locator(".sheet .is-lit")).to_have_text(["Led a team of six engineers."])
    await page.fold(99)
    await expect(tab.locator("#resume")).to_contain_text("No résumé here yet")


async def test_the_history_shows_versions_and_presses_their_buttons(page: RunningPage, tab: Page) -> None:
    await page.show(99, home(5))
    await tab.get_by_role("button", name="History").click()
    await expect(tab.locator(".version")).to_have_count(5)
    await expect(tab.locator(".version.is-current h3")).to_have_text("Version 5")
    await expect(tab.locator(".version time").first).to_contain_text("2026")
    await tab.locator(".version summary").first.click()
    await expect(tab.locator(".version ins").first).to_be_visible()
    await tab.locator(".version").nth(1).get_by_role("button", name="Undo").click()
    assert (await first(page, "press")).body == Press(token="vresume1.4..undo", post=99)
    await page.show(99, home(6))
    await expect(tab.locator(".version")).to_have_count(6)
    await tab.locator(".version").nth(2).get_by_role("button", name="Look").click()
    assert (await first(page, "press", 2)).body == Press(token="vresume1.4..look", post=99)
    await tab.keyboard.press("Escape")
    await expect(tab.locator("#history")).to_be_hidden()
    await expect(tab.get_by_role("button", name="History")).to_be_focused()


async def test_two_versions_are_compared_side_by_side_by_keyboard_alone(page: RunningPage, tab: Page) -> None:
    page.door.comparisons[2, 5] = (LINE, ADDED, replace(ADDED, spans=(Span("COBOL", "out"),), note=""))
    page.door.comparisons[4, 5] = ()
    await page.show(99, home(5))
    await tab.get_by_role("button", name="History").click()
    one, other = tab.get_by_role("combobox", name="Compare"), tab.get_by_role("combobox", name="with")
    await expect(one).to_have_value("4")
    await expect(other).to_have_value("5")
    await tab.get_by_role("button", name="Compare", exact=True).focus()
    await tab.keyboard.press("Enter")
    region = tab.get_by_role("region", name="What differs between version 4 and version 5")
    await expect(region).to_have_text("Version 4Version 5Nothing differs between these two.")
    await one.select_option("5")
    await other.select_option("2")  # the wrong way round: the newer still stands on the right
    await other.press("Tab")
    await tab.keyboard.press("Enter")
    await expect(
        tab.get_by_role("region", name="What differs between version 2 and version 5")
    ).to_be_focused()
    before, after = tab.locator(".side.is-out"), tab.locator(".side.is-in")
    await expect(before.nth(0)).to_have_text("Version 2:Led removed:a team that rebuilt the billing service.")
    await expect(after.nth(0)).to_have_text(
        "Version 5:Led added:a team of six engineers that rebuilt the billing service added:in Go."
    )
    await expect(before.nth(1)).to_have_text("Version 2:nothing")
    await expect(after.nth(2)).to_have_text("Version 5:nothing")
    await expect(tab.locator(".pair .line-note")).to_have_text(["after Python"])
    left, right = await before.nth(0).bounding_box(), await after.nth(0).bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    await page.show(99, home(6))
    await expect(before).to_have_count(3)
    await one.select_option("2")
    await other.select_option("2")
    await tab.get_by_role("button", name="Compare", exact=True).click()
    await expect(tab.locator("#history")).to_contain_text("Choose two different versions.")
    await tab.keyboard.press("Escape")
    await expect(tab.locator(".version")).to_have_count(6)
    await expect(tab.get_by_role("button", name="Compare", exact=True)).to_be_focused()
    await tab.keyboard.press("Escape")
    await expect(tab.locator("#history")).to_be_hidden()


async def test_a_comparison_that_fails_is_said_and_can_be_tried_again(
    page: RunningPage, browser: Browser
) -> None:
    await page.show(99, home(3))
    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        await tab.get_by_role("button", name="History").click()
        await tab.get_by_role("button", name="Compare", exact=True).click()
        await expect(tab.locator("#history")).to_contain_text("That didn't work.")
        page.door.comparisons[2, 3] = (LINE,)
        await tab.get_by_role("button", name="Compare", exact=True).click()
        await expect(tab.locator(".pair")).to_have_count(1)
        await tab.get_by_role("button", name="Back to the history").click()
        await expect(tab.locator(".version")).to_have_count(3)


async def test_the_models_text_streams_in_and_can_be_stopped(page: RunningPage, tab: Page) -> None:
    await page.show(5, WorkingView("Thinking…", "", (Button("Stop", "jj1.1..stop"),)))
    await expect(tab.locator(".working")).to_contain_text("Thinking…")
    await page.platform.progress(MAIN, "Your Acme")
    await page.platform.progress(MAIN, "Your Acme entry")
    await expect(tab.locator(".written")).to_have_text("Your Acme entry")
    await page.show(5, WorkingView("Still thinking…", "", (Button("Stop", "jj1.1..stop"),)))
    await expect(tab.locator(".working")).to_contain_text("Still thinking…")
    await expect(tab.locator(".written")).to_have_text("Your Acme entry")
    await tab.get_by_role("button", name="Stop").click()
    assert (await first(page, "press")).body == Press(token="jj1.1..stop", post=5)
    await page.fold(5)
    await page.show(6, TextView("Stopped.", by="assistant"))
    await expect(tab.locator(".working")).to_have_count(0)
    await page.show(7, WorkingView("Thinking again…", "", ()))
    await expect(tab.locator(".written")).to_have_text("")


async def test_what_is_new_below_is_marked_and_not_scrolled_to(page: RunningPage, tab: Page) -> None:
    for number in range(40):
        await page.show(number, TextView(f"line {number}\n" * 3))
    await expect(tab.locator(".post")).to_have_count(40)
    at_end = """() => { const s = document.getElementById('scroll');
                        return s.scrollHeight - s.scrollTop - s.clientHeight < 5 }"""
    assert await tab.evaluate(at_end)
    await tab.evaluate("document.getElementById('scroll').scrollTop = 0")
    await page.show(40, TextView("news"))
    await tab.get_by_role("button", name="New below").click()
    assert await tab.evaluate(at_end)
    await expect(tab.locator("#newer")).to_be_hidden()


# --- the résumé as a picture, its menus, several conversations


async def test_a_picture_comes_after_the_card_and_shows_the_page_that_changed(
    page: RunningPage, tab: Page
) -> None:
    page.door.pages[4] = (png(250), png(240), png(230))
    page.door.pages[5] = (png(250), png(240), png(231))
    await page.show(7, card())
    await page.show(99, home(4))
    assert page.door.asked_pages == []
    await tab.get_by_role("button", name="Picture").click()
    picture, number = tab.locator("img.leaf"), tab.locator("#page-number")
    await expect(picture).to_have_attribute("alt", "Page 1 of 3 of “Jane Doe, engineering”, version 4")
    await expect(tab.locator("#page-changed")).to_have_text("")
    await tab.get_by_role("button", name="Next page").click()
    await expect(number).to_have_text("2 / 3")
    await tab.locator("#leaf").focus()
    for key, there in (("ArrowLeft", "1 / 3"), ("ArrowLeft", "1 / 3"), ("ArrowRight", "2 / 3")):
        await tab.keyboard.press(key)
        await expect(number).to_have_text(there)
    before = await picture.get_attribute("src")
    await tab.evaluate(
        """() => { const real = window.fetch; window.drawn = [];
             window.fetch = (address, ...rest) => {
               if (String(address).startsWith('/picture'))
                 window.drawn.push(document.querySelector('.card.is-approved') !== null);
               return real(address, ...rest); }; }"""
    )
    page.door.picture_gate = asyncio.Event()
    await page.show(99, home(5))
    await page.show(7, card("approved", status="Approved as version 5"))
    await until(lambda: page.door.asked_pages[-1] == ("main", 5, 1))
    assert await tab.evaluate("window.drawn") == [True]
    await expect(tab.locator("#leaf.is-waiting img.leaf")).to_have_attribute("src", before or "")
    page.door.picture_gate.set()
    await expect(number).to_have_text("3 / 3")
    await expect(tab.locator("#page-changed")).to_have_text("Changed in version 5")
    await expect(number).to_have_class("is-changed")
    await expect(tab.locator("#leaf.is-waiting")).to_have_count(0)
    await tab.get_by_role("button", name="Previous page").click()
    await expect(tab.locator("#page-changed")).to_have_text("")
    await expect(tab.get_by_role("button", name="Next page, changed")).to_be_visible()
    assert page.door.asked_pages == [("main", version, one) for version in (4, 5) for one in (1, 2, 3)]


async def test_what_changed_is_marked_on_the_page_and_what_only_moved_is_not(
    page: RunningPage, tab: Page
) -> None:
    page.door.pages[1] = (png(255, 70, 30, 50), png(255, 20, 60))
    page.door.pages[2] = (png(255, 70, 40, 30), png(255, 50, 20, 60))  # a line comes in, and all others move
    page.door.pages[3] = (png(255, 70, 40, 30), png(255, 20, 60))  # a line of the second page is gone
    page.door.pages[4] = (png(255, 70, 45, 30), png(255, 20, 60))  # a line of the first one got longer
    page.door.pages[5] = (png(255, 70, 45, 30), png(254, 20, 60))  # nothing that could be marked
    marks = tab.locator("#leaf .marks rect")
    expected: dict[int, list[tuple[str, float, float, float, float]]] = {
        1: [],
        2: [("is-new", 1, 26, 48, 18)],
        3: [("is-gone", 5, 6, 50, 3)],
        4: [("is-new", 41, 26, 13, 18)],
        5: [],
    }
    for version, boxes in expected.items():
        await page.show(99, home(version))
        if version == 1:
            await tab.get_by_role("button", name="Picture").click()
        await expect(tab.locator("img.leaf")).to_have_attribute("alt", re.compile(f"version {version}$"))
        await expect(tab.locator("#leaf.is-waiting")).to_have_count(0)
        await expect(marks).to_have_count(len(boxes))
        drawn = await marks.evaluate_all(
            """(marks) => marks.map((mark) => [mark.getAttribute('class'),
                 ...['x', 'y', 'width', 'height'].map((name) => Number(mark.getAttribute(name)))])"""
        )
        assert [tuple(mark) for mark in drawn] == boxes
    await page.show(99, home(2))
    await expect(marks).to_have_count(1)
    await tab.get_by_role("button", name="Next page, changed").click()
    await expect(marks).to_have_count(1)
    mark, leaf = await marks.bounding_box(), await tab.locator("img.leaf").bounding_box()
    assert mark is not None
    assert leaf is not None
    assert leaf["x"] <= mark["x"]
    assert mark["x"] + mark["width"] <= leaf["x"] + leaf["width"]
    assert 0.02 < (mark["y"] - leaf["y"]) / leaf["height"] < 0.2, "it lies where its line stands"


async def test_only_the_newest_picture_is_waited_for(page: RunningPage, tab: Page) -> None:
    lost: list[str] = []
    tab.on("requestfailed", lambda request: lost.append(request.url))
    page.door.pages[6] = (png(200),)
    page.door.picture_gate = asyncio.Event()
    await page.show(99, home(4))
    await tab.get_by_role("button", name="Picture").click()
    await until(lambda: page.door.asked_pages == [("main", 4, 1)])
    await page.show(99, home(5))
    await until(lambda: page.door.asked_pages == [("main", 4, 1), ("main", 5, 1)])
    await page.show(99, home(6))
    await until(lambda: page.door.asked_pages[-1] == ("main", 6, 1))
    page.door.picture_gate.set()
    await expect(tab.locator("img.leaf")).to_have_attribute(
        "alt", "Page 1 of 1 of “Jane Doe, engineering”, version 6"
    )
    assert [url.partition("version=")[2][:1] for url in lost] == ["4", "5"]
    await page.show(99, replace(home(1), resume="another"))
    await expect(tab.locator("img.leaf")).to_have_count(0)


async def test_a_picture_that_is_not_there_is_a_quiet_line_and_the_choice_is_remembered(
    page: RunningPage, browser: Browser
) -> None:
    await page.show(99, home(4))
    async with watched(browser) as eyes:
        tab = await eyes.open(page.server.link)
        await tab.get_by_role("button", name="Picture").click()
        await expect(tab.locator("#trouble")).to_contain_text("isn't there yet")
        await expect(tab.locator("#picture img")).to_have_count(0)
        page.door.pages[4] = (png(200),)
        await tab.get_by_role("button", name="Try again").click()
        await expect(tab.locator("img.leaf")).to_be_visible()
        await expect(tab.locator("#trouble")).to_be_hidden()
        await tab.reload()
        await expect(tab.locator("img.leaf")).to_be_visible()
        await tab.get_by_role("button", name="Text", exact=True).click()
        await tab.reload()
        await expect(tab.locator(".sheet")).to_be_visible()
        await expect(tab.locator("#picture")).to_be_hidden()


async def test_the_resume_is_taken_along_as_a_file_or_with_everything(page: RunningPage, tab: Page) -> None:
    page.door.export_answer = ("Jane v4.json", b"{}")
    await page.show(99, home(4))
    opener = tab.get_by_role("button", name="Export")
    for name, file in (("Reactive Resume JSON", "Jane v4.json"), ("PDF", "Jane v4.pdf")):
        await opener.click()
        async with tab.expect_download() as download:
            await tab.get_by_role("link", name=name).click()
        assert (await download.value).suggested_filename == file
        await expect(tab.locator("#exports .popup")).to_be_hidden()
    await opener.focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        await tab.keyboard.press(key)
    assert (await first(page, "command")).body == Command(name="takeout")
    await expect(opener).to_be_focused()
    assert await opener.get_attribute("aria-expanded") == "false"


async def test_the_title_leads_to_other_resumes(page: RunningPage, tab: Page) -> None:
    await page.show(99, home(4))
    title = tab.get_by_role("button", name="Jane Doe, engineering")
    await title.click()
    await tab.get_by_role("button", name="Your résumés…").click()
    assert (await first(page, "command")).body == Command(name="switch")
    await title.click()
    await tab.get_by_role("button", name="New résumé…").click()
    await expect(tab.get_by_label("Title of the new résumé")).to_be_focused()
    await page.show(99, home(5))
    await tab.keyboard.type("Backend roles")
    await tab.keyboard.press("Enter")
    assert (await first(page, "command", 2)).body == Command(name="new", argument="Backend roles")
    await expect(tab.locator("#titles .popup")).to_be_hidden()
    await title.click()
    async with tab.expect_file_chooser():
        await tab.get_by_role("button", name="Import a file…").click()


async def test_each_conversation_has_its_own_posts_draft_and_address(
    page: RunningPage, tab: Page, window: Watched
) -> None:
    other = Conversation(platform="web", channel="c-2")
    await page.show(1, TextView("in the first"))
    await page.show(2, TextView("in the second"), other)
    page.door.snapshot_answer = Snapshot((), "en", None, (("c-2", "the second"), ("main", "the first")))
    posts, draft, opener = tab.locator(".post"), tab.locator("#draft"), tab.locator("#talks .opener")
    await draft.fill("half a thought")
    await page.platform.refresh()
    await expect(opener).to_have_text("Conversations: the first")
    await opener.click()
    await expect(tab.locator("#talks .item")).to_have_text(["the second", "the first", "New conversation"])
    await expect(tab.locator("#talks [aria-current]")).to_have_text(["the first"])
    await tab.get_by_role("button", name="the second").click()
    await expect(posts).to_have_text(["in the second"])
    await expect(opener).to_have_text("Conversations: the second")
    await expect(draft).to_be_focused()
    await expect(draft).to_have_value("")
    await draft.fill("another")
    await page.show(3, TextView("late in the first"))
    await page.show(4, TextView("late in the second"), other)
    await expect(posts).to_have_text(["in the second", "late in the second"])
    await tab.go_back()
    await expect(posts).to_have_text(["in the first", "late in the first"])
    await expect(draft).to_have_value("half a thought")
    await tab.go_forward()
    await tab.reload()
    await expect(posts).to_have_text(["in the second", "late in the second"])
    await expect(draft).to_have_value("another")
    await tab.keyboard.press("Escape")
    await opener.click()
    await tab.locator("#talks .item").last.click()
    await expect(posts).to_have_count(0)
    await expect(opener).to_have_text("Conversations: New conversation")
    fresh = tab.url.partition("#")[2]
    await draft.fill("hello there")
    await draft.press("Enter")
    event = await first(page, "message")
    assert event.conversation == Conversation(platform="web", channel=fresh)
    assert fresh in [one.conversation.channel for one in page.door.bodies("opened")]
    await page.show(5, SaidView("hello there"), event.conversation)
    await expect(opener).to_have_text("Conversations: hello there")
    await expect(tab.locator("#talks .popup")).to_be_hidden()
    second = await window.open(tab.url)
    await expect(second.locator(".post")).to_have_count(1)
    await second.close()


async def test_every_tab_lists_a_conversation_as_soon_as_something_was_said_in_it(
    page: RunningPage, tab: Page, window: Watched
) -> None:
    items, opener = tab.locator("#talks .item"), tab.locator("#talks .opener")
    await opener.click()
    await expect(items).to_have_text(["First conversation", "New conversation"])
    second = await window.open(f"{page.origin}/")
    names = second.locator("#talks .name")
    await second.locator("#talks .opener").click()
    await second.locator("#talks .item").last.click()
    await expect(names).to_have_text("New conversation")
    fresh = second.url.partition("#")[2]
    await expect(items).to_have_text(["First conversation", "New conversation"])
    await items.last.focus()
    await page.show(1, SaidView("hello there"), Conversation(platform="web", channel=fresh))
    await expect(items).to_have_text(["First conversation", "hello there", "New conversation"])
    await expect(items.last).to_be_focused()
    await expect(names).to_have_text("hello there")
    await second.close()


async def test_an_unused_conversation_is_used_again_instead_of_a_further_one(
    page: RunningPage, tab: Page
) -> None:
    opener, items = tab.locator("#talks .opener"), tab.locator("#talks .item")
    await opener.click()
    await items.last.click()
    await expect(tab.locator("#talks .name")).to_have_text("New conversation")
    fresh = tab.url.partition("#")[2]
    await tab.go_back()
    await expect(tab.locator("#talks .name")).to_have_text("First conversation")
    await opener.click()
    await items.last.click()
    await expect(tab.locator("#talks .name")).to_have_text("New conversation")
    assert tab.url.partition("#")[2] == fresh
    await page.show(1, SaidView("hello"), Conversation(platform="web", channel=fresh))
    await expect(tab.locator("#talks .name")).to_have_text("hello")
    await opener.click()
    await items.last.click()
    await expect(tab.locator("#talks .name")).to_have_text("New conversation")
    assert tab.url.partition("#")[2] not in ("", fresh)


async def test_what_is_sent_as_the_conversation_changes_stays_with_its_own(
    page: RunningPage, tab: Page
) -> None:
    gate = asyncio.Event()

    async def wait(event: Event) -> None:
        if event.body.kind == "message":
            await gate.wait()

    page.door.on_event = wait
    page.door.snapshot_answer = Snapshot((), "en", None, (("main", "the first"),))
    await page.platform.refresh()
    await expect(tab.locator("#talks .name")).to_have_text("the first")
    await tab.locator("#draft").fill("said in the first")
    await tab.keyboard.press("Enter")
    await first(page, "message")
    await tab.evaluate("location.hash = 'c-2'")
    await expect(tab.locator("#draft")).to_have_value("")
    await expect(tab.locator("#draft")).to_be_editable()
    await tab.locator("#draft").fill("kept in the second")
    gate.set()
    await tab.go_back()
    await expect(tab.locator("#draft")).to_have_value("")
    await tab.go_forward()
    await expect(tab.locator("#draft")).to_have_value("kept in the second")
    assert [event.conversation.channel for event in page.door.bodies("message")] == ["main"]


async def test_the_history_says_what_came_of_a_press_and_no_toast_lies_over_its_title(
    page: RunningPage, tab: Page
) -> None:
    page.door.notice = Notice("Undone. This is version 6.")
    await page.show(99, home(5))
    await tab.set_viewport_size({"width": 1280, "height": 800})
    await tab.get_by_role("button", name="History").click()
    third = tab.locator(".version").nth(2)
    await third.get_by_role("button", name="Undo").click()
    await expect(third.locator(".told")).to_have_text("Undone. This is version 6.")
    await expect(tab.locator(".told")).to_have_count(1)
    await expect(tab.locator(".toast")).to_have_count(0)
    await page.platform.notice(MAIN, Notice("Something else happened."))
    toast = await tab.locator(".toast").bounding_box()
    title = await tab.locator("#history").bounding_box()
    assert toast is not None
    assert title is not None
    assert toast["x"] + toast["width"] <= title["x"]
    page.door.notice = None
    await tab.locator(".version").nth(1).get_by_role("button", name="Restore").click()
    await expect(tab.locator(".told")).to_contain_text("see the conversation")
    await tab.get_by_role("button", name="Show it").click()
    await expect(tab.locator("#history")).to_be_hidden()
    await expect(tab.locator("#scroll")).to_be_focused()
    await tab.set_viewport_size({"width": 1200, "height": 800})


async def test_once_everything_is_deleted_nothing_is_left_in_a_tab(page: RunningPage, tab: Page) -> None:
    page.door.snapshot_answer = Snapshot((), "zh", None, (("main", "the first"),))
    await page.show(99, replace(home(4), language="zh"))
    await page.show(1, TextView("hello"))
    await page.show(2, question("text"))
    await page.platform.refresh()
    await expect(tab.locator("#talks .name")).to_have_text("the first")
    await tab.evaluate("sessionStorage.setItem('draft c-9', '{}')")
    await tab.get_by_role("textbox", name="What is it?").fill("half")
    page.door.posts.clear()
    page.door.snapshot_answer = Snapshot((), "en", None, is_new=True)
    await page.platform.refresh()
    await expect(tab.locator(".post")).to_have_count(0)
    await expect(tab.locator("#talks .name")).to_have_text("最初的对话")
    await expect(tab.locator("#resume")).to_contain_text("这里还没有简历")
    await expect(tab.locator("#empty")).to_be_visible()
    assert await tab.evaluate("Object.keys(sessionStorage)") == []
    await asyncio.sleep(0.8)  # past the pause after which a draft would be sent
    assert page.door.bodies("draft") == []


async def test_a_new_state_leaves_alone_what_did_not_change(page: RunningPage, tab: Page) -> None:
    await page.show(1, card("rejected"))
    await page.show(2, TextView("before"))
    await tab.locator(".card summary").click()
    page.door.posts[MAIN.id] = {1: card("rejected"), 2: TextView("after"), 3: TextView("new")}
    await page.platform.refresh()
    await expect(tab.locator(".post.of-text")).to_have_text(["after", "new"])
    await expect(tab.locator(".card details")).to_have_attribute("open", "")


# --- languages, sizes, colours, labels


async def test_the_pages_own_words_change_language_at_once(page: RunningPage, tab: Page) -> None:
    await page.show(1, card())
    await page.show(99, home(4))
    await expect(tab.locator("#host")).to_have_text("Your text goes to api.example.com")
    await page.show(99, replace(home(4), language="zh"))
    await expect(tab.locator("#host")).to_have_text("你的文字会发送到 api.example.com")
    page.door.snapshot_answer = Snapshot((), "zh", None)
    await page.platform.refresh()
    await expect(tab.locator("#host")).to_have_text("未使用模型：一切都留在本机")
    await expect(tab.locator(".card .state")).to_have_text("等待你决定")
    await expect(tab.get_by_role("button", name="历史")).to_be_visible()
    await expect(tab.locator("#draft")).to_have_attribute("placeholder", "告诉我要改什么，或者提问……")
    assert await tab.evaluate("document.documentElement.lang") == "zh-CN"
    await page.show(99, home(4))
    page.door.snapshot_answer = Snapshot((), "en", None)
    await page.platform.refresh()
    await expect(tab.get_by_role("button", name="History")).to_be_visible()


async def test_both_languages_have_every_word_and_every_word_is_used(tab: Page) -> None:
    folder = Path(__file__).parents[2] / "adapters" / "web" / "static"
    text = (folder / "words.js").read_text(encoding="utf-8")
    tables = await tab.evaluate(
        """async (text) => { const start = text.indexOf('{'), end = text.indexOf('};') + 1;
             const names = (part) => [...part.matchAll(/(\\w+): "/g)].map((match) => match[1]);
             const [en, zh] = text.slice(start, end).split('zh: {'); return [names(en), names(zh)]; }""",
        text,
    )
    assert len(tables[0]) > 50
    assert tables[0] == tables[1]
    code = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name != "words.js")
    state_words = {"pending", "approved", "rejected", "superseded", "expired", "undone", "out_of_date"}
    unused = [name for name in tables[0] if f'"{name}"' not in code and name not in state_words]
    assert unused == []


async def opens_in_sight(tab: Page, menu: str) -> None:
    """The menu opens inside the window, every choice of it in one line, and Escape closes it."""
    opener = tab.locator(f"{menu} .opener")
    await opener.click()
    popup = tab.locator(f"{menu} .popup")
    await expect(popup).to_be_visible()
    box, size = await popup.bounding_box(), tab.viewport_size
    assert box is not None
    assert size is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert await has_no_sideways_scrolling(tab)
    await tab.keyboard.press("Escape")
    await expect(popup).to_be_hidden()
    await expect(opener).to_be_focused()


LONG = "Donaudampfschifffahrtsgesellschaftskapitän" * 12


async def test_on_a_phone_nothing_scrolls_sideways(page: RunningPage, browser: Browser) -> None:
    line = replace(LINE, where=LONG, spans=(Span(LONG, "same"), Span(LONG, "in")), note=LONG, edit=LONG)
    entry = EntryView("/e", LONG, LONG, LONG, (LONG, f"• {LONG}"), (LONG,))
    views: list[View] = [
        SaidView(LONG),
        TextView(LONG, "assistant", (Button(LONG, "x1.1..look"),)),
        card(
            headline=LONG, status=LONG, lines=(line,), warnings=(LONG,), notes=(LONG,), buttons=(EDIT, REJECT)
        ),
        BatchView(LONG, (LONG,), LONG, (APPROVE,)),
        ListView(LONG, (LONG, "b"), (Button("Choose", "x1.1.0.choose"), Button("Choose", "x1.1.1.choose"))),
        replace(question("single_choice", Choice(LONG, "v", LONG), allowCustom=True), prompt=LONG),
        question("date_range", allowOpenEnd=True),
        question("file"),
        WorkingView(LONG, LONG, (Button("Stop", "jj1.1..stop"),)),
        replace(
            home(3),
            title=LONG,
            name=LONG,
            contacts=(LONG, LONG),
            sections=(SectionView("/s", LONG, (entry,)),),
            history=(replace(home(3).history[0], what=LONG, changes=(line,)),),
        ),
    ]
    page.door.posts[MAIN.id] = dict(enumerate(views))
    page.door.snapshot_answer = Snapshot((), "en", LONG, (("main", LONG), ("c-2", LONG)))
    page.door.pages[4] = (png(250), png(250))
    async with watched(browser, viewport={"width": 360, "height": 740}, has_touch=True) as eyes:
        tab = await eyes.open(page.server.link)
        await expect(tab.locator(".post")).to_have_count(len(views) - 1)
        await tab.get_by_role("button", name="Edit").click()
        await page.platform.notice(MAIN, Notice(LONG))
        await expect(tab.locator(".toast")).to_be_visible()
        assert await has_no_sideways_scrolling(tab)
        await tab.get_by_role("button", name="Dismiss").click()
        await expect(tab.locator(".toast")).to_have_count(0)
        await expect(tab.locator("#resume")).to_be_hidden()
        await opens_in_sight(tab, "#talks")
        await page.show(9, replace(home(4), title=LONG))
        await expect(tab.locator("#tab-resume .dot")).to_be_visible()
        await tab.get_by_role("tab", name="Résumé").click()
        await expect(tab.locator("#talk")).to_be_hidden()
        await expect(tab.locator(".sheet")).to_be_visible()
        assert await has_no_sideways_scrolling(tab)
        await opens_in_sight(tab, "#titles")
        await opens_in_sight(tab, "#exports")
        await tab.get_by_role("button", name="Picture").click()
        await expect(tab.locator("img.leaf")).to_be_visible()
        assert await has_no_sideways_scrolling(tab)
        await tab.get_by_role("button", name="History").click()
        await tab.locator("#history summary").first.click()
        assert await has_no_sideways_scrolling(tab)
        page.door.comparisons[3, 4] = (line, LINE)
        await tab.get_by_role("button", name="Compare", exact=True).click()
        await expect(tab.locator(".pair")).to_have_count(2)
        assert await has_no_sideways_scrolling(tab)
        older = await tab.locator(".side.is-out").last.bounding_box()
        newer = await tab.locator(".side.is-in").last.bounding_box()
        assert older is not None
        assert newer is not None
        assert older["y"] + older["height"] <= newer["y"]
        assert older["width"] == newer["width"] > 280
        assert eyes.complaints == []


CONTRASTS = """() => {
  const parse = (text) => { const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const ground = (element) => { for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour[3] === 255) return colour; }
    return [255, 255, 255]; };
  const wanted = 'ins, del, .where, .line-note, .state, .remarks span, .card .button, .said, .words, '
    + '.fine span, .sheet h3, .sheet h4, .sheet li, .subtitle, .aside, .badge, .brand h1, .reason, .prompt, '
    + '.toast p, .when, .item, .opener, .segments button, .page-changed, .trouble, .hint, .told';
  return [...document.querySelectorAll(wanted)]
    .filter((e) => e.offsetParent !== null && !e.closest('.is-hidden'))
    .map((e) => { const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
      return [e.className || e.tagName, (Math.max(a, b) + .05) / (Math.min(a, b) + .05)]; });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_can_be_read_in_light_and_dark(
    page: RunningPage, browser: Browser, scheme: str
) -> None:
    for number, state in enumerate(STATES):
        await page.show(number, card(state, warnings=("Look here",), notes=("And here",), summary="Why"))
    await page.show(20, SaidView("hello"))
    await page.show(21, TextView("hello", by="product"))
    await page.show(22, question("text"))
    await page.show(99, home(4))
    async with watched(browser, color_scheme=scheme) as eyes:
        tab = await eyes.open(page.server.link)
        await expect(tab.locator(".card")).to_have_count(len(STATES))
        await page.platform.notice(MAIN, Notice("plain"))
        await page.platform.notice(MAIN, Notice("careful", "warning"))
        await expect(tab.locator(".toast")).to_have_count(2)
        await tab.locator("#exports .opener").click()
        ground = await tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(17, 21, 25)") == (scheme == "dark")
        contrasts = await tab.evaluate(CONTRASTS)
        assert len(contrasts) > 60
        assert [pair for pair in contrasts if pair[1] < 4.5] == []
        assert eyes.complaints == []


async def test_everything_that_can_be_used_has_a_name(page: RunningPage, tab: Page) -> None:
    kinds = (
        "single_choice",
        "multi_choice",
        "text",
        "textarea",
        "number",
        "date",
        "date_range",
        "url",
        "file",
    )
    for number, kind in enumerate((*kinds, "confirm")):
        await page.show(number, question(kind, *TWO, allowCustom=True, allowOpenEnd=True))
    await page.show(30, card())
    await page.show(99, home(4))
    await tab.get_by_role("button", name="Edit").click()
    await tab.locator("#titles .opener").click()
    await tab.get_by_role("button", name="New résumé…").click()
    await tab.get_by_role("button", name="History").click()
    nameless = await tab.evaluate(
        """() => [...document.querySelectorAll('button, input:not([hidden]), textarea, select')]
          .filter((e) => !e.closest('[hidden]'))
          .filter((e) => !(e.textContent.trim() && e.matches('button')) && !e.ariaLabel && !e.labels?.length
                         && !document.getElementById(e.getAttribute('aria-labelledby'))?.textContent)
          .map((e) => e.outerHTML)"""
    )
    assert nameless == []
    assert await tab.locator("#toasts").get_attribute("aria-live") == "polite"
    assert await tab.locator("#posts").get_attribute("role") == "log"


async def test_less_motion_means_none(page: RunningPage, tab: Page) -> None:
    await page.show(1, WorkingView("Thinking…", "", ()))
    assert await tab.locator(".pulse").evaluate("e => getComputedStyle(e).animationName") == "none"
