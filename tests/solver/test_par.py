"""Par: shorter lines that still win, and a bound that no line undercuts."""

import pytest

from server.rules import VARIANTS, Table, deal, deck_for, parse_deck, replay
from server.solver import fewest_moves, find_winnable, par, reference
from server.solver.par import Par
from tests.rules.evidence import KEPT, rows

SECRET = bytes(range(2, 34))


def _first(key: str) -> tuple[Table, tuple[str, ...]]:
    variant = VARIANTS[key]
    proof = find_winnable(variant, lambda k: deck_for(SECRET, variant, k), engine=reference())
    assert proof
    return deal(variant, deck_for(SECRET, variant, proof.deal_number)), proof.line


@pytest.mark.parametrize("key", VARIANTS)
def test_a_shorter_line_wins_the_same_deal(key: str) -> None:
    variant = VARIANTS[key]
    proof = find_winnable(variant, lambda k: deck_for(SECRET, variant, k), engine=reference())
    assert proof
    deck = deck_for(SECRET, variant, proof.deal_number)
    found = par(deal(variant, deck), proof.line, 150_000, engine=reference())
    played = replay(variant, deck, found.line)
    assert played.failure is None
    assert played.final.is_won
    assert fewest_moves(deal(variant, deck)) <= found.moves <= len(proof.line)


def test_turns_count_so_whitehorse_shrinks_to_less_than_half() -> None:
    table, line = _first("whitehorse")
    assert par(table, line, 100_000, engine=reference()).moves < len(line) / 2


def test_a_line_that_cannot_be_undercut_stays() -> None:
    table, line = _first("chinese-torture")
    assert par(table, line, 0, engine=reference()) == Par(line, 0)


@pytest.mark.parametrize("key", VARIANTS)
def test_no_winning_line_undercuts_the_bound_from_any_place_on(key: str) -> None:
    for row in rows(KEPT, f"deals-{key}"):
        if "line" in row:
            tables = replay(VARIANTS[key], parse_deck(row["deck"]), row["line"]).tables
            assert all(fewest_moves(table) <= len(tables) - 1 - ply for ply, table in enumerate(tables))
