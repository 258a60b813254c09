"""What a move did, told in the order in which it is seen on the table."""

from dataclasses import dataclass

from .cards import Card
from .moves import FOUNDATION, RESERVE, STOCK, WASTE, Move
from .table import Cards, Table


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from one pile to another."""

    cards: Cards
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Filled:
    """The reserve's top card filled a space (Kansas)."""

    pile: int
    card: Card


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card turned up in a column, or became the reserve's top."""

    pile: int
    card: Card


@dataclass(frozen=True, slots=True)
class Turned:
    """Stock cards went to the waste, last one on top, or on to the columns from T1 on."""

    cards: Cards
    target: int


@dataclass(frozen=True, slots=True)
class Redealt:
    """The waste became the stock again: so many cards."""

    cards: int


Event = Moved | Filled | Revealed | Turned | Redealt


def events(before: Table, move: Move, after: Table) -> tuple[Event, ...]:
    """What a legal move did, from the tables before and after it."""
    if move.source == STOCK:
        return (Turned(_turned(before, after), move.target),)
    if move.source == WASTE and move.target == STOCK:
        return (Redealt(before.turned),)
    return (Moved(_lifted(before, move), move.source, move.target), *_uncovered(before, move, after))


def reveals(before: Table, move: Move, after: Table) -> bool:
    """Whether a move showed a card that was not to be seen before it (rules.md, common 9)."""
    uncovers_reserve = len(after.reserve) < len(before.reserve) and len(after.reserve) > 0
    return move.source == STOCK or after.down != before.down or uncovers_reserve


def _turned(before: Table, after: Table) -> Cards:
    return before.stock[: len(before.stock) - len(after.stock)]


def _lifted(before: Table, move: Move) -> Cards:
    if move.source == WASTE:
        return before.waste[-1:]
    if move.source == RESERVE:
        return before.reserve[-1:]
    count = move.lift if move.target != FOUNDATION else 1
    return before.columns[move.source][-count:]


def _uncovered(before: Table, move: Move, after: Table) -> tuple[Event, ...]:
    told: list[Event] = []
    if move.source >= 0 and len(before.columns[move.source]) == move.lift and after.columns[move.source]:
        told.append(Filled(move.source, after.columns[move.source][0]))
    if move.source >= 0 and after.down != before.down:
        told.append(Revealed(move.source, after.columns[move.source][-1]))
    if after.reserve and len(after.reserve) < len(before.reserve):
        told.append(Revealed(RESERVE, after.reserve[-1]))
    return tuple(told)
