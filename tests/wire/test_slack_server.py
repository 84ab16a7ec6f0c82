"""The loopback Slack behaves as Slack's Web API does towards Slack's own client."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from tests.wire.slack_faults import Rate
from tests.wire.slack_server import SlackServer, slack_server

Block = dict[str, Any]
KEY = {"event_type": "resume_card", "event_payload": {"key": "p7f3-r1"}}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client would use a proxy even for loopback addresses."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def server() -> AsyncIterator[SlackServer]:
    async with slack_server() as running:
        yield running


def client_of(server: SlackServer, *, timeout: int = 5, **more: Any) -> AsyncWebClient:
    """Slack's client without its own retries: by default it sends a dropped call again."""
    handlers = more.pop("retry_handlers", [])
    return AsyncWebClient(
        token=more.pop("token", server.bot_token),
        base_url=server.url,
        timeout=timeout,
        retry_handlers=handlers,
    )


@pytest.fixture
def client(server: SlackServer) -> AsyncWebClient:
    return client_of(server)


def said(text: str, block_id: str = "s") -> list[Block]:
    return [{"type": "section", "block_id": block_id, "text": {"type": "mrkdwn", "text": text}}]


def modal(title: str = "Answer", **more: Any) -> Block:
    return {"type": "modal", "title": {"type": "plain_text", "text": title}, "blocks": said("Which?"), **more}


async def refusal(call: Any) -> SlackApiError:
    with pytest.raises(SlackApiError) as refused:
        await call
    return refused.value


async def error_of(call: Any) -> str:
    return str((await refusal(call)).response["error"])


# Who calls


async def test_a_token_says_who_the_app_is(server: SlackServer, client: AsyncWebClient) -> None:
    answer = await client.auth_test()
    assert (answer["team_id"], answer["user_id"], answer["bot_id"]) == ("T1", "UBOT", "B1")
    assert "chat:write" in answer.headers["x-oauth-scopes"]


async def test_a_wrong_token_and_a_missing_one_are_refused(server: SlackServer) -> None:
    assert await error_of(client_of(server, token="xoxb-other").auth_test()) == "invalid_auth"
    async with aiohttp.ClientSession() as session, session.post(server.url + "auth.test") as response:
        assert (response.status, await response.json()) == (200, {"ok": False, "error": "not_authed"})


async def test_a_socket_needs_the_token_of_the_app(server: SlackServer, client: AsyncWebClient) -> None:
    assert await error_of(client.api_call("apps.connections.open")) == "not_allowed_token_type"
    opened = await client.apps_connections_open(app_token=server.app_token)
    assert opened["url"].startswith("ws://127.0.0.1")


async def test_a_missing_scope_is_named(server: SlackServer, client: AsyncWebClient) -> None:
    server.scopes.discard("chat:write")
    refused = await refusal(client.chat_postMessage(channel="D1", text="a"))
    assert (refused.response["error"], refused.response["needed"]) == ("missing_scope", "chat:write")


async def test_an_unknown_method_is_refused(client: AsyncWebClient) -> None:
    assert await error_of(client.api_call("chat.fly")) == "unknown_method"


@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated")  # Slack's client still uses it
async def test_a_code_is_swapped_for_a_token_once(server: SlackServer) -> None:
    server.installations["code-1"] = {"access_token": "xoxb-2", "team": {"id": "T2", "name": "Bolt Ltd"}}
    bare, (name, secret) = AsyncWebClient(base_url=server.url, retry_handlers=[]), server.clients
    wrong = bare.oauth_v2_access(client_id=name, client_secret="other", code="code-1")
    assert await error_of(wrong) == "bad_client_secret"
    swapped = await bare.oauth_v2_access(client_id=name, client_secret=secret, code="code-1")
    assert (swapped["access_token"], swapped["team"]["id"]) == ("xoxb-2", "T2")
    again = bare.oauth_v2_access(client_id=name, client_secret=secret, code="code-1")
    assert await error_of(again) == "invalid_code"


# Messages


async def test_ids_of_messages_always_rise(server: SlackServer, client: AsyncWebClient) -> None:
    posts = [await client.chat_postMessage(channel="D1", text=str(n)) for n in range(5)]
    ids = [post["ts"] for post in posts]
    assert ids == sorted(set(ids))
    assert [message["text"] for message in server.messages("D1")] == ["0", "1", "2", "3", "4"]


async def test_blocks_that_slack_refuses_are_told_with_their_place(client: AsyncWebClient) -> None:
    refused = await refusal(client.chat_postMessage(channel="D1", text="a", blocks=said("a" * 3001)))
    assert refused.response["error"] == "invalid_blocks"
    assert refused.response["response_metadata"]["messages"] == [
        "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
    ]


async def test_all_text_of_a_message_together_has_a_budget(client: AsyncWebClient) -> None:
    within = [*said("a" * 3000, "1"), *said("a" * 3000, "2"), *said("a" * 3000, "3")]
    await client.chat_postMessage(channel="D1", text="a", blocks=within)
    over = client.chat_postMessage(channel="D1", text="a", blocks=within + said("a", "4"))
    assert await error_of(over) == "msg_blocks_too_long"


async def test_places_that_cannot_be_written_to(server: SlackServer, client: AsyncWebClient) -> None:
    server.add_channel("C2", ["U1"], has_bot=False)
    server.add_channel("C3", ["U1"], is_archived=True)
    assert await error_of(client.chat_postMessage(channel="C9", text="a")) == "channel_not_found"
    assert await error_of(client.chat_postMessage(channel="C2", text="a")) == "not_in_channel"
    assert await error_of(client.chat_postMessage(channel="C3", text="a")) == "is_archived"
    assert await error_of(client.api_call("chat.postMessage", json={"channel": "D1"})) == "no_text"
    assert (
        await error_of(client.chat_postMessage(channel="D1", text="a", thread_ts="1.2")) == "thread_not_found"
    )


async def test_markdown_text_excludes_other_text(client: AsyncWebClient) -> None:
    await client.chat_postMessage(channel="D1", markdown_text="# a")
    both = client.chat_postMessage(channel="D1", markdown_text="# a", text="a")
    assert await error_of(both) == "markdown_text_conflict"


async def test_metadata_shows_its_payload_only_when_asked(
    server: SlackServer, client: AsyncWebClient
) -> None:
    posted = await client.chat_postMessage(channel="D1", text="a", metadata=KEY)
    assert posted["message"]["metadata"] == {"event_type": "resume_card"}
    plain = await client.conversations_history(channel="D1")
    whole = await client.conversations_history(channel="D1", include_all_metadata=True)
    assert plain["messages"][0]["metadata"] == {"event_type": "resume_card"}
    assert whole["messages"][0]["metadata"] == KEY
    wrong = client.chat_postMessage(channel="D1", text="a", metadata={"event_type": "a"})
    assert await error_of(wrong) == "invalid_metadata_format"


async def test_history_has_roots_newest_first_and_replies_the_thread_oldest_first(
    server: SlackServer, client: AsyncWebClient
) -> None:
    await server.user_message("U1", "one")
    root = server.messages("D1")[0]["ts"]
    for text in ("two", "three"):
        await client.chat_postMessage(channel="D1", text=text, thread_ts=root)
    await client.chat_postMessage(channel="D1", text="four")
    history = await client.conversations_history(channel="D1")
    thread = await client.conversations_replies(channel="D1", ts=root)
    assert [message["text"] for message in history["messages"]] == ["four", "one"]
    assert [message["text"] for message in thread["messages"]] == ["one", "two", "three"]
    assert [message["text"] for message in server.thread("D1", root)] == ["one", "two", "three"]


async def test_pages_of_a_thread_follow_each_other(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await client.chat_postMessage(channel="D1", text="root"))["ts"]
    sent = [await client.chat_postMessage(channel="D1", text=str(n), thread_ts=root) for n in range(3)]
    first = await client.conversations_replies(channel="D1", ts=root, limit=2)
    assert [message["text"] for message in first["messages"]] == ["root", "0", "1"]
    cursor = first["response_metadata"]["next_cursor"]
    rest = await client.conversations_replies(channel="D1", ts=root, limit=2, cursor=cursor)
    assert ([message["text"] for message in rest["messages"]], rest["has_more"]) == (["2"], False)
    later = await client.conversations_replies(channel="D1", ts=root, oldest=sent[1]["ts"])
    assert [message["text"] for message in later["messages"]] == ["root", "2"]
    wrong = client.conversations_replies(channel="D1", ts=root, cursor="x")
    assert await error_of(wrong) == "invalid_cursor"


async def test_an_update_keeps_what_it_does_not_name(server: SlackServer, client: AsyncWebClient) -> None:
    ts = (await client.chat_postMessage(channel="D1", text="a", blocks=said("a"), metadata=KEY))["ts"]
    await client.chat_update(channel="D1", ts=ts, text="b", blocks=said("b"))
    assert (server.message(ts)["text"], server.message(ts)["metadata"]) == ("b", KEY)
    assert "edited" not in server.message(ts)
    await client.api_call("chat.update", json={"channel": "D1", "ts": ts, "metadata": {}})
    assert (server.message(ts)["blocks"][0]["text"]["text"], "metadata" in server.message(ts)) == ("b", False)
    await client.chat_update(channel="D1", ts=ts, text="c")
    assert ("blocks" in server.message(ts), "edited" in server.message(ts)) == (False, True)
    await client.chat_update(channel="D1", ts=ts, text="d", blocks=said("d"))
    await client.api_call("chat.update", json={"channel": "D1", "ts": ts, "blocks": []})
    assert server.message(ts)["blocks"] == []


async def test_an_update_is_refused_where_slack_refuses_it(
    server: SlackServer, client: AsyncWebClient
) -> None:
    theirs = (await server.user_message("U1", "mine")).payload["event"]["ts"]
    own = (await client.chat_postMessage(channel="D1", text="a"))["ts"]
    assert await error_of(client.chat_update(channel="D1", ts=theirs, text="b")) == "cant_update_message"
    assert await error_of(client.chat_update(channel="D1", ts="1.2", text="b")) == "message_not_found"
    assert await error_of(client.chat_update(channel="U1", ts=own, text="b")) == "channel_not_found"
    assert await error_of(client.chat_update(channel="D1", ts=own, text="b" * 4001)) == "msg_too_long"
    server.timing.edit = 60
    server.advance(120)
    assert await error_of(client.chat_update(channel="D1", ts=own, text="b")) == "edit_window_closed"


async def test_a_deleted_message_is_gone_and_a_root_leaves_a_mark(
    server: SlackServer, client: AsyncWebClient
) -> None:
    root = (await client.chat_postMessage(channel="D1", text="root"))["ts"]
    reply = (await client.chat_postMessage(channel="D1", text="reply", thread_ts=root))["ts"]
    await client.chat_delete(channel="D1", ts=root)
    assert server.message(root)["subtype"] == "tombstone"
    await client.chat_delete(channel="D1", ts=reply)
    assert [message["ts"] for message in server.messages("D1")] == [root]
    assert await error_of(client.chat_delete(channel="D1", ts=reply)) == "message_not_found"
    theirs = (await server.user_message("U1", "mine")).payload["event"]["ts"]
    assert await error_of(client.chat_delete(channel="D1", ts=theirs)) == "cant_delete_message"


async def test_an_ephemeral_message_is_no_message(server: SlackServer, client: AsyncWebClient) -> None:
    await client.chat_postEphemeral(channel="C1", user="U2", text="not yours")
    server.lose_next_ephemeral()
    await client.chat_postEphemeral(channel="C1", user="U2", text="lost")
    assert [(shown["user"], shown["text"]) for shown in server.ephemerals] == [("U2", "not yours")]
    assert server.messages("C1") == []
    outside = client.chat_postEphemeral(channel="D1", user="U2", text="a")
    assert await error_of(outside) == "user_not_in_channel"


async def test_people_and_their_conversations(server: SlackServer, client: AsyncWebClient) -> None:
    server.add_user("U3", "Cid", locale="fr-FR", tz="Europe/Paris")
    opened = await client.conversations_open(users="U3")
    again = await client.conversations_open(users="U3")
    assert (opened["channel"]["id"], again["already_open"]) == ("D3", True)
    person = (await client.users_info(user="U3", include_locale=True))["user"]
    assert (person["tz"], person["locale"]) == ("Europe/Paris", "fr-FR")
    assert await error_of(client.users_info(user="U9")) == "user_not_found"
    ts = (await client.chat_postMessage(channel="D3", text="a"))["ts"]
    link = await client.chat_getPermalink(channel="D3", message_ts=ts)
    assert link["permalink"].endswith("/D3/p" + ts.replace(".", ""))


# Status, streams


async def test_a_status_goes_with_the_next_message(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await server.user_message("U1", "hello")).payload["event"]["ts"]
    await client.assistant_threads_setStatus(channel_id="D1", thread_ts=root, status="is thinking")
    assert server.statuses == {("D1", root): "is thinking"}
    await client.chat_postMessage(channel="D1", thread_ts=root, text="done")
    assert server.statuses == {}
    wrong = client.assistant_threads_setStatus(channel_id="D1", thread_ts="1.2", status="a")
    assert await error_of(wrong) == "invalid_thread_ts"


async def test_prompts_titles_and_sessions(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await server.user_message("U1", "hello")).payload["event"]["ts"]
    prompts = [{"title": "Tailor", "message": "Tailor my résumé"}]
    await client.assistant_threads_setSuggestedPrompts(channel_id="D1", prompts=prompts)
    await client.assistant_threads_setTitle(channel_id="D1", thread_ts=root, title="Tailoring")
    await client.agents_sessions_setStatus(channel_id="D1", thread_ts=root, status="processing")
    assert (server.prompts["D1"], server.titles["D1", root]) == (prompts, "Tailoring")
    assert server.sessions["D1", root]["status"] == "processing"
    server.features.discard("sessions")
    off = client.agents_sessions_setStatus(channel_id="D1", thread_ts=root, status="active")
    assert await error_of(off) == "feature_disabled"


async def test_a_stream_is_written_and_ended(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await server.user_message("U1", "hello")).payload["event"]["ts"]
    stream = await client.chat_stream(channel="D1", thread_ts=root, buffer_size=1)
    await stream.append(markdown_text="One ")
    assert stream.ts is not None
    locked = client.chat_update(channel="D1", ts=stream.ts, text="a")
    assert await error_of(locked) == "streaming_state_conflict"
    await stream.append(markdown_text="two")
    await stream.stop(blocks=said("three"), metadata=KEY)
    message = server.message(stream.ts)
    assert (message["text"], message["metadata"], message["thread_ts"]) == ("One two", KEY, root)
    assert server.streams[stream.ts].state == "done"
    late = client.chat_appendStream(channel="D1", ts=stream.ts, markdown_text="a")
    assert await error_of(late) == "message_not_in_streaming_state"


async def test_a_stream_runs_out_and_can_be_updated_then(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await server.user_message("U1", "hello")).payload["event"]["ts"]
    ts = (await client.chat_startStream(channel="D1", thread_ts=root, markdown_text="a"))["ts"]
    server.advance(301)
    assert await error_of(client.chat_stopStream(channel="D1", ts=ts)) == "message_not_in_streaming_state"
    await client.chat_update(channel="D1", ts=ts, markdown_text="all of it")
    assert server.message(ts)["text"] == "all of it"


async def test_a_stream_in_a_channel_names_its_reader(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await client.chat_postMessage(channel="C1", text="a"))["ts"]
    bare = client.chat_startStream(channel="C1", thread_ts=root)
    assert await error_of(bare) == "missing_recipient_user_id"
    half = client.chat_startStream(channel="C1", thread_ts=root, recipient_user_id="U1")
    assert await error_of(half) == "missing_recipient_team_id"
    wrong = client.chat_startStream(
        channel="C1", thread_ts=root, recipient_user_id="U1", recipient_team_id="T1", chunks=[{"type": "x"}]
    )
    assert await error_of(wrong) == "invalid_chunks"


async def test_a_person_stops_a_stream(server: SlackServer, client: AsyncWebClient) -> None:
    root = (await server.user_message("U1", "hello")).payload["event"]["ts"]
    ts = (await client.chat_startStream(channel="D1", thread_ts=root, markdown_text="a"))["ts"]
    event = (await server.stop_stream("U1", ts)).payload["event"]
    assert (event["type"], event["streaming_message_ts"]) == ("agent_session_stopped", [ts])
    late = client.chat_appendStream(channel="D1", ts=ts, markdown_text="b")
    assert await error_of(late) == "stopped_by_user"


# Files


async def test_an_upload_appears_after_a_while(server: SlackServer, client: AsyncWebClient) -> None:
    server.timing.share = 0.05
    uploaded = await client.files_upload_v2(
        channel="D1", file=b"%PDF-1.7", filename="cv.pdf", initial_comment="Your résumé"
    )
    file = uploaded["files"][0]["id"]
    info = await client.files_info(file=file)
    assert (info["file"]["shares"], info["file"]["mimetype"], server.messages("D1")) == ({}, "", [])
    await server.wait_until(lambda slack: bool(slack.messages("D1")))
    info = await client.files_info(file=file)
    message = server.messages("D1")[0]
    assert info["file"]["shares"] == {"private": {"D1": [{"ts": message["ts"]}]}}
    assert (info["file"]["mimetype"], message["text"]) == ("application/pdf", "Your résumé")
    assert server.files[file].data == b"%PDF-1.7"


async def test_an_upload_can_get_lost(server: SlackServer, client: AsyncWebClient) -> None:
    server.lose_next_share()
    await client.files_upload_v2(channel="D1", file=b"a", filename="a.txt")
    await client.files_upload_v2(channel="D1", file=b"b", filename="b.txt")
    await server.wait_until(lambda slack: bool(slack.messages("D1")))
    assert [message["files"][0]["name"] for message in server.messages("D1")] == ["b.txt"]


async def test_a_picture_can_be_shown_once_slack_knows_it(
    server: SlackServer, client: AsyncWebClient
) -> None:
    server.timing.share = 0.05
    uploaded = await client.files_upload_v2(file=b"\x89PNG", filename="cv.png")
    file = uploaded["files"][0]["id"]
    picture = [{"type": "image", "alt_text": "a", "slack_file": {"id": file}}]
    assert await error_of(client.chat_postMessage(channel="D1", text="a", blocks=picture)) == "invalid_blocks"
    await server.wait_until(lambda slack: slack.files[file].is_ready)
    await client.chat_postMessage(channel="D1", text="a", blocks=picture)


async def test_a_file_is_handed_out_to_the_right_token_only(server: SlackServer) -> None:
    file = (await server.file_share("U1", [("cv.pdf", b"%PDF-1.7")], "my cv")).payload["event"]["files"][0]
    async with aiohttp.ClientSession() as session:
        for token, kind in ((server.bot_token, "application/pdf"), ("xoxb-other", "text/html")):
            headers = {"Authorization": f"Bearer {token}"}
            async with session.get(file["url_private_download"], headers=headers) as response:
                assert (response.status, response.content_type) == (200, kind)
        async with session.get(
            file["url_private"], headers={"Authorization": f"Bearer {server.bot_token}"}
        ) as page:
            assert (page.status, page.content_type) == (200, "text/html")
        server.redirects[file["id"]] = "http://localhost:9/elsewhere"
        async with session.get(file["url_private_download"], allow_redirects=False) as away:
            assert (away.status, away.headers["Location"]) == (302, "http://localhost:9/elsewhere")


# Faults


async def test_a_dropped_answer_leaves_the_message_there(server: SlackServer, client: AsyncWebClient) -> None:
    server.commit_then_drop("chat.postMessage")
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel="D1", text="a", metadata=KEY)
    found = await client.conversations_history(channel="D1", include_all_metadata=True)
    assert found["messages"][0]["metadata"]["event_payload"]["key"] == "p7f3-r1"


async def test_a_call_that_was_carried_out_can_go_unanswered(server: SlackServer) -> None:
    server.commit_then_hang("chat.postMessage")
    with pytest.raises(asyncio.TimeoutError):
        await client_of(server, timeout=1).chat_postMessage(channel="U1", text="a")
    assert [message["text"] for message in server.messages("D1")] == ["a"]


async def test_a_dropped_call_leaves_nothing(server: SlackServer, client: AsyncWebClient) -> None:
    server.drop("chat.postMessage")
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel="D1", text="a")
    assert server.messages("D1") == []
    assert [call.error for call in server.calls] == ["drop"]


async def test_the_client_as_it_is_sends_a_dropped_post_twice(server: SlackServer) -> None:
    server.commit_then_drop("chat.postMessage")
    await AsyncWebClient(token=server.bot_token, base_url=server.url).chat_postMessage(channel="D1", text="a")
    assert len(server.messages("D1")) == 2


async def test_a_hanging_call_runs_into_the_clients_own_limit(server: SlackServer) -> None:
    server.hang("chat.postMessage")
    with pytest.raises(asyncio.TimeoutError):
        await client_of(server, timeout=1).chat_postMessage(channel="D1", text="a")
    assert server.messages("D1") == []


async def test_the_next_call_fails_as_it_is_told(server: SlackServer, client: AsyncWebClient) -> None:
    server.fail_next("chat.postMessage", "restricted_action", needed="more")
    refused = await refusal(client.chat_postMessage(channel="D1", text="a"))
    assert (refused.response["error"], refused.response["needed"]) == ("restricted_action", "more")
    await client.chat_postMessage(channel="D1", text="a")
    server.fail_html("chat.postMessage")
    refused = await refusal(client.chat_postMessage(channel="D1", text="a"))
    assert (refused.response.status_code, refused.response.get("error")) == (500, None)
    assert len(server.messages("D1")) == 1


async def test_a_limit_is_obeyed_by_slacks_handler(server: SlackServer) -> None:
    server.limit_next("chat.postMessage", retry_after=1)
    patient = client_of(server, retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=1)])
    await patient.chat_postMessage(channel="D1", text="a")
    assert [call.error for call in server.calls] == ["limit", ""]


async def test_a_rate_is_kept_for_each_channel(server: SlackServer, client: AsyncWebClient) -> None:
    server.rates["chat.postMessage"] = Rate(1, 60, per_channel=True)
    await client.chat_postMessage(channel="D1", text="a")
    await client.chat_postMessage(channel="D2", text="a")
    refused = await refusal(client.chat_postMessage(channel="D1", text="b"))
    assert (refused.response.status_code, refused.response.headers["Retry-After"]) == (429, "60")
    server.advance(61)
    await client.chat_postMessage(channel="D1", text="b")


# Home and modals, without a click


async def test_a_home_is_published_with_a_hash_that_guards_it(
    server: SlackServer, client: AsyncWebClient
) -> None:
    first = await client.views_publish(user_id="U1", view={"type": "home", "blocks": said("a")})
    await client.views_publish(user_id="U1", view={"type": "home", "blocks": said("b")})
    old = client.views_publish(
        user_id="U1", view={"type": "home", "blocks": said("c")}, hash=first["view"]["hash"]
    )
    assert await error_of(old) == "hash_conflict"
    home = server.home("U1")
    assert home is not None
    assert home["blocks"][0]["text"]["text"] == "b"
    wrong = client.views_publish(user_id="U1", view=modal())
    assert await error_of(wrong) == "invalid_arguments"


async def test_a_trigger_opens_one_modal_within_three_seconds(
    server: SlackServer, client: AsyncWebClient
) -> None:
    trigger = server.new_trigger("U1")
    await client.views_open(trigger_id=trigger, view=modal())
    assert await error_of(client.views_open(trigger_id=trigger, view=modal())) == "exchanged_trigger_id"
    assert await error_of(client.views_open(trigger_id="1.2.x", view=modal())) == "invalid_trigger_id"
    late = server.new_trigger("U1")
    server.advance(3.1)
    assert await error_of(client.views_open(trigger_id=late, view=modal())) == "expired_trigger_id"
    large = modal(blocks=[block for n in range(45) for block in said("ж" * 3000, str(n))])
    assert await error_of(client.views_open(trigger_id="1", view=large)) == "view_too_large"


async def test_modals_are_stacked_three_high(server: SlackServer, client: AsyncWebClient) -> None:
    view = (await client.views_open(trigger_id=server.new_trigger("U1"), view=modal()))["view"]
    for _ in range(2):
        trigger = server.new_trigger("U1", view["id"])
        pushed = (await client.views_push(trigger_id=trigger, view=modal()))["view"]
        assert pushed["root_view_id"] == view["id"]
    full = client.views_push(trigger_id=server.new_trigger("U1", view["id"]), view=modal())
    assert await error_of(full) == "push_limit_reached"
    updated = await client.views_update(view_id=view["id"], hash=view["hash"], view=modal("New"))
    assert updated["view"]["hash"] != view["hash"]
    old = client.views_update(view_id=view["id"], hash=view["hash"], view=modal())
    assert await error_of(old) == "hash_conflict"
    assert await error_of(client.views_update(view_id="V9", view=modal())) == "not_found"
