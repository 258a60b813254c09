"""server.contest.points and period: what counts in a day, a week, a month (product.md, who is ahead 3)."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.period import BEGINNING, Period, Span, parse_period, period_of
from server.contest.points import Points, points_in, points_of, total
from server.contest.result import Outcome, Result

dates = st.dates(date(1970, 1, 1), date(9998, 12, 31))
amounts = st.builds(Points, points=st.integers(0, 400), wins=st.integers(0, 4), moves=st.integers(0, 8000))


def result(home: int, moves: int = 100) -> Result:
    outcome = Outcome.WON if home == 52 else Outcome.GIVEN_UP
    return Result(outcome=outcome, home=home, moves=moves, elapsed_ms=1)


@pytest.mark.parametrize(
    ("ended", "points"),
    [
        (result(0), Points()),
        (result(51), Points(points=51)),
        (result(52, 130), Points(points=100, wins=1, moves=130)),
    ],
)
def test_cards_home_and_48_more_for_a_win(ended: Result, points: Points) -> None:
    assert points_of(ended) == points


def test_moves_count_in_won_games_only() -> None:
    day = total(points_of(one) for one in (result(52, 130), result(20, 900), result(52, 100)))
    assert day == Points(points=220, wins=2, moves=230)


@given(st.lists(amounts, min_size=2, max_size=20))
def test_more_points_then_more_wins_then_fewer_moves(several: list[Points]) -> None:
    by_words = sorted(several, key=lambda one: (-one.points, -one.wins, one.moves))
    assert sorted(several, key=lambda one: one.key) == by_words


@given(st.lists(amounts, max_size=25))
def test_of_a_week_the_best_five_days_count_of_a_month_twenty(days: list[Points]) -> None:
    best = sorted(days, key=lambda day: (-day.points, -day.wins, day.moves))
    for span, counted in ((Span.DAYS, 1), (Span.WEEKS, 5), (Span.MONTHS, 20), (Span.ALL_TIME, None)):
        assert points_in(period_of(span, date(2026, 12, 1)), days) == total(best[:counted])


@pytest.mark.parametrize(
    ("span", "day", "name", "last"),
    [
        (Span.DAYS, date(2026, 12, 1), "2026-12-01", date(2026, 12, 1)),
        (Span.WEEKS, date(2026, 12, 6), "2026-W49", date(2026, 12, 6)),
        (Span.WEEKS, date(2027, 1, 3), "2026-W53", date(2027, 1, 3)),
        (Span.MONTHS, date(2028, 2, 10), "2028-02", date(2028, 2, 29)),
        (Span.MONTHS, date(2026, 12, 31), "2026-12", date(2026, 12, 31)),
        (Span.ALL_TIME, date(2026, 12, 1), "all-time", date.max),
    ],
)
def test_periods_have_names_and_last_days(span: Span, day: date, name: str, last: date) -> None:
    period = period_of(span, day)
    assert (str(period), period.last) == (name, last)


@given(st.sampled_from([Span.DAYS, Span.WEEKS, Span.MONTHS]), dates)
def test_every_day_is_in_its_period_and_names_are_read_back(span: Span, day: date) -> None:
    period = period_of(span, day)
    assert period.starts <= day <= period.last
    assert parse_period(span, str(period)) == period


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (Span.DAYS, "2026-02-30"),
        (Span.DAYS, "20261201"),
        (Span.DAYS, "2026-W49-2"),
        (Span.DAYS, "today\0"),
        (Span.WEEKS, "2026-W54"),
        (Span.WEEKS, "2026-49"),
        (Span.WEEKS, "2026W49"),
        (Span.WEEKS, "2026-12-01"),
        (Span.MONTHS, "2026-13"),
        (Span.MONTHS, "2026-12-01"),
        (Span.MONTHS, "٢٠٢٦-١٢"),
        (Span.ALL_TIME, "0001-01-02"),
    ],
)
def test_what_names_no_period_is_refused(span: Span, text: str) -> None:
    with pytest.raises(ValueError, match="no period"):
        parse_period(span, text)


def test_all_time_has_one_period() -> None:
    assert period_of(Span.ALL_TIME, date(2026, 1, 1)) == Period(Span.ALL_TIME, BEGINNING)
