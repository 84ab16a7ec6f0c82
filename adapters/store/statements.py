"""All SQL: one statement a name, in the subset that SQLite and PostgreSQL both understand.

`WRITES` are the statements of Units, in the names of `core/writes/`; `READS` those of `store.py`.
Parameters are `:name`. Times are milliseconds since 1970 (UTC), binary columns hold Private values.
"""

from typing import Final

_PROPOSALS_OF = """SELECT p.id FROM proposals p JOIN resumes r ON r.id = p.resume
        WHERE r.owner = :person"""

_OF_A_PERSON: Final[dict[str, tuple[str, ...]]] = {
    "resumes": ("owner",),
    "current_resumes": ("person",),
    "versions": ("person",),
    "proposals": ("person", "decided_by"),
    "decisions": ("person",),
    "messages": ("person",),
    "questions": ("person",),
    "posts": ("person", "face_person"),
    "jobs": ("person",),
    "audit": ("person",),
    "identities": ("person",),
}
"""Where a person is named: what two who are one person have becomes one person's."""

WRITES: Final[dict[str, str]] = {
    # -- inbox
    "receive": """
        INSERT INTO inbox (event_key, conversation, state, attempts, next_at, body, received_at)
        VALUES (:key, :conversation, 'waiting', 0, :at, :body, :at)
        ON CONFLICT (event_key) DO NOTHING""",
    "finish_event": """
        UPDATE inbox SET state = 'done', body = NULL, handled_at = :at
        WHERE event_key = :key AND state = 'waiting'""",
    "retry_event": """
        UPDATE inbox SET attempts = attempts + 1, next_at = :next_at, code = :code
        WHERE event_key = :key AND state = 'waiting'""",
    "park_event": """
        UPDATE inbox SET state = 'parked', attempts = attempts + 1, code = :code, handled_at = :at
        WHERE event_key = :key AND state = 'waiting'""",
    "park_unread": """
        INSERT INTO inbox (event_key, conversation, state, attempts, next_at, body, code, received_at, handled_at)
        VALUES (:key, :conversation, 'parked', 1, :at, :body, 'unreadable', :at, :at)
        ON CONFLICT (event_key) DO NOTHING""",
    "replay_event": """
        UPDATE inbox SET state = 'waiting', attempts = 0, next_at = :at, handled_at = NULL
        WHERE id = :id AND state = 'parked' AND body IS NOT NULL""",
    "empty_parked": """
        UPDATE inbox SET body = NULL WHERE state = 'parked' AND handled_at < :before AND body IS NOT NULL""",
    "remove_events": """
        DELETE FROM inbox WHERE state IN ('done', 'parked') AND COALESCE(handled_at, received_at) < :before""",
    # -- people and places
    "add_person": """
        INSERT INTO people (id, name, language, time_zone, created_at)
        VALUES (:id, :name, :language, NULL, :at)""",
    "add_identity": """
        INSERT INTO identities (platform, workspace, user_id, person)
        VALUES (:platform, :workspace, :user_id, :person)""",
    "keep_person": "UPDATE people SET language = language WHERE id = :person",
    "set_language": "UPDATE people SET language = :language WHERE id = :person",
    "add_conversation": """
        INSERT INTO conversations (id, platform, workspace, channel, thread, created_at)
        VALUES (:id, :platform, :workspace, :channel, :thread, :at)
        ON CONFLICT (id) DO NOTHING""",
    "close_conversation": """
        INSERT INTO conversations (id, platform, workspace, channel, thread, created_at, closed_at, closed_by)
        VALUES (:id, :platform, :workspace, :channel, :thread, :at, :at, :reason)
        ON CONFLICT (id) DO UPDATE SET closed_at = excluded.closed_at, closed_by = excluded.closed_by""",
    "reopen_conversation": """
        UPDATE conversations SET closed_at = NULL, closed_by = NULL WHERE id = :id AND closed_at IS NOT NULL""",
    "set_current": """
        INSERT INTO current_resumes (person, conversation, resume)
        VALUES (:person, :conversation, :resume)
        ON CONFLICT (person, conversation) DO UPDATE SET resume = excluded.resume""",
    # -- résumés
    "add_resume": """
        INSERT INTO resumes (id, owner, title, version, is_sample, created_at, updated_at)
        VALUES (:id, :owner, :title, 1, :is_sample, :at, :at)""",
    "move_resume": """
        UPDATE resumes SET version = :version + 1, updated_at = :at
        WHERE id = :resume AND version = :version""",
    "keep_resume": "UPDATE resumes SET updated_at = updated_at WHERE id = :resume AND version = :version",
    "add_version": """
        INSERT INTO versions
            (resume, number, content, snapshot, change, cause, person, proposal, of_version, title, at)
        VALUES (:resume, :number, :content, :snapshot, :change, :cause, :person, :proposal, :of_version, :title,
            :at)""",
    # -- proposals
    "add_proposal": """
        INSERT INTO proposals
            (id, resume, conversation, batch, place, base, revision, state, destructive, title, summary,
             operations, change, marks, person, proposed_by, restores, undoes, supersedes, created_at)
        VALUES
            (:id, :resume, :conversation, :batch, :place, :base, 1, 'pending', :destructive, :title, :summary,
             :operations, :change, :marks, :person, :proposed_by, :restores, :undoes, :supersedes, :at)""",
    "decide_proposal": """
        UPDATE proposals SET state = :state, decision = :decision, decided_by = :person, decided_at = :at,
            version = :version, reason = :reason
        WHERE id = :proposal AND revision = :revision AND state = :was""",
    "bring_back_proposal": """
        UPDATE proposals SET state = 'pending', revision = revision + 1, decision = NULL, decided_by = NULL,
            decided_at = NULL, reason = NULL
        WHERE id = :proposal AND revision = :revision AND state IN ('rejected', 'superseded')""",
    "revise_proposal": """
        UPDATE proposals SET revision = revision + 1, operations = :operations, change = :change,
            marks = :marks, destructive = :destructive
        WHERE id = :proposal AND revision = :revision AND state = 'pending'""",
    "add_decision": """
        INSERT INTO decisions (proposal, revision, decision, person, at, outcome, version)
        VALUES (:proposal, :revision, :decision, :person, :at, :outcome, :version)""",
    "add_showing": """
        INSERT INTO showings (proposal, revision, tag, hashes, base, current_version, at)
        VALUES (:proposal, :revision, :tag, :hashes, :base, :current_version, :at)
        ON CONFLICT (proposal, revision, tag) DO NOTHING""",
    # -- talk
    "add_message": """
        INSERT INTO messages (conversation, person, role, text, typed, event_key, job, at)
        VALUES (:conversation, :person, :role, :text, :typed, :event_key, :job, :at)""",
    "take_messages": """
        UPDATE messages SET job = :job
        WHERE conversation = :conversation AND job = '' AND person = :person""",
    "remove_message": "DELETE FROM messages WHERE event_key = :event_key",
    "release_messages": "UPDATE messages SET job = '' WHERE job = :job AND role = 'person'",
    "add_question": """
        INSERT INTO questions
            (id, resume, conversation, person, state, revision, severity, privacy, required,
             value_or_evidence, need, place, field, prompt, reason, control, stood, continuation, created_at)
        VALUES (:id, :resume, :conversation, :person, 'open', 1, :severity, :privacy, :required,
             :into, 0, :place, :field, :prompt, :reason, :control, :stood, :continuation, :at)""",
    "settle_question": """
        UPDATE questions SET state = :state, answer = :answer, fingerprint = :fingerprint, draft = :draft,
            version = :version, answered_at = :at
        WHERE id = :question AND revision = :revision AND state = 'open'""",
    "reopen_question": """
        UPDATE questions SET state = 'open', revision = revision + 1, answer = NULL, fingerprint = NULL,
            draft = NULL, version = NULL, answered_at = NULL, control = :control, stood = :stood
        WHERE id = :question AND revision = :revision""",
    "keep_draft": """
        UPDATE questions SET draft = :draft
        WHERE id = :question AND revision = :revision AND state = 'open'""",
    # -- jobs
    "add_job": """
        INSERT INTO jobs
            (id, kind, conversation, person, resume, state, attempt, claimed_until, run_after, input, created_at)
        VALUES (:id, :kind, :conversation, :person, :resume, 'waiting', 0, 0, :run_after, :input, :at)""",
    "claim_job": """
        UPDATE jobs SET state = 'running', attempt = attempt + 1, claimed_by = :worker, claimed_until = :until
        WHERE id = :job AND attempt = :attempt
            AND (state = 'waiting' OR (state = 'running' AND claimed_until < :at))""",
    "renew_job": """
        UPDATE jobs SET claimed_until = :until
        WHERE id = :job AND attempt = :attempt AND state = 'running' AND claimed_by = :worker""",
    "finish_job": """
        UPDATE jobs SET state = 'done', code = :code, finished_at = :at
        WHERE id = :job AND attempt = :attempt AND state = 'running'""",
    "hasten_job": "UPDATE jobs SET run_after = :at WHERE id = :job AND state = 'waiting' AND run_after > :at",
    "cancel_job": """
        UPDATE jobs SET state = 'cancelled', finished_at = :at
        WHERE id = :job AND state IN ('waiting', 'running')""",
    "keep_import": "UPDATE jobs SET code = 'read', input = :input WHERE id = :job AND state = 'done'",
    "empty_import": "UPDATE jobs SET input = :input WHERE id = :job AND kind = 'import'",
    "end_import": "UPDATE jobs SET code = :code, input = :input WHERE id = :job AND code = 'read'",
    "release_jobs_of": "UPDATE jobs SET claimed_until = 0 WHERE state = 'running' AND claimed_by = :worker",
    "release_jobs": "UPDATE jobs SET claimed_until = 0 WHERE state = 'running'",
    "add_usage": """
        INSERT INTO usage (person, day, step, calls, tokens_in, tokens_out)
        VALUES (:person, :day, :step, :calls, :tokens_in, :tokens_out)
        ON CONFLICT (person, day, step) DO UPDATE SET calls = usage.calls + excluded.calls,
            tokens_in = usage.tokens_in + excluded.tokens_in,
            tokens_out = usage.tokens_out + excluded.tokens_out""",
    "add_tool_call": """
        INSERT INTO tool_calls (job, step, tool, outcome, milliseconds, at)
        VALUES (:job, :step, :tool, :outcome, :milliseconds, :at)""",
    "claim_lease": """
        INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = excluded.holder OR leases.until <= :at""",
    "end_lease": "DELETE FROM leases WHERE name = :name AND holder = :holder",
    "end_leases": "DELETE FROM leases",
    # -- Slack's installations
    "save_slack_installation": """
        INSERT INTO slack_installations (workspace, content, installed_at) VALUES (:workspace, :content, :at)
        ON CONFLICT (workspace) DO UPDATE SET content = excluded.content, installed_at = excluded.installed_at""",
    "remove_slack_installation": """
        DELETE FROM slack_installations WHERE workspace = :workspace AND installed_at <= :until""",
    "drop_slack_states": "DELETE FROM slack_states WHERE expires_at <= :at",
    "add_slack_state": "INSERT INTO slack_states (state, expires_at) VALUES (:state, :expires_at)",
    "take_slack_state": "DELETE FROM slack_states WHERE state = :state AND expires_at > :at",
    # -- one person, several places
    "add_link": """
        INSERT INTO links (id, code, person, conversation, name, state, yes, other_yes, created_at, expires_at)
        VALUES (:id, :code, :person, :conversation, :name, 'open', 0, 0, :at, :expires_at)""",
    "drop_links": "DELETE FROM links WHERE person = :person AND state IN ('open', 'asked')",
    "take_link": """
        UPDATE links SET state = 'asked', other_person = :person, other_conversation = :conversation,
            other_name = :name
        WHERE id = :id AND state = 'open' AND expires_at > :at""",
    "agree_first": "UPDATE links SET yes = 1 WHERE id = :id AND state = 'asked' AND other_yes = 0",
    "agree_other": "UPDATE links SET other_yes = 1 WHERE id = :id AND state = 'asked' AND yes = 0",
    "end_link": """
        UPDATE links SET state = :state, yes = 1, other_yes = 1
        WHERE id = :id AND state = 'asked' AND yes = :yes AND other_yes = :other_yes""",
    "refuse_link": "UPDATE links SET state = 'refused' WHERE id = :id AND state = 'asked'",
    **{
        f"merge_{table}_{column}": f"UPDATE {table} SET {column} = :person WHERE {column} = :other"
        for table, columns in _OF_A_PERSON.items()
        for column in columns
    },
    "merge_usage": """
        INSERT INTO usage (person, day, step, calls, tokens_in, tokens_out)
        SELECT :person, day, step, calls, tokens_in, tokens_out FROM usage WHERE person = :other
        ON CONFLICT (person, day, step) DO UPDATE SET calls = usage.calls + excluded.calls,
            tokens_in = usage.tokens_in + excluded.tokens_in,
            tokens_out = usage.tokens_out + excluded.tokens_out""",
    "move_identity": """
        UPDATE identities SET person = :person
        WHERE platform = :platform AND workspace = :workspace AND user_id = :user_id AND person = :was""",
    "leave_conversations": """
        DELETE FROM current_resumes WHERE person = :was AND conversation IN (
            SELECT id FROM conversations WHERE platform = :platform AND workspace = :workspace)""",
    # -- leaving
    "forget_links": "DELETE FROM links WHERE person = :person OR other_person = :person",
    "forget_showings": f"DELETE FROM showings WHERE proposal IN ({_PROPOSALS_OF})",
    "forget_decisions": f"DELETE FROM decisions WHERE proposal IN ({_PROPOSALS_OF})",
    "forget_undos": """
        DELETE FROM decisions WHERE proposal IN (
            SELECT v.resume || ':' || CAST(v.number AS TEXT) FROM versions v JOIN resumes r ON r.id = v.resume
            WHERE r.owner = :person)""",
    "forget_proposals": f"DELETE FROM proposals WHERE id IN ({_PROPOSALS_OF})",
    "forget_versions": "DELETE FROM versions WHERE resume IN (SELECT id FROM resumes WHERE owner = :person)",
    "forget_current": """
        DELETE FROM current_resumes
        WHERE person = :person OR resume IN (SELECT id FROM resumes WHERE owner = :person)""",
    "forget_resumes": "DELETE FROM resumes WHERE owner = :person",
    "forget_messages": """
        DELETE FROM messages
        WHERE person = :person OR job IN (SELECT id FROM jobs WHERE person = :person)""",
    "forget_questions": "DELETE FROM questions WHERE person = :person",
    "forget_tool_calls": "DELETE FROM tool_calls WHERE job IN (SELECT id FROM jobs WHERE person = :person)",
    "forget_inbox": """
        UPDATE inbox SET body = NULL, state = 'done'
        WHERE event_key <> :key AND body IS NOT NULL
            AND conversation IN (SELECT conversation FROM posts WHERE person = :person)
            AND conversation NOT IN (
                SELECT conversation FROM posts WHERE person IS NOT NULL AND person <> :person)""",
    "forget_jobs": "DELETE FROM jobs WHERE person = :person",
    "forget_usage": "DELETE FROM usage WHERE person = :person",
    "forget_posts": """
        UPDATE posts SET content = NULL, digest = NULL, subject_id = '', person = NULL, wanted = wanted + 1
        WHERE person = :person""",
    "forget_audit": "UPDATE audit SET person = NULL, subject_id = '', detail = NULL WHERE person = :person",
    "forget_identities": "DELETE FROM identities WHERE person = :person",
    "forget_person": "DELETE FROM people WHERE id = :person",
    # -- posts
    "add_post": """
        INSERT INTO posts
            (conversation, person, subject, subject_id, wanted, sent, state, attempts, next_at, face,
             content, created_at)
        VALUES (:conversation, :person, :subject, :subject_id, 1, 0, 'live', 0, :at, '', :content, :at)""",
    "touch_posts": """
        UPDATE posts SET wanted = wanted + 1, face = '', state = 'live', attempts = 0, next_at = 0
        WHERE subject = :subject AND subject_id = :subject_id AND state IN ('live', 'given_up')""",
    "retire_posts": """
        UPDATE posts SET person = NULL, content = NULL, digest = NULL, wanted = wanted + 1
        WHERE subject = :subject AND subject_id = :subject_id AND state = 'live'""",
    "touch_home": """
        UPDATE posts SET wanted = wanted + 1
        WHERE state = 'live' AND id IN (
            SELECT home.id FROM current_resumes AS shown CROSS JOIN posts AS home
            WHERE shown.resume = :resume AND home.subject = 'home' AND home.subject_id = shown.person
                AND home.conversation = shown.conversation)""",
    "touch_person": """
        UPDATE posts SET wanted = wanted + 1
        WHERE person = :person AND state = 'live' AND (subject IN ('home', 'job', 'batch')
            OR (subject = 'proposal' AND subject_id IN (SELECT id FROM proposals WHERE state = 'pending'))
            OR (subject = 'question' AND subject_id IN (SELECT id FROM questions WHERE state = 'open')))""",
    "touch_open_cards": """
        UPDATE posts SET wanted = wanted + 1
        WHERE subject = 'proposal' AND state = 'live' AND subject_id IN (
            SELECT id FROM proposals WHERE resume = :resume AND state = 'pending'
            ORDER BY created_at DESC LIMIT 200)""",
    "set_face": """
        UPDATE posts SET face = :face, face_person = :person, wanted = wanted + 1
        WHERE id = :post AND state = 'live'""",
    "open_card": """
        UPDATE posts SET opened = :revision, wanted = wanted + 1
        WHERE id = :post AND subject = 'proposal' AND state = 'live'""",
    "mark_stale": "UPDATE posts SET face = 'stale' WHERE id = :post AND face <> 'stale' AND state = 'live'",
    "retire_post": """
        UPDATE posts SET person = NULL, content = NULL, digest = NULL, wanted = wanted + 1
        WHERE id = :post AND state = 'live'""",
    "begin_sending": "UPDATE posts SET tried_at = :at WHERE id = :post AND place IS NULL",
    "note_sent": """
        UPDATE posts SET sent = :wanted, place = :place, digest = :digest, attempts = 0, tried_at = NULL,
            is_cut = :is_cut, drawn_version = :drawn_version
        WHERE id = :post AND sent < :wanted""",
    "fold_post": "UPDATE posts SET state = 'folded', sent = wanted WHERE id = :post",
    "delay_post": "UPDATE posts SET attempts = attempts + 1, next_at = :next_at WHERE id = :post",
    "touch_answered": """
        UPDATE posts SET wanted = wanted + 1
        WHERE subject = 'question' AND state = 'live' AND subject_id IN (
            SELECT id FROM questions WHERE resume = :resume AND version = :version)""",
    "hold_post": "UPDATE posts SET next_at = :next_at WHERE id = :post",
    "adopt_place": """
        UPDATE posts SET place = :place, tried_at = NULL, attempts = 0, next_at = 0, wanted = wanted + 1
        WHERE id = :post AND place IS NULL""",
    "not_delivered": "UPDATE posts SET tried_at = NULL WHERE id = :post",
    "give_up_post": "UPDATE posts SET state = 'given_up' WHERE id = :post",
    "add_audit": """
        INSERT INTO audit (at, person, kind, subject, subject_id, detail)
        VALUES (:at, :person, :kind, :subject, :subject_id, :detail)""",
}

_PROPOSAL = """SELECT id, resume, conversation, batch, place, base, revision, state, destructive, title,
    summary, operations, change, marks, person, proposed_by, restores, undoes, created_at, decided_by, decided_at,
    version, reason, supersedes FROM proposals"""
_POST = """SELECT id, conversation, person, subject, subject_id, wanted, sent, state, attempts, place, face,
    face_person, content, digest, drawn_version, tried_at, is_cut, opened FROM posts"""
_POST_HEAD = _POST.replace("content, ", "")
"""All of a Post but what may be unreadable."""
_QUESTION = """SELECT id, resume, conversation, person, state, revision, severity, privacy,
    value_or_evidence, field, prompt, reason, control, stood, draft, continuation, answer, fingerprint,
    created_at, answered_at, version, place FROM questions"""
_JOB = """SELECT id, kind, conversation, person, resume, state, attempt, run_after, input, created_at,
    code FROM jobs"""
_EVENT = """SELECT id, event_key, conversation, state, attempts, code, received_at, handled_at FROM inbox"""
_TRACED_JOB = """SELECT id, kind, conversation, state, attempt, code, created_at, finished_at FROM jobs"""
_TRACED_PROPOSAL = """SELECT id, resume, conversation, base, revision, state, destructive, proposed_by,
    created_at FROM proposals"""
_TRACED_DECISION = "SELECT proposal, revision, decision, person, at, outcome, version FROM decisions"
_TRACED_VERSION = "SELECT resume, number, cause, person, proposal, of_version, at FROM versions"
_TRACED_POST = "SELECT id, subject, subject_id, wanted, sent, state, attempts, created_at FROM posts"
_PEOPLE_HERE = """(SELECT person FROM current_resumes WHERE conversation = :conversation
        UNION SELECT decided_by FROM proposals WHERE conversation = :conversation AND decided_by IS NOT NULL)"""
_RESUME = "SELECT r.id, r.owner, r.title, r.version, r.is_sample FROM resumes r"
_VERSION = """SELECT resume, number, cause, person, title, at, proposal, of_version, change"""

_LIVE_POSTS = """
        {columns} WHERE conversation = :conversation AND state IN ('live', 'given_up') AND (
            id >= COALESCE((SELECT MIN(id) FROM (
                SELECT id FROM posts WHERE conversation = :conversation AND state = 'live'
                ORDER BY id DESC LIMIT :limit) newest), 0)
            OR subject IN ('home', 'job')
            OR subject_id IN (
                SELECT id FROM proposals WHERE conversation = :conversation AND state = 'pending')
            OR subject_id IN (SELECT id FROM questions WHERE conversation = :conversation AND state = 'open'))
        ORDER BY id"""

_LINK = """SELECT id, person, conversation, name, state, other_person, other_conversation, other_name, yes,
    other_yes, expires_at FROM links"""

READS: Final[dict[str, str]] = {
    "link": f"{_LINK} WHERE id = :id",
    "link_by_code": f"{_LINK} WHERE code = :code",
    "identities_of": """
        SELECT platform, workspace, user_id FROM identities WHERE person = :person ORDER BY platform, workspace""",
    "count_audit": """
        SELECT COUNT(*) AS number FROM audit
        WHERE subject_id = :subject_id AND subject = 'person' AND kind = :kind AND at > :after""",
    "waiting_conversations": """
        SELECT conversation, MIN(next_at) AS next_at FROM inbox WHERE state = 'waiting' GROUP BY conversation""",
    "next_event": """
        SELECT id, event_key, body, attempts, next_at FROM inbox
        WHERE conversation = :conversation AND state = 'waiting' ORDER BY id LIMIT 1""",
    "next_event_head": """
        SELECT id, event_key, attempts, next_at FROM inbox
        WHERE conversation = :conversation AND state = 'waiting' ORDER BY id LIMIT 1""",
    "event_body": "SELECT body FROM inbox WHERE id = :id",
    "event_state": "SELECT state, code, attempts FROM inbox WHERE event_key = :key",
    "parked_events": """
        SELECT id, event_key, conversation, attempts, code, received_at, handled_at FROM inbox
        WHERE state = 'parked' ORDER BY id LIMIT :limit""",
    "person": """
        SELECT p.id, p.name, p.language, p.time_zone FROM people p JOIN identities i ON i.person = p.id
        WHERE i.platform = :platform AND i.workspace = :workspace AND i.user_id = :user_id""",
    "person_by_id": "SELECT id, name, language, time_zone FROM people WHERE id = :person",
    "resume": f"{_RESUME} WHERE r.id = :resume",
    "current_resume": f"""
        {_RESUME} JOIN current_resumes c ON c.resume = r.id
        WHERE c.person = :person AND c.conversation = :conversation""",
    "resumes_of": f"{_RESUME} WHERE r.owner = :person AND r.archived_at IS NULL ORDER BY r.updated_at DESC",
    "version": f"{_VERSION}, content, snapshot FROM versions WHERE resume = :resume AND number = :number",
    "snapshot": "SELECT content FROM versions WHERE resume = :resume AND number = :number",
    "versions": f"{_VERSION} FROM versions WHERE resume = :resume ORDER BY number DESC LIMIT :limit",
    "versions_between": f"""{_VERSION} FROM versions
        WHERE resume = :resume AND number > :after AND number <= :upto ORDER BY number""",
    "undone": """
        SELECT proposal, version FROM decisions
        WHERE decision = 'undo' AND revision = 0 AND proposal IN (
            SELECT resume || ':' || CAST(number AS TEXT) FROM versions WHERE resume = :resume)""",
    "proposal": f"{_PROPOSAL} WHERE id = :proposal",
    "proposal_of_version": f"{_PROPOSAL} WHERE resume = :resume AND version = :version AND state = 'approved'",
    "batch": f"{_PROPOSAL} WHERE batch = :batch ORDER BY place",
    "pending_proposals": f"""
        {_PROPOSAL} WHERE conversation = :conversation AND state = 'pending' ORDER BY created_at, place""",
    "decided_proposals": f"""
        {_PROPOSAL} WHERE conversation = :conversation AND decided_at > :after ORDER BY decided_at""",
    "decisions": "SELECT decision, revision, person, at, outcome, version FROM decisions WHERE proposal = :proposal",
    "showing": "SELECT hashes FROM showings WHERE proposal = :proposal AND revision = :revision AND tag = :tag",
    "showings": """
        SELECT hashes FROM showings WHERE proposal = :proposal AND revision = :revision ORDER BY at""",
    "messages": """
        SELECT * FROM (
            SELECT id, role, text, typed, person, job, at FROM messages
            WHERE conversation = :conversation ORDER BY id DESC LIMIT :limit) newest ORDER BY id""",
    "has_reply": """
        SELECT 1 AS yes FROM messages m JOIN current_resumes c ON c.conversation = m.conversation
        WHERE c.person = :person AND m.role = 'assistant' LIMIT 1""",
    "awaiting": """
        SELECT m.person, i.platform, i.workspace, i.user_id FROM messages m
        JOIN conversations c ON c.id = m.conversation
        JOIN identities i ON i.person = m.person AND i.platform = c.platform AND i.workspace = c.workspace
        WHERE m.conversation = :conversation AND m.job = '' ORDER BY m.id LIMIT 1""",
    "messages_of_job": """
        SELECT id, role, text, typed, person, job, at FROM messages
        WHERE job = :job AND role = 'person' ORDER BY id""",
    "open_question": f"{_QUESTION} WHERE conversation = :conversation AND state = 'open' ORDER BY severity, created_at, place, id LIMIT 1",
    "next_question": f"""
        {_QUESTION} WHERE conversation = :conversation AND state = 'open' AND id <> :settled
        ORDER BY severity, created_at, place, id LIMIT 1""",
    "settled_questions": f"{_QUESTION} WHERE resume = :resume AND state <> 'open'",
    "question": f"{_QUESTION} WHERE id = :question",
    "last_turn": """
        SELECT MAX(created_at) AS at FROM jobs
        WHERE conversation = :conversation AND kind = 'turn' AND state IN ('done', 'cancelled')""",
    "tokens_on": """
        SELECT COALESCE(SUM(tokens_in + tokens_out), 0) AS number FROM usage
        WHERE person = :person AND day = :day AND step = 'turn'""",
    "written_since": """
        SELECT at FROM messages
        WHERE person = :person AND at > :after AND event_key IS NOT NULL AND job IS NOT NULL
            AND event_key NOT LIKE 'answer:%' ORDER BY at""",
    "job_of_message": "SELECT job FROM messages WHERE event_key = :event_key",
    "job": f"{_JOB} WHERE id = :job",
    "job_has_messages": "SELECT 1 AS yes FROM messages WHERE job = :job AND role = 'person' LIMIT 1",
    "open_job": f"""
        {_JOB} WHERE conversation = :conversation AND kind = 'turn' AND state IN ('waiting', 'running') LIMIT 1""",
    "jobs_of_worker": "SELECT id FROM jobs WHERE state = 'running' AND claimed_by = :worker",
    "due_jobs": f"""
        {_JOB} WHERE ((state = 'waiting' AND run_after <= :at) OR (state = 'running' AND claimed_until < :at))
            AND (kind <> 'turn' OR :turns = 1)
        ORDER BY created_at LIMIT :limit""",
    "due_posts": f"""
        SELECT * FROM (
            SELECT due.*, ROW_NUMBER() OVER (PARTITION BY conversation ORDER BY id) AS rank FROM (
                {_POST} p WHERE state = 'live' AND sent < wanted AND next_at <= :at
                    AND NOT EXISTS (
                        SELECT 1 FROM conversations c
                        WHERE c.id = p.conversation AND c.closed_at IS NOT NULL)) due) ranked
        WHERE rank <= :each ORDER BY id LIMIT :limit""",
    "unplaced_post": f"""
        {_POST} WHERE subject = :subject AND subject_id = :subject_id AND conversation = :conversation
            AND place IS NULL AND tried_at IS NOT NULL AND state = 'live' ORDER BY id LIMIT 1""",
    "post_of": f"""
        {_POST} WHERE subject = :subject AND subject_id = :subject_id AND person = :person
        ORDER BY id DESC LIMIT 1""",
    "post_at": """
        SELECT id, conversation FROM posts WHERE place = :place AND conversation LIKE :prefix
        ORDER BY id DESC LIMIT 1""",
    "pending_of": f"""
        {_PROPOSAL} WHERE state = 'pending' AND resume IN (SELECT id FROM resumes WHERE owner = :person)
        ORDER BY created_at DESC, place LIMIT :limit""",
    "open_questions_of": f"{_QUESTION} WHERE person = :person AND state = 'open' ORDER BY created_at LIMIT :limit",
    "unread_cards": """
        SELECT o.subject_id FROM posts o JOIN proposals p ON p.id = o.subject_id
        WHERE p.batch = :batch AND o.subject = 'proposal' AND o.conversation = :conversation
            AND o.state = 'live' AND o.is_cut = 1 AND COALESCE(o.opened, 0) < p.revision""",
    "post": f"{_POST} WHERE id = :post",
    "live_post_ids": _LIVE_POSTS.format(columns="SELECT id FROM posts"),
    "live_posts": _LIVE_POSTS.format(columns=_POST),
    "posts_after": """
        SELECT COUNT(*) AS number FROM posts
        WHERE conversation = :conversation AND id > :post AND state = 'live' AND subject <> 'home'""",
    "due_post_ids": """
        SELECT id FROM posts WHERE state = 'live' AND sent < wanted AND next_at <= :at ORDER BY id LIMIT :limit""",
    "post_head": f"{_POST_HEAD} WHERE id = :post",
    "expirable": """
        SELECT p.id, p.revision, p.conversation, i.platform, i.workspace, i.user_id FROM proposals p
        JOIN resumes r ON r.id = p.resume JOIN identities i ON i.person = r.owner
        JOIN conversations c ON c.id = p.conversation AND c.platform = i.platform AND c.workspace = i.workspace
        WHERE p.state = 'pending' AND p.created_at < :before ORDER BY p.created_at LIMIT :limit""",
    "last_post": f"{_POST_HEAD} WHERE conversation = :conversation AND state = 'live' ORDER BY id DESC LIMIT 1",
    "conversations_of": """
        SELECT c.conversation, (
            SELECT m.text FROM messages m WHERE m.conversation = c.conversation AND m.role = 'person'
            ORDER BY m.id LIMIT 1) AS text
        FROM current_resumes c JOIN conversations k ON k.id = c.conversation
        WHERE c.person = :person ORDER BY k.created_at DESC LIMIT 50""",
    "all_resumes": """
        SELECT id, title, version, created_at, archived_at FROM resumes WHERE owner = :person ORDER BY created_at""",
    "all_versions": """
        SELECT v.resume, v.number, v.cause, v.title, v.at, v.content, v.snapshot FROM versions v
        JOIN resumes r ON r.id = v.resume WHERE r.owner = :person ORDER BY v.resume, v.number""",
    "all_messages": """
        SELECT conversation, role, text, typed, at FROM messages
        WHERE person = :person OR job IN (SELECT id FROM jobs WHERE person = :person) ORDER BY id""",
    "all_proposals": """
        SELECT p.id, p.resume, p.conversation, p.base, p.revision, p.state, p.title, p.summary, p.operations,
            p.change, p.marks, p.proposed_by, p.created_at, p.decided_at, p.decision, p.version, p.reason
        FROM proposals p
        JOIN resumes r ON r.id = p.resume WHERE r.owner = :person ORDER BY p.created_at, p.place""",
    "all_questions": """
        SELECT id, resume, conversation, field, prompt, reason, control, state, draft, answer, version,
            created_at, answered_at
        FROM questions WHERE person = :person ORDER BY created_at""",
    "all_identities": """
        SELECT platform, workspace, user_id FROM identities WHERE person = :person ORDER BY platform, user_id""",
    "all_conversations": """
        SELECT c.id, c.created_at, c.closed_at, c.closed_by, u.resume FROM current_resumes u
        JOIN conversations c ON c.id = u.conversation WHERE u.person = :person ORDER BY c.created_at""",
    "all_decisions": """
        SELECT proposal, revision, decision, at, outcome, version FROM decisions
        WHERE person = :person ORDER BY at""",
    "all_jobs": """
        SELECT id, kind, conversation, state, attempt, input, code, created_at, finished_at FROM jobs
        WHERE person = :person ORDER BY created_at""",
    "all_tool_calls": """
        SELECT t.job, t.step, t.tool, t.outcome, t.milliseconds, t.at FROM tool_calls t
        JOIN jobs j ON j.id = t.job WHERE j.person = :person ORDER BY t.id""",
    "all_posts": """
        SELECT conversation, subject, subject_id, content, state, created_at FROM posts
        WHERE person = :person ORDER BY id""",
    "all_usage": "SELECT day, step, calls, tokens_in, tokens_out FROM usage WHERE person = :person ORDER BY day",
    "all_audit": "SELECT at, kind, subject, subject_id FROM audit WHERE person = :person ORDER BY id",
    "audit": "SELECT at, person, kind, subject, subject_id FROM audit WHERE subject_id = :subject_id ORDER BY id",
    # -- operating
    "inbox_counts": """
        SELECT state, COUNT(*) AS number FROM inbox WHERE state IN ('waiting', 'parked') GROUP BY state""",
    "job_counts": """
        SELECT state, COUNT(*) AS number FROM jobs WHERE state IN ('waiting', 'running') GROUP BY state""",
    "slack_installation": "SELECT content FROM slack_installations WHERE workspace = :workspace",
    "some_titles": "SELECT title FROM resumes ORDER BY updated_at DESC LIMIT 100",
}

TRACE: Final[dict[str, str]] = {
    "event_by_key": f"{_EVENT} WHERE event_key = :key",
    "event_by_id": f"{_EVENT} WHERE id = :id",
    "events_at": f"{_EVENT} WHERE conversation = :conversation AND handled_at = :at AND state = 'done'",
    "job_by_id": f"{_TRACED_JOB} WHERE id = :id",
    "jobs_at": f"{_TRACED_JOB} WHERE conversation = :conversation AND created_at = :at",
    "tool_calls_of": "SELECT step, tool, outcome, milliseconds, at FROM tool_calls WHERE job = :id ORDER BY id",
    "proposal_by_id": f"{_TRACED_PROPOSAL} WHERE id = :id",
    "proposals_at": f"{_TRACED_PROPOSAL} WHERE conversation = :conversation AND created_at = :at ORDER BY place",
    "decisions_of": f"{_TRACED_DECISION} WHERE proposal = :id ORDER BY at",
    "decisions_at": f"{_TRACED_DECISION} WHERE at = :at AND person IN {_PEOPLE_HERE}",
    "resume_by_id": "SELECT id, version, created_at, archived_at FROM resumes WHERE id = :id",
    "versions_of_resume": f"{_TRACED_VERSION} WHERE resume = :id ORDER BY number",
    "versions_of_proposal": f"{_TRACED_VERSION} WHERE proposal = :id ORDER BY number",
    "versions_at": f"{_TRACED_VERSION} WHERE at = :at AND person IN {_PEOPLE_HERE} ORDER BY number",
    "audit_of": "SELECT at, person, kind, subject, subject_id FROM audit WHERE subject_id = :id ORDER BY id",
    "audit_at": f"""
        SELECT at, person, kind, subject, subject_id FROM audit
        WHERE at = :at AND person IN {_PEOPLE_HERE} ORDER BY id""",
    "posts_of": f"{_TRACED_POST} WHERE subject_id = :id ORDER BY id",
    "posts_at": f"{_TRACED_POST} WHERE conversation = :conversation AND created_at = :at ORDER BY id",
}
"""What `trace` reads: ids, codes, times, never a Private column. All that a Unit wrote has the Unit's time."""

STATEMENTS: Final[dict[str, str]] = WRITES | READS | TRACE
