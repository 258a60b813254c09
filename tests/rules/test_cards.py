"""server.rules.cards"""

import pytest

from server.rules import NAMES, InvalidDeck, parse_deck
from tests.rules.by_hand import cards


def test_cards_are_named_rank_then_suit() -> None:
    """Cards: rank `A23456789TJQK` then suit `CDHS`."""
    assert NAMES[:2] == ("AC", "2C")
    assert NAMES[12:14] == ("KC", "AD")
    assert NAMES[25:27] == ("KD", "AH")
    assert NAMES[38:40] == ("KH", "AS")
    assert NAMES[51] == "KS"
    assert len(set(NAMES)) == 52


def test_a_card_prints_as_its_name() -> None:
    (card,) = cards("TH")
    assert (str(card), repr(card), f"{card}") == ("TH", "TH", "TH")


@pytest.mark.parametrize(("name", "words"), [("TH", "10 of hearts"), ("AS", "ace of spades"), ("QC", "queen of clubs")])
def test_a_card_has_a_name_for_people(name: str, words: str) -> None:
    assert cards(name)[0].words == words


def test_a_deck_is_read_in_its_order() -> None:
    backwards = list(reversed(NAMES))
    assert [str(card) for card in parse_deck(backwards)] == backwards


@pytest.mark.parametrize("number", [0, 51, 53])
def test_a_deck_has_52_cards(number: int) -> None:
    with pytest.raises(InvalidDeck, match=f"A deck has 52 cards; you gave {number}"):
        parse_deck([*NAMES, "AC"][:number])


def test_no_card_is_in_a_deck_twice() -> None:
    with pytest.raises(InvalidDeck, match=r"The 9 of hearts is in the deck twice\."):
        parse_deck([*NAMES[:-1], "9H"])


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ([*NAMES[:-1], "9H"], "The 9 of hearts is in the deck twice. The king of spades is missing."),
        (NAMES[1:], "A deck has 52 cards; you gave 51. The ace of clubs is missing."),
        (NAMES[3:], "A deck has 52 cards; you gave 49. The ace of clubs and 2 more are missing."),
        (
            [*NAMES, "2C", "2C", "TS"],
            "A deck has 52 cards; you gave 55. The 2 of clubs and 1 more are in the deck twice.",
        ),
    ],
)
def test_the_wrong_cards_are_named(deck: list[str], says: str) -> None:
    with pytest.raises(InvalidDeck) as refused:
        parse_deck(list(deck))
    assert str(refused.value) == says


@pytest.mark.parametrize("name", ["10H", "9h", "H9", "", "1C", "9H ", "9", "JOKER", "9♥", 7, None, ["9H"]])
def test_a_deck_holds_cards_only(name: object) -> None:
    deck: list[object] = [*NAMES[:-1], name]
    with pytest.raises(InvalidDeck, match="There is no card"):
        parse_deck(deck)  # type: ignore[arg-type]
