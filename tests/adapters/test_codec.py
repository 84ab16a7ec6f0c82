import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.store.codec import Codec
from core.errors import BugError, CountersignError, PersonError

KEY = b"0123456789abcdef0123456789abcdef"
OTHER = b"another key that is long enough."
SECRET = "Led payments at Acme Corp"

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(json_values | st.binary(), st.sampled_from([None, KEY]))
def test_every_json_value_and_bytes_come_back_the_same(value: object, key: bytes | None) -> None:
    codec = Codec(key)
    found = codec.decode(codec.encode(value))
    assert found == value
    assert type(found) is type(value)


def test_a_long_value_is_stored_smaller_and_a_short_one_as_it_is() -> None:
    codec = Codec(None)
    assert len(codec.encode(["the same words again"] * 200)) < 200
    assert codec.encode("Rust") == b'\x10"Rust"'


def test_without_a_key_the_first_byte_is_the_format_and_nothing_is_hidden() -> None:
    assert SECRET.encode() in Codec(None).encode(SECRET)


def test_with_a_key_nothing_can_be_read_off_and_equal_values_look_different() -> None:
    codec = Codec(KEY)
    first, second = codec.encode(SECRET), codec.encode(SECRET)
    assert SECRET.encode() not in first
    assert first != second
    assert codec.decode(first) == codec.decode(second) == SECRET


def test_what_was_written_without_a_key_is_read_after_a_key_was_set() -> None:
    assert Codec(KEY).decode(Codec(None).encode(SECRET)) == SECRET


def test_what_was_written_with_a_former_key_is_read_and_new_values_use_the_current_one() -> None:
    codec = Codec(OTHER, {"2025": KEY})
    assert codec.decode(Codec(KEY).encode(SECRET)) == SECRET
    assert Codec(OTHER).decode(codec.encode(SECRET)) == SECRET
    with pytest.raises(PersonError):
        Codec(KEY).decode(codec.encode(SECRET))


@pytest.mark.parametrize("codec", [Codec(None), Codec(OTHER)])
def test_a_missing_key_is_said_and_gives_no_garbage(codec: Codec) -> None:
    with pytest.raises(PersonError) as caught:
        codec.decode(Codec(KEY).encode(SECRET))
    assert caught.value.code == "unreadable"


def test_former_keys_are_read_although_no_key_is_current() -> None:
    assert Codec(None, {"old": KEY}).decode(Codec(KEY).encode(SECRET)) == SECRET


@given(st.data())
def test_one_changed_bit_of_a_sealed_value_is_never_read(data: st.DataObject) -> None:
    codec = Codec(KEY)
    stored = bytearray(codec.encode({"text": SECRET * 5}))
    place = data.draw(st.integers(0, len(stored) * 8 - 1))
    stored[place // 8] ^= 1 << place % 8
    with pytest.raises(CountersignError) as caught:
        codec.decode(bytes(stored))
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"\x00",
        b"plain",
        b"\x10{",
        b"\x11x",
        b"\x12",
        b'\x10"' + SECRET.encode(),
        b"\x11" + zlib.compress(b"{"),
    ],
)
def test_damaged_bytes_are_a_bug_with_a_code_and_the_error_does_not_carry_them(stored: bytes) -> None:
    with pytest.raises(CountersignError) as caught:
        Codec(KEY).decode(stored)
    assert caught.value.code == "unreadable"
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "value",
    [
        {1: "number as a key"},
        {SECRET},
        object(),
        [b"bytes inside"],
        [(None, float("nan"))],
        {"wide": 2**70, 1: 1},
    ],
)
def test_what_is_neither_json_nor_bytes_is_refused_without_saying_it(value: object) -> None:
    with pytest.raises(BugError) as caught:
        Codec(None).encode(value)
    assert caught.value.code == "not_storable"
    assert SECRET not in str(caught.value)


def test_a_short_key_is_refused() -> None:
    with pytest.raises(BugError):
        Codec(b"short")
