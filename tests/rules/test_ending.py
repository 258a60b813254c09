"""server.rules.ending: blocked tables (rules.md, common 10), and wins that only want carrying out."""

import pytest

from server.rules import Table, finish, is_blocked
from tests.rules.by_hand import after, table


def finishing(start: Table) -> list[str]:
    """The offered moves as text."""
    return [str(move) for move in finish(start)]


TENS_AND_FIVES = ["TC", "TD", "TH", "TS", "5C", "5D", "5H"]
"""Columns on which nothing goes but nines and fours, and of which nothing goes home or on to another."""


def test_nobody_is_told_while_a_stock_card_is_unseen() -> None:
    """While a stock card is unseen nobody is told anything: the answer would depend on hidden cards."""
    assert not is_blocked(table("chinaman", TENS_AND_FIVES, stock="7C"))
    assert not is_blocked(table("chinaman", TENS_AND_FIVES, waste="7D", stock="7C"))
    assert not is_blocked(table("kansas", TENS_AND_FIVES[:3], stock="7C"))
    assert not is_blocked(table("chinese-torture", TENS_AND_FIVES, stock="7C 7D"))


@pytest.mark.parametrize(
    "start",
    [
        table("chinaman", TENS_AND_FIVES, waste="7C 7D 7H"),
        table("chinaman", TENS_AND_FIVES, waste="9C 7D 7H", redeals=1),
        table("whitehorse", TENS_AND_FIVES, waste="7C 7D 7H 7S"),
        table("chinese-torture", TENS_AND_FIVES),
        table("kansas", TENS_AND_FIVES[:3], waste="9S 7D"),
    ],
)
def test_blocked_when_no_transfer_is_legal_now_or_later(start: Table) -> None:
    """no transfer is legal now, and none would become legal by any number of further turns and redeals"""
    assert is_blocked(start)


@pytest.mark.parametrize(
    "start",
    [
        table("chinaman", [*TENS_AND_FIVES[:6], "9C"], redeals=1),
        table("chinaman", TENS_AND_FIVES, waste="7C 9D", redeals=1),
        table("chinaman", [*TENS_AND_FIVES[:6], "AC"], redeals=1),
        table("kansas", TENS_AND_FIVES[:3], waste="7D", reserve="8C 9C"),
        table("kansas", TENS_AND_FIVES[:3], waste="7D", reserve="8C AC"),
    ],
)
def test_not_blocked_while_a_transfer_is_legal(start: Table) -> None:
    """no transfer is legal now"""
    assert not is_blocked(start)


def test_the_rest_of_this_pass_counts() -> None:
    """the rest of this cycle"""
    assert not is_blocked(table("chinaman", TENS_AND_FIVES, waste="7C", stock="7D 7H 9S", redeals=1))
    assert is_blocked(table("chinaman", TENS_AND_FIVES, waste="7C", stock="7D 9S 7H", redeals=1))


def test_one_whole_fresh_pass_counts_if_a_redeal_is_left() -> None:
    """if a redeal is left, one whole fresh cycle"""
    waste = "7C 7D 9S 7H 7S"
    assert not is_blocked(table("chinaman", TENS_AND_FIVES, waste=waste))
    assert is_blocked(table("chinaman", TENS_AND_FIVES, waste=waste, redeals=1))
    assert not is_blocked(table("whitehorse", TENS_AND_FIVES, waste=waste, redeals=9))


def test_a_fresh_pass_turns_other_cards_up_than_the_rest_of_this_one() -> None:
    """With 4 cards turned and 2 left, this pass ends on the sixth; a fresh one stops at the third and the sixth."""
    assert not is_blocked(table("whitehorse", TENS_AND_FIVES, waste="7C 7D 9S 7H", stock="7S 6C", redeals=1))
    assert is_blocked(table("whitehorse", TENS_AND_FIVES, waste="7C 9S 7D 7H", stock="7S 6C", redeals=1))


def test_a_coming_card_that_goes_home_counts() -> None:
    assert not is_blocked(table("whitehorse", TENS_AND_FIVES, waste="7C 7D AS 7H", redeals=1))


def test_a_coming_card_that_fills_a_space_counts() -> None:
    assert not is_blocked(table("whitehorse", TENS_AND_FIVES[:6], waste="7C 7D KS 7H", redeals=1))
    assert is_blocked(table("whitehorse", TENS_AND_FIVES[:6], waste="7C 7D 8S 7H", redeals=1))


def test_a_whole_column_on_to_a_space_is_no_transfer_here() -> None:
    """Moves of rule 8 do not count as a transfer here."""
    assert is_blocked(table("chinaman", ["KC QD", "5C"], redeals=1))
    assert is_blocked(table("chinese-torture", ["KC QD", "5C"]))


def test_part_of_a_column_on_to_a_space_is_one() -> None:
    """only a *whole* column is rule 8's"""
    assert not is_blocked(table("chinaman", ["5D KC QD", "5C"], redeals=1))
    assert not is_blocked(table("chinaman", ["5D | KC QD", "5C"], redeals=1))
    assert not is_blocked(table("kansas", ["5D 4C", "8C"]))


def test_a_won_table_is_not_blocked() -> None:
    assert not is_blocked(table("chinaman", home="KC KD KH KS"))


def test_a_win_that_only_wants_carrying_out_is_offered() -> None:
    """when the rest can go home one by one: those moves"""
    start = table("chinaman", ["KC QC", "KD"], home="JC QD KH KS")
    assert sorted(finishing(start)) == ["T1-F", "T1-F", "T2-F"]
    assert after(start, *finishing(start)).is_won


def test_the_waste_goes_home_too() -> None:
    start = table("chinaman", ["QC"], waste="KC", home="JC KD KH KS")
    assert finishing(start) == ["T1-F", "W-F"]


@pytest.mark.parametrize(
    "start",
    [
        table("chinaman", ["KC | QC"], home="JC KD KH KS"),
        table("chinaman", ["QC"], stock="KC", home="JC KD KH KS"),
        table("kansas", ["QC"], reserve="KC", home="JC KD KH KS"),
        table("chinaman", ["QC KC"], home="JC KD KH KS"),
        table("chinaman", ["QC KC", "KD"], home="JC QD KH KS"),
        table("chinaman", home="KC KD KH KS"),
    ],
)
def test_nothing_is_offered(start: Table) -> None:
    """only with no card face down, stock and reserve empty, when the rest can go home one by one"""
    assert finishing(start) == []
