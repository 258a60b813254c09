"""Real games to play: decks and winning lines by other people's programs (tests/rules/oracle)."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.rules import VARIANTS
from tests.rules.evidence import KEPT, rows


@dataclass(frozen=True, slots=True)
class Game:
    """A deck of 52 cards, the moves that win it, and the same as frames, one after the other."""

    variant: str
    deck: Sequence[str]
    moves: Sequence[str]
    frames: Sequence[bytes]


def winning_games() -> list[Game]:
    """All that are kept, variants taking turns."""
    games = [
        (turn, Game(variant, row["deck"], row["line"], _frames(row["line"])))
        for variant in VARIANTS
        for turn, row in enumerate(row for row in rows(KEPT, f"deals-{variant}") if "line" in row)
    ]
    return [game for _, game in sorted(games, key=lambda item: item[0])]


def _frames(line: Sequence[str]) -> list[bytes]:
    return [b'{"t":"move","ply":%d,"move":"%s"}' % (ply, move.encode()) for ply, move in enumerate(line)]
