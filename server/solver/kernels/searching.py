"""The steps of a beam in layers of moves, and of the exhaustive search."""

from server.solver.layout import *

from .finding import expand
from .making import copy, settle
from .sets import Ints, Seen, count_bits, sort


def grow(facts: Ints, rows: Ints, start: int, count: int, seen: Seen, found: Ints, room: int) -> int:
    """Expands rows that lie one after another; gives the number of finds, at most about `room`."""
    n = 0
    for i in range(count):
        if n > room:
            break
        n = expand(facts, rows, start + i * facts[WIDTH], seen, found, n)
    return n


def rank(found: Ints, n: int, keys: Ints) -> None:
    """Sorts finds by score, the earlier of equal ones first: `keys` end in the numbers of the finds."""
    for i in range(n):
        keys[i] = (found[FIND * i + FIND_SCORE] << 24) + i
    sort(keys, n)


def keep(facts: Ints, rows: Ints, start: int, n: int, found: Ints, keys: Ints, trail: Ints, work: Ints) -> int:
    """Makes the first of the `n` ranked finds into rows and gives their number; `trail` tells how each was reached.

    `work` holds the next node and the most rows. Where steps count, finds that cannot beat the best line are left out.
    """
    kept = 0
    for i in range(n):
        if kept == work[1]:
            break
        o = start + kept * facts[WIDTH]
        settle(facts, rows, o, found, FIND * (keys[i] & NUMBER), trail, work[0])
        if not facts[EXACT] or rows[o + STEPS] + fewest_steps(facts, rows, o) < facts[BEST]:
            kept += 1
            work[0] += 1
    return kept


def fewest_steps(facts: Ints, rows: Ints, o: int) -> int:
    """No win takes fewer moves than this: each card home, the stock turned, and what lies over its suit lifted.

    Where one card is lifted at a time each such card needs a move of its own, else each column needs one.
    """
    steps = 52 - count_bits(rows[o + HOME])
    steps += (count_bits(rows[o + LEFT] >> rows[o + AT]) + facts[TURN] - 1) // facts[TURN]
    for i in range(facts[COLUMN_CELLS] // CELLS):
        blocked = blocked_in(facts, rows, o, i)
        steps += blocked if facts[LIFT] == LIFTS_TOP else min(blocked, 1)
    return steps


def blocked_in(facts: Ints, rows: Ints, o: int, i: int) -> int:
    """The cards of column `i` over an earlier one of their suit."""
    column = o + COLUMNS + CELLS * i
    rest = rows[column + CARDS]
    card = rows[column + TOP]
    blocked = 0
    while rest:
        rest ^= facts[BIT + card]
        if facts[EARLIER_OF_SUIT + card] & rest:
            blocked += 1
        card = rows[o + BELOW + card]
    return blocked


def dig(facts: Ints, rows: Ints, depth: int, seen: Seen, found: Ints, keys: Ints, trail: Ints, work: Ints) -> int:
    """Goes on with an exhaustive search: row 0 is for work, the others are a stack of `depth` rows to expand.

    `work` holds the nodes so far, where to stop, and the most rows. Gives the depth then; -1 if the last node wins.
    """
    width = facts[WIDTH]
    while depth > 0 and work[0] < work[1] and depth < work[2]:
        copy(rows, depth * width, 0, width)
        depth -= 1
        n = expand(facts, rows, 0, seen, found, 0)
        rank(found, n, keys)
        for i in range(n - 1, -1, -1):
            depth += 1
            settle(facts, rows, depth * width, found, FIND * (keys[i] & NUMBER), trail, work[0])
            work[0] += 1
        if n and found[FIND * (keys[0] & NUMBER) + FIND_SCORE] < NOT_WON:
            return -1
    return depth
