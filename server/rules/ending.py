"""Whether anything can still happen: blocked tables, and wins that only want carrying out."""

from collections.abc import Iterable, Iterator

from .cards import Card
from .legal import transfers
from .moves import FOUNDATION, STOCK, WASTE, Move
from .play import is_next_home, play
from .table import Table


def is_blocked(table: Table, moves: Iterable[Move] | None = None) -> bool:
    """Whether no transfer is possible now or after any turns and redeals still allowed (rules.md, common 10).

    False while a stock card is unseen: the answer would depend on hidden cards. `moves` are the table's legal moves,
    if they are known already.
    """
    if table.is_won or not table.stock_seen or any(_has_place(table, card) for card in _coming_tops(table)):
        return False
    return all(_is_no_play(table, move) for move in (transfers(table) if moves is None else moves))


def finish(table: Table) -> tuple[Move, ...]:
    """The moves that send the rest home one by one, or none (protocol.md, `finish`).

    Offered only with no card face down, stock and reserve empty: then nothing hidden is told.
    """
    if any(table.down) or table.reserve or table.turned < len(table.talon):
        return ()
    moves: list[Move] = []
    while move := _move_home(table):
        moves.append(move)
        table = play(table, move)
    return tuple(moves) if table.is_won else ()


def _move_home(table: Table) -> Move | None:
    """A move that sends a column's top, or the waste's, home."""
    tops = [(pile, column[-1]) for pile, column in enumerate(table.columns) if column]
    if table.turned:
        tops.append((WASTE, table.talon[table.turned - 1]))
    return next((Move(pile, FOUNDATION) for pile, card in tops if is_next_home(table, card)), None)


def _is_no_play(table: Table, move: Move) -> bool:
    """Turns, redeals, and rule 8's move: legal though pointless."""
    return STOCK in (move.source, move.target) or _moves_whole_column_to_space(table, move)


def _moves_whole_column_to_space(table: Table, move: Move) -> bool:
    if move.source < 0 or move.target < 0:
        return False
    return not table.columns[move.target] and move.lift == len(table.columns[move.source])


def _coming_tops(table: Table) -> Iterator[Card]:
    """The waste tops of the rest of this pass and, if a redeal is left, of one whole fresh one."""
    yield from _tops_from(table, table.turned)
    if table.redeal_left:
        yield from _tops_from(table, 0)


def _tops_from(table: Table, turned: int) -> Iterator[Card]:
    talon = table.talon
    while turned < len(talon):
        turned = min(turned + table.variant.turn, len(talon))
        yield talon[turned - 1]


def _has_place(table: Table, card: Card) -> bool:
    variant = table.variant
    return is_next_home(table, card) or any(
        card in (variant.takes[column[-1]] if column else variant.fills[table.base]) for column in table.columns
    )
