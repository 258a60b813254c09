"""`samedeal winnability`: counts, and how sure they are."""

import json
import sys
from io import StringIO

import pytest

from server.commands.winnability import wilson
from tests.commands.running import Runner

HARD = bytes([110]) * 32


def test_deals_are_counted(samedeal: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kansas deal 13 of this secret can be won, the thirteen before it are not won within so few nodes."""
    monkeypatch.setattr(sys, "stdin", StringIO(HARD.hex()))
    ran = samedeal("winnability", "kansas", "--deals", "14", "--nodes", "2000", "--seed", "-")
    assert ran.code == 0
    assert ran.printed == [
        "kansas, 14 deals, 2000 nodes each: 1 won, 0 lost, 13 unknown",
        "at least 7.1 % can be won (95 %: 1.3 % to 31.5 %)",
        "at most 100.0 % (95 %: 78.5 % to 100.0 %)",
        f"secret {HARD.hex()}",
    ]


def test_a_new_secret_is_told_so_that_all_can_be_repeated(samedeal: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("winnability", "chinaman", "--deals", "2", "--nodes", "100", "--json")
    first, other = (json.loads(samedeal(*asked).printed[0]) for _ in range(2))
    assert first["secret"] != other["secret"]
    monkeypatch.setattr(sys, "stdin", StringIO(first["secret"]))
    assert json.loads(samedeal(*asked, "--seed", "-").printed[0]) == first


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)]
)
def test_wilson_as_published(part: int, whole: int, low: float, high: float) -> None:
    """Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I."""
    assert wilson(part, whole) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("arguments", [(), ("klondike", "--deals", "2"), ("kansas",), ("kansas", "--deals", "0")])
def test_what_cannot_be_counted_is_2(samedeal: Runner, arguments: tuple[str, ...]) -> None:
    assert samedeal("winnability", *arguments).code == 2
