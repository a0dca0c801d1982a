"""Units and forms of message times (formats.md, section 9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transforms.importers.times import INVALID, MISSING, parse_time

NOON = 1_709_640_000_000_000  # 2024-03-05T12:00:00Z


@pytest.mark.parametrize(
    ("value", "unit"),
    [
        ("2024-03-05T12:00:00Z", "iso"),
        ("2024-03-05T12:00:00", "iso"),
        ("2024-03-05T20:00:00+08:00", "iso"),
        ("2024-03-05 12:00:00.000+00:00", "iso"),
        (1_709_640_000, "s"),
        (1_709_640_000.0, "s"),
        ("1709640000", "s"),
        ("1709640000.000000", "s"),
        (1_709_640_000_000, "ms"),
        (1_709_640_000_000_000, "us"),
    ],
)
def test_one_instant_in_every_form(value: object, unit: str) -> None:
    assert parse_time(value) == (NOON, "ok", unit)


def test_fractions_survive() -> None:
    assert parse_time("2024-03-05T12:00:00.123456Z").us == NOON + 123_456
    assert parse_time(1_709_640_000.25).us == NOON + 250_000


@pytest.mark.parametrize("value", [None, ""])
def test_no_time_is_missing(value: object) -> None:
    assert parse_time(value) == MISSING


@pytest.mark.parametrize(
    "value", [True, "soon", "2024-13-40", float("nan"), float("inf"), 10**30, "9" * 400, [], {}]
)
def test_no_instant_is_invalid(value: object) -> None:
    assert parse_time(value) == INVALID


@given(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40))
def test_never_raises_and_always_fits(value: object) -> None:
    time = parse_time(value)
    assert (time.us is not None) == (time.flag == "ok")
    assert time.us is None or abs(time.us) < 2**63
