"""What people do on the loopback Telegram: write, send files, press, edit, block. Each gives the Update."""

import copy
import re
from typing import Any

from tests.wire.telegram_checks import picture_size
from tests.wire.telegram_state import State, document_of, photo_of, voice_of
from tests.wire.telegram_text import found_entities
from tests.wire.telegram_values import Json, Update


class People(State):
    """The hooks of tests; all are plain functions."""

    def user_text(
        self,
        user: int,
        text: str,
        *,
        chat: int | None = None,
        reply_to: int | None = None,
        thread: int | None = None,
        forwarded: bool = False,
    ) -> Update:
        """Write a text; in a group the bot hears only mentions, commands and replies to it (privacy mode).

        `thread` is the topic it stands in; the bot may write there from then on.
        """
        content: Json = {"text": text}
        entities = found_entities(text)
        if entities:
            content["entities"] = entities
        if forwarded:
            content["forward_origin"] = {
                "type": "hidden_user",
                "date": int(self.clock.now()),
                "sender_user_name": "Somebody",
            }
        return self._write(user, content, chat, reply_to, thread)

    def user_doc(
        self,
        user: int,
        name: str,
        data: bytes,
        *,
        caption: str = "",
        media_type: str = "application/octet-stream",
        size: int | None = None,
        chat: int | None = None,
        reply_to: int | None = None,
        album: str = "",
    ) -> Update:
        """Send a document; `size` is what is claimed where it differs."""
        file = self.add_file("document", name, media_type, data, size)
        content = {"document": document_of(file)}
        return self._write(user, _captioned(content, caption, album), chat, reply_to)

    def user_photo(
        self, user: int, data: bytes, *, caption: str = "", chat: int | None = None, album: str = ""
    ) -> Update:
        """Send a picture."""
        size = picture_size(data) or (100, 100)
        file = self.add_file("photo", "photo.jpg", "image/jpeg", data)
        content: Json = {"photo": photo_of(self, file, size)}
        return self._write(user, _captioned(content, caption, album), chat, None)

    def user_voice(self, user: int, data: bytes, *, seconds: int = 7, chat: int | None = None) -> Update:
        """Say something."""
        file = self.add_file("voice", "voice.ogg", "audio/ogg", data)
        return self._write(user, {"voice": voice_of(file, seconds)}, chat, None)

    def user_other(self, user: int, content: Json, *, chat: int | None = None) -> Update:
        """Any other content, as it stands in a Message."""
        return self._write(user, content, chat, None)

    def tap(
        self,
        user: int,
        message: int,
        button: str,
        *,
        chat: int | None = None,
        inaccessible: bool = False,
        forged: bool = False,
    ) -> Update:
        """Press a button by its label or its callback_data; `forged` sends any data, button or not."""
        place = self.chats[user if chat is None else chat]
        record = place.records[message]
        data = button if forged else self._data(record.markup or {}, button)
        number = f"{self.updates.next_id:019d}"
        self.queries[number] = self.clock.now()
        shown: Json = copy.deepcopy(record.message)
        if inaccessible:
            shown = {"message_id": message, "chat": place.head, "date": 0}
        query = {
            "id": number,
            "from": self.people[user],
            "message": shown,
            "chat_instance": "-77",
            "data": data,
        }
        return self.updates.push({"callback_query": query})

    def edit(self, user: int, message: int, text: str, *, chat: int | None = None) -> Update:
        """Edit a message of one's own: its text, or the caption where it has a file."""
        number = user if chat is None else chat
        standing = self.chats[number].records[message].message
        name, marks = ("text", "entities") if "text" in standing else ("caption", "caption_entities")
        standing |= {name: text, "edit_date": int(self.clock.now())}
        standing.pop(marks, None)
        if entities := found_entities(text):
            standing[marks] = entities
        return self._deliver("edited_message", copy.deepcopy(standing))

    def user_delete(self, message: int, *, chat: int) -> None:
        """Delete a message; the bot is never told."""
        del self.chats[chat].records[message]

    def block(self, user: int) -> Update:
        """Block the bot: nothing can be sent meanwhile."""
        self.chats[user].refusal = "bot was blocked by the user"
        return self._member(user, user, "member", "kicked")

    def unblock(self, user: int) -> Update:
        """Let the bot in again."""
        self.chats[user].refusal = ""
        return self._member(user, user, "kicked", "member")

    def kick(self, chat: int, by: int) -> Update:
        """Throw the bot out of a group: it hears nothing from there any more."""
        place = self.chats[chat]
        place.refusal = f"bot was kicked from the {place.head['type']} chat"
        return self._member(chat, by, "member", "kicked")

    def migrate(self, chat: int, to: int) -> None:
        """A group becomes a supergroup: told in both, and its old id is answered with the new one."""
        old = self.chats[chat]
        self.add_group(to, old.head["title"], old.members)
        someone = self.people[min(old.members)]
        for place, said in ((chat, {"migrate_to_chat_id": to}), (to, {"migrate_from_chat_id": chat})):
            self.updates.push({"message": self.add_message(place, someone, said)})
        old.moved_to = to

    def push_raw(self, content: Json) -> Update:
        """Anything, unchecked: poison, or a press sent again."""
        return self.updates.push(content, is_raw=True)

    def _write(
        self,
        user: int,
        content: Json,
        chat: int | None,
        reply_to: int | None,
        thread: int | None = None,
    ) -> Update:
        number = user if chat is None else chat
        if reply_to is not None:
            content = {**content, "reply_to_message": self.quoted(number, reply_to)}
        if thread is not None:
            self.chats[number].threads.add(thread)
        message = self.add_message(number, self.people[user], content, thread=thread)
        return self._deliver("message", message)

    def _deliver(self, kind: str, message: Json) -> Update:
        """Queue a message, unless the bot doesn't hear it: then the Update has no id."""
        is_heard = message["chat"]["type"] == "private" or self._is_heard(message)
        return self.updates.push({kind: message}) if is_heard else {kind: message}

    def _is_heard(self, message: Json) -> bool:
        """Whether a bot hears this in a group; privacy mode leaves it commands, mentions and replies."""
        text = str(message.get("text", message.get("caption", "")))
        is_reply = message.get("reply_to_message", {}).get("from", {}).get("id") == self.bot["id"]
        is_named = f"@{self.bot['username']}" in text
        is_command = re.match(r"/\w+(?!\w|@)", text) is not None  # /help@another_bot is not for this one
        is_in = not self.chats[message["chat"]["id"]].refusal
        return is_in and (self.reads_all_group_messages or is_reply or is_named or is_command)

    def _member(self, chat: int, by: int, was: str, now: str) -> Update:
        def as_member(status: str) -> Json:
            return {"user": self.bot, "status": status} | ({"until_date": 0} if status == "kicked" else {})

        return self.updates.push(
            {
                "my_chat_member": {
                    "chat": self.chats[chat].head,
                    "from": self.people[by],
                    "date": int(self.clock.now()),
                    "old_chat_member": as_member(was),
                    "new_chat_member": as_member(now),
                }
            }
        )

    def _data(self, markup: Json, button: str) -> str:
        for row in markup.get("inline_keyboard", []):
            for key in row:
                if button in (key["text"], key.get("callback_data")):
                    return str(key["callback_data"])
        raise AssertionError(f"no button {button!r} on this message")


def _captioned(content: Json, caption: str, album: str) -> Json:
    more: dict[str, Any] = {"caption": caption} if caption else {}
    return content | more | ({"media_group_id": album} if album else {})
