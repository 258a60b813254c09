"""The 52 cards: small integers that print as their names."""

from collections import Counter
from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RANK_WORDS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


class Card(int):
    """A card as its place in AC 2C … KC, AD … KD, AH … KH, AS … KS; `str` gives its name, rank then suit."""

    __slots__ = ()

    def __str__(self) -> str:
        return NAMES[self]

    __repr__ = __str__

    @property
    def words(self) -> str:
        """Its name as people say it: `9 of hearts`."""
        return f"{RANK_WORDS[RANK[self]]} of {SUIT_WORDS[SUIT[self]]}"


NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = tuple(Card(i) for i in range(52))
RANK = tuple(i % 13 for i in range(52))
SUIT = tuple(i // 13 for i in range(52))
_BY_NAME = dict(zip(NAMES, CARDS, strict=True))


class InvalidDeck(ValueError):
    """These are not 52 different cards; the text says what is wrong."""


def parse_deck(names: list[str]) -> tuple[Card, ...]:
    """Card names, first dealt first -> the deck. Raises InvalidDeck unless each of the 52 cards is there once."""
    deck = tuple(_parse_card(name) for name in names)
    wrong = " ".join(_wrong_with(deck))
    if wrong:
        raise InvalidDeck(wrong)
    return deck


def _wrong_with(deck: tuple[Card, ...]) -> Iterable[str]:
    if len(deck) != len(CARDS):
        yield f"A deck has 52 cards; you gave {len(deck)}."
    counts = Counter(deck)
    yield from _named([card for card in CARDS if counts[card] > 1], "in the deck twice")
    yield from _named([card for card in CARDS if not counts[card]], "missing")


def _named(cards: list[Card], how: str) -> Iterable[str]:
    if len(cards) == 1:
        yield f"The {cards[0].words} is {how}."
    elif cards:
        yield f"The {cards[0].words} and {len(cards) - 1} more are {how}."


def _parse_card(name: object) -> Card:
    card = _BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        raise InvalidDeck(f"There is no card {str(name)[:20]!r}. Write the rank A23456789TJQK, then the suit CDHS.")
    return card
