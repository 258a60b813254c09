"""`server.rules` against `naive.py`, a second reading of rules.md, along playouts and winning lines."""

import random

import pytest

from server.rules import NAMES, RANKS, VARIANTS, Table, deal, finish, is_blocked, parse_deck
from tests.rules import naive
from tests.rules.by_hand import after, legal, piles
from tests.rules.evidence import KEPT, rows

PLAYOUTS = 10
LONGEST = 100


@pytest.mark.parametrize("variant", naive.COLUMNS)
@pytest.mark.parametrize("number", range(PLAYOUTS))
def test_random_playouts_agree(variant: str, number: int) -> None:
    chance = random.Random(f"{variant} {number}")
    deck = list(NAMES)
    chance.shuffle(deck)
    eager = number % 2 == 1
    table, second = _dealt(variant, deck)
    for _ in range(LONGEST):
        moves = _agreed_moves(table, second, variant)
        if not moves:
            return
        home = [move for move in moves if move.endswith("-F")]
        move = chance.choice(home if home and eager else moves)
        table, second = after(table, move), _played(variant, second, move)


@pytest.mark.parametrize(
    ("variant", "deck", "line"),
    [
        (variant, row["deck"], row["line"])
        for variant in naive.COLUMNS
        for row in [row for row in rows(KEPT, f"deals-{variant}") if "line" in row][:1]
    ],
)
def test_winning_lines_agree(variant: str, deck: list[str], line: list[str]) -> None:
    table, second = _dealt(variant, deck)
    for move in line:
        assert move in _agreed_moves(table, second, variant)
        table, second = after(table, move), _played(variant, second, move)
    assert table.is_won
    assert naive.is_won(second)


def _dealt(variant: str, deck: list[str]) -> tuple[Table, naive.Table]:
    return deal(VARIANTS[variant], parse_deck(deck)), naive.deal(variant, deck)


def _played(variant: str, second: naive.Table, move: str) -> naive.Table:
    played = naive.play(variant, second, move)
    assert played is not None
    return played


def _agreed_moves(table: Table, second: naive.Table, variant: str) -> list[str]:
    """The legal moves, after everything that can be compared was compared."""
    expected = {pile: second[pile] for pile in second if pile not in ("base", "redeals", "seen")}
    assert piles(table) == expected
    assert [RANKS[table.base]] == second["base"]
    assert table.redeals == len(second["redeals"])
    moves = naive.legal_moves(variant, second)
    assert sorted(legal(table)) == moves
    assert is_blocked(table) == naive.is_blocked(variant, second)
    assert bool(finish(table)) == naive.can_finish(variant, second)
    assert all(str(move).endswith("-F") for move in finish(table))
    return moves
