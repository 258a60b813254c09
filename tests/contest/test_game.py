"""server.contest.game: the day to the millisecond, and what is published before it."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from server.contest.game import Status, closes_at, commitment, final_at, game_name, opens_at, status

DAY = date(2026, 12, 1)
INSTANT = timedelta(milliseconds=1)


def test_a_game_opens_at_midnight_closes_a_day_later_and_is_final_two_hours_after_that() -> None:
    assert opens_at(DAY) == datetime(2026, 12, 1, tzinfo=UTC)
    assert closes_at(DAY) == datetime(2026, 12, 2, tzinfo=UTC)
    assert final_at(DAY) == datetime(2026, 12, 2, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "stands"),
    [
        (opens_at(DAY) - INSTANT, Status.PROVING),
        (opens_at(DAY), Status.OPEN),
        (closes_at(DAY) - INSTANT, Status.OPEN),
        (closes_at(DAY), Status.CLOSED),
        (final_at(DAY) - INSTANT, Status.CLOSED),
        (final_at(DAY), Status.FINAL),
    ],
)
def test_its_status_changes_to_the_millisecond(now: datetime, stands: Status) -> None:
    assert status(DAY, now) is stands
    elsewhere = now.astimezone(timezone(timedelta(hours=-11)))
    assert status(DAY, elsewhere) is stands, "whatever the time zone the clock is told in"


def test_a_days_closing_is_the_next_days_opening() -> None:
    for day in (date(2024, 2, 28), date(2026, 12, 31), date(2026, 3, 29)):
        assert closes_at(day) == opens_at(day + timedelta(days=1))


def test_the_commitment_never_changes() -> None:
    """By hand: printf 'samedeal-commit/1|kansas|2026-12-01|1.2|5000000|0001…1e1f' | sha256sum"""
    bound = commitment("kansas", DAY, "1.2", 5_000_000, bytes(range(32)))
    assert bound.hex() == "16aedb2362c5b4b535627cb23fc1df8b473f5a4c5792e14e32f80f36dced6c1a"


def test_the_commitment_binds_every_part() -> None:
    bound = {
        commitment("kansas", DAY, "1", 10, bytes(32)),
        commitment("chinaman", DAY, "1", 10, bytes(32)),
        commitment("kansas", DAY + timedelta(days=1), "1", 10, bytes(32)),
        commitment("kansas", DAY, "2", 10, bytes(32)),
        commitment("kansas", DAY, "1", 11, bytes(32)),
        commitment("kansas", DAY, "1", 10, bytes(31) + b"\1"),
    }
    assert len(bound) == 6


def test_a_game_is_named_by_date_and_variant() -> None:
    assert game_name(DAY, "chinese-torture") == "2026-12-01/chinese-torture"
