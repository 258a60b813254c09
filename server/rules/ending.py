"""Whether anything can still happen: blocked tables, and wins that only want carrying out."""

from collections.abc import Iterable, Iterator

from .cards import RANK, SUIT, Card
from .legal import takers, transfers
from .moves import FOUNDATION, STOCK, WASTE, Move
from .table import Table


def is_blocked(table: Table, moves: Iterable[Move] | None = None) -> bool:
    """Whether no transfer is possible now or after any turns and redeals still allowed (rules.md, common 10).

    False while a stock card is unseen: the answer would depend on hidden cards. `moves` are the table's legal moves,
    if they are known already.
    """
    if not table.stock_seen or table.is_won:
        return False
    if moves is not None and not _is_all_no_play(table, moves):
        return False
    wanted = takers(table)
    if any(1 << card & wanted for card in _coming_tops(table)):
        return False
    return moves is not None or _is_all_no_play(table, transfers(table))


def finish(table: Table) -> tuple[Move, ...]:
    """The moves that send the rest home one by one, or none (protocol.md, `finish`).

    Offered only with no card face down, stock and reserve empty: then nothing hidden is told.
    """
    if table.turned < len(table.talon) or table.reserve or any(table.down):
        return ()
    piles = [(pile, [*cards]) for pile, cards in [*enumerate(table.columns), (WASTE, table.talon)]]
    home = [*table.foundations]
    moves: list[Move] = []
    while sent := [pile for pile, cards in piles for _ in _sent_home(table.base, cards, home)]:
        moves += [Move(pile, FOUNDATION) for pile in sent]
    return () if any(cards for _, cards in piles) else tuple(moves)


def _sent_home(base: int, cards: list[Card], home: list[int]) -> Iterator[Card]:
    """Sends the top cards of a pile home as long as they are next; `home` counts the cards of each suit there."""
    while cards and (RANK[cards[-1]] - base) % 13 == home[SUIT[cards[-1]]]:
        home[SUIT[cards[-1]]] += 1
        yield cards.pop()


def _is_all_no_play(table: Table, moves: Iterable[Move]) -> bool:
    return all(_is_no_play(table, move) for move in moves)


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
