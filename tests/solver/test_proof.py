"""The deal of a game: the first of its secret's sequence that is proven winnable."""

from itertools import pairwise

import pytest

from server.rules import VARIANTS, Card, replay
from server.solver import Progress, find_winnable, reference
from tests.solver.proven import deck, proof

KEYS = tuple(VARIANTS)


@pytest.mark.parametrize("key", KEYS)
def test_the_line_wins_the_deal_it_is_of(key: str) -> None:
    played = replay(VARIANTS[key], deck(key, proof(key).deal_number), proof(key).line)
    assert played.failure is None
    assert played.final.is_won


def test_the_budget_ends_the_search_and_the_nodes_of_the_proof_are_enough() -> None:
    for budget, found in ((proof("whitehorse").nodes, proof("whitehorse")), (proof("whitehorse").nodes // 2, None)):
        assert (
            find_winnable(VARIANTS["whitehorse"], lambda k: deck("whitehorse", k), budget, engine=reference()) == found
        )


def test_who_watches_is_told_of_each_deal_and_of_growing_nodes_and_can_stop_it() -> None:
    told: list[Progress] = []

    def watch(progress: Progress) -> None:
        told.append(progress)
        if progress.deal_number == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        find_winnable(VARIANTS["kansas"], lambda k: deck("kansas", k), watch=watch, engine=reference())
    assert list(dict.fromkeys(number for number, _ in told)) == [0, 1, 2, 3]
    assert all(before.nodes < after.nodes for before, after in pairwise(told))


def test_deals_up_to_the_proven_one_are_asked_for_once_and_in_order() -> None:
    asked: list[int] = []

    def decks(k: int) -> tuple[Card, ...]:
        asked.append(k)
        return deck("kansas", k)

    found = find_winnable(VARIANTS["kansas"], decks, engine=reference())
    assert found == proof("kansas")
    assert asked == [*range(found.deal_number + 1)]
