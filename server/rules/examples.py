"""A position for each line of a variant's rules, come by in play: what the pages explain the rules with."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from .legal import legal_moves
from .moves import FOUNDATION, STOCK, Move
from .play import play
from .shuffle import deck_for
from .table import Table, deal
from .variant import Lift, Turn, Variant

_DEALS = 60
_LONGEST = 120
_SECRET = bytes(32)
_FEW = 5


@dataclass(frozen=True, slots=True)
class Example:
    """A table, and what may be done with the cards of one of its moves; no moves where the table itself is shown."""

    table: Table
    moves: tuple[Move, ...]


@cache
def examples(variant: Variant) -> tuple[Example | None, ...]:
    """One for each line of `rules_in_words`, in that order; None for a line no deal tried comes to."""
    found: list[Example | None] = [None] * len(_SHOWN)
    for number in range(_DEALS):
        for table, legal in _played(deal(variant, deck_for(_SECRET, variant, number)), number):
            found = [one or shown(table, legal) for one, shown in zip(found, _SHOWN, strict=True)]
        if None not in found:
            break
    return tuple(found)


def _played(table: Table, number: int) -> Iterator[tuple[Table, tuple[Move, ...]]]:
    """A game played home first, every third move with the stock, else a different transfer each turn."""
    for turn in range(_LONGEST):
        legal = legal_moves(table)
        if not legal:
            return
        yield table, legal
        table = play(table, _choice(legal, turn, number))


def _choice(legal: tuple[Move, ...], turn: int, number: int) -> Move:
    home = [move for move in legal if move.target == FOUNDATION]
    carried = [move for move in legal if STOCK not in (move.source, move.target)]
    if turn % 3 == 2 or not carried:
        return legal[-1]
    return home[0] if home else carried[(turn * 7 + number) % len(carried)]


def _going_home(table: Table, legal: tuple[Move, ...]) -> Example | None:
    return _first(table, legal, lambda move: table.home >= _FEW and move.target == FOUNDATION)


def _going_on(table: Table, legal: tuple[Move, ...]) -> Example | None:
    least = 1 if table.variant.lift is Lift.TOP else 2
    return _first(
        table,
        legal,
        lambda move: (
            min(move.source, move.target) >= 0 and least <= move.lift < _FEW and bool(table.columns[move.target])
        ),
    )


def _making_use_of_space(table: Table, legal: tuple[Move, ...]) -> Example | None:
    if table.reserve:
        return _first(table, legal, lambda move: move.source >= 0 and len(table.columns[move.source]) == move.lift)
    return _first(
        table, legal, lambda move: move.target >= 0 and not table.columns[move.target] and _helps(table, move)
    )


def _helps(table: Table, move: Move) -> bool:
    """Not the pointless move of rules.md, common 8."""
    return move.source < 0 or len(table.columns[move.source]) > move.lift


def _turning(table: Table, legal: tuple[Move, ...]) -> Example | None:
    """The table after a turn, with cards on the waste from the turn before."""
    turn = next((move for move in legal if move.source == STOCK), None)
    if turn is None or (table.variant.turn_to is Turn.TO_WASTE and not table.turned):
        return None
    return Example(play(table, turn), ())


def _first(table: Table, legal: tuple[Move, ...], shows: Callable[[Move], bool]) -> Example | None:
    shown = next(filter(shows, legal), None)
    if shown is None:
        return None
    return Example(table, tuple(one for one in legal if (one.source, one.lift) == (shown.source, shown.lift)))


_SHOWN = (_going_home, _going_on, _making_use_of_space, _turning)
