"""Points for the boards beyond one game (product.md, who is ahead 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .result import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .period import Period
    from .result import Result

FOR_A_WIN = 48
POINTS_BITS, WINS_BITS, MOVES_BITS = 22, 16, 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """What results amount to together: points, games won, and moves in those games."""

    points: int = 0
    wins: int = 0
    moves: int = 0

    def __add__(self, other: Points) -> Points:
        return Points(points=self.points + other.points, wins=self.wins + other.wins, moves=self.moves + other.moves)

    @property
    def key(self) -> int:
        """Its place: more points, then more wins, then fewer moves in won games; smaller is better."""
        points = (1 << POINTS_BITS) - 1 - self.points
        wins = (1 << WINS_BITS) - 1 - self.wins
        return (points << WINS_BITS | wins) << MOVES_BITS | min(self.moves, (1 << MOVES_BITS) - 1)


def points_of(result: Result) -> Points:
    """One result: a point for each card home, and 48 more for a win."""
    if result.outcome is Outcome.WON:
        return Points(points=result.home + FOR_A_WIN, wins=1, moves=result.moves)
    return Points(points=result.home)


def total(several: Iterable[Points]) -> Points:
    """Several together: the games of a day are added up so."""
    return sum(several, start=Points())


def points_in(period: Period, days: Sequence[Points]) -> Points:
    """What a player's days in a period amount to: of a week the best 5 count, of a month the best 20."""
    return total(sorted(days, key=lambda day: day.key)[: period.best])
