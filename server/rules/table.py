"""The cards on the table at one moment: immutable, and what of it may be seen."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .cards import CARDS, RANK, SUIT, Card
from .variant import Base, Turn, Variant

Cards = tuple[Card, ...]


class Table(NamedTuple):
    """Where all 52 cards are.

    A tuple, because one is made with every move. `base` is the base rank (0 is the ace); `columns` are bottom first,
    of each the first `down` cards lie face down; `foundations` counts the cards home of each suit; the `talon` is
    stock and waste as one row in the order of turning, of which the first `turned` cards lie on the waste; `reserve`
    is bottom first; `redeals` counts those made.
    """

    variant: Variant
    base: int
    columns: tuple[Cards, ...]
    down: tuple[int, ...]
    foundations: tuple[int, ...]
    talon: Cards
    turned: int
    reserve: Cards
    redeals: int

    @property
    def stock(self) -> Cards:
        """The undealt cards, next one first."""
        return self.talon[self.turned :]

    @property
    def waste(self) -> Cards:
        """The turned cards, top last."""
        return self.talon[: self.turned]

    @property
    def home(self) -> int:
        """The number of cards on the foundations."""
        return sum(self.foundations)

    @property
    def is_won(self) -> bool:
        """Whether all 52 cards are home (rules.md, common 1)."""
        return self.foundations == (13, 13, 13, 13)

    @property
    def redeal_left(self) -> bool:
        """Whether the rules still allow a redeal (rules.md, common 7)."""
        limit = self.variant.redeals
        return limit is None or self.redeals < limit

    @property
    def stock_seen(self) -> bool:
        """Whether every stock card has been turned at least once (rules.md, common 10)."""
        return self.redeals > 0 or self.turned == len(self.talon)

    def visible(self) -> "VisibleTable":
        """What a player sees: no card that lies face down, in the stock, or in the reserve under its top."""
        columns = tuple(map(_seen, self.down, self.columns))
        foundations = _tops(self.base, self.foundations)
        waste = self.waste if self.variant.turn_to is Turn.TO_WASTE else None
        reserve = VisiblePile(max(len(self.reserve) - 1, 0), self.reserve[-1:]) if self.variant.reserve else None
        stock = len(self.talon) - self.turned
        return VisibleTable(self.base, columns, foundations, stock, waste, reserve)


class VisiblePile(NamedTuple):
    """A pile as it lies: the number of cards face down, then those face up, top last."""

    down: int
    up: Cards


class VisibleTable(NamedTuple):
    """A table as its player sees it; piles that the variant lacks are None."""

    base: int
    columns: tuple[VisiblePile, ...]
    foundations: tuple[Card | None, ...]
    stock: int
    waste: Cards | None
    reserve: VisiblePile | None


@lru_cache(maxsize=1 << 15)
def _seen(down: int, column: Cards) -> VisiblePile:
    return VisiblePile(down, column[down:])


@lru_cache(maxsize=1 << 14)
def _tops(base: int, foundations: tuple[int, ...]) -> tuple[Card | None, ...]:
    """The top card of each foundation, given how many it holds."""
    return tuple(
        CARDS[suit * 13 + (base + count - 1) % 13] if count else None for suit, count in enumerate(foundations)
    )


def deal(variant: Variant, deck: Cards) -> Table:
    """The table at the start, dealt from 52 cards, `deck[0]` first (rules.md, deal order)."""
    cards = iter(deck)
    base_cards = [next(cards)] if variant.base is Base.DEALT_FIRST else []
    reserve = tuple(next(cards) for _ in range(variant.reserve))
    columns = _columns(variant, cards)
    if variant.base is Base.DEALT_AFTER_TABLEAU:
        base_cards = [next(cards)]
    return Table(
        variant=variant,
        base=RANK[base_cards[0]] if base_cards else 0,
        columns=columns,
        down=tuple(down for down, _ in variant.columns),
        foundations=tuple(sum(SUIT[card] == suit for card in base_cards) for suit in range(4)),
        talon=tuple(cards),
        turned=0,
        reserve=reserve,
        redeals=0,
    )


def _columns(variant: Variant, cards: Iterator[Card]) -> tuple[Cards, ...]:
    """Row by row, a card to each column that still lacks one."""
    heights = [down + up for down, up in variant.columns]
    columns: list[list[Card]] = [[] for _ in heights]
    for row in range(max(heights)):
        for column, height in zip(columns, heights, strict=True):
            if height > row:
                column.append(next(cards))
    return tuple(map(tuple, columns))
