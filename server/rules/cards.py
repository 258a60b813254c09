"""The 52 cards: small integers that print as their names."""

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
    if len(deck) != 52:
        raise InvalidDeck(f"A deck has 52 cards; you gave {len(deck)}.")
    twice = next((card for card in deck if deck.count(card) > 1), None)
    if twice is not None:
        raise InvalidDeck(f"The {twice.words} is in the deck twice.")
    return deck


def _parse_card(name: object) -> Card:
    card = _BY_NAME.get(name) if isinstance(name, str) else None
    if card is None:
        raise InvalidDeck(f"There is no card {str(name)[:20]!r}. Write the rank A23456789TJQK, then the suit CDHS.")
    return card
