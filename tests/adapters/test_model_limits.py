"""Rate headers: which say that a limit is nearly used up, and until when."""

import pytest

from adapters.model.limits import to_seconds, wait_for_reset


def told(kind: str, limit: str, remaining: str, reset: str) -> dict[str, str]:
    return {
        f"x-ratelimit-limit-{kind}": limit,
        f"x-ratelimit-remaining-{kind}": remaining,
        f"x-ratelimit-reset-{kind}": reset,
    }


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1s", 1.0),
        ("6m0s", 360.0),
        ("20ms", 0.02),
        ("2m59.56s", 179.56),
        ("1h2m3s", 3723.0),
        ("1d", 86_400.0),
        ("1s500ms", 1.5),
        ("12", 12.0),
        (" 0.5 ", 0.5),
        ("0", 0.0),
    ],
)
def test_a_duration_is_read_in_every_form_that_providers_use(text: str, seconds: float) -> None:
    assert to_seconds(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text",
    ["", "soon", "-1", "-1s", "1 s", "s", "1x", "nan", "inf", "1e9", "٣", "2026-12-01T00:00:00Z", "1;w=60"],
)
def test_what_is_no_duration_is_none(text: str) -> None:
    assert to_seconds(text) is None


@pytest.mark.parametrize("kind", ["requests", "tokens"])
def test_a_limit_of_which_less_than_a_fifth_is_left_is_waited_for(kind: str) -> None:
    assert wait_for_reset(told(kind, "100", "19", "12s")) == 12.0
    assert wait_for_reset(told(kind, "100", "0", "60")) == 60.0
    assert wait_for_reset(told(kind, "3", "0", "20ms")) == pytest.approx(0.02)


@pytest.mark.parametrize("kind", ["requests", "tokens"])
def test_a_limit_of_which_a_fifth_is_left_is_not(kind: str) -> None:
    assert wait_for_reset(told(kind, "100", "20", "12s")) == 0.0
    assert wait_for_reset(told(kind, "3", "1", "12s")) == 0.0
    assert wait_for_reset(told(kind, "0", "0", "12s")) == 0.0


def test_the_later_of_two_limits_is_waited_for() -> None:
    both = told("requests", "10", "1", "3s") | told("tokens", "9000", "100", "41s")
    assert wait_for_reset(both) == 41.0
    assert wait_for_reset(both | told("tokens", "9000", "8000", "41s")) == 3.0


def test_a_reset_beyond_a_minute_is_not_waited_for() -> None:
    assert wait_for_reset(told("requests", "200", "1", "6m0s")) == 0.0
    assert wait_for_reset(told("requests", "200", "1", "1798761600")) == 0.0


@pytest.mark.parametrize("missing", ["limit", "remaining", "reset"])
def test_where_a_provider_tells_no_more_nothing_is_waited_for(missing: str) -> None:
    headers = told("tokens", "100", "0", "12s")
    del headers[f"x-ratelimit-{missing}-tokens"]
    assert wait_for_reset(headers) == 0.0
    assert wait_for_reset({**headers, f"x-ratelimit-{missing}-tokens": "unlimited"}) == 0.0
    assert wait_for_reset({}) == 0.0
