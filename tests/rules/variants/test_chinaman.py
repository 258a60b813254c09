"""Chinaman (rules.md, the table of data)."""

from server.rules import NAMES, VARIANTS, Rule, deal, parse_deck
from tests.rules.by_hand import after, legal, names, refusal, table

DEAL = deal(VARIANTS["chinaman"], parse_deck(list(NAMES)))


def test_it_is_dealt_row_by_row() -> None:
    """row by row; row *r* gives one card to each of T*r*…T7"""
    assert [names(column) for column in DEAL.columns] == [
        "AC",
        "2C 8C",
        "3C 9C AD",
        "4C TC 2D 6D",
        "5C JC 3D 7D TD",
        "6C QC 4D 8D JD KD",
        "7C KC 5D 9D QD AH 2H",
    ]


def test_the_last_card_of_a_column_is_face_up() -> None:
    """Last card of a column is face up."""
    assert DEAL.down == (0, 1, 2, 3, 4, 5, 6)


def test_the_rest_is_stock_next_card_first() -> None:
    """Rest is stock, next card first."""
    assert len(DEAL.stock) == 24
    assert names(DEAL.stock[:3]) == "3H 4H 5H"
    assert names(DEAL.stock[-1:]) == "KS"


def test_the_base_rank_is_the_ace_and_nothing_is_dealt_home() -> None:
    """base rank: ace; base card dealt to its foundation: no"""
    assert DEAL.home == 0
    assert "T1-F" in legal(DEAL)


def test_columns_build_down_whatever_the_suit() -> None:
    """any suit; Same suit on same suit is allowed"""
    start = table("chinaman", ["8C", "8D", "8H", "8S", "9H", "9C", "7H"])
    assert legal(start) == {f"T{source}-T{target}" for source in (1, 2, 3, 4) for target in (5, 6)} | {
        f"T7-T{target}" for target in (1, 2, 3, 4)
    }


def test_nothing_goes_on_an_ace() -> None:
    """tableau order: natural"""
    assert refusal(table("chinaman", ["AH", "KS"]), "T2-T1") == Rule.BUILD


def test_any_face_up_card_is_lifted() -> None:
    """lift: any face-up card"""
    start = table("chinaman", ["KS | 9H 8H 7C 6C", "TS", "9S", "8S"])
    assert legal(start) == {"T1:4-T2", "T1:3-T3", "T1:2-T4", "T3-T2", "T4-T3"}


def test_a_space_takes_a_king_or_a_lift_led_by_one() -> None:
    """a king (or lift led by one)"""
    start = table("chinaman", ["5C | KS QH JC", "5D | QS", "5H | KD", "5S | 9S"], waste="KH")
    spaces = ("T5", "T6", "T7")
    to_spaces = {f"{lift}-{space}" for lift in ("T1:3", "T3", "W") for space in spaces}
    assert legal(start) == to_spaces | {"T1-T2", "T1:2-T3", "T2-T3", "W-S"}


def test_a_space_takes_no_lift_led_by_another_card() -> None:
    start = table("chinaman", ["5C | KS QH JC", "9S"])
    assert refusal(start, "T1:2-T3") == refusal(start, "T1-T3") == refusal(start, "T2-T3") == Rule.SPACE


def test_a_space_is_filled_by_nothing_at_once() -> None:
    """space filled at once by: –"""
    assert after(table("chinaman", ["8C", "9D"], waste="KH", stock="KD"), "T1-T2").columns[0] == ()


def test_three_cards_are_turned_to_the_waste() -> None:
    """24, turn 3 to waste"""
    assert names(after(DEAL, "S-W").waste) == "3H 4H 5H"


def test_it_is_turned_through_twice() -> None:
    """1 (two passes)"""
    second = after(DEAL, *["S-W"] * 8, "W-S")
    assert second.stock == DEAL.stock
    end = after(second, *["S-W"] * 8)
    assert refusal(end, "W-S") == Rule.NO_REDEAL


def test_only_the_top_of_the_waste_is_playable() -> None:
    """also playable: waste top"""
    start = table("chinaman", ["9H", "4H"], waste="8C 3C 8D", redeals=1)
    assert legal(start) == {"W-T1"}
    assert legal(after(start, "W-T1")) == {"W-T2"}
