"""The laws of merging, over random valid résumés and rich texts; `make storm` runs them by the thousand."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.core import laws
from tests.core.resumes import EDITS, edited, random_resume
from tests.core.richtexts import edited_text, random_text

Law = Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], None]

RESUMES, TEXTS = 100, 300
OF_BOTH = (
    laws.identity,
    laws.idempotence,
    laws.nothing_lost,
    laws.symmetry,
    laws.line_form,
    laws.undo,
    laws.showing,
)
OF_RESUMES = (*OF_BOTH, laws.no_faults)


def over_resumes(law: Law, seeds: range) -> None:
    for seed in seeds:
        law(*laws.three_resumes(random.Random(seed)))


def over_texts(law: Law, seeds: range) -> None:
    for seed in seeds:
        law(*laws.three_texts(random.Random(seed)))


@pytest.mark.parametrize("law", OF_RESUMES, ids=lambda law: law.__name__)
def test_the_laws_hold_for_whole_resumes(law: Law) -> None:
    over_resumes(law, range(RESUMES))


@pytest.mark.parametrize("law", OF_BOTH, ids=lambda law: law.__name__)
def test_the_laws_hold_for_single_rich_texts(law: Law) -> None:
    over_texts(law, range(TEXTS))


@pytest.mark.storm
@pytest.mark.parametrize("law", OF_RESUMES, ids=lambda law: law.__name__)
def test_the_laws_hold_for_many_resumes(law: Law) -> None:
    over_resumes(law, range(1000, 3000))


@pytest.mark.storm
@pytest.mark.parametrize("law", OF_BOTH, ids=lambda law: law.__name__)
def test_the_laws_hold_for_many_rich_texts(law: Law) -> None:
    over_texts(law, range(1000, 11000))


def test_the_random_cases_hold_conflicts_and_clean_merges_in_number() -> None:
    for cases in (laws.three_resumes, laws.three_texts):
        merged = [laws.lines_merge(*cases(random.Random(seed))) for seed in range(200)]
        assert sum(bool(one.conflicts) for one in merged) >= 10
        assert sum(not one.conflicts and not one.unchanged for one in merged) >= 50


def commute(seeds: range) -> int:
    clean = 0
    for seed in seeds:
        rng = random.Random(seed)
        base = random_resume(rng)
        focus = rng.sample(EDITS, 4)
        clean += laws.commutation(base, [edited(rng, base, focus) for _ in range(3)])
        text = random_text(rng)
        sides = [{"summary": {"content": edited_text(rng, text)}} for _ in range(3)]
        clean += laws.commutation({"summary": {"content": text}}, sides)
    return clean


def test_three_proposals_commute_where_all_are_clean() -> None:
    assert commute(range(80)) >= 40


@pytest.mark.storm
def test_many_proposals_commute_where_all_are_clean() -> None:
    assert commute(range(1000, 3000)) >= 1000


def test_cards_of_one_bullet_each_all_apply_in_any_order() -> None:
    for seed in range(150):
        laws.one_bullet_each(random.Random(seed))


@pytest.mark.storm
def test_many_cards_of_one_bullet_each_all_apply_in_any_order() -> None:
    for seed in range(1000, 6000):
        laws.one_bullet_each(random.Random(seed))


def test_every_version_of_a_history_of_approvals_and_undos_is_valid() -> None:
    for seed in range(15):
        laws.history(random.Random(seed))


@pytest.mark.storm
def test_every_version_of_many_histories_is_valid() -> None:
    for seed in range(1000, 1300):
        laws.history(random.Random(seed))
