"""Modals and the Home tab: the views.* methods, the stack of modals, and what a submit's answer does."""

from typing import Any

from tests.wire.slack_blocks import is_view_too_large, view_problems
from tests.wire.slack_chat import unready_images
from tests.wire.slack_methods import Arguments, invalid, method
from tests.wire.slack_shapes import Surface
from tests.wire.slack_state import Body, Refused, Workspace, with_ids

MOST_VIEWS = 3


def checked_view(given_view: Any, surface: Surface) -> Body:
    """A view as it was sent, or Slack's refusal."""
    if is_view_too_large(given_view):
        raise Refused("view_too_large")
    problems = view_problems(given_view, surface)
    if problems:
        raise invalid(*problems)
    view: Body = given_view
    return view


def _full(slack: Workspace, view: Body, view_id: str, root: str, previous: str | None) -> Body:
    """A view as Slack keeps it and hands it out."""
    return {
        "callback_id": "",
        "private_metadata": "",
        "external_id": "",
        "title": None,
        "submit": None,
        "close": None,
        "clear_on_close": False,
        "notify_on_close": False,
        **view,
        "blocks": with_ids(view["blocks"]),
        "id": view_id,
        "team_id": slack.team,
        "app_id": slack.app_id,
        "bot_id": slack.bot_id,
        "app_installed_team_id": slack.team,
        "root_view_id": root,
        "previous_view_id": previous,
        "hash": slack.next_id("1."),
        "state": {"values": {}},
    }


def _check_external(slack: Workspace, view: Body, view_id: str = "") -> None:
    name = view.get("external_id")
    if name and any(
        other["external_id"] == name and other["id"] != view_id for other in slack.views.values()
    ):
        raise Refused("duplicate_external_id")


def push_view(slack: Workspace, user: str, view: Body) -> Body:
    """Put a checked view on top of a person's modals."""
    _check_external(slack, view)
    stack = slack.stacks.setdefault(user, [])
    if len(stack) >= MOST_VIEWS:
        raise Refused("push_limit_reached")
    view_id = slack.next_id("V")
    slack.views[view_id] = _full(slack, view, view_id, (stack or [view_id])[0], stack[-1] if stack else None)
    stack.append(view_id)
    return slack.views[view_id]


def change_view(slack: Workspace, old: Body, view: Body) -> Body:
    """Put a checked view in the place of an open one; what was typed stays where the block_id stays."""
    _check_external(slack, view, old["id"])
    new = _full(slack, view, old["id"], old["root_view_id"], old["previous_view_id"])
    slack.views[old["id"]] = new
    slack.prune_typed(old["id"], new["blocks"])
    return new


def close_view(slack: Workspace, user: str, view_id: str) -> None:
    """Take a modal away, and those above it."""
    stack = slack.stacks[user]
    for gone in stack[stack.index(view_id) :]:
        del slack.views[gone]
    del stack[stack.index(view_id) :]


def close_all(slack: Workspace, user: str) -> None:
    """Take all of a person's modals away."""
    if slack.stacks.get(user):
        close_view(slack, user, slack.stacks[user][0])


@method("views.open")
def views_open(slack: Workspace, given: Arguments) -> Body:
    view = checked_view(given.json("view"), "modal")
    trigger = slack.use_trigger(given.need("trigger_id"))
    close_all(slack, trigger.user)
    return {"view": push_view(slack, trigger.user, view)}


@method("views.push")
def views_push(slack: Workspace, given: Arguments) -> Body:
    view = checked_view(given.json("view"), "modal")
    trigger = slack.use_trigger(given.need("trigger_id"))
    if trigger.view not in slack.views:
        raise Refused("invalid_trigger_id")
    return {"view": push_view(slack, trigger.user, view)}


@method("views.update")
def views_update(slack: Workspace, given: Arguments) -> Body:
    view = checked_view(given.json("view"), "modal")
    old = slack.views.get(given.text("view_id")) or _by_external(slack, given.text("external_id"))
    if old is None:
        raise Refused("not_found")
    if given.text("hash", old["hash"]) != old["hash"]:
        raise Refused("hash_conflict")
    return {"view": change_view(slack, old, view)}


def _by_external(slack: Workspace, name: str) -> Body | None:
    return next((view for view in slack.views.values() if name and view["external_id"] == name), None)


@method("views.publish")
def views_publish(slack: Workspace, given: Arguments) -> Body:
    view = checked_view(given.json("view"), "home")
    problems = unready_images(slack, view["blocks"], "/view/blocks")
    if problems:
        raise invalid(*problems)
    user = given.need("user_id")
    if "home" not in slack.features:
        raise Refused("not_enabled")
    if user not in slack.users:
        raise Refused("user_not_found")
    old = slack.homes.get(user)
    if old and given.text("hash", old["hash"]) != old["hash"]:
        raise Refused("hash_conflict")
    view_id = old["id"] if old else slack.next_id("V")
    slack.homes[user] = _full(slack, view, view_id, view_id, None)
    slack.prune_typed(view_id, slack.homes[user]["blocks"])
    return {"view": slack.homes[user]}


def apply_response(slack: Workspace, user: str, view_id: str, payload: Any) -> None:
    """Do what the answer to a submit says; what Slack would show as "trouble" is a problem of the app."""
    view = slack.views.get(view_id)
    if view is None:
        return
    slack.view_errors.pop(view_id, None)
    answer = payload if isinstance(payload, dict) else {}
    try:
        _apply(slack, user, view, answer)
    except Refused as refused:
        slack.problems.append(f"answer to a submit: {refused.error} {refused.extra}")


def _apply(slack: Workspace, user: str, view: Body, answer: Body) -> None:
    match answer.get("response_action"):
        case None:
            close_view(slack, user, view["id"])
        case "clear":
            close_all(slack, user)
        case "update":
            change_view(slack, view, checked_view(answer.get("view"), "modal"))
        case "push":
            push_view(slack, user, checked_view(answer.get("view"), "modal"))
        case "errors":
            _show_errors(slack, view, answer.get("errors"))
        case other:
            raise Refused(f"unknown response_action {other}")


def _show_errors(slack: Workspace, view: Body, errors: Any) -> None:
    """Keep the errors that the person sees; each must name an input block."""
    inputs = {block["block_id"] for block in view["blocks"] if block["type"] == "input"}
    if not isinstance(errors, dict) or not errors or not errors.keys() <= inputs:
        raise Refused("errors must name input blocks")
    slack.view_errors[view["id"]] = errors
