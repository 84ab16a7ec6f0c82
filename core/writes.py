"""The writes that Units are made of: one typed function a statement of the store."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from core.event import Actor, Conversation, Event
from core.resume.values import Document, Json
from core.resume.version import Cause
from core.show.post import Subject
from core.talk.job import JobKind
from core.talk.proposal import Proposal, State
from core.talk.question import SEVERITIES, Question, QuestionState
from core.unit import Private, Write

# -- inbox


def receive(event: Event) -> Write:
    """Store an Event before anything is acknowledged; a second delivery of its key changes nothing."""
    body = Private(event.model_dump(mode="json"))
    values = {"key": event.key, "conversation": event.conversation.id, "at": event.at, "body": body}
    return Write("receive", values, rows=None)


def finish_event(key: str, at: int) -> Write:
    """The Event is handled: its body is emptied, its key kept."""
    return Write("finish_event", {"key": key, "at": at})


def retry_event(key: str, code: str, next_at: int) -> Write:
    """Handling failed with `code`; look again at `next_at`."""
    return Write("retry_event", {"key": key, "code": code, "next_at": next_at})


def park_event(key: str, code: str, at: int) -> Write:
    """Handling failed for good: kept aside with its body, so that the lane goes on."""
    return Write("park_event", {"key": key, "code": code, "at": at})


def replay_event(inbox_id: int, at: int) -> Write:
    """Hand a parked Event to its lane once more."""
    return Write("replay_event", {"id": inbox_id, "at": at})


def empty_parked(before: int) -> Write:
    """Empty the bodies of Events that were parked before a time (ms)."""
    return Write("empty_parked", {"before": before}, rows=None)


def remove_events(before: int) -> Write:
    """Forget the keys of Events that were handled or parked before a time (ms)."""
    return Write("remove_events", {"before": before}, rows=None)


# -- people and places


def add_person(person: str, actor: Actor, language: str, at: int) -> list[Write]:
    """A person we meet for the first time, with the identity they came under."""
    identity = {
        "platform": actor.platform,
        "workspace": actor.workspace,
        "user_id": actor.user,
        "person": person,
    }
    named = {"id": person, "name": Private(actor.name), "language": language, "at": at}
    return [Write("add_person", named), Write("add_identity", identity)]


def keep_person(person: str) -> Write:
    """The condition that this person is still known; nothing is changed."""
    return Write("keep_person", {"person": person})


def set_language(person: str, language: str) -> Write:
    """The language that a person is spoken to in."""
    return Write("set_language", {"person": person, "language": language})


def add_conversation(conversation: Conversation, at: int) -> Write:
    """Know a conversation; nothing happens if it is known."""
    values = {**conversation.model_dump(), "id": conversation.id, "at": at}
    return Write("add_conversation", values, rows=None)


def close_conversation(conversation: Conversation, reason: str, at: int) -> Write:
    """This conversation takes no messages; its Posts wait until its person is heard from again."""
    values = {
        "id": conversation.id,
        "platform": conversation.platform,
        "workspace": conversation.workspace,
        "channel": conversation.channel,
        "thread": conversation.thread,
        "reason": reason,
        "at": at,
    }
    return Write("close_conversation", values)


def reopen_conversation(conversation: str) -> Write:
    """Somebody was heard from there: what waits may be sent."""
    return Write("reopen_conversation", {"id": conversation}, rows=None)


def set_current(person: str, conversation: str, resume: str) -> Write:
    """Which Resume is meant by this person in this conversation."""
    return Write("set_current", {"person": person, "conversation": conversation, "resume": resume})


# -- résumés


def add_resume(
    resume: str,
    owner: str,
    title: str,
    document: Document,
    *,
    cause: Cause,
    why: str,
    at: int,
    is_sample: bool = False,
) -> list[Write]:
    """A new Resume with its version 1."""
    values = {"id": resume, "owner": owner, "title": Private(title), "is_sample": int(is_sample), "at": at}
    first = _version(resume, 1, document, None, cause, owner, why, at)
    return [Write("add_resume", values), first]


def add_version(
    resume: str,
    base: int,
    document: Document,
    change: Json,
    *,
    cause: Cause,
    person: str,
    why: str,
    at: int,
    proposal: str | None = None,
    of_version: int | None = None,
) -> list[Write]:
    """Version `base` + 1, if the Resume still stands at `base`."""
    move = Write("move_resume", {"resume": resume, "version": base, "at": at})
    return [
        move,
        _version(resume, base + 1, document, change, cause, person, why, at, proposal, of_version),
    ]


def keep_resume(resume: str, version: int) -> Write:
    """The condition that the Resume still stands at `version`; nothing is changed."""
    return Write("keep_resume", {"resume": resume, "version": version})


def _version(
    resume: str,
    number: int,
    document: Document,
    change: Json,
    cause: Cause,
    person: str,
    why: str,
    at: int,
    proposal: str | None = None,
    of_version: int | None = None,
) -> Write:
    values = {
        "resume": resume,
        "number": number,
        "content": Private(document),
        "change": None if change is None else Private(change),
        "cause": cause,
        "person": person,
        "proposal": proposal,
        "of_version": of_version,
        "title": Private(why),
        "at": at,
    }
    return Write("add_version", values)


# -- proposals


def add_proposal(proposal: Proposal) -> Write:
    """A new pending Proposal, revision 1."""
    values = {
        "id": proposal.id,
        "resume": proposal.resume,
        "conversation": proposal.conversation,
        "batch": proposal.batch,
        "place": proposal.place,
        "base": proposal.base,
        "destructive": int(proposal.destructive),
        "title": Private(proposal.title),
        "summary": Private(proposal.summary),
        "operations": Private(list(proposal.operations)),
        "change": Private(proposal.change),
        "marks": Private(list(proposal.marks)),
        "person": proposal.person,
        "proposed_by": proposal.proposed_by,
        "restores": proposal.restores,
        "undoes": Private(list(proposal.undoes)) if proposal.undoes else None,
        "supersedes": proposal.supersedes,
        "at": proposal.created_at,
    }
    return Write("add_proposal", values)


def decide_proposal(
    proposal: Proposal,
    state: State,
    decision: str,
    person: str,
    at: int,
    *,
    version: int | None = None,
    outcome: str = "",
    reason: str | None = None,
) -> list[Write]:
    """Move a Proposal to `state` from where it stands, and note the decision under its one key."""
    moved = Write(
        "decide_proposal",
        {
            "proposal": proposal.id,
            "revision": proposal.revision,
            "was": proposal.state,
            "state": state,
            "decision": decision,
            "person": person,
            "at": at,
            "version": version,
            "reason": None if reason is None else Private(reason),
        },
    )
    return [
        moved,
        add_decision(proposal.id, proposal.revision, decision, person, at, outcome or state, version),
    ]


def add_decision(
    subject: str, revision: int, decision: str, person: str, at: int, outcome: str, version: int | None
) -> Write:
    """Note a decision; its key (subject, revision, decision) can be noted once only."""
    values = {
        "proposal": subject,
        "revision": revision,
        "decision": "approve" if decision == "approve_anyway" else decision,
        "person": person,
        "at": at,
        "outcome": outcome,
        "version": version,
    }
    return Write("add_decision", values)


def bring_back_proposal(proposal: Proposal, person: str, at: int) -> list[Write]:
    """A rejected Proposal is pending again, one revision on."""
    back = Write("bring_back_proposal", {"proposal": proposal.id, "revision": proposal.revision})
    noted = add_decision(proposal.id, proposal.revision, "bring_back", person, at, "pending", None)
    return [back, noted]


def revise_proposal(
    proposal: Proposal,
    operations: Sequence[Json],
    change: Json,
    marks: Sequence[str],
    destructive: bool,
    person: str,
    at: int,
) -> list[Write]:
    """An edit by the person: revision n + 1 with another change."""
    revised = Write(
        "revise_proposal",
        {
            "proposal": proposal.id,
            "revision": proposal.revision,
            "operations": Private(list(operations)),
            "change": Private(change),
            "marks": Private(list(marks)),
            "destructive": int(destructive),
        },
    )
    noted = add_decision(proposal.id, proposal.revision, "edit", person, at, "revised", None)
    return [revised, noted]


def add_showing(
    proposal: Proposal, tag: str, hashes: Sequence[bytes], current_version: int, at: int
) -> Write:
    """What a card drew: the keyed hash of each line, under the tag that its buttons carry."""
    values = {
        "proposal": proposal.id,
        "revision": proposal.revision,
        "tag": tag,
        "hashes": Private([line.hex() for line in hashes]),
        "base": proposal.base,
        "current_version": current_version,
        "at": at,
    }
    return Write("add_showing", values, rows=None)


# -- talk


def add_message(
    conversation: str,
    role: str,
    text: str,
    at: int,
    *,
    person: str | None = None,
    typed: bool = True,
    event_key: str | None = None,
    job: str | None = None,
) -> Write:
    """A message of the talk; `job` is the turn that answers it ('' : the next one)."""
    values = {
        "conversation": conversation,
        "person": person,
        "role": role,
        "text": Private(text),
        "typed": int(typed),
        "event_key": event_key,
        "job": job,
        "at": at,
    }
    return Write("add_message", values)


def take_messages(conversation: str, person: str, job: str) -> Write:
    """This person's messages that wait for an answer are answered by this Job."""
    values = {"conversation": conversation, "person": person, "job": job}
    return Write("take_messages", values, rows=None)


def remove_message(event_key: str) -> Write:
    """A message that was none after all."""
    return Write("remove_message", {"event_key": event_key}, rows=None)


def release_messages(job: str) -> Write:
    """What this Job was to answer waits again."""
    return Write("release_messages", {"job": job}, rows=None)


def add_question(question: Question) -> Write:
    """An open Question, revision 1."""
    values = {
        "id": question.id,
        "resume": question.resume,
        "conversation": question.conversation,
        "person": question.person,
        "severity": SEVERITIES.index(question.severity),
        "privacy": question.privacy,
        "required": int(question.severity != "optional"),
        "into": question.into,
        "field": Private(question.field),
        "prompt": Private(question.prompt),
        "reason": Private(question.reason),
        "control": Private(question.control),
        "stood": Private(question.stood),
        "place": question.place,
        "continuation": None if question.continuation is None else Private(question.continuation),
        "at": question.created_at,
    }
    return Write("add_question", values)


def settle_question(
    question: Question,
    state: QuestionState,
    at: int,
    *,
    answer: Json = None,
    fingerprint: str | None = None,
    typed: dict[str, str] | None = None,
    version: int | None = None,
) -> Write:
    """Close an open Question with what came of it; `typed` is the text of its answer, and its place."""
    values = {
        "question": question.id,
        "revision": question.revision,
        "state": state,
        "answer": Private(answer),
        "fingerprint": fingerprint,
        "draft": None if typed is None else Private(typed),
        "version": version,
        "at": at,
    }
    return Write("settle_question", values)


def reopen_question(question: Question, control: Json, stood: Json) -> Write:
    """Ask once more, as revision n + 1: the person wants to change it, or it was no answer."""
    values = {
        "question": question.id,
        "revision": question.revision,
        "control": Private(control),
        "stood": Private(stood),
    }
    return Write("reopen_question", values)


def keep_draft(question: Question, draft: Json) -> Write:
    """What a control has half done, so that a restart resumes it."""
    values = {"question": question.id, "revision": question.revision, "draft": Private(draft)}
    return Write("keep_draft", values)


# -- jobs


def add_job(
    job: str,
    kind: JobKind,
    conversation: str,
    person: str,
    resume: str | None,
    work: dict[str, Any],
    at: int,
    begins: int | None = None,
) -> Write:
    """Slow work that waits for a worker; `work` is its stored input, `begins` the earliest moment for it."""
    values = {
        "id": job,
        "kind": kind,
        "conversation": conversation,
        "person": person,
        "resume": resume,
        "input": Private(work),
        "at": at,
        "run_after": at if begins is None else begins,
    }
    return Write("add_job", values)


def claim_job(job: str, attempt: int, worker: str, at: int, until: int) -> Write:
    """Take a Job until a time, as its next attempt."""
    values = {"job": job, "attempt": attempt, "worker": worker, "at": at, "until": until}
    return Write("claim_job", values)


def renew_job(job: str, attempt: int, worker: str, until: int) -> Write:
    """Keep a claimed Job; lost when it was cancelled or taken over."""
    return Write("renew_job", {"job": job, "attempt": attempt, "worker": worker, "until": until})


def finish_job(job: str, attempt: int, code: str, at: int) -> Write:
    """The Job is done, by the attempt that stands."""
    return Write("finish_job", {"job": job, "attempt": attempt, "code": code or None, "at": at})


def hasten_job(job: str, at: int) -> Write:
    """A waiting Job may begin at once."""
    return Write("hasten_job", {"job": job, "at": at}, rows=None)


def cancel_job(job: str, at: int) -> Write:
    """Nobody wants the outcome any more."""
    return Write("cancel_job", {"job": job, "at": at})


def keep_import(job: str, kept: Json) -> Write:
    """What a Job read of a file waits for its person's yes."""
    return Write("keep_import", {"job": job, "input": Private(kept)})


def end_import(job: str, code: str, kept: Json) -> Write:
    """What was read is `confirmed` or `discarded`, once; only its name and title are kept."""
    return Write("end_import", {"job": job, "code": code, "input": Private(kept)})


def release_jobs() -> Write:
    """Give up all claims; only for the sole process of a store, at its start."""
    return Write("release_jobs", {}, rows=None)


def add_usage(person: str, day: str, step: str, calls: int, tokens_in: int, tokens_out: int) -> Write:
    """Count what the model cost a person on a day (YYYY-MM-DD, UTC)."""
    values = {
        "person": person,
        "day": day,
        "step": step,
        "calls": calls,
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
    }
    return Write("add_usage", values)


def add_tool_call(job: str, step: int, tool: str, outcome: str, milliseconds: int, at: int) -> Write:
    """Log one tool call, without its content."""
    values = {
        "job": job,
        "step": step,
        "tool": tool,
        "outcome": outcome,
        "milliseconds": milliseconds,
        "at": at,
    }
    return Write("add_tool_call", values)


def claim_lease(name: str, holder: str, at: int, until: int) -> Write:
    """`holder` has the name until a time (ms), if it had it or nobody has it any more."""
    return Write("claim_lease", {"name": name, "holder": holder, "at": at, "until": until})


def end_lease(name: str, holder: str) -> Write:
    """A lease is given up."""
    return Write("end_lease", {"name": name, "holder": holder}, rows=None)


def end_leases() -> Write:
    """Give up all leases; only for the sole process of a store, at its start."""
    return Write("end_leases", {}, rows=None)


# -- Slack's installations


def save_slack_installation(workspace: str, content: Json, at: int) -> Write:
    """A workspace installed the app, for the first time or anew: who we are there, and the token."""
    values = {"workspace": workspace, "content": Private(content), "at": at}
    return Write("save_slack_installation", values)


def remove_slack_installation(workspace: str, until: int) -> Write:
    """A workspace uninstalled the app; an installation made after `until` (ms) stays."""
    return Write("remove_slack_installation", {"workspace": workspace, "until": until}, rows=None)


def add_slack_state(state: str, at: int, expires_at: int) -> list[Write]:
    """An installation begins, and must come back with this state; those that are too old go."""
    return [
        Write("drop_slack_states", {"at": at}, rows=None),
        Write("add_slack_state", {"state": state, "expires_at": expires_at}),
    ]


def take_slack_state(state: str, at: int) -> Write:
    """An installation comes back with its state: once, and in time."""
    return Write("take_slack_state", {"state": state, "at": at})


# -- one person, several places


def add_link(
    link: str, code: str, person: str, conversation: str, name: str, at: int, expires_at: int
) -> Write:
    """A code (as its keyed hash) that a person may give on another platform."""
    values = {
        "id": link,
        "code": code,
        "person": person,
        "conversation": conversation,
        "name": Private(name),
        "at": at,
        "expires_at": expires_at,
    }
    return Write("add_link", values)


def drop_links(person: str) -> Write:
    """Former codes of this person are no longer taken."""
    return Write("drop_links", {"person": person}, rows=None)


def take_link(link: str, person: str, conversation: str, name: str, at: int) -> Write:
    """The code was given by `person`: both are asked; it is taken once."""
    values = {"id": link, "person": person, "conversation": conversation, "name": Private(name), "at": at}
    return Write("take_link", values)


def agree(link: str, *, is_first: bool) -> Write:
    """One side says yes, and the other hasn't yet; of two at once one comes second, and links."""
    return Write("agree_first", {"id": link}) if is_first else Write("agree_other", {"id": link})


def end_link(link: str, state: Literal["linked"], *, yes: bool, other_yes: bool) -> Write:
    """Both sides have said yes; `yes` and `other_yes` are how it stood before."""
    values = {"id": link, "state": state, "yes": int(yes), "other_yes": int(other_yes)}
    return Write("end_link", values)


def refuse_link(link: str) -> Write:
    """One side says no."""
    return Write("refuse_link", {"id": link})


MERGE: Final = (
    "merge_resumes_owner", "merge_current_resumes_person", "merge_versions_person", "merge_proposals_person",
    "merge_proposals_decided_by", "merge_decisions_person", "merge_messages_person", "merge_questions_person",
    "merge_posts_person", "merge_posts_face_person", "merge_jobs_person", "merge_audit_person",
    "merge_identities_person", "merge_usage",
)  # fmt: skip
"""Every place where a person is named."""


def merge_people(person: str, other: str) -> list[Write]:
    """All that `other` has becomes `person`'s, identities with it; `other` is gone."""
    values = {"person": person, "other": other}
    gone = {"person": other}
    return [
        *(Write(statement, values, rows=None) for statement in MERGE),
        Write("forget_usage", gone, rows=None),
        Write("forget_person", gone),
    ]


def move_identity(actor: Actor, was: str, person: str) -> list[Write]:
    """An identity is another person's from now on, and has left its conversations."""
    place = {"platform": actor.platform, "workspace": actor.workspace, "was": was}
    return [
        Write("move_identity", {**place, "user_id": actor.user, "person": person}),
        Write("leave_conversations", place, rows=None),
    ]


def add_nameless(person: str, name: str, language: str, at: int) -> Write:
    """A person without an identity yet."""
    return Write("add_person", {"id": person, "name": Private(name), "language": language, "at": at})


# -- leaving


FORGET: Final = (
    "forget_links",
    "forget_showings",
    "forget_decisions",
    "forget_undos",
    "forget_proposals",
    "forget_versions",
    "forget_current",
    "forget_resumes",
    "forget_messages",
    "forget_questions",
    "forget_tool_calls",
    "forget_jobs",
    "forget_usage",
    "forget_inbox",
    "forget_posts",
    "forget_audit",
    "forget_identities",
    "forget_person",
)
"""In the order in which each still finds what it deletes by."""


def forget(person: str, event_key: str) -> list[Write]:
    """Delete all that a person wrote and all that tells of them; of the audit time and kind stay.

    The Event that asks for it (`event_key`) is finished by the desk like any other.
    """
    values = {"person": person, "key": event_key}
    return [Write(statement, values, rows=None) for statement in FORGET]


# -- posts


def add_post(
    conversation: str,
    subject: Subject,
    subject_id: str,
    at: int,
    *,
    person: str | None = None,
    content: dict[str, str] | None = None,
) -> Write:
    """A new Post at the end of the conversation."""
    values = {
        "conversation": conversation,
        "person": person,
        "subject": subject,
        "subject_id": subject_id,
        "content": None if content is None else Private(content),
        "at": at,
    }
    return Write("add_post", values)


def touch_posts(subject: Subject, subject_id: str) -> Write:
    """All Posts of a subject shall show its new state; a second face goes back."""
    return Write("touch_posts", {"subject": subject, "subject_id": subject_id}, rows=None)


def retire_posts(subject: Subject, subject_id: str) -> Write:
    """The Posts of a subject are folded: it is shown anew at the end of the conversation."""
    return Write("retire_posts", {"subject": subject, "subject_id": subject_id}, rows=None)


def touch_resume(resume: str) -> list[Write]:
    """A new version: every home that shows this Resume, and every open card on it, is drawn again."""
    return [
        Write("touch_home", {"resume": resume}, rows=None),
        Write("touch_open_cards", {"resume": resume}, rows=None),
    ]


def touch_person(person: str) -> Write:
    """Draw again what this person still acts on: another current Resume, or another language."""
    return Write("touch_person", {"person": person}, rows=None)


def set_face(post: int, face: str, person: str | None) -> Write:
    """Show a Post's second face to a person, or take it away again."""
    return Write("set_face", {"post": post, "face": face, "person": person}, rows=None)


def open_card(post: int, revision: int) -> Write:
    """The reader of a card that had to be cut opened the whole of this revision."""
    return Write("open_card", {"post": post, "revision": revision}, rows=None)


def mark_stale(post: int) -> Write:
    """A card is seen to be out of date for the first time."""
    return Write("mark_stale", {"post": post})


def retire_post(post: int) -> Write:
    """One Post is folded: its subject is shown anew at the end of the conversation."""
    return Write("retire_post", {"post": post}, rows=None)


def begin_sending(post: int, at: int) -> Write:
    """A first sending is about to be tried; should its outcome stay unknown, this tells that it was."""
    return Write("begin_sending", {"post": post, "at": at}, rows=None)


def not_delivered(post: int) -> Write:
    """What was tried is known not to have arrived."""
    return Write("not_delivered", {"post": post}, rows=None)


def note_sent(
    post: int, wanted: int, place: str, digest: str, drawn_version: int | None, *, is_cut: bool = False
) -> Write:
    """The platform has what was wanted at revision `wanted`."""
    values = {
        "is_cut": int(is_cut),
        "post": post,
        "wanted": wanted,
        "place": place,
        "digest": digest,
        "drawn_version": drawn_version,
    }
    return Write("note_sent", values, rows=None)


def fold_post(post: int) -> Write:
    """A Post that has gone."""
    return Write("fold_post", {"post": post}, rows=None)


def delay_post(post: int, next_at: int) -> Write:
    """Sending failed; try again at `next_at`."""
    return Write("delay_post", {"post": post, "next_at": next_at}, rows=None)


def touch_answered(resume: str, version: int) -> Write:
    """The Question whose Answer made this version is drawn again."""
    return Write("touch_answered", {"resume": resume, "version": version}, rows=None)


def hold_post(post: int, next_at: int) -> Write:
    """Not now: look again at `next_at`, without counting a failure."""
    return Write("hold_post", {"post": post, "next_at": next_at}, rows=None)


def give_up_post(post: int) -> Write:
    """A Post that can't be sent; it blocks nobody."""
    return Write("give_up_post", {"post": post}, rows=None)


def add_audit(
    at: int, person: str | None, kind: str, subject: str, subject_id: str, detail: Json = None
) -> Write:
    """Append to the audit: who did what to what, when."""
    values = {
        "at": at,
        "person": person,
        "kind": kind,
        "subject": subject,
        "subject_id": subject_id,
        "detail": None if detail is None else Private(detail),
    }
    return Write("add_audit", values)
