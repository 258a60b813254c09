"""server.rules.building"""

import pytest

from server.rules.building import Build, Space, filling, laid_on
from server.rules.cards import RANKS
from tests.rules.by_hand import cards


def on(card: str, build: Build, *, circular: bool = False) -> set[str]:
    """The names of the cards that may be laid on this one."""
    return set(map(str, laid_on(build, circular)[cards(card)[0]]))


def filled_by(space: Space, base: str) -> set[str]:
    """The names of the cards that may fill a space."""
    return set(map(str, filling(space)[RANKS.index(base)]))


def test_any_suit() -> None:
    """Same suit on same suit is allowed: the text restricts neither suit nor colour."""
    assert on("9H", Build.ANY_SUIT) == {"8C", "8D", "8H", "8S"}
    assert on("JS", Build.ANY_SUIT) == {"TC", "TD", "TH", "TS"}


def test_natural_order_stops_at_the_ace() -> None:
    """*natural* order stops at them"""
    assert on("2D", Build.ANY_SUIT) == {"AC", "AD", "AH", "AS"}
    assert on("AD", Build.ANY_SUIT) == set()
    assert on("AD", Build.ALTERNATING) == set()


@pytest.mark.parametrize(
    ("card", "taken"),
    [
        ("9H", {"8C", "8S"}),
        ("9D", {"8C", "8S"}),
        ("9C", {"8D", "8H"}),
        ("9S", {"8D", "8H"}),
    ],
)
def test_alternating_colour(card: str, taken: set[str]) -> None:
    assert on(card, Build.ALTERNATING) == taken
    assert on(card, Build.ALTERNATING, circular=True) == taken


def test_circular_order_goes_from_the_ace_on_to_the_king() -> None:
    """*circular* ranks go on K→A (up) and A→K (down)"""
    assert on("AD", Build.ALTERNATING, circular=True) == {"KC", "KS"}
    assert on("AS", Build.ALTERNATING, circular=True) == {"KD", "KH"}
    assert on("KS", Build.ALTERNATING, circular=True) == {"QD", "QH"}


def test_a_space_takes_a_king() -> None:
    assert filled_by(Space.KING, "A") == {"KC", "KD", "KH", "KS"}


def test_a_space_takes_the_rank_just_below_base() -> None:
    assert filled_by(Space.BELOW_BASE, "J") == {"TC", "TD", "TH", "TS"}
    assert filled_by(Space.BELOW_BASE, "2") == {"AC", "AD", "AH", "AS"}
    assert filled_by(Space.BELOW_BASE, "A") == {"KC", "KD", "KH", "KS"}


def test_a_space_takes_anything() -> None:
    assert len(filled_by(Space.ANY, "7")) == 52
