"""server.rules.moves: the notation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.rules import UNDO, InvalidMove, Move, parse_move, pile_name
from server.rules.moves import DEAL_ON, FOUNDATION, REDEAL, RESERVE, TURN, WASTE


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("T3-F", Move(2, FOUNDATION)),
        ("T3:2-T5", Move(2, 4, 2)),
        ("T3-T5", Move(2, 4)),
        ("W-F", Move(WASTE, FOUNDATION)),
        ("W-T2", Move(WASTE, 1)),
        ("R-F", Move(RESERVE, FOUNDATION)),
        ("R-T1", Move(RESERVE, 0)),
        ("S-W", TURN),
        ("S-T", DEAL_ON),
        ("W-S", REDEAL),
        ("U", UNDO),
        ("T12:52-T10", Move(11, 9, 52)),
    ],
)
def test_moves_are_read_and_printed(text: str, move: Move) -> None:
    """`FROM[:n]-TO`, upper case"""
    assert parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize("text", [
    "T3:1-T5",  # `:1` is never written
    "T3:1-F", "T3:2-F", "T3:02-T5", "T3:0-T5", "T3:53-T5", "T3:-T5", "T3:-2-T5", "T3:2.0-T5",
    "T0-F", "T03-F", "T100-F", "T-F", "T1-T0", "T1-T", "T1-W", "T1-S", "T1-R", "T1-T2-T3",
    "F-T1", "F-F", "W-W", "W-R", "W:1-F", "W:2-T1", "R-R", "R-S", "R:2-T1", "S-F", "S-S", "S-R", "S-T1",
    "S:3-W", "W-S:3", "t3-F", "T3-f", "u", "UU", "U-U", " U", "U ", "U\n",
    "T3-F\n", "T3 - F", "T3–F", "T³-F", "T٣-F", "T3->F",
    "9H", "9H-F", "", "-", "null", "T" * 5000,
])  # fmt: skip
def test_there_is_no_other_notation(text: str) -> None:
    """One move has one spelling"""
    with pytest.raises(InvalidMove, match="is not a move"):
        parse_move(text)


def test_what_is_no_move_is_quoted_shortly() -> None:
    with pytest.raises(InvalidMove) as refused:
        parse_move("x" * 5000)
    assert len(str(refused.value)) < 120


@settings(deadline=None, derandomize=True, database=None, max_examples=500)
@given(st.text(alphabet="TFWSRU0123456789:-", max_size=9))
def test_whatever_is_read_prints_as_it_was_written(text: str) -> None:
    """parsing and printing round-trip"""
    try:
        move = parse_move(text)
    except InvalidMove:
        return
    assert str(move) == text


def test_all_moves_of_a_table_round_trip() -> None:
    """parsing and printing round-trip"""
    lifts = [Move(source, target, lift) for source in range(9) for target in range(9) for lift in range(1, 53)]
    singles = [Move(source, target) for source in (WASTE, RESERVE) for target in (*range(99), FOUNDATION)]
    home = [Move(source, FOUNDATION) for source in range(99)]
    for move in (*lifts, *singles, *home, TURN, DEAL_ON, REDEAL, UNDO):
        assert parse_move(str(move)) == move


def test_piles_are_named_as_in_moves() -> None:
    assert [pile_name(pile) for pile in (0, 6, FOUNDATION, WASTE, RESERVE)] == ["T1", "T7", "F", "W", "R"]
