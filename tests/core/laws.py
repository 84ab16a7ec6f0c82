"""The laws of merging, each a check of one random case that raises AssertionError."""

import itertools
import random
from collections.abc import Container, Sequence

from core.resume.address import is_beneath, value_at
from core.resume.blocks import take_apart
from core.resume.change import Change, difference, turned_round
from core.resume.faults import faults
from core.resume.losses import lists_of
from core.resume.merge import Merged, apply, apply_lines
from core.resume.model import parse
from core.resume.shape import are_words, keyed, kind_at
from core.resume.showing import draw, judge, line_hash
from core.resume.tree import TextChange
from core.resume.values import Json, equal
from tests.core.reference_merge import reference_merge
from tests.core.resumes import EDITS, edited, random_resume
from tests.core.richtexts import SENTENCES, edited_text, random_text

Document = dict[str, Json]
KEY = b"a key of thirty-two bytes, or so"


def three_resumes(rng: random.Random) -> tuple[Document, Document, Document]:
    """A base and two sides; one time in six a side already has some of the other's work."""
    base = random_resume(rng)
    focus = rng.sample(EDITS, 3) if rng.random() < 0.7 else EDITS
    target, current = edited(rng, base, focus), edited(rng, base, focus)
    if rng.random() < 0.15:
        both = apply_lines(difference(base, edited(rng, base, focus)), current).result
        target = apply_lines(difference(base, target), both).result
        current = both
    return base, target, current


def three_texts(rng: random.Random) -> tuple[Document, Document, Document]:
    """The same, of nothing but one rich text."""
    base = random_text(rng)
    sides = [base]
    for _ in range(2):
        side = base
        for _ in range(rng.choice((1, 1, 2, 3))):
            side = edited_text(rng, side)
        sides.append(side)
    return tuple({"summary": {"content": text}} for text in sides)  # type: ignore[return-value]


def lines_merge(base: Document, target: Document, current: Document) -> Merged:
    """The merge of the lines alone, as the laws state it."""
    return apply_lines(difference(base, target), current)


def addresses(merged: Merged) -> list[str]:
    return [conflict.address for conflict in merged.conflicts]


def settled(value: Json, base: Json, sides: Sequence[Json] = (), path: tuple[str, ...] = ()) -> Json:
    """A document with what the order is free for put in a fixed one: then equal ones differ in nothing else.

    Free is what is new in one gap, and what several sides put into the list, in a gap of their own each.
    """
    kind = kind_at(path)
    if isinstance(value, dict):
        olds, others = _dict(base), [_dict(side) for side in sides]
        return {
            name: settled(member, olds.get(name), [side.get(name) for side in others], (*path, name))
            for name, member in value.items()
        }
    if kind == "entries" and (entries := keyed(value)) is not None:
        old, others = keyed(base) or {}, [keyed(side) or {} for side in sides]
        return [
            settled(entries[key], old.get(key), [side.get(key) for side in others], (*path, f"[{key}]"))
            for key in _free_sorted(list(entries), set(old), others)
        ]
    if kind == "words" and are_words(value):
        return _free_sorted(value, _words(base), [_words(side) for side in sides])
    if kind == "text" and isinstance(value, str) and (parts := take_apart(value)):
        old, others = _text(base), [_text(side) for side in sides]
        # A list of which no old item is left is as new as what is in it.
        old = {
            name: {key for key in row if not old.get(key) or old[key] & {*parts.rows.get(key, ())}}
            for name, row in old.items()
        }
        return {
            name: _free_sorted(list(row), old.get(name, set()), [side.get(name, set()) for side in others])
            for name, row in parts.rows.items()
        }
    if kind == "pages" and isinstance(value, list):
        lists = [
            side if isinstance(side, list) and len(side) == len(value) else [None] * len(value)
            for side in (base, *sides)
        ]
        return [
            settled(page, old, others, (*path, str(i)))
            for i, (page, old, *others) in enumerate(zip(value, *lists, strict=True))
        ]
    return value


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _words(value: Json) -> set[str]:
    return set(value) if are_words(value) else set()


def _text(value: Json) -> dict[str, set[str]]:
    parts = take_apart(value) if isinstance(value, str) else None
    return {name: set(row) for name, row in parts.rows.items()} if parts else {}


def _free_sorted(keys: list[str], old: Container[str], sides: Sequence[Container[str]]) -> list[str]:
    shared = [key for key in keys if key not in old and sum(key in side for side in sides) > 1]
    rest = [key for key in keys if key not in shared]
    runs = [list(run) for _, run in itertools.groupby(rest, lambda key: key in old)]
    return [key for run in runs for key in (run if run[0] in old else sorted(run))] + sorted(shared)


def identity(base: Document, target: Document, current: Document) -> None:
    """merge(B,T,B) = T, merge(B,B,C) = C, merge(B,T,T) = T."""
    for merger in (lines_merge, lambda b, t, c: apply(difference(b, t), c)):
        fresh = merger(base, target, base)
        assert not fresh.conflicts
        assert equal(fresh.result, target)
        assert merger(base, base, current).result is current
        again = merger(base, target, target)
        assert again.unchanged
        assert again.result is target


def idempotence(base: Document, target: Document, current: Document) -> None:
    """merge(B,T,M) = M: what was approved is so already."""
    merged = lines_merge(base, target, current)
    if not merged.conflicts:
        again = lines_merge(base, target, merged.result)
        assert again.unchanged, addresses(again)
        assert again.result is merged.result


def nothing_lost(base: Document, target: Document, current: Document) -> None:
    """merge(B,C,M) = M; every line of T but orders is true in M; every line C→M is one of B→T."""
    merged = lines_merge(base, target, current)
    if merged.conflicts:
        return
    again = lines_merge(base, current, merged.result)
    assert again.unchanged, addresses(again)
    true_now = lines_merge(base, target, merged.result)
    assert not true_now.remaining
    wanted = {(line.address, line.kind) for line in difference(base, target).lines}
    texts = text_addresses(difference(base, target))
    for line in difference(current, merged.result).lines:
        if any(is_beneath(line.address, text) or line.address == text for text in texts):
            continue
        assert (line.address, line.kind) in wanted, line
    for text in texts:
        _blocks_are_accounted_for(base, target, current, merged.result, text)


def text_addresses(change: Change) -> list[str]:
    nodes = lists_of(change.root) if change.root else {}
    return [address for address, node in nodes.items() if isinstance(node, TextChange)]


def _blocks_are_accounted_for(base: Json, target: Json, current: Json, result: Json, text: str) -> None:
    parts = [take_apart(str(value_at(text, side))) for side in (base, target, current, result)]
    if all(parts):
        was, wanted, now, then = (set(part.blocks) for part in parts if part)
        assert then - now <= wanted - was, text
        assert now - then <= was - wanted, text


def symmetry(base: Document, target: Document, current: Document) -> None:
    """Both ways round: the same conflicts, or the same content but for the order within one gap."""
    one, other = lines_merge(base, target, current), lines_merge(base, current, target)
    assert addresses(one) == addresses(other)
    if not one.conflicts:
        assert equal(
            settled(one.result, base, (target, current)), settled(other.result, base, (target, current))
        )
    found = addresses(one)
    assert not any(is_beneath(a, b) for a in found for b in found)
    one, other = apply(difference(base, target), current), apply(difference(base, current), target)
    assert addresses(one) == addresses(other)
    found = addresses(one)
    assert not any(is_beneath(a, b) for a in found for b in found)


def line_form(base: Document, target: Document, current: Document) -> None:
    """The lines applied to C give what the merge of three whole documents gives, conflicts too."""
    merged = lines_merge(base, target, current)
    result, conflicts = reference_merge(base, target, current)
    assert addresses(merged) == conflicts
    assert equal(merged.result, result)


def undo(base: Document, target: Document, current: Document) -> None:
    """At once it gives n−1 exactly, and again n; later, all later work stays, and a second is already so."""
    change = difference(base, target)
    back = turned_round(change)
    undone = apply(back, target)
    assert not undone.conflicts
    assert equal(undone.result, base)
    assert equal(apply(turned_round(back), undone.result).result, target)
    # `current` stands for a later version: what base became in it, done to the target.
    later = lines_merge(base, current, target)
    if later.conflicts:
        return
    undone = apply_lines(back, later.result)
    if undone.conflicts:
        return
    assert lines_merge(target, later.result, undone.result).unchanged
    assert apply_lines(back, undone.result).unchanged
    if not undone.already_so:
        redone = apply_lines(turned_round(back), undone.result)
        assert redone.conflicts or equal(settled(redone.result, None), settled(later.result, None))


def showing(base: Document, target: Document, current: Document) -> None:
    """Nothing asks again when C is B; what was shown again and hasn't changed since applies."""
    change = difference(base, target)
    shown = frozenset(line_hash(KEY, line) for line in draw(change, base))
    assert judge(change, base, shown, KEY).kind == ("good" if change.lines else "already_so")
    verdict = judge(change, current, shown, KEY)
    if verdict.kind == "shown_again":
        redrawn = frozenset(line_hash(KEY, line) for line in verdict.lines)
        assert judge(change, current, redrawn, KEY).kind == "good"
    if verdict.kind in ("good", "shown_again"):
        assert judge(change, verdict.merged.result, shown, KEY).kind in ("already_so", "out_of_date")


def no_faults(base: Document, target: Document, current: Document) -> None:
    """A clean merge of valid sides has no fault of its own."""
    merged = apply(difference(base, target), current)
    assert (
        merged.result is current
        or faults(merged.result).keys() <= faults(target).keys() | faults(current).keys()
    )


def commutation(base: Document, sides: Sequence[Document]) -> bool:
    """Three proposals on one base, all six orders: where all are clean, the same content but for gaps.

    Of what is new the place is free: when one side edits a block, one moves it and one takes it out, an
    edit and a move can't always be told from a removal and an addition. Whether all were clean is the
    answer.
    """
    changes = [difference(base, side) for side in sides]
    results = []
    for order in itertools.permutations(changes):
        document = base
        for change in order:
            merged = apply_lines(change, document)
            if merged.conflicts:
                return False
            document = merged.result
        results.append(settled(document, base, (*sides, *sides)))
    assert all(equal(results[0], result) for result in results[1:])
    return True


def one_bullet_each(rng: random.Random) -> None:
    """Cards that each edit, mark, remove or add one bullet of their own: all good, whatever the order."""
    bullets = [f"<li><p>{sentence}</p></li>" for sentence in rng.sample(SENTENCES, rng.randrange(2, 6))]
    cards, expected = [], []
    for index, bullet in enumerate(bullets):
        after = rng.choice(
            ([bullet], [bullet.replace("</p>", " More.</p>")], [bullet.replace("<p>", "<p>Led: ")], [])
        )
        if rng.random() < 0.3:
            after = [*(after or [bullet]), f"<li><p>New number {index}.</p></li>"]
        expected += after
        if after != [bullet]:
            cards.append(bullets[:index] + after + bullets[index + 1 :])
    base = _bulleted(bullets)
    changes = [difference(base, _bulleted(card)) for card in cards]
    rng.shuffle(changes)
    document = base
    for change in changes:
        shown = frozenset(line_hash(KEY, line) for line in draw(change, base))
        verdict = judge(change, document, shown, KEY)
        assert verdict.kind == "good", verdict
        document = verdict.merged.result
    assert equal(document, _bulleted(expected))


def _bulleted(bullets: Sequence[str]) -> Document:
    return {"summary": {"content": f"<ul>{''.join(bullets)}</ul>" if bullets else ""}}


def history(rng: random.Random) -> None:
    """Twelve steps of approvals (on the newest or an older version) and undos: every version is valid."""
    versions = [random_resume(rng)]
    changes: list[Change] = []
    for _ in range(12):
        if changes and rng.random() < 0.35:
            change = turned_round(rng.choice(changes))
        else:
            base = rng.choice(versions)
            change = difference(base, edited(rng, base))
        merged = apply(change, versions[-1])
        if merged.conflicts or merged.unchanged:
            continue
        assert not faults(merged.result)
        parse(merged.result)
        changes.append(difference(versions[-1], merged.result))
        versions.append(merged.result)
