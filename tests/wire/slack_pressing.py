"""What people press, choose and submit in Slack; each becomes an interactive payload for the app."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.wire.slack_delivery import Delivery, Kind
from tests.wire.slack_files import to_body
from tests.wire.slack_people import Writing
from tests.wire.slack_state import Body, elements, public
from tests.wire.slack_typing import NotPossible, check_inputs, empty, entry, holds_value, label
from tests.wire.slack_views import close_view


@dataclass(frozen=True)
class Place:
    """Where a person presses or types: a message, an ephemeral one, the Home tab or a modal."""

    key: str
    blocks: list[Body]
    body: Body
    channel: str | None = None
    thread_ts: str | None = None
    view: str | None = None
    is_ephemeral: bool = False


class People(Writing):
    """A workspace where people also press buttons and fill in forms.

    NotPossible is raised for what Slack's client wouldn't let a person do.
    """

    initial_in_state = False
    """Whether `state` holds what untouched inputs had at first; Slack may leave that out."""

    async def click(
        self,
        user: str,
        where: str,
        button: str,
        *,
        value: str | None = None,
        state: Mapping[str, Any] | None = None,
    ) -> Delivery:
        """Press a button, told by its action_id or label (and `value`, where several are alike).

        `where` is a message's ts, also an ephemeral one's, "home", or a modal's id. `state` is what the
        person typed or chose before, by action_id or block_id.
        """
        place = self._place(user, where)
        self._type(user, place, state or {})
        block_id, element = _one(
            (block_id, element)
            for block_id, element in elements(place.blocks)
            if element["type"] in ("button", "icon_button")
            and button in (element["action_id"], label(element))
            and value in (None, element.get("value"))
        )
        kept = ("type", "action_id", "value", "text", "style")
        action = {name: element[name] for name in kept if name in element}
        return await self._act(user, place, block_id, action)

    async def choose(
        self, user: str, where: str, action_id: str, value: Any, *, block_id: str | None = None
    ) -> Delivery:
        """Choose in a select, radio, ticks, date or menu: an option's value or label, a list, or None."""
        place = self._place(user, where)
        own_block, element = _one(
            (block, element)
            for block, element in elements(place.blocks)
            if element["action_id"] == action_id and block_id in (None, block)
        )
        chosen = entry(element, value)
        if holds_value(element):
            self._typed(user, place).setdefault(own_block, {})[action_id] = chosen
        return await self._act(user, place, own_block, {"action_id": action_id, **chosen})

    async def suggest(self, user: str, where: str, action_id: str, query: str) -> Delivery:
        """Type into an external select; the app's suggestions are the payload of the ack."""
        place = self._place(user, where)
        block_id, _ = _one(found for found in elements(place.blocks) if found[1]["action_id"] == action_id)
        body = self._person(user, "block_suggestion") | self._where(user, place)
        body |= {"action_id": action_id, "block_id": block_id, "value": query}
        return await self._interact(body)

    async def submit_view(
        self, user: str, view: str | None = None, values: Mapping[str, Any] | None = None
    ) -> Delivery:
        """Submit a modal, the one on top if none is named; `values` by action_id or block_id.

        What the app answers happens to the modal: it closes, shows errors (`view_errors`) or changes.
        """
        place = self._place(user, view or self._top(user))
        self._type(user, place, values or {})
        state = self._state(user, place)
        check_inputs(place.body, state)
        body = self._person(user, "view_submission") | {"response_urls": []}
        body |= {"trigger_id": self.new_trigger(user, place.view)}
        return await self._interact(body | {"view": place.body | {"state": {"values": state}}})

    async def close_view(self, user: str, view: str | None = None) -> Delivery | None:
        """Close a modal; the app hears of it only if the view asked for that."""
        body = self.views[view or self._top(user)]
        close_view(self, user, body["id"])
        if not body["notify_on_close"]:
            return None
        return await self._interact(self._person(user, "view_closed") | {"view": body, "is_cleared": False})

    async def slash_command(
        self, user: str, command: str, text: str = "", *, channel: str | None = None
    ) -> Delivery:
        """Type a slash command; a text in the ack is shown to the person, or to all."""
        place = self._joined(user, channel)
        body = {
            "token": "v",
            "team_id": self.team,
            "team_domain": "acme",
            "channel_id": place.id,
            "channel_name": "directmessage" if place.kind == "im" else place.id.lower(),
            "user_id": user,
            "user_name": self.users[user]["name"],
            "command": command,
            "text": text,
            "api_app_id": self.app_id,
            "is_enterprise_install": "false",
            "response_url": self.new_response_url(user, place.id, ephemeral=True),
            "trigger_id": self.new_trigger(user),
        }
        return await self._interact(body, "slash_commands")

    async def _interact(self, body: Body, kind: Kind = "interactive") -> Delivery:
        delivery = self.deliveries.start(kind, body)
        await delivery.started.wait()
        return delivery

    def _top(self, user: str) -> str:
        if not self.stacks.get(user):
            raise NotPossible(f"{user} has no modal open")
        return self.stacks[user][-1]

    def _place(self, user: str, where: str) -> Place:
        if where == "home":
            if user not in self.homes:
                raise NotPossible("nothing is published there")
            view = self.homes[user]
            return Place(view["id"], view["blocks"], view, view=view["id"])
        if where in self.views:
            if where not in self.stacks.get(user, []):
                raise NotPossible("this modal is another person's")
            return Place(where, self.views[where]["blocks"], self.views[where], view=where)
        for shown in self.ephemerals:
            if (shown["ts"], shown["user"]) == (where, user):
                return _message_place(shown["channel"], shown, is_ephemeral=True)
        channel, message = self.find(where)
        self._joined(user, channel.id)
        return _message_place(channel.id, message, is_ephemeral=False)

    def _typed(self, user: str, place: Place) -> Body:
        return self.typed.setdefault((user, place.key), {})

    def _type(self, user: str, place: Place, values: Mapping[str, Any]) -> None:
        """Type or choose without sending; ids of files stand for the files."""
        for name, value in values.items():
            block_id, element = _one(
                (block_id, element)
                for block_id, element in elements(place.blocks)
                if holds_value(element) and name in (element["action_id"], block_id)
            )
            given = [to_body(self, self.files[one]) for one in value] if _is_file(element) else value
            self._typed(user, place).setdefault(block_id, {})[element["action_id"]] = entry(element, given)

    def _state(self, user: str, place: Place) -> Body:
        typed = self._typed(user, place)
        values: Body = {}
        for block_id, element in elements(place.blocks):
            if holds_value(element):
                known = typed.get(block_id, {}).get(element["action_id"])
                untouched = empty(element, with_initial=self.initial_in_state)
                values.setdefault(block_id, {})[element["action_id"]] = known or untouched
        return values

    async def _act(self, user: str, place: Place, block_id: str, action: Body) -> Delivery:
        body = self._person(user, "block_actions") | self._where(user, place)
        in_modal = place.view if place.view in self.views else None
        body["trigger_id"] = self.new_trigger(user, in_modal)
        body["actions"] = [{**action, "block_id": block_id, "action_ts": self.next_ts()}]
        return await self._interact(body)

    def _person(self, user: str, kind: str) -> Body:
        person = self.users[user]
        return {
            "type": kind,
            "token": "v",
            "api_app_id": self.app_id,
            "user": {"id": user, "username": person["name"], "team_id": person["team_id"]},
            "team": {"id": self.team, "domain": "acme"},
            "enterprise": None,
            "is_enterprise_install": False,
        }

    def _where(self, user: str, place: Place) -> Body:
        """What a payload says of the place that was pressed in."""
        state = {"values": self._state(user, place)}
        if place.view is not None:
            view = place.body | {"state": state}
            return {"container": {"type": "view", "view_id": place.view}, "view": view}
        assert place.channel is not None
        channel = self.channels[place.channel]
        name = "directmessage" if channel.kind == "im" else channel.id.lower()
        container: Body = {"type": "message", "message_ts": place.key, "channel_id": channel.id}
        container["is_ephemeral"] = place.is_ephemeral
        if place.thread_ts is not None:
            container["thread_ts"] = place.thread_ts
        answering = self.new_response_url(
            user, channel.id, place.key, place.thread_ts, ephemeral=place.is_ephemeral
        )
        body: Body = {"container": container, "channel": {"id": channel.id, "name": name}, "state": state}
        body["response_url"] = answering
        return body if place.is_ephemeral else body | {"message": public(place.body)}


def _message_place(channel: str, message: Body, *, is_ephemeral: bool) -> Place:
    return Place(
        message["ts"],
        message.get("blocks", []),
        message,
        channel,
        message.get("thread_ts"),
        is_ephemeral=is_ephemeral,
    )


def _is_file(element: Body) -> bool:
    return bool(element["type"] == "file_input")


def _one(found: Any) -> tuple[str, Body]:
    """The only one of these; NotPossible where there is none, or several."""
    candidates: list[tuple[str, Body]] = list(found)
    if len(candidates) != 1:
        raise NotPossible(f"{len(candidates)} elements are meant, not one")
    return candidates[0]
