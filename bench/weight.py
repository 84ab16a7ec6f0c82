"""Weight: bytes on disk that one approval adds, after a checkpoint, over many on one résumé."""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.presses import check
from bench.resume import add_skill
from bench.world import Card, app_in, copy
from bot.wiring import App
from core import writes
from core.resume.change import conditions, difference, to_json
from core.resume.patch import try_patch
from core.talk.button import to_token
from core.talk.proposal import Proposal
from core.unit import Unit


async def bytes_per_approval(world: Path, approvals: int) -> dict[str, float]:
    """Bytes per approval: the database file in all, and the columns of `versions` in it.

    A card adds a skill, and the next one takes it away again: the résumé keeps its size.
    """
    with TemporaryDirectory(dir=world.parent) as folder:
        card, *_ = copy(world, Path(folder) / "world")
        file = Path(folder) / "world" / "store.db"
        before = _weigh(file)
        async with app_in(Path(folder) / "world") as (app, _, screen):
            await _without_home(app, card)
            for number in range(approvals):
                if number:
                    post, token = await _propose(app, card, number, screen.approves)
                    card = Card(card.conversation, card.user, post, token)
                check(await app.lanes.receive(card.press(app.clock.now())))
        after = _weigh(file)
    return {name: (after[name] - before[name]) / approvals for name in after}


async def _without_home(app: App, card: Card) -> None:
    """Take the home away: drawing it writes nothing that stays, and takes long."""
    posts = await app.store.live_posts(card.conversation, 10)
    await app.store.commit(Unit([writes.fold_post(post.id) for post in posts if post.subject == "home"]))


async def _propose(app: App, card: Card, number: int, approves: dict[int, str]) -> tuple[int, str]:
    """One more shown card on the same résumé; its post and its Approve."""
    last = await app.store.proposal(to_token(card.token).id)
    assert last is not None, "it was approved"
    resume = await app.store.resume(last.resume)
    assert resume is not None, "it has a proposal"
    document = await app.store.content(resume.id, resume.version)
    place = len(document["sections"]["skills"]["items"]) - 1
    took = number % 2 == 1
    patch = [{"op": "remove", "path": f"/sections/skills/items/{place}"}] if took else add_skill("Kafka")
    trial = try_patch(patch, document, app.ids.uuid)
    change = difference(document, trial.target, conditions(document, trial.operations))
    proposal = Proposal(
        id=app.ids.short(), resume=resume.id, conversation=card.conversation, batch=app.ids.short(), place=0,
        base=resume.version, revision=1, state="pending", destructive=False, title="Change a skill",
        summary="", operations=trial.operations, change=to_json(change), marks=(), person=last.person,
        proposed_by="model", created_at=app.clock.now(),
    )  # fmt: skip
    unit = Unit([writes.add_proposal(proposal)])
    unit.add(
        writes.add_post(card.conversation, "proposal", proposal.id, proposal.created_at, person=last.person)
    )
    approves.clear()
    await app.store.commit(unit)
    while await app.postman.deliver():
        pass
    [(post, token)] = approves.items()
    return post, token


def _weigh(file: Path) -> dict[str, float]:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [versions] = connection.execute(
            "SELECT TOTAL(LENGTH(content)) + TOTAL(LENGTH(change)) FROM versions"
        ).fetchone()
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        [free] = connection.execute("PRAGMA freelist_count").fetchone()
        [size] = connection.execute("PRAGMA page_size").fetchone()
    return {"file": (pages - free) * size, "versions": versions}
