"""Listing what may be played. Sets of cards are bits of an int here, so that most columns cost one `and`.

`play` is the truth of legality; the tests hold this list against it.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import repeat
from typing import NamedTuple

from .cards import CARDS, RANK, SUIT, Card
from .moves import DEAL_ON, FOUNDATION, REDEAL, RESERVE, TURN, WASTE, Move
from .table import Cards, Table
from .variant import Lift, Turn, Variant

_move = cache(Move)

Places = list[tuple[int, int]]
"""Columns and the cards they take, as bits."""


def legal_moves(table: Table) -> tuple[Move, ...]:
    """Every move the rules allow now: transfers from T1 on, from waste and reserve, then turn and redeal; no undo."""
    return (*transfers(table), *_stock_moves(table))


def transfers(table: Table) -> list[Move]:
    """Every legal move of cards that lie face up: from columns, waste and reserve."""
    columns, home = _seen_columns(table), next_home(table.base, table.foundations)
    places = [(target, column[0]) for target, column in enumerate(columns) if column[0]]
    wanted = _taken(columns) | home
    moves: list[Move] = []
    for source, column in enumerate(columns):
        if column.liftable & wanted:
            moves += _from_column(source, column, places, wanted, home)
    if table.turned:
        moves += _single(WASTE, 1 << table.talon[table.turned - 1], places, home)
    if table.reserve:
        moves += _single(RESERVE, 1 << table.reserve[-1], places, home)
    return moves


def _from_column(source: int, column: "_Column", places: Places, wanted: int, home: int) -> list[Move]:
    moves = [_move(source, FOUNDATION, 1)] if column.top & home else []
    for bit, lift in column.lifts:
        if bit & wanted:
            for target, takes in places:
                if takes & bit and target != source:
                    moves.append(_move(source, target, lift))
    return moves


def takers(table: Table) -> int:
    """The cards that some column or foundation would take now, as bits."""
    return _taken(_seen_columns(table)) | next_home(table.base, table.foundations)


@lru_cache(maxsize=1 << 14)
def next_home(base: int, foundations: tuple[int, ...]) -> int:
    """The next card of each foundation as bits: base rank first, circular (rules.md, common 1)."""
    return _bits(card for card in CARDS if (RANK[card] - base) % 13 == foundations[SUIT[card]])


class _Column(NamedTuple):
    """A column's cards as bits: those it takes, its top, those that may be lifted, and each of these with its lift."""

    takes: int
    top: int
    liftable: int
    lifts: tuple[tuple[int, int], ...]


def _seen_columns(table: Table) -> list[_Column]:
    return [*map(_column, repeat(table.variant), repeat(table.base), table.columns, table.down)]


def _taken(columns: list[_Column]) -> int:
    taken = 0
    for column in columns:
        taken |= column[0]
    return taken


def _single(source: int, bit: int, places: Places, home: int) -> list[Move]:
    moves = [_move(source, target, 1) for target, takes in places if takes & bit]
    return [_move(source, FOUNDATION, 1), *moves] if bit & home else moves


def _stock_moves(table: Table) -> tuple[Move, ...]:
    if table.turned < len(table.talon):
        return (TURN,) if table.variant.turn_to is Turn.TO_WASTE else (DEAL_ON,)
    return (REDEAL,) if table.talon and table.redeal_left else ()


@lru_cache(maxsize=1 << 16)
def _column(variant: Variant, base: int, column: Cards, down: int) -> _Column:
    """What can be done with a column, the same as long as nothing touches it; lifts lowest card first."""
    if not column:
        return _Column(_bits(variant.fills[base]), 0, 0, ())
    height = len(column)
    lifts = tuple((1 << column[place], height - place) for place in range(_lowest(variant, column, down), height))
    return _Column(_bits(variant.takes[column[-1]]), 1 << column[-1], sum(bit for bit, _ in lifts), lifts)


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def _lowest(variant: Variant, column: Cards, down: int) -> int:
    """The place of the lowest card that may be lifted with all that lies on it (rules.md, common 4)."""
    if variant.lift is Lift.FACE_UP:
        return down
    place = len(column) - 1
    if variant.lift is Lift.RUN:
        while place > down and column[place] in variant.takes[column[place - 1]]:
            place -= 1
    return place
