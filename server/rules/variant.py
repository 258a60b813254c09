"""What a patience is made of: one vocabulary in which each variant is a dozen lines of data."""

from dataclasses import dataclass, field
from enum import Enum

from .building import Build, Space, filling, laid_on
from .cards import Card

__all__ = ["Base", "Build", "Lift", "Space", "Turn", "Variant"]


class Base(Enum):
    """Where the base rank comes from, and when its card is dealt (rules.md, deal order)."""

    ACE = "ace"
    DEALT_FIRST = "the card dealt home before all others"
    DEALT_AFTER_TABLEAU = "the card dealt home after the columns"


class Lift(Enum):
    """What one move may lift from a column; always with everything that lies on it (rules.md, common 4)."""

    TOP = "the top card"
    FACE_UP = "any face-up card with all that lies on it"
    RUN = "any part of a run that ends at the top"


class Turn(Enum):
    """Where turned stock cards go (rules.md, common 6)."""

    TO_WASTE = "W"
    TO_TABLEAU = "T"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """The data of one patience (rules.md, the table of data).

    `columns` holds (cards face down, cards face up) from T1 on; `redeals` None means no limit; `reserve` is the number
    of cards set apart, whose top fills every space at once; `stock_name` is what the screen calls the stock.
    Raises ValueError when the data contradict themselves.
    """

    key: str
    title: str
    columns: tuple[tuple[int, int], ...]
    base: Base
    build: Build
    circular: bool = False
    lift: Lift
    space: Space
    reserve: int = 0
    turn: int
    turn_to: Turn = Turn.TO_WASTE
    redeals: int | None = 0
    stock_name: str = "stock"
    inventor: str | None = None
    takes: tuple[frozenset[Card], ...] = field(init=False, repr=False)
    fills: tuple[frozenset[Card], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.stock < 1 or self.turn < 1:
            raise ValueError(f"{self.key}: {self.stock} cards are left for the stock, {self.turn} are turned at a time")
        if self.turn_to is Turn.TO_TABLEAU and (self.redeals != 0 or self.turn > len(self.columns)):
            raise ValueError(f"{self.key}: a stock dealt on to the columns has no redeal and one card a column at most")
        object.__setattr__(self, "takes", laid_on(self.build, self.circular))
        object.__setattr__(self, "fills", filling(self.space))

    @property
    def stock(self) -> int:
        """The number of cards in the stock after the deal."""
        return 52 - sum(map(sum, self.columns)) - self.reserve - (self.base is not Base.ACE)

    @property
    def piles(self) -> tuple[str, ...]:
        """The names of its piles in the notation of moves, columns first."""
        columns = tuple(f"T{i + 1}" for i in range(len(self.columns)))
        waste = ("W",) if self.turn_to is Turn.TO_WASTE else ()
        return (*columns, "F", *waste, "S", *(("R",) if self.reserve else ()))
