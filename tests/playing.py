"""Attempts as tests need them: at a known deal, played along a list of moves, played by chance."""

from collections.abc import Iterable
from functools import cache
from random import Random

from server.contest.attempt import Attempt, Kind, Step
from server.rules import NAMES, VARIANTS, Table, deal, deck_for, legal_moves, parse_deck
from tests.rules.evidence import KEPT, rows

SECRET = bytes(range(32))


@cache
def winning(variant: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A deck and a line of moves that wins it, from the outside evidence."""
    row = next(row for row in rows(KEPT, f"deals-{variant}") if "line" in row)
    return tuple(row["deck"]), tuple(row["line"])


def dealt(variant: str, deck: Iterable[str] | None = None) -> Table:
    """A variant's table at the start, on this deck or on that of SECRET."""
    rules = VARIANTS[variant]
    return deal(rules, deck_for(SECRET, rules, 0) if deck is None else parse_deck(list(deck)))


def shuffled(random: Random) -> list[str]:
    """The names of 52 cards in any order."""
    return random.sample(NAMES, 52)


def played(attempt: Attempt, moves: Iterable[str], pause_ms: int = 1000) -> list[Step]:
    """Plays moves, each so long after the one before; gives the steps."""
    steps: list[Step] = []
    for move in moves:
        steps.append(attempt.step(attempt.ply, move, attempt.elapsed_ms + pause_ms))
        attempt.advance(steps[-1])
    return steps


def played_by_chance(attempt: Attempt, random: Random, plies: int) -> list[Step]:
    """Plays up to so many moves, undos among them, cards rather than turns; gives the steps."""
    steps: list[Step] = []
    while len(steps) < plies and attempt.outcome is None and (moves := _moves(attempt, random)):
        steps += played(attempt, [random.choice(moves)])
    return steps


def _moves(attempt: Attempt, random: Random) -> list[str]:
    if attempt.can_undo and random.random() < 0.1:
        return ["U"]
    moves = [str(move) for move in legal_moves(attempt.table)]
    cards = [move for move in moves if move not in ("S-W", "S-T", "W-S")]
    return cards if cards and random.random() < 0.6 else moves


def ranked(variant: str, deck: Iterable[str] | None = None) -> Attempt:
    """A ranked attempt that has not begun."""
    return Attempt(Kind.RANKED, dealt(variant, deck))


def practice(variant: str, deck: Iterable[str] | None = None) -> Attempt:
    """A practice attempt that has not begun."""
    return Attempt(Kind.PRACTICE, dealt(variant, deck))
