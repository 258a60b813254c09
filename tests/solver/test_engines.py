"""The compiled engine finds what plain Python finds, node for node."""

import random
from importlib.util import find_spec

import pytest

from server.rules import VARIANTS, deal, deck_for
from server.solver import compiled, find_winnable, kernels, solve
from server.solver.engine import accelerated, reference
from server.solver.kernels import Seen

SECRET = bytes(range(1, 33))


def _slots(count: int) -> list[int]:
    return [0, count - 1, 0, *(0 for _ in range(compiled.SLOT * count))]


def test_a_set_in_slots_answers_as_a_dict() -> None:
    chance = random.Random(1)
    plain, slots = Seen(), _slots(64)
    for _ in range(400):
        position = chance.randrange(-6, 6), chance.randrange(1, 4), chance.randrange(3)
        assert compiled.is_new(slots, *position) == kernels.is_new(plain, *position)
    assert slots[0] == len(plain)


def test_a_set_in_slots_loses_nothing_when_it_is_poured_into_a_bigger_one() -> None:
    chance = random.Random(2)
    small, big = _slots(64), _slots(256)
    positions = {(chance.randrange(-(2**63), 2**63), chance.randrange(-(2**63), 2**63), 5) for _ in range(40)}
    for position in positions:
        assert compiled.is_new(small, *position)
    compiled.pour(small, big)
    assert big[0] == small[0] == 40
    assert not any(compiled.is_new(big, *position) for position in positions)


@pytest.mark.long
@pytest.mark.skipif(find_spec("numba") is None, reason="the extra `fast` is not installed")
@pytest.mark.parametrize("key", VARIANTS)
def test_both_engines_give_the_same_verdicts_lines_and_nodes(key: str) -> None:
    variant = VARIANTS[key]
    for number in range(6):
        table = deal(variant, deck_for(SECRET, variant, number))
        assert solve(table, 40_000, engine=accelerated()) == solve(table, 40_000, engine=reference())


@pytest.mark.long
@pytest.mark.skipif(find_spec("numba") is None, reason="the extra `fast` is not installed")
@pytest.mark.parametrize("key", VARIANTS)
def test_both_engines_prove_the_same_deal_of_a_secret(key: str) -> None:
    variant = VARIANTS[key]
    proofs = [
        find_winnable(variant, lambda k: deck_for(SECRET, variant, k), engine=engine)
        for engine in (accelerated(), reference())
    ]
    assert proofs[0] == proofs[1]
