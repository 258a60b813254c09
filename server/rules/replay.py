"""A deck and a list of moves -> the tables they lead to."""

from collections.abc import Iterable
from dataclasses import dataclass

from .cards import Card
from .moves import InvalidMove, Move, parse_move
from .play import IllegalMove, play
from .table import Table, deal
from .variant import Variant


@dataclass(frozen=True, slots=True)
class Failure:
    """The first move that is wrong: its place in the list from 0, its text, and why."""

    index: int
    move: str
    error: InvalidMove | IllegalMove


@dataclass(frozen=True, slots=True)
class Replay:
    """The deal and the table after each move as far as they are valid, and the first failure if there is one."""

    tables: tuple[Table, ...]
    failure: Failure | None

    @property
    def final(self) -> Table:
        """The table after the last valid move."""
        return self.tables[-1]


def replay(variant: Variant, deck: tuple[Card, ...], moves: Iterable[Move | str]) -> Replay:
    """Plays moves, or their notation, from the deal on; stops at the first one that is wrong."""
    table = deal(variant, deck)
    tables = [table]
    for index, move in enumerate(moves):
        try:
            table = play(table, parse_move(move) if isinstance(move, str) else move)
        except (InvalidMove, IllegalMove) as error:
            return Replay(tuple(tables), Failure(index, str(move), error))
        tables.append(table)
    return Replay(tuple(tables), None)
