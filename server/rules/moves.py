"""Moves and their notation (rules.md, notation of moves)."""

import re
from functools import lru_cache
from typing import NamedTuple

FOUNDATION, WASTE, STOCK, RESERVE, TABLEAU, HISTORY = range(-1, -7, -1)
_LETTERS = {FOUNDATION: "F", WASTE: "W", STOCK: "S", RESERVE: "R", TABLEAU: "T"}
_PILES = {letter: pile for pile, letter in _LETTERS.items()}
_SPELLING = re.compile(
    r"T[1-9][0-9]?(?::(?:[2-9]|[1-4][0-9]|5[0-2]))?-T[1-9][0-9]?|T[1-9][0-9]?-F|[WR]-(?:F|T[1-9][0-9]?)|S-[WT]|W-S|U"
)


class InvalidMove(ValueError):
    """There is no such notation."""


class Move(NamedTuple):
    """From one pile to another: columns count from 0 (T1), other piles are the negative constants above.

    `lift` is the number of cards.
    """

    source: int
    target: int
    lift: int = 1

    def __str__(self) -> str:
        return NOTATION[self]


TURN = Move(STOCK, WASTE)
DEAL_ON = Move(STOCK, TABLEAU)
REDEAL = Move(WASTE, STOCK)
UNDO = Move(HISTORY, HISTORY)


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """`T3:2-T5` -> the move; every move has one spelling. Raises InvalidMove."""
    if not _SPELLING.fullmatch(text):
        raise InvalidMove(f"{text[:20]!r} is not a move. Moves look like T3-T5, T3:2-T5, T3-F, W-F or S-W.")
    if text == "U":
        return UNDO
    source, target = text.split("-")
    pile, _, lift = source.partition(":")
    return Move(_pile(pile), _pile(target), int(lift or 1))


class _Notations(dict[Move, str]):
    """Every move that was printed before, with its notation."""

    def __missing__(self, move: Move) -> str:
        lift = f":{move.lift}" if move.lift > 1 else ""
        text = "U" if move == UNDO else f"{pile_name(move.source)}{lift}-{pile_name(move.target)}"
        self[move] = text
        return text


NOTATION = _Notations()


def _pile(name: str) -> int:
    return int(name[1:]) - 1 if len(name) > 1 else _PILES[name]


def pile_name(pile: int) -> str:
    """A pile in the notation of moves: 0 is `T1`, the constants above their letters."""
    return f"T{pile + 1}" if pile >= 0 else _LETTERS[pile]
