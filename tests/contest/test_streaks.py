"""server.contest.streaks: dates in a row (product.md, who is ahead 4)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.result import Outcome, Result
from server.contest.streaks import Streak, Streaks, streaks

TODAY = date(2027, 1, 2)
WON = Result(outcome=Outcome.WON, home=52, moves=100, elapsed_ms=1)
LOST = Result(outcome=Outcome.EXPIRED, home=3, moves=9, elapsed_ms=1)


def ago(days: int) -> date:
    return TODAY - timedelta(days=days)


def of(won: list[int], lost: list[int]) -> Streaks:
    return streaks([*((ago(days), WON) for days in won), *((ago(days), LOST) for days in lost)], TODAY)


@pytest.mark.parametrize(
    ("won", "lost", "played", "wins"),
    [
        ([], [], (0, 0), (0, 0)),
        ([0], [], (1, 1), (1, 1)),
        ([], [0, 0, 0], (1, 1), (0, 0)),
        ([1, 2, 3], [], (3, 3), (3, 3)),
        ([2, 3], [], (0, 2), (0, 2)),
        ([0, 2, 3], [1, 4], (5, 5), (1, 2)),
        ([5, 6, 7, 8], [0, 1], (2, 4), (0, 4)),
    ],
)
def test_runs_that_reach_yesterday_stand(
    won: list[int], lost: list[int], played: tuple[int, int], wins: tuple[int, int]
) -> None:
    assert of(won, lost) == Streaks(
        played=Streak(current=played[0], longest=played[1]), won=Streak(current=wins[0], longest=wins[1])
    )


@given(st.sets(st.integers(0, 40)))
def test_the_same_as_counting_day_by_day(days: set[int]) -> None:
    runs = [0]
    for day in range(41, -1, -1):
        runs.append(runs[-1] + 1 if day in days else 0)
    current = runs[-1] if 0 in days else runs[-2]
    assert of([], list(days)).played == Streak(current=current, longest=max(runs))
