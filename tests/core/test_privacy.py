"""Privacy: which fields are sensitive, what is asked first, and fingerprints of Answers."""

import re

import pytest

from core.errors import BugError
from core.talk.privacy import Privacy, fingerprint, privacy_of, severity_order

KEY = b"0123456789abcdef"


@pytest.mark.parametrize(
    ("field", "privacy"),
    [
        ("/basics/email", "sensitive"),
        ("/basics/phone", "sensitive"),
        ("/sections/references/items/[r1]/phone", "sensitive"),
        ("basics.email", "sensitive"),
        ("phoneNumber", "sensitive"),
        ("your e-mail", "sensitive"),
        ("电话号码", "sensitive"),
        ("/basics/name", "personal"),
        ("/basics/website/url", "personal"),
        ("/basics/customFields/[c1]/text", "personal"),
        ("/sections/experience/items/[e1]/location", "personal"),
        ("experience.location", "personal"),
        ("/sections/experience/items/[e1]/period", "standard"),
        ("/sections/experience/items/[email]/period", "standard"),
        ("/summary/content", "standard"),
        ("target role", "standard"),
        ("", "standard"),
    ],
)
def test_a_field_tells_how_private_its_answer_is(field: str, privacy: Privacy) -> None:
    assert privacy_of(field) == privacy


def test_what_blocks_is_asked_first() -> None:
    assert [severity_order(one) for one in ("blocking", "important", "optional")] == [0, 1, 2]


def test_the_same_answer_has_the_same_fingerprint_however_its_members_stand() -> None:
    assert fingerprint(KEY, "q1", 1, {"start": "2018", "end": "2019"}) == fingerprint(
        KEY, "q1", 1, {"end": "2019", "start": "2018"}
    )
    assert fingerprint(KEY, "q1", 1, 1) == fingerprint(KEY, "q1", 1, 1.0)


def test_another_answer_question_revision_or_key_has_another_fingerprint() -> None:
    prints = {
        fingerprint(KEY, "q1", 1, "+1 555 0101"),
        fingerprint(KEY, "q1", 1, "+1 555 0102"),
        fingerprint(KEY, "q2", 1, "+1 555 0101"),
        fingerprint(KEY, "q1", 2, "+1 555 0101"),
        fingerprint(KEY[::-1], "q1", 1, "+1 555 0101"),
        fingerprint(KEY, "q1", 1, True),
        fingerprint(KEY, "q1", 1, 1),
    }
    assert len(prints) == 7
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in prints)


def test_a_key_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(BugError):
        fingerprint(b"short", "q1", 1, "x")
