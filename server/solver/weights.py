"""What a search prefers: integers, so that it prefers the same everywhere. A lower score is better."""

from typing import NamedTuple

from server.rules import Turn, Variant


class Weights(NamedTuple):
    """What each thing adds to the score of a position; the order is that of the layout.

    A card is *over its suit* when an earlier card of its suit lies somewhere under it, *over lower* when any earlier
    card does. `waste` and those after it count only where the beam goes by turned cards.
    """

    home: int = -8
    down: int = 6
    over_suit: int = 5
    over_lower: int = 1
    reserve: int = 2
    reserve_over: int = 2
    space: int = -1
    talon: int = 1
    waste: int = 0
    waste_over_suit: int = 0
    waste_over_lower: int = 0
    link: int = 0
    top: int = 0
    head: int = 0
    step: int = 0


_BY_TURNS = Weights(
    home=-310,
    over_suit=150,
    over_lower=0,
    reserve=110,
    reserve_over=140,
    space=-60,
    talon=0,
    waste=390,
    waste_over_suit=710,
    waste_over_lower=90,
    link=180,
    top=140,
    head=-28,
)


class Portfolio(NamedTuple):
    """The weight sets a search takes in turn, for they fail on different deals; the width its beams begin with.

    `digging` is how many nodes the exhaustive search may have for one of the beams; `steps` is what a move costs when
    short lines are looked for, with beams that begin with `par_width`.
    """

    width: int
    weights: tuple[Weights, ...]
    digging: float = 0.25
    steps: tuple[int, ...] = (1, 2, 4, 8)
    par_width: int = 60


_PORTFOLIOS = {
    "chinaman": Portfolio(100, (Weights(-32, 10, 28, -16, 31, 11, 9, 1), Weights())),
    "chinese-torture": Portfolio(100, (Weights(-32, 9, 25, 10, 12, 1, -3, 1), Weights())),
}


def portfolio(variant: Variant) -> Portfolio:
    """The portfolio of a variant: one of its own if it has been tuned."""
    if goes_by_turns(variant):
        return Portfolio(40, (_BY_TURNS,), digging=8, steps=(0, 50, 100, 200), par_width=250)
    return _PORTFOLIOS.get(variant.key, Portfolio(100, (Weights(),)))


def goes_by_turns(variant: Variant) -> bool:
    """Whether the beam's layers are cards turned: with one card a turn and one pass, equals have seen the same cards.

    In all other variants its layers are moves.
    """
    return variant.turn == 1 and variant.redeals == 0 and variant.turn_to is Turn.TO_WASTE
