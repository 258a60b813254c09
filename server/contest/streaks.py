"""On how many dates in a row somebody played, and won (product.md, who is ahead 4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from .result import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from .result import Result

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """Dates in a row: the run that reaches today or yesterday, and the longest there ever was."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Streaks:
    """Of dates with a ranked attempt ended, and of dates with a win."""

    played: Streak
    won: Streak


def streaks(results: Iterable[tuple[date, Result]], today: date) -> Streaks:
    """From ranked results, each with the date of its game.

    A run that reaches yesterday still stands: today's games may be played yet.
    """
    results = tuple(results)
    won = {day for day, result in results if result.outcome is Outcome.WON}
    return Streaks(played=_streak({day for day, _ in results}, today), won=_streak(won, today))


def _streak(days: set[date], today: date) -> Streak:
    lengths = _run_lengths(days)
    current = lengths.get(today) or lengths.get(today - _DAY, 0)
    return Streak(current=current, longest=max(lengths.values(), default=0))


def _run_lengths(days: set[date]) -> dict[date, int]:
    """For each date, how many there are in a row up to it."""
    ordered = sorted(days)
    lengths = dict.fromkeys(ordered[:1], 1)
    for before, day in pairwise(ordered):
        lengths[day] = lengths[before] + 1 if day - before == _DAY else 1
    return lengths
