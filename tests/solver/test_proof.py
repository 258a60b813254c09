"""The deal of a game: the first of its secret's sequence that is proven winnable."""

from itertools import pairwise

import pytest

from server.rules import VARIANTS, Card, Variant, deck_for, replay
from server.solver import Progress, Proof, find_winnable, reference

SECRET = bytes(range(32))
KEYS = tuple(VARIANTS)


def _proof(variant: Variant, budget: int = 1_000_000) -> Proof | None:
    return find_winnable(variant, lambda k: deck_for(SECRET, variant, k), budget, engine=reference())


@pytest.mark.parametrize("key", KEYS)
def test_the_line_wins_the_deal_it_is_of(key: str) -> None:
    proof = _proof(VARIANTS[key])
    assert proof
    played = replay(VARIANTS[key], deck_for(SECRET, VARIANTS[key], proof.deal_number), proof.line)
    assert played.failure is None
    assert played.final.is_won


def test_the_budget_ends_the_search_and_the_exact_one_is_enough() -> None:
    variant = VARIANTS["whitehorse"]
    proof = _proof(variant)
    assert proof
    assert _proof(variant, proof.nodes // 2) is None
    assert _proof(variant, proof.nodes) == proof


def test_who_watches_is_told_of_each_deal_and_of_growing_nodes_and_can_stop_it() -> None:
    variant, told = VARIANTS["kansas"], list[Progress]()

    def watch(progress: Progress) -> None:
        told.append(progress)
        if progress.deal_number == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        find_winnable(variant, lambda k: deck_for(SECRET, variant, k), watch=watch, engine=reference())
    assert list(dict.fromkeys(number for number, _ in told)) == [0, 1, 2, 3]
    assert all(before.nodes < after.nodes for before, after in pairwise(told))


def test_deals_before_the_proven_one_are_asked_for_once_and_in_order() -> None:
    variant, asked = VARIANTS["kansas"], list[int]()

    def decks(k: int) -> tuple[Card, ...]:
        asked.append(k)
        return deck_for(SECRET, variant, k)

    proof = find_winnable(variant, decks, engine=reference())
    assert proof
    assert asked == [*range(proof.deal_number + 1)]
