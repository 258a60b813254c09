"""Listing what may be played. Sets of cards are bits of an int here, so that most columns cost one `and`.

`play` is the truth of legality; the tests hold this list against it.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

from .cards import Card
from .moves import DEAL_ON, FOUNDATION, REDEAL, RESERVE, TURN, WASTE, Move
from .play import is_next_home
from .table import Cards, Table
from .variant import Lift, Turn, Variant


def legal_moves(table: Table) -> tuple[Move, ...]:
    """Every move the rules allow now: transfers from T1 on, from waste and reserve, then turn and redeal; no undo."""
    return (*transfers(table), *_stock_moves(table))


def transfers(table: Table) -> list[Move]:
    """Every legal move of cards that lie face up: from columns, waste and reserve."""
    wanted, places = _wanted(table)
    moves: list[Move] = []
    for source, column in enumerate(table.columns):
        if column:
            if is_next_home(table, column[-1]):
                moves.append(Move(source, FOUNDATION))
            bits, lifts = _liftable(table.variant, column, table.down[source])
            if bits & wanted:
                moves += [
                    Move(source, target, lift)
                    for bit, lift in lifts
                    if bit & wanted
                    for target, takes in places
                    if takes & bit and target != source
                ]
    if table.turned:
        moves += _single(table, WASTE, table.talon[table.turned - 1], places)
    if table.reserve:
        moves += _single(table, RESERVE, table.reserve[-1], places)
    return moves


def _wanted(table: Table) -> tuple[int, list[tuple[int, int]]]:
    """The cards that could be laid somewhere, in all and by column."""
    takes, fills = _bits_of(table.variant)
    places = [(pile, takes[column[-1]] if column else fills[table.base]) for pile, column in enumerate(table.columns)]
    wanted = 0
    for _, bits in places:
        wanted |= bits
    return wanted, places


def _single(table: Table, source: int, card: Card, places: list[tuple[int, int]]) -> list[Move]:
    home = [Move(source, FOUNDATION)] if is_next_home(table, card) else []
    bit = 1 << card
    return home + [Move(source, target) for target, bits in places if bits & bit]


def _stock_moves(table: Table) -> tuple[Move, ...]:
    if table.turned < len(table.talon):
        return (TURN,) if table.variant.turn_to is Turn.TO_WASTE else (DEAL_ON,)
    return (REDEAL,) if table.talon and table.redeal_left else ()


@cache
def _bits_of(variant: Variant) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each card takes, and what fills a space by base rank."""
    return tuple(map(_bits, variant.takes)), tuple(map(_bits, variant.fills))


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


@lru_cache(maxsize=1 << 16)
def _liftable(variant: Variant, column: Cards, down: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The cards that may be lifted from a column, in all and each with the number of cards it leads, lowest first."""
    height = len(column)
    lifts = tuple((1 << column[place], height - place) for place in range(_lowest(variant, column, down), height))
    return sum(bit for bit, _ in lifts), lifts


def _lowest(variant: Variant, column: Cards, down: int) -> int:
    """The place of the lowest card that may be lifted with all that lies on it (rules.md, common 4)."""
    if variant.lift is Lift.FACE_UP:
        return down
    place = len(column) - 1
    if variant.lift is Lift.RUN:
        while place > down and column[place] in variant.takes[column[place - 1]]:
            place -= 1
    return place
