"""server.rules.play: what all four games have in common (rules.md, common 1–8)."""

import pytest

from server.rules import IllegalMove, Move, Rule, Table, is_legal, legal_moves, parse_move, play
from server.rules.moves import FOUNDATION, STOCK, WASTE
from tests.rules.by_hand import after, legal, names, refusal, table, why


def test_a_foundation_holds_one_suit_and_goes_up_by_one() -> None:
    """A foundation holds one suit, goes up by one"""
    start = table("chinaman", ["6C", "7C", "6D", "5C"], home="5C")
    assert after(start, "T1-F").foundations == (6, 0, 0, 0)
    assert [refusal(start, move) for move in ("T2-F", "T3-F", "T4-F")] == [Rule.SUIT] * 3


def test_a_foundation_starts_with_the_base_rank() -> None:
    """*base rank* the rank every foundation starts with"""
    start = table("kansas", ["JD", "AD", "QD"], base="J", home="JC")
    assert after(start, "T1-F").foundations == (1, 1, 0, 0)
    assert [refusal(start, move) for move in ("T2-F", "T3-F")] == [Rule.SUIT] * 2


def test_a_foundation_is_circular_when_the_base_rank_is_not_ace() -> None:
    """13 cards, circular exactly when the base rank is not ace"""
    assert after(table("kansas", ["AC"], base="J", home="KC"), "T1-F").foundations == (4, 0, 0, 0)
    assert refusal(table("kansas", ["AC"], home="KC"), "T1-F") == Rule.SUIT
    assert refusal(table("kansas", ["JC"], base="J", home="TC"), "T1-F") == Rule.SUIT


def test_no_move_takes_a_card_from_a_foundation() -> None:
    """Cards never leave a foundation."""
    start = table("chinaman", ["3C", "9H"], home="2C")
    assert legal(start) == {"T1-F"}


def test_only_one_card_at_a_time_goes_home() -> None:
    """Only one card at a time goes home (Kansas's "cards and sequences" included)"""
    start = table("kansas", ["9H 3C 2C", "9D", "9S"], home="AC")
    home = after(start, "T1-F", "T1-F")
    assert home.foundations == (3, 0, 0, 0)
    assert names(home.columns[0]) == "9H"
    with pytest.raises(IllegalMove, match="Only one card at a time goes home"):
        play(start, Move(0, FOUNDATION, 2))


def test_tops_of_column_waste_and_reserve_go_home() -> None:
    """it must be the top of a column, of the waste, or of the reserve"""
    start = table("kansas", ["AC", "9D", "9S"], stock="4H", waste="8S AD", reserve="8C AH")
    assert legal(start) == {"T1-F", "W-F", "R-F", "S-W"}
    assert [names(pile) for pile in (after(start, "W-F").waste, after(start, "R-F").reserve)] == ["8S", "8C"]
    buried = table("kansas", ["AC 9C", "9D", "9S"], waste="AD 8S", reserve="AH 8C")
    assert not {"T1-F", "W-F", "R-F"} & legal(buried)


def test_a_card_is_lifted_with_everything_that_lies_on_it() -> None:
    """with **everything that lies on it**; no card is pulled from under another, none is left behind"""
    start = table("chinaman", ["3D 9H 8C 7D", "TS"])
    moved = after(start, "T1:3-T2")
    assert names(moved.columns[0]) == "3D"
    assert names(moved.columns[1]) == "TS 9H 8C 7D"
    assert refusal(start, "T1-T2") == refusal(start, "T1:2-T2") == Rule.BUILD


def test_face_down_cards_cannot_be_lifted() -> None:
    """Face-down cards cannot be lifted."""
    assert refusal(table("chinaman", ["9H 8C | 7D", "TS"]), "T1:3-T2") == Rule.FACE_DOWN
    assert refusal(table("chinese-torture", ["9H 8C | 7D", "TS"]), "T1:3-T2") == Rule.FACE_DOWN


@pytest.mark.parametrize("move", ["T1-T2", "T1-F"])
def test_an_uncovered_card_turns_up_within_the_same_move(move: str) -> None:
    """When a move uncovers a face-down column card, it turns up within the same move (also after a card went home)."""
    start = table("chinaman", ["KS 3H | 2C", "3D"], home="AC")
    assert after(start, move).down[0] == 1


def test_only_the_top_card_turns_up() -> None:
    moved = after(table("chinaman", ["KS 3H 4H | 2C", "3D"]), "T1-T2")
    assert moved.down[0] == 2
    assert names(moved.visible().columns[0].up) == "4H"


@pytest.mark.parametrize(
    ("start", "move"),
    [
        (table("chinaman", ["AC", "9H 8C"], stock="2H 3H"), "S-W"),
        (table("chinese-torture", ["AC", "9H 8C"], stock="2H 3H"), "S-T"),
    ],
)
def test_the_stock_may_be_turned_whatever_else_is_possible(start: Table, move: str) -> None:
    """The stock may be turned whenever it is not empty, whatever else is possible"""
    assert {"T1-F", move} <= legal(start)


def test_the_last_card_turned_is_on_top() -> None:
    """Turning deals min(n, what is left), one after another: the last one dealt is on top."""
    turned = after(table("chinaman", stock="2H 3H 4H 5H", waste="9C"), "S-W")
    assert names(turned.waste) == "9C 2H 3H 4H"
    assert names(turned.stock) == "5H"
    assert names(after(turned, "S-W").waste) == "9C 2H 3H 4H 5H"


def test_an_empty_stock_is_not_turned() -> None:
    assert refusal(table("chinaman", waste="9C"), "S-W") == Rule.EMPTY


def test_a_redeal_turns_the_waste_over_as_one_block() -> None:
    """the card turned first in the last pass is turned first in the next. Nothing is shuffled"""
    redealt = after(table("whitehorse", waste="9C 2H 3H 4H"), "W-S")
    assert names(redealt.stock) == "9C 2H 3H 4H"
    assert redealt.waste == ()
    assert redealt.redeals == 1
    assert names(after(redealt, "S-W").waste) == "9C 2H 3H"


def test_a_redeal_draws_nothing() -> None:
    """nothing is drawn"""
    assert after(table("whitehorse", waste="9C 2H"), "W-S").turned == 0


@pytest.mark.parametrize(
    ("start", "rule"),
    [
        (table("whitehorse", waste="9C", stock="2H"), Rule.NO_REDEAL),
        (table("whitehorse", stock="2H"), Rule.EMPTY),
        (table("whitehorse"), Rule.EMPTY),
        (table("chinaman", waste="9C", redeals=1), Rule.NO_REDEAL),
        (table("kansas", waste="9C"), Rule.NO_REDEAL),
    ],
)
def test_a_redeal_is_refused(start: Table, rule: Rule) -> None:
    """legal only when the stock is empty, the waste is not, and redeals are left"""
    assert refusal(start, "W-S") == rule
    assert "W-S" not in legal(start)


@pytest.mark.parametrize(
    ("variant", "column"),
    [
        ("chinaman", "KS QD"),
        ("whitehorse", "KS"),
        ("chinese-torture", "KS QD"),
        ("kansas", "7S 6D"),
    ],
)
def test_a_whole_column_may_go_on_to_another_space(variant: str, column: str) -> None:
    """A whole column may move on to another space when its lowest card may fill one; legal though pointless."""
    lift = f":{len(column.split())}" if " " in column else ""
    start = table(variant, [column])
    moved = after(start, f"T1{lift}-T2")
    assert names(moved.columns[0]) == ""
    assert names(moved.columns[1]) == column


def test_cards_do_not_go_where_they_lie() -> None:
    """Not even an 8 under a 9 on to that 9."""
    start = table("chinese-torture", ["KS | 8C 9H"], base="3")
    assert why(start, "T1:2-T1") == "The cards already lie in that column."
    assert legal(start) == set()


KANSAS = table("kansas", ["9H 4C", "6S 5D", "KD"], stock="2C", waste="8D", reserve="2S 3H")
CHINAMAN = table("chinaman", ["9H 8C | 7D", "TS", "", "4C"], stock="2C", waste="8D 9D")
SENTENCES = {
    (CHINAMAN, "T2-T1"): (Rule.BUILD, "Columns build down by one, whatever the suit."),
    (table("chinese-torture", ["9H", "8D"]), "T2-T1"): (
        Rule.BUILD,
        "Columns build down by one, in alternating colours.",
    ),
    (CHINAMAN, "T2-T3"): (Rule.SPACE, "Only kings go in an empty column."),
    (table("chinese-torture", ["9H"], base="J"), "T1-T2"): (
        Rule.SPACE,
        "Only the rank just below the base rank goes in an empty column.",
    ),
    (CHINAMAN, "T2-F"): (Rule.SUIT, "The next card home in this suit is the ace."),
    (table("chinaman", ["JS"], home="9S"), "T1-F"): (Rule.SUIT, "The next card home in this suit is the 10."),
    (CHINAMAN, "T1:2-T2"): (Rule.FACE_DOWN, "You can't lift a card that lies face down."),
    (CHINAMAN, "T1:4-T2"): (Rule.EMPTY, "There are not so many cards in that column."),
    (CHINAMAN, "T3-T1"): (Rule.EMPTY, "That column is empty."),
    (CHINAMAN, "T3-F"): (Rule.EMPTY, "That column is empty."),
    (CHINAMAN, "T8-F"): (Rule.EMPTY, "This game has no such column."),
    (CHINAMAN, "T1-T8"): (Rule.EMPTY, "This game has no such column."),
    (CHINAMAN, "W-T9"): (Rule.EMPTY, "This game has no such column."),
    (CHINAMAN, "R-F"): (Rule.EMPTY, "There is no card in the reserve."),
    (CHINAMAN, "S-T"): (Rule.EMPTY, "In this game the stock is turned to the waste."),
    (CHINAMAN, "W-S"): (Rule.NO_REDEAL, "Turn the rest of the stock first."),
    (CHINAMAN, "U"): (Rule.NO_UNDO, "You can't take a move back here."),
    (KANSAS, "T1:2-T3"): (Rule.NOT_TOP, "You can lift only cards that run down to the top of the column."),
    (table("whitehorse", ["9H 8C", "TS"]), "T1:2-T2"): (Rule.NOT_TOP, "You can lift only the top card of a column."),
    (table("kansas"), "W-T1"): (Rule.EMPTY, "There is no card on the waste."),
    (table("kansas"), "W-S"): (Rule.EMPTY, "There is no card on the waste."),
    (table("kansas"), "S-W"): (Rule.EMPTY, "The stock is empty."),
    (table("kansas", waste="9C"), "W-S"): (
        Rule.NO_REDEAL,
        "You have been through the stock as often as the rules allow.",
    ),
    (table("chinese-torture"), "S-T"): (Rule.EMPTY, "The reserve is empty."),
    (table("chinese-torture", stock="2C"), "S-W"): (Rule.EMPTY, "This game has no waste."),
}


@pytest.mark.parametrize(("start", "move"), SENTENCES)
def test_a_refusal_says_which_rule_and_why(start: Table, move: str) -> None:
    """each gets a clear answer with a stable code"""
    assert (refusal(start, move), why(start, move)) == SENTENCES[start, move]
    assert move not in legal(start)


def test_is_legal_asks_what_play_does() -> None:
    assert is_legal(CHINAMAN, parse_move("T1-T1")) is False
    assert is_legal(CHINAMAN, parse_move("W-T2")) is True


def test_legal_moves_come_in_one_order() -> None:
    """from T1 on, from waste and reserve, then turn and redeal"""
    start = table("kansas", ["AC", "2H", "KD QD"], stock="4H", waste="8S AD", reserve="8C AH")
    moves = [str(move) for move in legal_moves(start)]
    assert moves == ["T1-F", "T1-T2", "W-F", "W-T2", "R-F", "R-T2", "S-W"]


def test_a_move_that_cannot_be_spelled_is_refused() -> None:
    assert not is_legal(table("chinese-torture", stock="QS KS"), Move(STOCK, FOUNDATION))
    assert not is_legal(table("chinaman", waste="AC"), Move(WASTE, FOUNDATION, 5))
