"""Par: shorter lines that still win, and a bound that no line undercuts."""

import pytest

from server.rules import VARIANTS, parse_deck, replay
from server.solver import fewest_moves, par, reference
from server.solver.par import Par
from tests.rules.evidence import KEPT, rows
from tests.solver.proven import deck, proof, table


@pytest.mark.parametrize("key", VARIANTS)
def test_what_it_finds_wins_the_same_deal_in_no_more_moves(key: str) -> None:
    first = proof(key)
    found = par(table(key), first.line, 40_000, engine=reference())
    played = replay(VARIANTS[key], deck(key, first.deal_number), found.line)
    assert played.failure is None
    assert played.final.is_won
    assert fewest_moves(table(key)) <= found.moves <= len(first.line)


def test_turns_count_so_the_first_line_of_whitehorse_shrinks_to_less_than_half() -> None:
    line = proof("whitehorse").line
    assert par(table("whitehorse"), line, 60_000, engine=reference()).moves < len(line) / 2


def test_a_line_that_nothing_undercuts_stays() -> None:
    line = proof("chinaman").line
    assert par(table("chinaman"), line, 0, engine=reference()) == Par(line, 0)


@pytest.mark.parametrize("key", VARIANTS)
def test_no_winning_line_undercuts_the_bound_from_any_place_on(key: str) -> None:
    for row in rows(KEPT, f"deals-{key}"):
        if "line" in row:
            tables = replay(VARIANTS[key], parse_deck(row["deck"]), row["line"]).tables
            assert all(fewest_moves(table) <= len(tables) - 1 - ply for ply, table in enumerate(tables))
