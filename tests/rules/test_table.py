"""server.rules.table"""

import pytest

from server.rules import VisiblePile
from tests.rules.by_hand import after, cards, names, piles, table


def test_stock_and_waste_are_told_apart() -> None:
    start = table("chinaman", waste="3H 4H 5H", stock="6H 7H")
    assert names(start.waste) == "3H 4H 5H"
    assert names(start.stock) == "6H 7H"


@pytest.mark.parametrize(
    ("base", "home", "number"),
    [
        ("A", "", 0),
        ("A", "AC", 1),
        ("A", "KC 5D", 18),
        ("J", "JC", 1),
        ("J", "2C TD", 18),
    ],
)
def test_home_counts_the_cards_on_the_foundations(base: str, home: str, number: int) -> None:
    """a card there is *home*"""
    assert table("kansas", base=base, home=home).home == number


def test_won_when_all_52_are_home() -> None:
    """52 cards; won when all 52 are home."""
    assert table("chinaman", home="KC KD KH KS").is_won
    assert table("kansas", base="J", home="TC TD TH TS").is_won
    assert not table("chinaman", ["KS"], home="KC KD KH QS").is_won


@pytest.mark.parametrize(
    ("variant", "redeals", "left"),
    [
        ("chinaman", 0, True),
        ("chinaman", 1, False),
        ("whitehorse", 0, True),
        ("whitehorse", 999, True),
        ("kansas", 0, False),
        ("chinese-torture", 0, False),
    ],
)
def test_redeals_left(variant: str, redeals: int, *, left: bool) -> None:
    """redeals: 1 (two passes) | none | no limit | none"""
    assert table(variant, redeals=redeals).redeal_left == left


def test_the_stock_is_seen_when_each_card_was_turned_once() -> None:
    """every stock card has been seen (turned at least once; in Chinese Torture: dealt)"""
    assert not table("chinaman", waste="3H 4H 5H", stock="6H").stock_seen
    assert table("chinaman", waste="3H 4H 5H").stock_seen
    assert table("chinaman", waste="3H", stock="4H 5H", redeals=1).stock_seen
    assert not table("chinese-torture", stock="3H 4H").stock_seen
    assert table("chinese-torture").stock_seen


def test_what_lies_face_down_is_only_counted() -> None:
    seen = table("chinaman", ["KS 3H | 9C 8D", "AC"], stock="2H 4H", waste="JC QD", home="AD").visible()
    assert seen.columns[:3] == (VisiblePile(2, cards("9C 8D")), VisiblePile(0, cards("AC")), VisiblePile(0, ()))
    assert seen.foundations == (None, *cards("AD"), None, None)
    assert seen.stock == 2
    assert seen.waste == cards("JC QD")
    assert seen.reserve is None


def test_of_the_reserve_only_the_top_is_seen() -> None:
    """reserve: 13, top face up"""
    start = table("kansas", ["4C", "5C", "6C"], base="J", home="2C JH", reserve="7S 2D 8H")
    assert start.visible().reserve == VisiblePile(2, cards("8H"))
    assert start.visible().foundations == (*cards("2C"), None, *cards("JH"), None)
    assert table("kansas", base="J").visible().reserve == VisiblePile(0, ())


def test_a_variant_without_a_waste_shows_none() -> None:
    seen = table("chinese-torture", stock="2H 4H").visible()
    assert seen.waste is None
    assert seen.stock == 2


@pytest.mark.parametrize("move", ["T1-T2", "T2-F", "W-T1", "S-W"])
def test_a_move_leaves_the_table_before_it_as_it_was(move: str) -> None:
    """the table is immutable"""
    start = table("chinaman", ["KS | 9C", "3H | TD AC"], stock="2H", waste="8C")
    if move == "T1-T2":
        start = after(start, "T2-F")
    before = piles(start)
    after(start, move)
    assert piles(start) == before


@pytest.mark.parametrize("name", ["base", "columns", "foundations", "talon", "turned", "redeals"])
def test_nothing_of_a_table_can_be_set(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(table("chinaman"), name, ())


def test_equal_tables_are_equal_keys() -> None:
    """All the way down a table is made of what cannot change."""
    assert len({table("chinaman", ["9C"]), table("chinaman", ["9C"]), table("chinaman", ["9D"])}) == 2
