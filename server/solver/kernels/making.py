"""Making moves: a find becomes a row."""

from server.solver.layout import *

from .reading import bottom_of, floor, lifted_with, place_after, reserve_top
from .sets import Ints


def make(facts: Ints, rows: Ints, o: int, found: Ints, k: int) -> None:
    """Makes find `k` on a copy `o` of its row."""
    move = found[k + FIND_MOVE]
    card, source, target = move % SOURCE, move // SOURCE % SOURCE, move // TARGET
    rows[o + HASH_1] = found[k + FIND_1]
    rows[o + HASH_2] = found[k + FIND_2]
    rows[o + SCORE] = found[k + FIND_SCORE]
    rows[o + STEPS] = found[k + FIND_STEPS]
    rows[o + FRESH] = 0
    if source == FROM_STOCK:
        make_deal_on(facts, rows, o)
        return
    top = card
    lifted = facts[BIT + card]
    if source == FROM_RESERVE:
        rows[o + RESERVE] -= 1
    elif source == FROM_WASTE:
        take_from_talon(facts, rows, o, card)
    else:
        column = o + COLUMNS + CELLS * source
        top = rows[column + TOP]
        lifted = lifted_with(facts, rows, o, top, card)
        take_from_column(facts, rows, o, source, card, lifted)
    if target == TO_HOME:
        rows[o + HOME] |= lifted
        rows[o + NEXT] ^= lifted | facts[NEXT_BIT + card]
    else:
        column = o + COLUMNS + CELLS * target
        below = rows[column + TOP]
        rows[o + BELOW + card] = below if below >= 0 else floor(facts, rows, o, target)
        rows[column + TOP] = top
        rows[column + CARDS] |= lifted
        refresh(facts, rows, o, target)


def take_from_column(facts: Ints, rows: Ints, o: int, i: int, card: int, lifted: int) -> None:
    """Takes cards off column `i`; the next one turns up, or the reserve fills the space."""
    column = o + COLUMNS + CELLS * i
    below = rows[o + BELOW + card]
    rows[column + CARDS] ^= lifted
    if below < FLOOR:
        rows[column + TOP] = below
        rows[o + DOWN] &= ~facts[BIT + below]
    else:
        filling = reserve_top(facts, rows, o)
        rows[column + TOP] = filling
        if filling >= 0:
            rows[o + RESERVE] -= 1
            rows[column + CARDS] = facts[BIT + filling]
            rows[o + BELOW + filling] = below
    refresh(facts, rows, o, i)


def refresh(facts: Ints, rows: Ints, o: int, i: int) -> None:
    """What column `i` takes, and what may be lifted from it."""
    column = o + COLUMNS + CELLS * i
    top = rows[column + TOP]
    if top < 0:
        rows[column + TAKEN] = facts[FILLS]
        rows[column + LIFTABLE] = 0
        return
    rows[column + TAKEN] = facts[TAKES + top]
    if facts[LIFT] == LIFTS_FACE_UP:
        rows[column + LIFTABLE] = rows[column + CARDS] & ~rows[o + DOWN]
    elif facts[LIFT] == LIFTS_TOP:
        rows[column + LIFTABLE] = facts[BIT + top]
    else:
        rows[column + LIFTABLE] = run_to(facts, rows, o, top)


def run_to(facts: Ints, rows: Ints, o: int, top: int) -> int:
    """The face-up run that ends at the top."""
    run = facts[BIT + top]
    below = rows[o + BELOW + top]
    while below < FLOOR and facts[TAKES + below] & facts[BIT + top] and not facts[BIT + below] & rows[o + DOWN]:
        run |= facts[BIT + below]
        top = below
        below = rows[o + BELOW + top]
    return run


def take_from_talon(facts: Ints, rows: Ints, o: int, card: int) -> None:
    """Takes a card off the waste, after as many turns and redeals as it needs."""
    at = place_after(facts, rows, o, card)
    rows[o + LEFT] ^= 1 << facts[INDEX_OF + card]
    rows[o + WASTE] &= ~facts[BIT + card]
    rows[o + AT] = at
    if rows[o + REDEALS] and rows[o + LATER] & facts[BIT + card]:
        rows[o + REDEALS] -= 1
    find_tops(facts, rows, o)


def find_tops(facts: Ints, rows: Ints, o: int) -> None:
    """The cards that can become the waste's top in this pass, and those only after a redeal.

    A card that comes up in this pass is not also taken after a redeal: that would cost a pass and give nothing.
    """
    at = rows[o + AT]
    left = rows[o + LEFT]
    i = at - 1
    while i >= 0 and not left >> i & 1:
        i -= 1
    tops = 0
    rows[o + WASTE_TOP] = -1
    if i >= 0:
        rows[o + WASTE_TOP] = facts[TALON + i]
        tops = facts[BIT + facts[TALON + i]]
    later = 0
    if not facts[BY_TURNS] and not facts[DEALS_ON]:
        tops |= tops_from(facts, left, at)
        if facts[ENDLESS] or rows[o + REDEALS]:
            later = tops_from(facts, left, 0) & ~tops
    rows[o + TOPS] = tops
    rows[o + LATER] = later


def tops_from(facts: Ints, left: int, at: int) -> int:
    """The waste's tops while the stock from a place on is turned."""
    tops = 0
    turned = 0
    last = -1
    for i in range(at, facts[STOCK]):
        if left >> i & 1:
            last = i
            turned += 1
            if turned == facts[TURN]:
                turned = 0
                tops |= facts[BIT + facts[TALON + i]]
    if turned:
        tops |= facts[BIT + facts[TALON + last]]
    return tops


def make_deal_on(facts: Ints, rows: Ints, o: int) -> None:
    """Deals stock cards on to the first columns."""
    at = rows[o + AT]
    dealt = min(facts[TURN], facts[STOCK] - at)
    rows[o + AT] = at + dealt
    rows[o + LEFT] = rows[o + LEFT] >> (at + dealt) << (at + dealt)
    for i in range(facts[TURN]):
        column = o + COLUMNS + CELLS * i
        if rows[column + TOP] >= 0:
            rows[o + BELOW + bottom_of(rows, o, column)] = floor(facts, rows, o, i)
        if i < dealt:
            card = facts[TALON + at + i]
            below = rows[column + TOP]
            rows[o + BELOW + card] = below if below >= 0 else floor(facts, rows, o, i)
            rows[column + TOP] = card
            rows[column + CARDS] |= facts[BIT + card]
            refresh(facts, rows, o, i)


def copy(rows: Ints, source: int, target: int, width: int) -> None:
    """Copies a row."""
    rows[target : target + width] = rows[source : source + width]


def settle(facts: Ints, rows: Ints, o: int, found: Ints, k: int, trail: Ints, node: int) -> None:
    """Makes find `k` into row `o`."""
    before = found[k + FIND_ROW]
    trail[node] = rows[before + NODE] * TRAIL + found[k + FIND_MOVE]
    copy(rows, before, o, facts[WIDTH])
    make(facts, rows, o, found, k)
    rows[o + NODE] = node
