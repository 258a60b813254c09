"""What a row says, without changing it."""

from server.solver.layout import *

from .sets import Ints, count_bits


def reserve_top(facts: Ints, rows: Ints, o: int) -> int:
    """The reserve's top card, or -1."""
    count = rows[o + RESERVE]
    return facts[RESERVED + count - 1] if count else -1


def floor(facts: Ints, rows: Ints, o: int, i: int) -> int:
    """The floor of column `i`: the same for all columns unless cards will still be dealt on to this one."""
    if facts[DEALS_ON] and rows[o + LEFT] and i < facts[TURN]:
        return FLOOR + 1 + i
    return FLOOR


def bottom_of(rows: Ints, o: int, column: int) -> int:
    """The lowest card of a column that has cards."""
    card = rows[column + TOP]
    while rows[o + BELOW + card] < FLOOR:
        card = rows[o + BELOW + card]
    return card


def lifted_with(facts: Ints, rows: Ints, o: int, top: int, card: int) -> int:
    """A card and all that lies on it, up to the top."""
    lifted = facts[BIT + top]
    while top != card:
        top = rows[o + BELOW + top]
        lifted |= facts[BIT + top]
    return lifted


def over(facts: Ints, card: int, under: int) -> int:
    """What it costs that a card lies over others."""
    cost = 0
    if facts[EARLIER + card] & under:
        cost = facts[W_OVER_LOWER]
        if facts[EARLIER_OF_SUIT + card] & under:
            cost += facts[W_OVER_SUIT]
    return cost


def over_waste(facts: Ints, card: int, under: int) -> int:
    """What it costs that a card lies over others in the waste."""
    cost = 0
    if facts[EARLIER + card] & under:
        cost = facts[W_WASTE_OVER_LOWER]
        if facts[EARLIER_OF_SUIT + card] & under:
            cost += facts[W_WASTE_OVER_SUIT]
    return cost


def place_after(facts: Ints, rows: Ints, o: int, card: int) -> int:
    """How far the stock is turned, as a place in it, when a card has been played from the waste.

    With passes without end, a waste of whole turns or a stock all turned is as good as none turned: the same tops come.
    """
    left = rows[o + LEFT]
    at = facts[INDEX_OF + card]
    if facts[ENDLESS] and not facts[EXACT] and is_as_good_as_none(facts, left, at):
        return 0
    while at > 0 and not left >> (at - 1) & 1:
        at -= 1
    return at


def is_as_good_as_none(facts: Ints, left: int, at: int) -> bool:
    """Whether the stock is turned to a place by whole turns, or to its end, when the card there is played."""
    return left >> (at + 1) == 0 or count_bits(left & ((1 << at) - 1)) % facts[TURN] == 0


def next_index(rows: Ints, o: int) -> int:
    """The next stock card, as a place in the talon."""
    at = rows[o + AT]
    while not rows[o + LEFT] >> at & 1:
        at += 1
    return at
