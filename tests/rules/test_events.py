"""server.rules.events"""

import pytest

from server.rules import (
    Event,
    Filled,
    Moved,
    Redealt,
    Revealed,
    Table,
    Turned,
    events,
    parse_move,
    play,
    reveals,
)
from server.rules.moves import FOUNDATION, RESERVE, TABLEAU, WASTE
from tests.rules.by_hand import cards, table

(THREE_HEARTS,) = cards("3H")
(TWO_DIAMONDS,) = cards("2D")
(SEVEN_SPADES,) = cards("7S")

CHINAMAN = table("chinaman", ["3H | 2C", "9H 8C | 3D", "4C 3S", "4S"], stock="5C 6C 7C 8D", waste="JH 2S", home="AC")
KANSAS = table("kansas", ["5H", "6H", "9C 8C"], base="5", stock="JC", waste="QH", reserve="KH 7S 2D")

TOLD: dict[tuple[Table, str], tuple[Event, ...]] = {
    (CHINAMAN, "T1-T2"): (Moved(cards("2C"), 0, 1), Revealed(0, THREE_HEARTS)),
    (CHINAMAN, "T1-F"): (Moved(cards("2C"), 0, FOUNDATION), Revealed(0, THREE_HEARTS)),
    (CHINAMAN, "T3-T4"): (Moved(cards("3S"), 2, 3),),
    (CHINAMAN, "W-T2"): (Moved(cards("2S"), WASTE, 1),),
    (CHINAMAN, "S-W"): (Turned(cards("5C 6C 7C"), WASTE),),
    (table("chinaman", ["KC 9D 8C", "TS"]), "T1:2-T2"): (Moved(cards("9D 8C"), 0, 1),),
    (table("chinaman", waste="JH 2S"), "W-S"): (Redealt(2),),
    (table("chinese-torture", stock="5C 6C"), "S-T"): (Turned(cards("5C 6C"), TABLEAU),),
    (KANSAS, "T1-T2"): (
        Moved(cards("5H"), 0, 1),
        Filled(0, TWO_DIAMONDS),
        Revealed(RESERVE, SEVEN_SPADES),
    ),
    (KANSAS, "T1-F"): (
        Moved(cards("5H"), 0, FOUNDATION),
        Filled(0, TWO_DIAMONDS),
        Revealed(RESERVE, SEVEN_SPADES),
    ),
    (table("kansas", ["5H", "6H", "9C"], reserve="2D"), "T1-T2"): (Moved(cards("5H"), 0, 1), Filled(0, TWO_DIAMONDS)),
    (table("kansas", ["5H", "6H", "3C"], reserve="7S 2D"), "R-T3"): (
        Moved(cards("2D"), RESERVE, 2),
        Revealed(RESERVE, SEVEN_SPADES),
    ),
    (table("kansas", ["TC 9H 8C", "9D", "KD"], reserve="7S 2D"), "T1-T2"): (Moved(cards("8C"), 0, 1),),
    (table("kansas", ["5H", "6H"]), "T1-T2"): (Moved(cards("5H"), 0, 1),),
}


@pytest.mark.parametrize(("start", "move"), TOLD)
def test_a_move_is_told_in_the_order_in_which_it_is_seen(start: Table, move: str) -> None:
    """events, in order: moved, filled, revealed, turned, redealt"""
    assert events(start, parse_move(move), play(start, parse_move(move))) == TOLD[start, move]


REVEALING = {
    (CHINAMAN, "T1-T2"): True,
    (CHINAMAN, "T1-F"): True,
    (CHINAMAN, "T3-T4"): False,
    (CHINAMAN, "W-T2"): False,
    (CHINAMAN, "S-W"): True,
    (table("chinaman", waste="JH 2S"), "W-S"): False,
    (table("chinaman", stock="JH 2S", redeals=1), "S-W"): True,
    (table("chinese-torture", stock="5C 6C"), "S-T"): True,
    (KANSAS, "T1-T2"): True,
    (KANSAS, "T1-F"): True,
    (table("kansas", ["5H", "6H", "3C"], reserve="7S 2D"), "R-T3"): True,
    (table("kansas", ["5H", "6H", "3C"], reserve="2D"), "R-T3"): False,
    (table("kansas", ["5H", "6H", "9C"], reserve="2D"), "T1-T2"): False,
}


@pytest.mark.parametrize(("start", "move"), REVEALING)
def test_a_move_that_reveals_a_card_is_known(start: Table, move: str) -> None:
    """none turned up in a column, none turned from the stock, no new reserve card uncovered"""
    assert reveals(start, parse_move(move), play(start, parse_move(move))) is REVEALING[start, move]
