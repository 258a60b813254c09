"""How an attempt ended, and who is ahead of whom."""

from dataclasses import dataclass
from enum import StrEnum

MOVES_BITS = 11
ELAPSED_BITS = 27
CARDS = 52


class Outcome(StrEnum):
    """Why an attempt ended (product.md, the day)."""

    WON = "won"
    GIVEN_UP = "given_up"
    BLOCKED = "blocked"
    PLY_LIMIT = "ply_limit"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What an ended attempt counts: cards home, moves in the log, milliseconds to the last move."""

    outcome: Outcome
    home: int
    moves: int
    elapsed_ms: int

    @property
    def moves_key(self) -> int:
        """Its place by cards home, then moves, then time; smaller is better (product.md, who is ahead)."""
        return ((CARDS - self.home) << MOVES_BITS | self.moves) << ELAPSED_BITS | self.elapsed_ms

    @property
    def speed_key(self) -> int:
        """Its place by cards home, then time, then moves; smaller is better (product.md, who is ahead)."""
        return ((CARDS - self.home) << ELAPSED_BITS | self.elapsed_ms) << MOVES_BITS | self.moves
