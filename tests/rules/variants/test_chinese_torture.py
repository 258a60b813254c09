"""Chinese Torture (rules.md, the table of data)."""

from server.rules import NAMES, RANKS, VARIANTS, Rule, deal, parse_deck
from tests.rules.by_hand import after, legal, names, refusal, table

DEAL = deal(VARIANTS["chinese-torture"], parse_deck(list(NAMES)))


def test_it_is_dealt_in_seven_rows() -> None:
    """seven rows over T1…T7 (49 cards)"""
    assert [names(column) for column in DEAL.columns] == [
        "AC 8C 2D 9D 3H TH 4S",
        "2C 9C 3D TD 4H JH 5S",
        "3C TC 4D JD 5H QH 6S",
        "4C JC 5D QD 6H KH 7S",
        "5C QC 6D KD 7H AS 8S",
        "6C KC 7D AH 8H 2S 9S",
        "7C AD 8D 2H 9H 3S TS",
    ]


def test_the_last_four_columns_are_partly_face_down() -> None:
    """0+7, 0+7, 0+7, 3+4, 4+3, 5+2, 6+1"""
    assert DEAL.down == (0, 0, 0, 3, 4, 5, 6)


def test_the_base_card_is_the_fiftieth() -> None:
    """the 50th is the base card; the 51st and 52nd are the stock"""
    assert RANKS[DEAL.base] == "J"
    assert DEAL.foundations == (0, 0, 0, 1)
    assert names(DEAL.stock) == "QS KS"


def test_columns_build_down_in_alternating_colours() -> None:
    """alternating colour"""
    start = table("chinese-torture", ["8C", "8D", "8H", "8S", "9H", "9C"], base="3")
    assert legal(start) == {"T1-T5", "T4-T5", "T2-T6", "T3-T6"}


def test_the_tableau_is_circular() -> None:
    """the tableau is circular, colours always alternating"""
    start = table("chinese-torture", ["AH", "KS", "KD", "9D 2C", "5C", "5S", "7C"], base="4")
    assert legal(start) == {"T1-T4", "T2-T1"}
    assert refusal(start, "T3-T1") == Rule.BUILD


def test_the_rank_below_base_lies_on_a_base_card_too() -> None:
    """so base-minus-one may also lie on a base card"""
    assert "T2-T1" in legal(table("chinese-torture", ["JH", "TS"], base="J", home="JC"))
    assert "T2-T1" in legal(table("chinese-torture", ["AH", "KS"], home="AC"))


def test_any_face_up_card_is_lifted_in_sequence_or_not() -> None:
    """any face-up card, in sequence or not"""
    start = table("chinese-torture", ["5C | 9H 2D KC", "TS", "AH", "5H", "5S", "7S", "3S"], base="4")
    assert legal(start) == {"T1-T3", "T1:2-T7", "T1:3-T2"}
    assert names(after(start, "T1:3-T2").columns[1]) == "TS 9H 2D KC"


def test_a_space_takes_the_rank_just_below_base() -> None:
    """rank just below base"""
    start = table("chinese-torture", ["5C TH 2D", "JD", "KH", "3H", "5H", "7H"], base="J")
    assert legal(start) == {"T1:2-T7", "T2-F"}
    assert refusal(start, "T3-T7") == Rule.SPACE


def test_below_a_base_of_aces_is_the_king() -> None:
    assert legal(table("chinese-torture", ["5C KH", "9C", "9D", "9H", "9S", "7C"])) == {"T1-T7"}


def test_foundations_are_circular() -> None:
    """circular exactly when the base rank is not ace"""
    assert "T1-F" in legal(table("chinese-torture", ["AC"], base="J", home="KC"))


def test_the_stock_is_dealt_on_to_the_first_two_columns() -> None:
    """2, turned together: first on T1, second on T2; ignoring the build rule"""
    dealt = after(DEAL, "S-T")
    assert [names(column)[-5:] for column in dealt.columns[:3]] == ["4S QS", "5S KS", "QH 6S"]
    assert dealt.stock == dealt.waste == ()


def test_the_stock_is_dealt_on_to_spaces_too() -> None:
    """also on to spaces"""
    dealt = after(table("chinese-torture", ["", "", "8D"], base="3", stock="QS 9H"), "S-T")
    assert [names(column) for column in dealt.columns[:3]] == ["QS", "9H", "8D"]


def test_it_is_dealt_once() -> None:
    """It may be dealt once, at any time."""
    assert "S-T" in legal(DEAL)
    assert refusal(after(DEAL, "S-T"), "S-T") == Rule.EMPTY
    assert refusal(after(DEAL, "S-T"), "W-S") == Rule.EMPTY


def test_its_stock_is_never_played_from() -> None:
    """Its "reserve" is never played from"""
    start = table("chinese-torture", ["2H"], stock="AC AS")
    assert legal(start) == {"S-T"}
    assert refusal(start, "R-F") == refusal(start, "W-F") == Rule.EMPTY


def test_its_stock_is_face_down_until_dealt() -> None:
    """face down until dealt"""
    assert DEAL.visible().stock == 2
    assert "QS" not in repr(DEAL.visible())
