"""server.contest.outage: what is left out of an attempt's time."""

from datetime import UTC, datetime, timedelta

import pytest

from server.contest.outage import Outage, credited, lost

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


OUTAGES = (Outage(at(10), at(20)), Outage(at(40), at(70)))


@pytest.mark.parametrize(
    ("began", "now", "expected"),
    [(0, 5, 0), (0, 15, 5), (0, 30, 10), (0, 60, 30), (0, 99, 40), (12, 14, 2), (15, 45, 10), (80, 90, 0), (20, 40, 0)],
)
def test_the_overlap_with_outages_is_lost(began: float, now: float, expected: float) -> None:
    assert lost(OUTAGES, at(began), at(now)) == minutes(expected)


@pytest.mark.parametrize(
    ("elapsed", "expected"), [(0, 0), (9, 0), (10, 0), (11, 10), (29, 10), (30, 10), (31, 40), (90, 40)]
)
def test_an_attempt_is_credited_with_what_was_lost_before_its_last_move(elapsed: float, expected: float) -> None:
    assert credited(reversed(OUTAGES), NOON, minutes(elapsed)) == minutes(expected)


def test_an_outage_before_the_start_credits_nothing() -> None:
    assert credited(OUTAGES, at(80), minutes(5)) == minutes(0)


@pytest.mark.parametrize("now", [5, 25, 35, 75, 200])
def test_served_time_and_credit_make_up_the_wall_time(now: float) -> None:
    elapsed = at(now) - NOON - lost(OUTAGES, NOON, at(now))
    assert elapsed + credited(OUTAGES, NOON, elapsed) == at(now) - NOON
