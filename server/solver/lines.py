"""Macro-moves as a line in the notation of moves: turns and redeals are written out where they are needed."""

from collections.abc import Iterable, Iterator

from server.rules import Move, Table, play
from server.rules.moves import DEAL_ON, FOUNDATION, REDEAL, RESERVE, TURN, WASTE

from . import layout as at

_SOURCES = {at.FROM_WASTE: WASTE, at.FROM_RESERVE: RESERVE}


class NotWonError(Exception):
    """A line that was found as winning does not win."""


def winning_line(table: Table, macro_moves: Iterable[int]) -> tuple[str, ...]:
    """The line that a search found, from a table on, played by the rules.

    Raises IllegalMove if they refuse a move, and NotWonError if the line does not win: the search is wrong then.
    """
    moves: list[Move] = []
    for macro in macro_moves:
        for move in _moves(table, macro):
            table = play(table, move)
            moves.append(move)
    if not table.is_won:
        raise NotWonError(f"After {len(moves)} moves {table.home} cards are home.")
    return tuple(map(str, moves))


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
