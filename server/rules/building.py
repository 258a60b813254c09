"""What may lie on what in the tableau, and what may fill a space."""

from enum import Enum
from functools import cache

from .cards import CARDS, RANK, SUIT, Card

KING = 12
_RED = (False, True, True, False)


class Build(Enum):
    """Which card may lie on one a rank higher (rules.md, the table of data)."""

    ANY_SUIT = "whatever the suit"
    ALTERNATING = "in alternating colours"


class Space(Enum):
    """What an empty column takes, as the label of the column says it (rules.md, the table of data)."""

    KING = "kings only"
    BELOW_BASE = "only the rank below the base"
    ANY = "any card"


@cache
def laid_on(build: Build, circular: bool) -> tuple[frozenset[Card], ...]:
    """For each card, the cards that may be laid on it: one rank lower; king on ace only when circular."""
    return tuple(frozenset(card for card in CARDS if _fits(build, circular, card, on)) for on in CARDS)


def _fits(build: Build, circular: bool, card: Card, on: Card) -> bool:
    follows = RANK[card] == RANK[on] - 1 or (circular and RANK[card] == KING and RANK[on] == 0)
    return follows and (build is Build.ANY_SUIT or _RED[SUIT[card]] != _RED[SUIT[on]])


@cache
def filling(space: Space) -> tuple[frozenset[Card], ...]:
    """For each base rank, the cards that may fill a space."""
    return tuple(frozenset(card for card in CARDS if _fills(space, base, card)) for base in range(13))


def _fills(space: Space, base: int, card: Card) -> bool:
    match space:
        case Space.KING:
            return RANK[card] == KING
        case Space.BELOW_BASE:
            return RANK[card] == (base - 1) % 13
        case Space.ANY:
            return True
