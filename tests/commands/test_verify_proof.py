"""`samedeal verify --proof`: the deal of a game is the one that its secret, solver and budget give."""

import pytest

from server.contest.game import commitment
from server.rules import VARIANTS, deck_for
from server.solver import NODE_BUDGET, SOLVER_VERSION
from tests.commands.running import Runner
from tests.contest.records import Json
from tests.store.worlds import DAY

THIRTEENTH = bytes([110]) * 32


def record(**changed: object) -> Json:
    """No move yet at deal 13 of a Kansas secret, the first that is proven winnable."""
    fixed = {"secret": THIRTEENTH.hex(), "deal": 13, "solver_version": SOLVER_VERSION, "node_budget": NODE_BUDGET}
    said = {"format": "samedeal-record/1", "variant": "kansas", "rules_version": 1, "moves": [], **fixed, **changed}
    return {name: part for name, part in said.items() if part is not None}


def test_the_first_winnable_deal_holds(samedeal: Runner) -> None:
    file = samedeal.file("record", record())
    ran = samedeal("verify", file, "--proof")
    assert (ran.code, ran.printed, ran.complained) == (
        0,
        [f"{file}:1: ok, consistent in itself only: so far, 1 home, 0 moves"],
        [],
    )


@pytest.mark.parametrize("number", [0, 12, 14])
def test_another_deal_is_wrong(samedeal: Runner, number: int) -> None:
    file = samedeal.file("record", record(deal=number))
    assert samedeal("verify", file).code == 0, "without being asked, nothing is derived"
    ran = samedeal("verify", file, "--proof")
    assert (ran.code, ran.printed) == (1, [f"{file}:1: the deal is {number}, solver and budget give 13"])


def test_a_spent_budget_gives_the_first_deal(samedeal: Runner) -> None:
    file = samedeal.file("records", record(node_budget=100, deal=0), record(node_budget=100))
    ran = samedeal("verify", file, "--proof")
    assert ran.code == 1
    assert ran.printed[0].startswith(f"{file}:1: ok")
    assert ran.printed[1] == f"{file}:2: the deal is 13, solver and budget give 0"


def test_the_deal_of_another_solver_cannot_be_derived(samedeal: Runner) -> None:
    file = samedeal.file("record", record(solver_version="samedeal-solver/99"))
    ran = samedeal("verify", file, "--proof")
    says = f"{file}:1: This program has {SOLVER_VERSION} and can't derive a deal of 'samedeal-solver/99'."
    assert (ran.code, ran.printed, ran.complained) == (2, [], [says])


@pytest.mark.parametrize("missing", ["secret", "deal", "solver_version"])
def test_without_a_part_it_cannot_be_derived(samedeal: Runner, missing: str) -> None:
    deck = [str(card) for card in deck_for(THIRTEENTH, VARIANTS["kansas"], 13)]
    ran = samedeal("verify", samedeal.file("record", record(deck=deck, **{missing: None})), "--proof")
    assert (ran.code, len(ran.complained)) == (2, 1)
    assert "can't be derived without" in ran.complained[0]


def test_with_the_published_commitment(samedeal: Runner) -> None:
    published = commitment("kansas", DAY, SOLVER_VERSION, NODE_BUDGET, THIRTEENTH).hex()
    file = samedeal.file("record", record(game=f"{DAY}/kansas", commitment=published))
    assert samedeal("verify", file, "--proof", "--commitment", published).code == 0
    assert samedeal("verify", file, "--proof", "--commitment", "ab" * 32).code == 1
