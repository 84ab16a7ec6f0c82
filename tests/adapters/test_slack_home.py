"""The picture in Slack's Home tab: it comes later than the text, is of what stands there, or stays away."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from core.errors import BugError, BusyError
from core.event import Actor
from core.ports import Shown
from core.show.view import HomeView
from tests.adapters.test_slack_blocks import a_home
from tests.slack_door import FakeDoor, Talk, own, talking
from tests.wire.slack_blocks import view_problems
from tests.wire.slack_server import SlackServer

PNG = b"\x89PNG\r\n\x1a\n"
SEVEN = replace(a_home(2, "Engineer"), version=7)
EIGHT = replace(SEVEN, version=8)
HOME = "home:U1"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short waits, and no proxy between two ends of one machine."""
    monkeypatch.setattr("adapters.slack.files.SHARED_WITHIN", 1.0)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def talk() -> AsyncIterator[Talk]:
    """A core that can draw version 7 and version 8."""
    async with talking() as one:
        one.door.pictures = {("r", number): PNG + bytes([number]) for number in (7, 8)}
        yield one


def images(slack: SlackServer, user: str = "U1") -> list[dict[str, Any]]:
    """The pictures on a person's Home."""
    return [block for block in (slack.home(user) or {"blocks": []})["blocks"] if block["type"] == "image"]


def shown(slack: SlackServer) -> list[bytes | None]:
    """What the pictures on Ann's Home are."""
    return [slack.files[one["slack_file"]["id"]].data for one in images(slack)]


async def settled(talk: Talk) -> None:
    """Until nothing is done about pictures any more."""
    workspaces = talk.platform._workspaces
    assert workspaces is not None
    homes = (await workspaces.at("T1"))._homes
    async with asyncio.timeout(10):
        while homes._tasks:
            await asyncio.gather(*homes._tasks)


async def again(talk: Talk, home: HomeView) -> None:
    assert await talk.again(home, own(), HOME) == Shown(HOME)


async def test_home_stands_at_once_and_its_picture_comes_when_slack_knows_it(talk: Talk) -> None:
    talk.slack.timing.share = 0.4
    assert await talk.show(SEVEN, own()) == Shown(HOME)
    assert talk.slack.home("U1") is not None
    assert images(talk.slack) == []
    await settled(talk)
    (image,) = images(talk.slack)
    assert shown(talk.slack) == [PNG + b"\x07"]
    assert image["alt_text"] == "Engineer · version 7"
    published = talk.slack.calls_of("views.publish")
    assert [call.error for call in published] == ["", ""]
    view = published[-1].arguments["view"]
    assert view_problems(view, "home") == []
    (file,) = talk.slack.files.values()
    assert (file.name, file.shares) == ("Engineer v7.png", {})
    assert talk.slack.messages("D1") == []


async def test_the_same_version_again_is_published_with_its_picture_at_once(talk: Talk) -> None:
    await talk.show(SEVEN, own())
    await settled(talk)
    await again(talk, replace(SEVEN, waiting=(), title="Lead"))
    assert [one["alt_text"] for one in images(talk.slack)] == ["Lead · version 7"]
    await settled(talk)
    assert len(talk.slack.calls_of("views.publish")) == 3
    assert len(talk.slack.files) == 1


async def test_a_new_version_has_no_picture_of_the_old_one_which_is_deleted(talk: Talk) -> None:
    await talk.show(SEVEN, own())
    await settled(talk)
    talk.slack.timing.share = 0.3
    await again(talk, EIGHT)
    assert images(talk.slack) == []
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x08"]
    assert len(talk.slack.files) == 1


async def test_the_picture_of_a_version_that_moved_on_meanwhile_is_dropped(talk: Talk) -> None:
    talk.slack.timing.share = 0.3
    await talk.show(SEVEN, own())
    await talk.slack.wait_until(lambda slack: bool(slack.calls_of("files.info")))
    await again(talk, EIGHT)
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x08"]
    assert len(talk.slack.files) == 1
    views = [str(call.arguments["view"]) for call in talk.slack.calls_of("views.publish")]
    assert ["slack_file" in view for view in views] == [False, False, True]


async def test_no_version_is_shown_with_the_picture_of_another(talk: Talk) -> None:
    await talk.show(SEVEN, own())
    await settled(talk)
    talk.slack.delay("files.delete", 0.3)
    await again(talk, EIGHT)
    await talk.slack.wait_until(lambda slack: bool(slack.calls_of("files.delete")))
    await again(talk, replace(EIGHT, version=9))
    await settled(talk)
    assert images(talk.slack) == [], "the core has none of version 9 here"
    views = [str(call.arguments["view"]) for call in talk.slack.calls_of("views.publish")]
    assert ["slack_file" in view for view in views] == [False, True, False, False]


async def test_a_home_published_again_meanwhile_gets_the_picture_that_was_begun(talk: Talk) -> None:
    talk.slack.timing.share = 0.3
    await talk.show(SEVEN, own())
    await talk.slack.wait_until(lambda slack: bool(slack.calls_of("files.info")))
    await again(talk, replace(SEVEN, headline="Now with a headline"))
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x07"]
    assert "Now with a headline" in str(talk.slack.home("U1"))
    assert len(talk.slack.calls_of("files.getUploadURLExternal")) == 1


async def test_an_older_home_never_takes_the_place_of_a_newer_one(talk: Talk) -> None:
    talk.slack.timing.share = 0.3
    await talk.show(SEVEN, own())
    blocks = [{"type": "divider"}]
    web = (await talk.client()).web
    await web.views_publish(user_id="U1", view={"type": "home", "blocks": blocks})  # another process
    await settled(talk)
    assert [block["type"] for block in (talk.slack.home("U1") or {})["blocks"]] == ["divider"]
    assert talk.slack.calls_of("views.publish")[-1].error == "hash_conflict"


@pytest.mark.parametrize(
    ("method", "error"),
    [
        ("files.getUploadURLExternal", "missing_scope"),
        ("files.completeUploadExternal", "file_not_found"),
        ("files.completeUploadExternal", ""),
    ],
)
async def test_an_upload_that_fails_leaves_home_as_it_is(talk: Talk, method: str, error: str) -> None:
    if error:
        talk.slack.fail_next(method, error)
    else:
        talk.slack.commit_then_drop(method)
    assert await talk.show(SEVEN, own()) == Shown(HOME)
    await settled(talk)
    assert talk.slack.home("U1") is not None
    assert images(talk.slack) == []
    assert talk.slack.files == {}
    await again(talk, EIGHT)
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x08"]


async def test_a_picture_that_slack_never_gets_done_with_is_taken_back(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.files.SHARED_WITHIN", 0.3)
    talk.slack.lose_next_share()
    await talk.show(SEVEN, own())
    await settled(talk)
    assert images(talk.slack) == []
    assert talk.slack.files == {}
    await again(talk, SEVEN)
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x07"]


async def test_a_version_that_slack_refuses_a_picture_of_is_not_tried_again(talk: Talk) -> None:
    talk.slack.scopes.discard("files:write")
    await talk.show(SEVEN, own())
    await settled(talk)
    await again(talk, SEVEN)
    await settled(talk)
    assert len(talk.slack.calls_of("files.getUploadURLExternal")) == 1


async def test_slack_is_waited_for_when_it_wants_that(talk: Talk) -> None:
    talk.slack.limit_next("files.getUploadURLExternal", retry_after=0)
    await talk.show(SEVEN, own())
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x07"]


async def test_a_picture_that_somebody_deleted_fails_no_home_and_is_made_anew(talk: Talk) -> None:
    await talk.show(SEVEN, own())
    await settled(talk)
    talk.slack.files.clear()
    await again(talk, SEVEN)
    assert images(talk.slack) == []
    await settled(talk)
    assert shown(talk.slack) == [PNG + b"\x07"]


async def test_what_can_not_be_drawn_is_logged_by_its_code(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: FakeDoor, resume: str, version: int, actor: Actor) -> bytes | None:
        raise BugError("no_picture", "The résumé could not be drawn.")

    monkeypatch.setattr(FakeDoor, "picture", broken)
    assert await talk.show(SEVEN, own()) == Shown(HOME)
    await settled(talk)
    assert [record.getMessage() for record in caplog.records] == [
        "Home stays without its picture: no_picture"
    ]


async def test_what_is_not_the_newest_any_more_is_not_uploaded(talk: Talk) -> None:
    talk.door.pictures = {}
    await talk.show(SEVEN, own())
    await settled(talk)
    assert talk.slack.calls_of("files.getUploadURLExternal") == []


async def test_every_person_has_a_picture_of_their_own(talk: Talk) -> None:
    await talk.show(SEVEN, own("U1"))
    await talk.show(EIGHT, own("U2"))
    await settled(talk)
    ids = [one["slack_file"]["id"] for user in ("U1", "U2") for one in images(talk.slack, user)]
    assert [talk.slack.files[one].data for one in ids] == [PNG + b"\x07", PNG + b"\x08"]


async def test_a_home_that_is_folded_leaves_no_file_behind(talk: Talk) -> None:
    await talk.show(SEVEN, own())
    await settled(talk)
    await talk.platform.fold(1, own(), HOME)
    assert talk.slack.files == {}
    talk.slack.timing.share = 0.3
    await again(talk, EIGHT)
    await talk.slack.wait_until(lambda slack: len(slack.calls_of("files.completeUploadExternal")) == 2)
    await talk.platform.fold(1, own(), HOME)
    await settled(talk)
    assert talk.slack.files == {}


async def test_a_picture_never_comes_after_a_fold_whose_emptying_failed(talk: Talk) -> None:
    talk.slack.timing.share = 0.3
    await talk.show(SEVEN, own())
    await talk.slack.wait_until(lambda slack: bool(slack.calls_of("files.info")))
    talk.slack.limit_next("views.publish")
    with pytest.raises(BusyError):
        await talk.platform.fold(1, own(), HOME)
    await settled(talk)
    assert images(talk.slack) == []
    assert talk.slack.files == {}
    await talk.platform.fold(1, own(), HOME)
    assert "Engineer" not in str(talk.slack.home("U1"))


async def test_a_home_that_was_switched_off_is_folded_all_the_same(talk: Talk) -> None:
    await talk.show(SEVEN, own())
    await settled(talk)
    talk.slack.fail_next("views.publish", "not_enabled")
    await talk.platform.fold(1, own(), HOME)
    assert talk.slack.files == {}


async def test_stopping_waits_for_no_picture() -> None:
    async with talking() as talk:
        talk.door.pictures = {("r", 7): PNG}
        talk.slack.delay("files.getUploadURLExternal", 30)
        await talk.show(SEVEN, own())
        await talk.slack.wait_until(lambda slack: bool(slack.calls_of("files.getUploadURLExternal")))
        async with asyncio.timeout(5):
            await talk.platform.stop()
