"""Files: uploads that are waited for until they can be seen, and downloads that are what they say."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import aiohttp
from yarl import URL

from adapters.slack.client import SECONDS, SlackClient, SlackError, ask, retry_after
from adapters.slack.posts import Place, Posts
from adapters.slack.text import cut, escape
from core.errors import BusyError, DeliveryError, PersonError, UnknownOutcomeError, UnreachableError
from core.event import Conversation
from core.show.files import MadeFile
from core.show.words import Words

SHARED_WITHIN: Final = 15.0
"""Seconds in which Slack must be done with an accepted file; it may never be."""
TRANSFER_SECONDS: Final = 60
MOST_REDIRECTS: Final = 3
_CHUNK: Final = 65_536


class Files:
    """Takes files to Slack and from it."""

    def __init__(self, client: SlackClient, posts: Posts) -> None:
        self._client = client
        self._posts = posts

    async def send(
        self, conversation: Conversation, files: Sequence[MadeFile], comment: str, tried_at: int | None
    ) -> str:
        """Upload files as one message; its place. After an earlier attempt of unknown outcome, look first.

        Raises as `Platform.show`.
        """
        if tried_at is not None:
            found = await self._find(conversation, files, tried_at)
            if found is not None:
                return found
        room = await self._client.room(conversation.channel)
        uploaded = [await self._upload(file) for file in files]
        web = self._client.web
        thread = conversation.thread or None
        await ask(
            web.files_completeUploadExternal(
                files=uploaded, channel_id=room, thread_ts=thread, initial_comment=escape(cut(comment, 1_000))
            )
        )
        ts = await self._wait(uploaded[0]["id"] or "", lambda file: _share(file, room))
        return str(Place(room, ts))

    async def keep(self, file: MadeFile) -> str:
        """Upload a picture that stands in no conversation; its id, once blocks may show it.

        Raises BusyError, SlackError, DeliveryError; then no file is left behind, as far as we can tell.
        """
        uploaded = await self._upload(file)
        name = uploaded["id"] or ""
        try:
            await ask(self._client.web.files_completeUploadExternal(files=[uploaded]))
            await self._wait(name, lambda info: str(info.get("mimetype") or ""))
        except DeliveryError:
            await self.delete(name)
            raise
        return name

    async def delete(self, file: str) -> None:
        """Take a file of ours away; best effort."""
        with suppress(DeliveryError):
            await ask(self._client.web.files_delete(file=file))

    async def _upload(self, file: MadeFile) -> dict[str, str | None]:
        """Bytes to Slack; nobody sees them until the upload is completed, so any failure is a plain one."""
        web = self._client.web
        try:
            asked = await ask(web.files_getUploadURLExternal(filename=file.name, length=len(file.data)))
            timeout = aiohttp.ClientTimeout(total=TRANSFER_SECONDS)
            url = str(asked["upload_url"])
            async with self._client.session.post(url, data=file.data, timeout=timeout) as answer:
                if answer.status != 200:
                    raise DeliveryError("upload_failed", "Slack didn't take the file.")
        except (UnknownOutcomeError, aiohttp.ClientError, TimeoutError):
            raise DeliveryError("upload_failed", "Slack didn't take the file.") from None
        return {"id": str(asked["file_id"]), "title": file.name}

    async def _wait(self, file: str, seen: Callable[[dict[str, Any]], str]) -> str:
        """What `seen` finds in what Slack tells of a file, in time, or UnknownOutcomeError."""
        until = time.monotonic() + SHARED_WITHIN
        wait = 0.2
        while time.monotonic() < until:
            try:
                info = await ask(self._client.web.files_info(file=file))
                if found := seen(info.get("file") or {}):
                    return found
            except BusyError as problem:
                wait = max(wait, problem.retry_after)
            except (SlackError, UnknownOutcomeError):
                pass
            await asyncio.sleep(wait)
            wait = min(wait * 1.6, 2.0)
        raise UnknownOutcomeError

    async def _find(self, conversation: Conversation, files: Sequence[MadeFile], tried_at: int) -> str | None:
        """The message with these files; they carry no key, but the names and the time."""
        names = {file.name for file in files}
        for message in await self._posts.recent(conversation, tried_at):
            shown = {one.get("title") for one in message.get("files") or ()}
            if message.get("user") == self._client.bot_user and names <= shown:
                return str(Place(await self._client.room(conversation.channel), str(message["ts"])))
        return None

    async def fetch(self, reference: str, most: int, say: Words) -> bytes:
        """The bytes of a person's file, `most` at most.

        Raises PersonError `file_too_large` and `file_not_fetched`, BusyError, DeliveryError.
        """
        refused = PersonError("file_not_fetched", say.say("slack-file-not-fetched"))
        try:
            info = (await ask(self._client.web.files_info(file=reference))).get("file") or {}
        except (SlackError, UnreachableError):
            raise refused from None
        url = str(info.get("url_private_download") or "")
        if info.get("mode", "hosted") != "hosted" or info.get("is_external") or not url:
            raise refused
        too_large = PersonError("file_too_large", say.say("slack-file-too-large", most=most // 2**20))
        if int(info.get("size") or 0) > most:
            raise too_large
        data = await self._download(url, most)
        if data is None:
            raise refused
        if len(data) > most:
            raise too_large
        return data

    async def _download(self, url: str, most: int) -> bytes | None:
        """What stands at an address of Slack's, one byte over `most` at most; None if it isn't the file."""
        for _ in range(MOST_REDIRECTS):
            if not self._client.is_trusted(url):
                return None
            try:
                timeout = aiohttp.ClientTimeout(total=TRANSFER_SECONDS, connect=SECONDS)
                headers = {"Authorization": f"Bearer {self._client.token}"}
                async with self._client.session.get(
                    url, headers=headers, timeout=timeout, allow_redirects=False
                ) as answer:
                    if answer.status in (301, 302, 303, 307, 308):
                        url = str(answer.url.join(URL(answer.headers.get("Location", ""))))
                        continue
                    if answer.status == 429:
                        raise BusyError(retry_after(answer))
                    # Without a scope, or with a wrong token, Slack answers 200 with its login page.
                    if answer.status != 200 or answer.content_type == "text/html":
                        return None
                    return await _read(answer, most + 1)
            except (aiohttp.ClientError, TimeoutError):
                raise DeliveryError("no_answer", "Slack gave no answer.") from None
        return None


async def _read(answer: aiohttp.ClientResponse, most: int) -> bytes:
    data = bytearray()
    async for chunk in answer.content.iter_chunked(_CHUNK):
        data += chunk
        if len(data) >= most:
            break
    return bytes(data[:most])


def _share(file: dict[str, Any], room: str) -> str:
    """The `ts` of a file's message in a channel; '' while there is none."""
    for kind in (file.get("shares") or {}).values():
        for share in kind.get(room) or ():
            return str(share.get("ts") or "")
    return ""
