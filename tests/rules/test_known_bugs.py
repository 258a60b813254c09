"""Bugs that other implementations had, each a test (rules.md, outside evidence)."""

import pytest

from server.rules import NAMES, VARIANTS, InvalidMove, Rule, deal, is_blocked, parse_deck, parse_move, replay
from tests.rules.by_hand import after, cards, legal, names, refusal, table

TENS_AND_FIVES = ["TC", "TD", "TH", "TS", "5C", "5D", "5H"]


def test_undoing_a_three_card_turn_put_the_cards_back_reversed() -> None:
    """An undo goes back to the table before, which the turn has left as it was."""
    played = replay(VARIANTS["whitehorse"], parse_deck(list(NAMES)), ["S-W"])
    before, turned = played.tables
    assert names(turned.waste) == "8C 9C TC"
    assert names(before.stock[:4]) == "8C 9C TC JC"
    assert names(after(before, "S-W").waste) == "8C 9C TC"


def test_a_redeal_inverted_the_order() -> None:
    start = table("whitehorse", stock="2C 3C 4C 5C 6C")
    second_pass = after(start, "S-W", "S-W", "W-S")
    assert second_pass.stock == start.stock
    assert names(after(second_pass, "S-W").waste) == "2C 3C 4C"


def test_after_an_undone_turn_the_top_of_the_stock_was_playable() -> None:
    before, _turned = replay(VARIANTS["chinaman"], parse_deck(list(NAMES)), ["S-W"]).tables
    assert not {move for move in legal(before) if move.startswith("W")}
    assert refusal(before, "W-F") == refusal(before, "W-T1") == Rule.EMPTY
    for move in ("S-F", "S-T1"):
        with pytest.raises(InvalidMove):
            parse_move(move)


@pytest.mark.parametrize("left", ["2C", "2C 3C"])
def test_one_or_two_cards_left_in_the_stock_broke_the_turn(left: str) -> None:
    turned = after(table("chinaman", waste="9C", stock=left), "S-W")
    assert names(turned.waste) == f"9C {left}"
    assert not turned.stock
    assert legal(turned) == {"W-S"}


def test_passes_and_redeals_were_off_by_one() -> None:
    """two passes, said four times"""
    second_pass = after(deal(VARIANTS["chinaman"], parse_deck(list(NAMES))), *["S-W"] * 8, "W-S", *["S-W"] * 8)
    assert refusal(second_pass, "W-S") == Rule.NO_REDEAL
    assert refusal(second_pass, "S-W") == Rule.EMPTY
    only_pass = after(deal(VARIANTS["kansas"], parse_deck(list(NAMES))), *["S-W"] * 35)
    assert refusal(only_pass, "W-S") == Rule.NO_REDEAL


@pytest.mark.parametrize("variant", ["chinaman", "whitehorse", "chinese-torture"])
def test_the_first_column_when_empty_took_any_card(variant: str) -> None:
    assert refusal(table(variant, ["", "9C"]), "T2-T1") == Rule.SPACE
    assert "T2-T1" in legal(table(variant, ["", "KC"]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_3_went_on_an_empty_foundation(variant: str) -> None:
    assert refusal(table(variant, ["3H", "5H", "7H"]), "T1-F") == Rule.SUIT


@pytest.mark.parametrize("variant", VARIANTS)
def test_suit_was_checked_but_not_rank(variant: str) -> None:
    start = table(variant, ["7H", "9H", "5H"], home="5H")
    assert refusal(start, "T1-F") == refusal(start, "T2-F") == refusal(start, "T3-F") == Rule.SUIT
    assert refusal(start, "T1-T2") == Rule.BUILD


@pytest.mark.parametrize("variant", ["chinaman", "chinese-torture"])
def test_an_uncovered_card_did_not_turn_up_after_a_move_home(variant: str) -> None:
    home = after(table(variant, ["5H 6H | AC"]), "T1-F")
    assert home.down[0] == 1
    assert home.visible().columns[0].up == cards("6H")


@pytest.mark.parametrize("variant", ["chinaman", "chinese-torture"])
def test_a_group_took_a_face_down_card_along(variant: str) -> None:
    start = table(variant, ["9H | 8C 7D", "TS", "9D"])
    assert refusal(start, "T1:3-T2") == Rule.FACE_DOWN
    moved = after(start, "T1:2-T3")
    assert names(moved.columns[2]) == "9D 8C 7D"
    assert moved.visible().columns[0].up == cards("9H")


def test_an_empty_foundation_showed_A_though_the_base_rank_differed() -> None:  # noqa: N802
    seen = table("kansas", base="J", home="JC").visible()
    assert seen.foundations == (*cards("JC"), None, None, None)
    assert "A23456789TJQK"[seen.base] == "J"


def test_automatic_filling_stood_in_the_rules_but_no_code_did_it() -> None:
    start = table("kansas", ["9C", "TD", "AS"], reserve="4H 7C 2D", waste="KH")
    assert names(after(start, "T1-T2").columns[0]) == "2D"
    assert names(after(start, "T3-F").columns[2]) == "2D"
    assert names(after(start, "T1-T2").reserve) == "4H 7C"


def test_a_client_could_name_cards_from_the_middle_of_a_column() -> None:
    start = table("whitehorse", ["TS 9H 8C", "9D", "JC"], home="7C")
    assert refusal(start, "T1:2-T3") == refusal(start, "T1:3-T3") == Rule.NOT_TOP
    assert legal(start) == {"T1-F", "T1-T2"}
    for move in ("T1:2-F", "9H-T3", "T1/2-T3"):
        with pytest.raises(InvalidMove):
            parse_move(move)


def test_stuck_was_reported_with_stock_left() -> None:
    assert not is_blocked(table("chinaman", TENS_AND_FIVES, stock="7C", redeals=0))
    assert not is_blocked(table("kansas", TENS_AND_FIVES[:3], waste="7D", stock="7C"))
    assert not is_blocked(table("chinese-torture", TENS_AND_FIVES, stock="7C 7D"))
    assert not is_blocked(table("chinaman", TENS_AND_FIVES, stock="7C 7D 9H", redeals=1))


def test_stuck_was_never_reported_while_a_redeal_was_possible() -> None:
    assert is_blocked(table("chinaman", TENS_AND_FIVES, waste="7C 7D 7H"))
    assert is_blocked(table("whitehorse", TENS_AND_FIVES, waste="7C 7D 7H"))
