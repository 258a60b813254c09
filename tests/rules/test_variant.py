"""server.rules.variant and the list of variants."""

import dataclasses
from typing import Any

import pytest

from server.rules import VARIANTS, Base, Turn

KANSAS = VARIANTS["kansas"]


def test_the_variants_of_the_day() -> None:
    titles = {key: variant.title for key, variant in VARIANTS.items()}
    dealt = {
        "chinaman": "Chinaman",
        "chinese-torture": "Chinese Torture",
        "whitehorse": "Whitehorse",
        "kansas": "Kansas",
    }
    assert titles.items() >= dealt.items()
    assert all(variant.key == key for key, variant in VARIANTS.items())


def test_the_list_of_variants_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        VARIANTS["klondike"] = KANSAS  # type: ignore[index]


def test_a_variant_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        KANSAS.turn = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("variant", "number"),
    [
        ("chinaman", 24),
        ("chinese-torture", 2),
        ("whitehorse", 45),
        ("kansas", 35),
    ],
)
def test_the_stock_is_what_is_left(variant: str, number: int) -> None:
    assert VARIANTS[variant].stock == number


@pytest.mark.parametrize(
    ("variant", "piles"),
    [
        ("chinaman", "T1 T2 T3 T4 T5 T6 T7 F W S"),
        ("chinese-torture", "T1 T2 T3 T4 T5 T6 T7 F S"),
        ("whitehorse", "T1 T2 T3 T4 T5 T6 T7 F W S"),
        ("kansas", "T1 T2 T3 F W S R"),
    ],
)
def test_a_variant_has_its_piles(variant: str, piles: str) -> None:
    assert " ".join(VARIANTS[variant].piles) == piles


def test_the_inventor_of_chinese_torture_is_named() -> None:
    """name Randy Rasa as the inventor of Chinese Torture"""
    inventors = {key: variant.inventor for key, variant in VARIANTS.items() if variant.inventor}
    assert inventors == {"chinese-torture": "Randy Rasa"}


def test_the_stock_of_chinese_torture_is_called_reserve_on_the_screen() -> None:
    """a stock to the engine, "reserve" on the screen"""
    assert (VARIANTS["chinese-torture"].stock_name, VARIANTS["kansas"].stock_name) == ("reserve", "stock")


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": ((0, 13),) * 3},
        {"columns": ((26, 26),), "reserve": 0, "base": Base.ACE},
        {"turn": 0},
        {"turn_to": Turn.TO_TABLEAU, "redeals": 1},
        {"turn_to": Turn.TO_TABLEAU, "redeals": None},
        {"turn_to": Turn.TO_TABLEAU, "turn": 4},
    ],
)
def test_data_that_contradict_themselves_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="kansas: "):
        dataclasses.replace(KANSAS, **changes)
