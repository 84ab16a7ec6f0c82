"""What the page's tests stand on: a core that is a list, the page on a free port, and a browser."""

import asyncio
import itertools
import os
import struct
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    async_playwright,
    expect,
)

from adapters.web.connect import WebPlatform
from adapters.web.door import Snapshot
from adapters.web.server import WebServer
from adapters.web.token import LinkToken
from core.event import Answer, Conversation, Event
from core.ports import Sending
from core.show.view import (
    Button,
    CardState,
    CardView,
    EntryView,
    HomeView,
    LineView,
    Notice,
    SectionView,
    Span,
    VersionView,
    View,
)

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MAIN = Conversation(platform="web", channel="main")
NOW = 1_800_000_000_000
PATIENCE = 20_000
"""Milliseconds: a busy machine is no failure."""


class FakeDoor:
    """A core that stores nothing but lists; `on_event` may show something in answer."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.posts: dict[str, dict[int, View]] = {}
        self.snapshot_answer = Snapshot((), "en", "api.example.com")
        self.pages: dict[int, tuple[bytes, ...]] = {}
        """By version: the pages as PNG."""
        self.comparisons: dict[tuple[int, int], tuple[LineView, ...]] = {}
        """By the older and the newer version."""
        self.export_answer: tuple[str, bytes] | None = None
        self.asked_pages: list[tuple[str, int, int]] = []
        """Channel, version and page of each picture that was asked for."""
        self.picture_gate: asyncio.Event | None = None
        """Pictures wait for it."""
        self.notice: Notice | None = None
        self.is_broken = False
        self.on_event: Callable[[Event], Awaitable[None]] | None = None

    async def receive(self, event: Event) -> Notice | None:
        if self.is_broken:
            raise OSError("disk full while writing Jane's salary")
        self.events.append(event)
        if self.on_event is not None:
            await self.on_event(event)
        return self.notice

    async def file(self, conversation: Conversation, post: int) -> tuple[str, bytes] | None:
        return self.export_answer if post == 7 else None

    async def export(self, conversation: Conversation, form: str) -> tuple[str, bytes] | None:
        return self.export_answer if form == "json" else ("Jane v4.pdf", b"%PDF-1.7")

    async def picture(self, conversation: Conversation, version: int, page: int) -> tuple[bytes, int] | None:
        self.asked_pages.append((conversation.channel, version, page))
        if self.picture_gate is not None:
            await self.picture_gate.wait()
        pages = self.pages.get(version, ())
        return (pages[page - 1], len(pages)) if 1 <= page <= len(pages) else None

    async def compare(
        self, conversation: Conversation, older: int, newer: int
    ) -> tuple[LineView, ...] | None:
        return self.comparisons.get((older, newer))

    async def snapshot(self, conversation: Conversation) -> Snapshot:
        posts = self.posts.get(conversation.id, {})
        return replace(self.snapshot_answer, posts=tuple(posts.items()))

    def bodies(self, kind: str) -> list[Event]:
        """The Events of a kind; answers that are only half done count as `draft`."""
        return [event for event in self.events if kind_of(event) == kind]


def kind_of(event: Event) -> str:
    is_draft = isinstance(event.body, Answer) and event.body.draft
    return "draft" if is_draft else event.body.kind


class RunningPage:
    """The page on a free port, with a core that is a list."""

    def __init__(self, folder: Path, address: str | None = "127.0.0.1:0", heartbeat: float = 15) -> None:
        self.door = FakeDoor()
        self.platform = WebPlatform()
        self.token = LinkToken(folder / "page-token")
        ticks = itertools.count(NOW)
        self.server = WebServer(
            self.door, self.platform, address, self.token, lambda: next(ticks), heartbeat=heartbeat
        )
        self.host, self.port = "", 0

    async def __aenter__(self) -> "RunningPage":
        self.host, self.port = await self.server.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.server.stop()

    @property
    def origin(self) -> str:
        return f"http://{self.host}:{self.port}"

    async def show(self, post: int, view: View, conversation: Conversation = MAIN) -> None:
        """As core does it: the state first, then the push."""
        self.door.posts.setdefault(conversation.id, {})[post] = view
        await self.platform.show(Sending(post, conversation, view))

    async def fold(self, post: int, conversation: Conversation = MAIN) -> None:
        self.door.posts[conversation.id].pop(post)
        await self.platform.fold(post, conversation, str(post))


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Debian's Chromium; a machine without it skips, unless everything is required there."""
    if not Path(CHROMIUM).exists():
        reason = f"{CHROMIUM} is not installed, so the page can't be looked at in a browser."
        if os.environ.get("COUNTERSIGN_TEST_REQUIRE_ALL"):
            pytest.fail(reason)
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


class Watched:
    """Browser tabs whose console is read: an error, a refused resource or a dialog fails the test."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.complaints: list[str] = []

    async def open(self, address: str) -> Page:
        page = await self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("dialog", self._refuse)
        await page.goto(address)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    async def _refuse(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        await dialog.dismiss()


def png(shade: int, *lines: int, width: int = 85, height: int = 120) -> bytes:
    """A page of one grey as PNG (W3C PNG §5), with black lines of these lengths, ten high and ten apart."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = [bytearray([shade]) * width for _ in range(height)]
    for place, length in enumerate(lines):
        for row in rows[10 + 20 * place : 20 + 20 * place]:
            row[5 : 5 + length] = bytes(length)
    pixels = zlib.compress(b"".join(b"\x00" + row for row in rows))
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


APPROVE = Button("Approve", "pabc123defg.1.tag.approve", "primary")
REJECT = Button("Reject", "pabc123defg.1.tag.reject", "plain")
EDIT = Button("Edit", "pabc123defg.1.tag.edit", "plain", "lines")
REDRAFT = Button("Redraft", "pabc123defg.1.tag.redraft", "plain", "reason")
UNDO = Button("Undo", "vresume1.5..undo", "plain")

LINE = LineView(
    number=0,
    where="Experience · Acme Corp · Description",
    kind="block",
    spans=(
        Span("Led ", "same"),
        Span("a team", "out"),
        Span("a team of six engineers", "in"),
        Span(" that rebuilt the billing service", "same"),
        Span(" in Go", "in"),
        Span(".", "same"),
    ),
    edit="Led a team of six engineers that rebuilt the billing service in Go.",
)
ADDED = LineView(
    number=1, where="Skills · Languages", kind="keyword", spans=(Span("Go", "in"),), note="after Python"
)


def card(
    state: CardState = "pending",
    *,
    headline: str = "Say what the team at Acme did",
    status: str = "",
    buttons: tuple[Button, ...] = (APPROVE, REJECT, EDIT),
    lines: tuple[LineView, ...] = (LINE, ADDED),
    warnings: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    summary: str = "",
    more: str = "",
) -> CardView:
    return CardView(headline, state, status, summary, lines, more, notes, warnings, buttons)


def home(version: int = 4, bullet: str = "Led a team that rebuilt the billing service.") -> HomeView:
    acme = EntryView(
        "/sections/experience/items/[a]",
        "Acme Corp",
        "Staff Engineer · Berlin",
        "2019 – Present",
        (
            f"• {bullet}",
            "• Cut the nightly close from five hours to forty minutes.",
            "• Mentored four people.",
        ),
    )
    globex = EntryView(
        "/sections/experience/items/[b]",
        "Globex",
        "Software Engineer · Hamburg",
        "2014 – 2019",
        ("Worked on the ordering platform that every shop of the group uses.", "• Wrote the stock ledger."),
    )
    degree = EntryView(
        "/sections/education/items/[c]", "Technische Universität Berlin", "M.Sc. Computer Science", "2014", ()
    )
    skills = EntryView(
        "/sections/skills/items/[d]", "Languages", "", "", (), ("Python", "Go", "SQL", "TypeScript")
    )
    awards = EntryView("/sections/awards/items/[e]", "Hack Day, first place", "", "2018", (), hidden=True)
    return HomeView(
        resume="resume1",
        title="Jane Doe, engineering",
        language="en",
        version=version,
        name="Jane Doe",
        headline="Staff engineer who likes ledgers that add up",
        contacts=("jane@example.com", "+49 30 123456", "Berlin", "jane.example.com"),
        sections=(
            SectionView(
                "/summary",
                "Summary",
                (EntryView("/summary/content", "", "", "", ("Twelve years of payments and billing.",)),),
            ),
            SectionView("/sections/experience", "Experience", (acme, globex)),
            SectionView("/sections/education", "Education", (degree,)),
            SectionView("/sections/skills", "Skills", (skills,)),
            SectionView("/sections/awards", "Awards", (awards,), hidden=True),
        ),
        history=tuple(
            VersionView(
                number,
                "Approved: Say what the team at Acme did" if number > 1 else "Imported from jane.json",
                "you",
                f"2026-11-{number + 10:02d}T09:30:00Z",
                (LINE, ADDED) if number > 1 else (),
                (
                    Button("Look", f"vresume1.{number}..look"),
                    Button("Restore", f"vresume1.{number}..restore"),
                    Button("Undo", f"vresume1.{number}..undo"),
                )
                if number > 1
                else (),
            )
            for number in range(version, 0, -1)
        ),
    )
