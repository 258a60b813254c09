"""`samedeal solve`: a verdict, a line that the rules accept, and exit codes for programs."""

import json
import subprocess
import sys
from io import StringIO

import pytest

from server.rules import VARIANTS, deck_for, parse_deck, replay
from server.solver import SOLVER_VERSION
from tests.commands.running import Ran, Runner
from tests.contest.records import Json

EASY, HARD = bytes([158]) * 32, bytes([110]) * 32
KANSAS = VARIANTS["kansas"]
QUICK = ("--par-nodes", "0")


class Solver:
    """Runs `samedeal solve` with a secret as standard input."""

    def __init__(self, samedeal: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
        self._samedeal = samedeal
        self._monkeypatch = monkeypatch

    def __call__(self, secret: bytes | str, *arguments: str) -> Ran:
        typed = secret if isinstance(secret, str) else secret.hex()
        self._monkeypatch.setattr(sys, "stdin", StringIO(f"{typed}\n"))
        return self._samedeal("solve", "--seed", "-", *QUICK, *arguments)

    def json(self, secret: bytes, *arguments: str) -> Json:
        (solved,) = map(json.loads, self(secret, "--json", *arguments).printed)
        assert isinstance(solved, dict)
        return solved


@pytest.fixture
def solve(samedeal: Runner, monkeypatch: pytest.MonkeyPatch) -> Solver:
    return Solver(samedeal, monkeypatch)


def record(deck: list[str] | None = None, **more: object) -> Json:
    dealt = more if deck is None else {"deck": deck}
    return {"format": "samedeal-record/1", "variant": "kansas", "rules_version": 1, "moves": [], **dealt}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_line_wins(solve: Solver, variant: str) -> None:
    solved = solve.json(EASY, "--variant", variant)
    assert (solved["verdict"], solved["deal"], solved["solver_version"]) == ("winnable", 0, SOLVER_VERSION)
    rules = VARIANTS[variant]
    assert replay(rules, deck_for(EASY, rules, 0), solved["line"]).final.is_won
    assert len(solved["line"]) == solved["par"] >= solved["fewest"] > 52 - 1 - 4


def test_the_first_winnable_deal_is_sought(solve: Solver) -> None:
    ran = solve(HARD, "--variant", "kansas")
    assert ran.code == 0
    assert ran.printed[0].startswith("kansas, deal 13: winnable, ")
    assert ran.printed[1].startswith("par ")
    assert replay(KANSAS, deck_for(HARD, KANSAS, 13), ran.printed[2].split()).final.is_won


def test_a_deal_by_its_number(solve: Solver) -> None:
    assert solve.json(HARD, "--variant", "kansas", "--k", "13")["deal"] == 13


def test_nodes_for_par_give_a_shorter_line(solve: Solver) -> None:
    first = solve.json(EASY, "--variant", "whitehorse")
    better = solve.json(EASY, "--variant", "whitehorse", "--par-nodes", "60000")
    assert better["par"] < first["par"]


def test_a_deck_that_is_not_won_within_the_budget_is_1(samedeal: Runner) -> None:
    deck = [str(card) for card in deck_for(HARD, KANSAS, 0)]
    assert parse_deck(deck) == deck_for(HARD, KANSAS, 0)
    ran = samedeal("solve", samedeal.file("lost", record(deck)), "--nodes", "100")
    assert ran.code == 1
    assert ran.printed[0].startswith("kansas: unknown, ")


def test_nothing_found_within_the_budget_is_1(solve: Solver) -> None:
    ran = solve(HARD, "--variant", "kansas", "--nodes", "100")
    assert (ran.code, ran.printed) == (1, ["kansas: unknown, 100 nodes"])


def test_the_deal_of_a_record(samedeal: Runner) -> None:
    file = samedeal.file("record", record(secret=HARD.hex(), deal=13))
    ran = samedeal("solve", file, *QUICK)
    assert ran.code == 0
    assert ran.printed[0].startswith("kansas, deal 13: winnable, ")


@pytest.mark.parametrize("typed", ["", "ab", "zz" * 32, "ab" * 33])
def test_what_is_no_secret_is_2(solve: Solver, typed: str) -> None:
    ran = solve(typed, "--variant", "kansas")
    assert ran.code == 2
    assert ran.complained[-1].endswith("standard input must be 64 hexadecimal digits")


def test_a_secret_on_the_command_line_is_refused_and_not_repeated(samedeal: Runner) -> None:
    ran = samedeal("solve", "--variant", "kansas", "--seed", EASY.hex())
    assert ran.code == 2
    assert "--seed -" in ran.complained[-1]
    assert EASY.hex() not in "".join(ran.complained)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "one of the arguments RECORD --variant is required"),
        (("--variant", "kansas"), "--variant needs --seed -"),
        (("record", "--k", "3"), "go with --variant"),
        (("--variant", "klondike"), "invalid choice: 'klondike'"),
        (("/nowhere/record.json",), "/nowhere/record.json: No such file"),
    ],
)
def test_what_cannot_be_solved_says_why(samedeal: Runner, arguments: tuple[str, ...], says: str) -> None:
    ran = samedeal("solve", *arguments)
    assert (ran.code, ran.printed) == (2, [])
    assert says in ran.complained[-1]


def test_no_terminal_no_bar() -> None:
    command = [sys.executable, "-m", "server", "solve", "--variant", "kansas", "--seed", "-", *QUICK]
    ran = subprocess.run(command, input=EASY.hex(), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("kansas, deal 0: winnable, ")
