"""The steps of a beam in layers of cards turned."""

from server.solver.layout import *

from .finding import expand
from .making import copy, find_tops, settle
from .reading import next_index, over_waste
from .sets import Ints, Seen, sort


def push(heap: Ints, size: int, key: int) -> None:
    """Puts a key on a heap of `size` keys, least first."""
    at = size
    while at > 0 and heap[(at - 1) >> 1] > key:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = key


def pop(heap: Ints, size: int) -> int:
    """Takes the least key off a heap of `size` keys."""
    least = heap[0]
    key = heap[size - 1]
    at = 0
    child = 1
    while child < size - 1:
        if child + 1 < size - 1 and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = key
    return least


def close(
    facts: Ints, rows: Ints, start: int, count: int, seen: Seen, found: Ints, keys: Ints, trail: Ints, work: Ints
) -> int:
    """Expands the best of a layer's rows and of what is found from them, without a turn; gives the number of finds.

    `work` holds the next node, the most rows to expand, the most finds, and gets the trail of a win. Expanded finds
    become rows after the first; their FIND_MOVE is negative then.
    """
    width = facts[WIDTH]
    size = 0
    for i in range(count):
        push(keys, size, (rows[start + i * width + SCORE] << 24) + i)
        size += 1
    n = 0
    fresh = count
    for _ in range(work[1]):
        if size == 0 or n > work[2]:
            break
        i = pop(keys, size) & NUMBER
        size -= 1
        o = start + i * width
        if i >= count:
            k = FIND * (i - count)
            o = start + fresh * width
            fresh += 1
            settle(facts, rows, o, found, k, trail, work[0])
            work[0] += 1
            found[k + FIND_ROW] = o
            found[k + FIND_MOVE] = -1
        first = n
        n = expand(facts, rows, o, seen, found, n)
        for j in range(first, n):
            if found[FIND * j + FIND_SCORE] > NOT_WON:
                push(keys, size, (found[FIND * j + FIND_SCORE] << 24) + j + count)
                size += 1
            elif note_win(facts, rows, found, FIND * j, work):
                return n
    return n


def note_win(facts: Ints, rows: Ints, found: Ints, k: int, work: Ints) -> bool:
    """Keeps the trail of a win if it is the shortest so far; whether no shorter one is wanted."""
    if not facts[EXACT] or found[k + FIND_STEPS] < facts[BEST]:
        facts[BEST] = found[k + FIND_STEPS]
        work[3] = rows[found[k + FIND_ROW] + NODE] * TRAIL + found[k + FIND_MOVE]
    return not facts[EXACT]


def turn_all(
    facts: Ints, rows: Ints, start: int, count: int, found: Ints, n: int, keys: Ints, trail: Ints, work: Ints
) -> int:
    """Turns a card in all rows and finds of a layer and keeps the best; gives their number.

    `work` holds the next node, the most to keep, and where the new rows go.
    """
    width = facts[WIDTH]
    for i in range(count):
        o = start + i * width
        keys[i] = ((rows[o + SCORE] + turn_cost(facts, rows, o, rows[o + WASTE])) << 24) + i
    for i in range(n):
        keys[count + i] = (
            ((found[FIND * i + FIND_SCORE] + find_turn_cost(facts, rows, found, FIND * i)) << 24) + count + i
        )
    sort(keys, count + n)
    kept = min(count + n, work[1])
    for r in range(kept):
        i = keys[r] & NUMBER
        o = work[2] + r * width
        if i < count:
            copy(rows, start + i * width, o, width)
        elif found[FIND * (i - count) + FIND_MOVE] < 0:
            copy(rows, found[FIND * (i - count) + FIND_ROW], o, width)
        else:
            settle(facts, rows, o, found, FIND * (i - count), trail, work[0])
            work[0] += 1
        turn(facts, rows, o)
    return kept


def find_turn_cost(facts: Ints, rows: Ints, found: Ints, k: int) -> int:
    """The cost of a turn after find `k`."""
    o = found[k + FIND_ROW]
    move = found[k + FIND_MOVE]
    waste = rows[o + WASTE]
    if move >= 0 and move // SOURCE % SOURCE == FROM_WASTE:
        waste ^= facts[BIT + move % SOURCE]
    return turn_cost(facts, rows, o, waste)


def turn_cost(facts: Ints, rows: Ints, o: int, waste: int) -> int:
    """The change of score when the next stock card is turned on to these waste cards."""
    return facts[W_WASTE] + over_waste(facts, facts[TALON + next_index(rows, o)], waste)


def turn(facts: Ints, rows: Ints, o: int) -> None:
    """Turns one card; after it only the waste may be played."""
    at = next_index(rows, o)
    card = facts[TALON + at]
    rows[o + SCORE] += turn_cost(facts, rows, o, rows[o + WASTE])
    rows[o + HASH_1] ^= facts[PHASE_1 + rows[o + AT]] ^ facts[PHASE_1 + at + 1]
    rows[o + HASH_2] ^= facts[PHASE_2 + rows[o + AT]] ^ facts[PHASE_2 + at + 1]
    rows[o + WASTE] |= facts[BIT + card]
    rows[o + AT] = at + 1
    rows[o + STEPS] += facts[EXACT]
    rows[o + FRESH] = 1
    find_tops(facts, rows, o)
