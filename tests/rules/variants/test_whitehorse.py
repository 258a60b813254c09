"""Whitehorse (rules.md, the table of data)."""

from server.rules import NAMES, VARIANTS, Rule, deal, parse_deck
from tests.rules.by_hand import after, legal, names, refusal, table

DEAL = deal(VARIANTS["whitehorse"], parse_deck(list(NAMES)))


def test_it_is_dealt_one_card_to_each_column() -> None:
    """one card to each of T1…T7; rest is stock; so 7 single cards and a 45-card stock"""
    assert [names(column) for column in DEAL.columns] == ["AC", "2C", "3C", "4C", "5C", "6C", "7C"]
    assert DEAL.down == (0,) * 7
    assert len(DEAL.stock) == 45
    assert names(DEAL.stock[:3]) == "8C 9C TC"
    assert DEAL.home == 0


def test_columns_build_down_whatever_the_suit() -> None:
    """any suit; natural"""
    start = table("whitehorse", ["8C", "8D", "9D", "AS", "KC", "KD", "KH"])
    assert legal(start) == {"T1-T3", "T2-T3", "T4-F"}


def test_only_the_top_card_is_lifted() -> None:
    """top card only"""
    start = table("whitehorse", ["9H 8C", "TS", "9C"])
    assert refusal(start, "T1:2-T2") == Rule.NOT_TOP
    assert legal(start) == {"T1-T3", "T3-T2"}


def test_a_single_king_fills_a_space() -> None:
    """only a single king fills a space"""
    start = table("whitehorse", ["KS QH", "KD", "5S", "5C", "5H", "5D"], waste="KH")
    assert legal(start) == {"T1-T2", "T2-T7", "W-T7", "W-S"}
    assert refusal(start, "T1:2-T7") == Rule.NOT_TOP
    assert refusal(start, "T3-T7") == refusal(start, "T1-T7") == Rule.SPACE


def test_no_space_is_filled_by_itself() -> None:
    """No automatic filling"""
    assert after(table("whitehorse", ["8C", "9D"], waste="KH", stock="KD"), "T1-T2").columns[0] == ()


def test_three_cards_are_turned_to_the_waste() -> None:
    """45, turn 3 to waste"""
    assert names(after(DEAL, "S-W").waste) == "8C 9C TC"
    assert len(after(DEAL, *["S-W"] * 15).waste) == 45


def test_it_is_turned_through_without_limit() -> None:
    """redeals: no limit"""
    hundredth = DEAL
    for _ in range(100):
        hundredth = after(hundredth, *["S-W"] * 15, "W-S")
    assert hundredth.stock == DEAL.stock
    assert "S-W" in legal(hundredth)


def test_the_top_of_the_waste_is_playable() -> None:
    """also playable: waste top"""
    start = table("whitehorse", ["9H", "4H", "KC", "KD", "KH", "KS", "JC"], waste="AC 3C 8D")
    assert legal(start) == {"W-T1", "W-S"}
    assert legal(after(start, "W-T1", "W-T2")) == {"W-F", "W-S"}
