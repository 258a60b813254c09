"""Macro-moves as a line in the notation of moves: turns and redeals are written out where they are needed."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from server.rules import Move, Table, play
from server.rules.moves import DEAL_ON, FOUNDATION, REDEAL, RESERVE, TURN, WASTE

from . import layout as at

_SOURCES = {at.FROM_WASTE: WASTE, at.FROM_RESERVE: RESERVE}


class NotWonError(Exception):
    """A line that was found as winning does not win."""


class Line(NamedTuple):
    """Moves, and the table after them."""

    moves: tuple[Move, ...]
    table: Table


def winning_line(table: Table, macro_moves: Iterable[int]) -> tuple[str, ...]:
    """The line that a search found, from a table on, in notation.

    Raises IllegalMove if the rules refuse a move, and NotWonError if they don't win with it: the search is wrong then.
    """
    line = macro_line(table, macro_moves)
    if not line.table.is_won:
        raise NotWonError(f"After {len(line.moves)} moves {line.table.home} cards are home.")
    return tuple(map(str, line.moves))


def macro_line(table: Table, macro_moves: Iterable[int]) -> Line:
    """Macro-moves played by the rules, from a table on. Raises IllegalMove."""
    moves: list[Move] = []
    for macro in macro_moves:
        for move in _moves(table, macro):
            table = play(table, move)
            moves.append(move)
    return Line(tuple(moves), table)


def _moves(table: Table, macro: int) -> Iterator[Move]:
    card, source, target = macro % at.SOURCE, macro // at.SOURCE % at.SOURCE, macro // at.TARGET
    if source == at.FROM_STOCK:
        yield DEAL_ON
        return
    if source == at.FROM_WASTE:
        yield from _turns(table, card)
    lift = len(table.columns[source]) - table.columns[source].index(card) if source < at.FROM_WASTE else 1
    yield Move(_SOURCES.get(source, source), FOUNDATION if target == at.TO_HOME else target, lift)


def _turns(table: Table, card: int) -> Iterator[Move]:
    """The turns and redeals until a card is the waste's top."""
    while not table.waste or table.waste[-1] != card:
        move = TURN if table.stock else REDEAL
        table = play(table, move)
        yield move
