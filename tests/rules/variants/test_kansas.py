"""Kansas (rules.md, the table of data)."""

import pytest

from server.rules import NAMES, RANKS, VARIANTS, Rule, deal, parse_deck
from tests.rules.by_hand import after, legal, names, refusal, table

DEAL = deal(VARIANTS["kansas"], parse_deck(list(NAMES)))


def test_the_base_card_is_dealt_first() -> None:
    """base card; 13 reserve cards, first at the bottom; one to each of T1…T3; rest is stock"""
    assert DEAL.foundations == (1, 0, 0, 0)
    assert names(DEAL.reserve) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert [names(column) for column in DEAL.columns] == ["2D", "3D", "4D"]
    assert names(DEAL.stock[:2]) == "5D 6D"
    assert len(DEAL.stock) == 35


def test_the_base_rank_is_that_of_the_dealt_base_card() -> None:
    """base rank: of the dealt base card"""
    turned_round = deal(VARIANTS["kansas"], parse_deck([*NAMES[49:], *NAMES[:49]]))
    assert RANKS[turned_round.base] == "J"
    assert turned_round.foundations == (0, 0, 0, 1)
    assert names(turned_round.reserve) == "QS KS AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC"


def test_the_wrap_is_granted_to_foundations_only() -> None:
    """nothing goes on an ace, 9 goes on 10 whatever the base"""
    start = table("kansas", ["AH", "TS", "JD"], base="T", home="KH", waste="KS")
    assert refusal(start, "W-T1") == Rule.BUILD
    assert legal(start) == {"T1-F", "T2-F", "T2-T3"}
    assert legal(table("kansas", ["9H", "TS", "KD"], base="T")) == {"T1-T2", "T2-F"}


def test_columns_build_down_whatever_the_suit() -> None:
    """any suit"""
    assert legal(table("kansas", ["8C", "8D", "9D"], reserve="KS 8H")) == {"T1-T3", "T2-T3", "R-T3"}


@pytest.mark.parametrize(("move", "on"), [("T1-T3", "7D"), ("T1:2-T3", "8D"), ("T1:3-T3", "9D")])
def test_any_part_of_a_run_is_lifted(move: str, on: str) -> None:
    """any part of a run that ends at the top"""
    assert move in legal(table("kansas", ["8H 7C 6S", "KD", on], reserve="2C"))


def test_a_lift_is_a_run() -> None:
    """No Kansas column can come to hold anything else; should one, its run alone would be lifted."""
    start = table("kansas", ["5C 9H 8D", "TS", "6D"], reserve="2C")
    assert legal(start) == {"T1:2-T2"}
    assert refusal(start, "T1:3-T3") == Rule.NOT_TOP


def test_the_top_of_the_reserve_is_played_home_or_on_to_a_column() -> None:
    """The reserve's top card may be played home or on to a column at any time"""
    start = table("kansas", ["2D", "9C", "KD"], reserve="5H AC", stock="4S")
    assert legal(start) == {"R-F", "R-T1", "S-W"}
    assert names(after(start, "R-T1").columns[0]) == "2D AC"
    assert names(after(start, "R-F").reserve) == "5H"


@pytest.mark.parametrize("move", ["T1-T2", "T1-F"])
def test_the_reserve_fills_a_space_at_once(move: str) -> None:
    """the reserve's top card, forced, part of the move"""
    moved = after(table("kansas", ["AC", "2D", "KD"], reserve="5H 9S", waste="KH"), move)
    assert names(moved.columns[0]) == "9S"
    assert names(moved.reserve) == "5H"


def test_a_column_moved_as_a_whole_is_filled_too() -> None:
    moved = after(table("kansas", ["5C 4D", "6D", "KD"], reserve="5H 9S"), "T1:2-T2")
    assert [names(column) for column in moved.columns] == ["9S", "6D 5C 4D", "KD"]


def test_one_card_alone_fills_a_space_and_then_there_is_none() -> None:
    moved = after(table("kansas", ["5C", "6D", "KD"], reserve="9S"), "T1-T2")
    assert names(moved.columns[0]) == "9S"
    assert moved.reserve == ()


def test_a_move_from_the_reserve_leaves_no_space() -> None:
    """a space is never open while the reserve has a card"""
    moved = after(table("kansas", ["2D", "9C", "KD"], reserve="5H AC"), "R-T1")
    assert all(moved.columns)
    assert names(moved.reserve) == "5H"


def test_once_the_reserve_is_empty_a_space_takes_anything() -> None:
    """once the reserve is empty: anything that may be lifted, waste top"""
    start = table("kansas", ["", "8H 7C", "4D"], waste="KS 3H")
    assert legal(start) == {"T2-T1", "T2:2-T1", "T3-T1", "W-T1", "W-T3"}
    assert after(start, "T3-T1").columns[2] == ()


def test_cards_are_turned_one_at_a_time_and_once() -> None:
    """35, turn 1 to waste; redeals: none"""
    assert names(after(DEAL, "S-W", "S-W").waste) == "5D 6D"
    assert refusal(after(DEAL, *["S-W"] * 35), "W-S") == Rule.NO_REDEAL
