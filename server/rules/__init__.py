"""Patience: the one door to its rules. Standard library only; no clock, randomness or environment."""

from .cards import NAMES, RANKS, SUITS, Card, InvalidDeck, parse_deck
from .ending import finish, is_blocked
from .events import Event, Filled, Moved, Redealt, Revealed, Turned, events, reveals
from .examples import Example, examples
from .legal import legal_moves
from .moves import NOTATION, UNDO, InvalidMove, Move, parse_move, pile_name
from .play import IllegalMove, Rule, is_legal, play
from .replay import Failure, Replay, replay
from .shuffle import deck_for
from .table import Table, VisiblePile, VisibleTable, deal
from .variant import Base, Turn, Variant
from .variants import VARIANTS
from .words import rules_in_words

RULES_VERSION = 1

__all__ = [
    "NAMES",
    "NOTATION",
    "RANKS",
    "RULES_VERSION",
    "SUITS",
    "UNDO",
    "VARIANTS",
    "Base",
    "Card",
    "Event",
    "Example",
    "Failure",
    "Filled",
    "IllegalMove",
    "InvalidDeck",
    "InvalidMove",
    "Move",
    "Moved",
    "Redealt",
    "Replay",
    "Revealed",
    "Rule",
    "Table",
    "Turn",
    "Turned",
    "Variant",
    "VisiblePile",
    "VisibleTable",
    "deal",
    "deck_for",
    "events",
    "examples",
    "finish",
    "is_blocked",
    "is_legal",
    "legal_moves",
    "parse_deck",
    "parse_move",
    "pile_name",
    "play",
    "replay",
    "reveals",
    "rules_in_words",
]
