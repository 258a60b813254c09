"""Finding moves: what can be reached from a row by one macro-move, with its hashes and its score."""

from server.solver.layout import *

from .reading import bottom_of, floor, over, over_waste, place_after, reserve_top
from .sets import Ints, Seen, count_bits, is_new


def expand(facts: Ints, rows: Ints, o: int, seen: Seen, found: Ints, n: int) -> int:
    """Adds what can be reached by one macro-move from row `o` and is new; gives the number of finds then.

    If a card is safe at home, that is the only move (`is_safe`). Just after a turn only the waste is played.
    """
    if rows[o + FRESH]:
        return from_talon(facts, rows, o, seen, found, n)
    safe = safe_source(facts, rows, o)
    if safe >= 0:
        return send_home(facts, rows, o, safe, seen, found, n)
    n = from_columns(facts, rows, o, seen, found, n)
    n = from_reserve(facts, rows, o, seen, found, n)
    n = from_talon(facts, rows, o, seen, found, n)
    if facts[DEALS_ON] and rows[o + LEFT]:
        n = deal_on(facts, rows, o, seen, found, n)
    return n


def safe_source(facts: Ints, rows: Ints, o: int) -> int:
    """A pile whose top is safe at home, or -1.

    The waste only when turned singly, else a card less shifts the phase. None while cards will be dealt on to columns:
    such a card may be carried away by the one it comes to lie on.
    """
    if not facts[SAFE_HOME] or (facts[DEALS_ON] and rows[o + LEFT]):
        return -1
    coming = rows[o + NEXT]
    for i in range(facts[COLUMN_CELLS] // CELLS):
        top = rows[o + COLUMNS + CELLS * i + TOP]
        if top >= 0 and facts[BIT + top] & coming and is_safe(facts, rows, o, top):
            return i
    card = reserve_top(facts, rows, o)
    if card >= 0 and facts[BIT + card] & coming and is_safe(facts, rows, o, card):
        return FROM_RESERVE
    card = rows[o + WASTE_TOP]
    if facts[TURN] == 1 and card >= 0 and facts[BIT + card] & coming and is_safe(facts, rows, o, card):
        return FROM_WASTE
    return -1


def is_safe(facts: Ints, rows: Ints, o: int, card: int) -> bool:
    """Whether sending a card home cannot spoil a win.

    Either every card that may lie on it is home; or, where columns are runs, each of those can go home itself as soon
    as it is exposed, and all that may lie on them are home: nobody needs this card as a place. A base card is never
    safe before that (the last ranks may want to lie on it); on an ace nothing lies in natural order.
    """
    away = ALL ^ rows[o + HOME]
    wanting = facts[TAKES + card] & away
    if not wanting:
        return True
    return facts[RUNS] != 0 and not wanting & ~rows[o + NEXT] and not facts[TAKES_TWICE + card] & away


def from_columns(facts: Ints, rows: Ints, o: int, seen: Seen, found: Ints, n: int) -> int:
    """Finds from the columns."""
    count = facts[COLUMN_CELLS] // CELLS
    taken = 0
    for i in range(count):
        taken |= rows[o + COLUMNS + CELLS * i + TAKEN]
    for i in range(count):
        column = o + COLUMNS + CELLS * i
        top = rows[column + TOP]
        if top >= 0 and facts[BIT + top] & rows[o + NEXT]:
            n = send_home(facts, rows, o, i, seen, found, n)
        lifts = rows[column + LIFTABLE] & taken
        while lifts:
            low = lifts & -lifts
            lifts ^= low
            n = lift(facts, rows, o, i, facts[CARD_OF + low % 53], seen, found, n)
    return n


def lift(facts: Ints, rows: Ints, o: int, i: int, card: int, seen: Seen, found: Ints, n: int) -> int:
    """Finds that lift a card, with all that lies on it, from column `i`."""
    k = FIND * n
    low = facts[BIT + card]
    ready = False
    for j in range(facts[COLUMN_CELLS] // CELLS):
        if rows[o + COLUMNS + CELLS * j + TAKEN] & low and j != i:
            if not ready:
                leave_column(facts, rows, o, i, card, found, k)
                ready = True
            if lay(facts, rows, o, i, card, j, seen, found, k):
                n += 1
                k += FIND
                ready = False
    return n


def from_reserve(facts: Ints, rows: Ints, o: int, seen: Seen, found: Ints, n: int) -> int:
    """Finds that play the reserve's top."""
    card = reserve_top(facts, rows, o)
    if card < 0:
        return n
    if facts[BIT + card] & rows[o + NEXT]:
        n = send_home(facts, rows, o, FROM_RESERVE, seen, found, n)
    return spread(facts, rows, o, FROM_RESERVE, card, seen, found, n)


def from_talon(facts: Ints, rows: Ints, o: int, seen: Seen, found: Ints, n: int) -> int:
    """Finds that play a card which is the waste's top now or after some turns and redeals."""
    tops = rows[o + TOPS] | rows[o + LATER]
    wanted = rows[o + NEXT]
    for i in range(facts[COLUMN_CELLS] // CELLS):
        wanted |= rows[o + COLUMNS + CELLS * i + TAKEN]
    tops &= wanted
    while tops:
        low = tops & -tops
        tops ^= low
        card = facts[CARD_OF + low % 53]
        if low & rows[o + NEXT]:
            n = talon_home(facts, rows, o, card, seen, found, n)
        n = spread(facts, rows, o, FROM_WASTE, card, seen, found, n)
    return n


def spread(facts: Ints, rows: Ints, o: int, source: int, card: int, seen: Seen, found: Ints, n: int) -> int:
    """Finds that lay a card of the waste or the reserve on a column."""
    k = FIND * n
    low = facts[BIT + card]
    ready = False
    for j in range(facts[COLUMN_CELLS] // CELLS):
        if rows[o + COLUMNS + CELLS * j + TAKEN] & low:
            if not ready:
                leave(facts, rows, o, source, card, found, k)
                ready = True
            if lay(facts, rows, o, source, card, j, seen, found, k):
                n += 1
                k += FIND
                ready = False
    return n


def send_home(facts: Ints, rows: Ints, o: int, source: int, seen: Seen, found: Ints, n: int) -> int:
    """The find that sends the top of a column, of the reserve, or of the waste as it lies, home."""
    if source == FROM_RESERVE:
        card = reserve_top(facts, rows, o)
    elif source == FROM_WASTE:
        card = rows[o + WASTE_TOP]
    else:
        card = rows[o + COLUMNS + CELLS * source + TOP]
        return home_from_column(facts, rows, o, source, card, seen, found, n)
    leave(facts, rows, o, source, card, found, FIND * n)
    return arrive_home(facts, rows, o, source, card, seen, found, n)


def talon_home(facts: Ints, rows: Ints, o: int, card: int, seen: Seen, found: Ints, n: int) -> int:
    """The find that sends a card of stock or waste home."""
    leave(facts, rows, o, FROM_WASTE, card, found, FIND * n)
    return arrive_home(facts, rows, o, FROM_WASTE, card, seen, found, n)


def home_from_column(facts: Ints, rows: Ints, o: int, i: int, card: int, seen: Seen, found: Ints, n: int) -> int:
    """The find that sends the top of column `i` home."""
    k = FIND * n
    leave_column(facts, rows, o, i, card, found, k)
    column = o + COLUMNS + CELLS * i
    found[k + FIND_SCORE] -= over(facts, card, rows[column + CARDS]) + facts[W_TOP] * facts[RANK_OF + card]
    return arrive_home(facts, rows, o, i, card, seen, found, n)


def arrive_home(facts: Ints, rows: Ints, o: int, source: int, card: int, seen: Seen, found: Ints, n: int) -> int:
    """Completes a find that sends a card home."""
    k = FIND * n
    place = PLACES * card + AT_HOME
    hash_1 = found[k + FIND_1] ^ facts[PLACE_1 + place]
    hash_2 = found[k + FIND_2] ^ facts[PLACE_2 + place]
    if not is_new(seen, hash_1, hash_2, found[k + FIND_STEPS]):
        return n
    found[k + FIND_MOVE] = card + SOURCE * source + TARGET * TO_HOME
    found[k + FIND_1] = hash_1
    found[k + FIND_2] = hash_2
    found[k + FIND_SCORE] += facts[W_HOME] + facts[W_STEP] * (found[k + FIND_STEPS] - rows[o + STEPS])
    found[k + FIND_ROW] = o
    if rows[o + HOME] | facts[BIT + card] == ALL:
        found[k + FIND_SCORE] = WON + found[k + FIND_STEPS]
    return n + 1


def lay(facts: Ints, rows: Ints, o: int, source: int, card: int, j: int, seen: Seen, found: Ints, k: int) -> bool:
    """Completes a find that lays a card, with all that lies on it, on column `j`; false when it is not new."""
    column = o + COLUMNS + CELLS * j
    top = rows[column + TOP]
    place = PLACES * card + (top if top >= 0 else floor(facts, rows, o, j))
    hash_1 = found[k + FIND_1] ^ facts[PLACE_1 + place]
    hash_2 = found[k + FIND_2] ^ facts[PLACE_2 + place]
    if not is_new(seen, hash_1, hash_2, found[k + FIND_STEPS]):
        return False
    found[k + FIND_MOVE] = card + SOURCE * source + TARGET * j
    found[k + FIND_1] = hash_1
    found[k + FIND_2] = hash_2
    found[k + FIND_ROW] = o
    if source < FROM_WASTE:
        i = o + COLUMNS + CELLS * source
        change = carry(facts, rows, o, i, card, rows[column + CARDS]) - facts[W_TOP] * facts[RANK_OF + rows[i + TOP]]
        laid = rows[i + TOP]
    else:
        change = over(facts, card, rows[column + CARDS])
        laid = card
    change += facts[W_TOP] * facts[RANK_OF + laid]
    if top >= 0:
        change += facts[W_LINK] - facts[W_TOP] * facts[RANK_OF + top]
    else:
        change += facts[W_HEAD] * facts[RANK_OF + card] - facts[W_SPACE] - 13 * facts[W_TOP]
    found[k + FIND_SCORE] += change + facts[W_STEP] * (found[k + FIND_STEPS] - rows[o + STEPS])
    return True


def carry(facts: Ints, rows: Ints, o: int, i: int, card: int, under: int) -> int:
    """The change of what it costs that cards lie over others when a card and all on it go on to other cards."""
    rest = rows[i + CARDS]
    lifted = 0
    change = 0
    top = rows[i + TOP]
    while True:
        change -= over(facts, top, rest)
        rest ^= facts[BIT + top]
        lifted |= facts[BIT + top]
        if top == card:
            break
        top = rows[o + BELOW + top]
    top = rows[i + TOP]
    while True:
        lifted ^= facts[BIT + top]
        change += over(facts, top, under | lifted)
        if top == card:
            return change
        top = rows[o + BELOW + top]


def leave_column(facts: Ints, rows: Ints, o: int, i: int, card: int, found: Ints, k: int) -> None:
    """Begins a find that lifts a card from column `i`: what turns up, and what fills the space."""
    below = rows[o + BELOW + card]
    place = PLACES * card + below
    hash_1 = rows[o + HASH_1] ^ facts[PLACE_1 + place]
    hash_2 = rows[o + HASH_2] ^ facts[PLACE_2 + place]
    score = rows[o + SCORE]
    if below >= FLOOR:
        score -= facts[W_HEAD] * facts[RANK_OF + card]
        filling = reserve_top(facts, rows, o)
        if filling >= 0:
            place = PLACES * filling + floor(facts, rows, o, i)
            hash_1 ^= facts[PLACE_1 + place]
            hash_2 ^= facts[PLACE_2 + place]
            score += leave_reserve(facts, rows, o) + (facts[W_TOP] + facts[W_HEAD]) * facts[RANK_OF + filling]
        else:
            score += facts[W_SPACE] + 13 * facts[W_TOP]
    else:
        score += facts[W_TOP] * facts[RANK_OF + below] - facts[W_LINK]
        if facts[BIT + below] & rows[o + DOWN]:
            place = PLACES * below + FACE_DOWN
            hash_1 ^= facts[PLACE_1 + place]
            hash_2 ^= facts[PLACE_2 + place]
            score -= facts[W_DOWN]
    found[k + FIND_1] = hash_1
    found[k + FIND_2] = hash_2
    found[k + FIND_SCORE] = score
    found[k + FIND_STEPS] = rows[o + STEPS] + facts[EXACT]


def leave_reserve(facts: Ints, rows: Ints, o: int) -> int:
    """The change of score when the reserve's top is played."""
    return -facts[W_RESERVE] - facts[W_RESERVE_OVER] * facts[RESERVED_OVER + rows[o + RESERVE] - 1]


def leave(facts: Ints, rows: Ints, o: int, source: int, card: int, found: Ints, k: int) -> None:
    """Begins a find that plays a card of the reserve, or of stock and waste."""
    found[k + FIND_1] = rows[o + HASH_1]
    found[k + FIND_2] = rows[o + HASH_2]
    found[k + FIND_SCORE] = rows[o + SCORE]
    found[k + FIND_STEPS] = rows[o + STEPS] + facts[EXACT]
    if source == FROM_RESERVE:
        found[k + FIND_SCORE] += leave_reserve(facts, rows, o)
    else:
        leave_talon(facts, rows, o, card, found, k)


def leave_talon(facts: Ints, rows: Ints, o: int, card: int, found: Ints, k: int) -> None:
    """The part of `leave` for a card of stock and waste: how far it is turned then, and the passes left."""
    at = place_after(facts, rows, o, card)
    found[k + FIND_1] ^= facts[PHASE_1 + rows[o + AT]] ^ facts[PHASE_1 + at]
    found[k + FIND_2] ^= facts[PHASE_2 + rows[o + AT]] ^ facts[PHASE_2 + at]
    left = rows[o + REDEALS]
    if left and rows[o + LATER] & facts[BIT + card]:
        found[k + FIND_1] ^= facts[PASS_1 + left] ^ facts[PASS_1 + left - 1]
        found[k + FIND_2] ^= facts[PASS_2 + left] ^ facts[PASS_2 + left - 1]
    score = -facts[W_TALON]
    if facts[BY_TURNS]:
        score -= facts[W_WASTE] + over_waste(facts, card, rows[o + WASTE])
    found[k + FIND_SCORE] += score
    if facts[EXACT]:
        found[k + FIND_STEPS] += turns_to(facts, rows, o, card)


def turns_to(facts: Ints, rows: Ints, o: int, card: int) -> int:
    """The turns and redeals until a card is the waste's top."""
    if card == rows[o + WASTE_TOP]:
        return 0
    left = rows[o + LEFT]
    turn = facts[TURN]
    before = left & ((1 << facts[INDEX_OF + card] + 1) - 1)
    if rows[o + TOPS] & facts[BIT + card]:
        return (count_bits(before >> rows[o + AT]) + turn - 1) // turn
    return (count_bits(left >> rows[o + AT]) + turn - 1) // turn + 1 + (count_bits(before) + turn - 1) // turn


def deal_on(facts: Ints, rows: Ints, o: int, seen: Seen, found: Ints, n: int) -> int:
    """The find that deals stock cards on to the first columns."""
    k = FIND * n
    found[k + FIND_STEPS] = rows[o + STEPS] + facts[EXACT]
    found[k + FIND_MOVE] = SOURCE * FROM_STOCK
    found[k + FIND_1] = rows[o + HASH_1]
    found[k + FIND_2] = rows[o + HASH_2]
    found[k + FIND_SCORE] = rows[o + SCORE]
    found[k + FIND_ROW] = o
    for i in range(facts[TURN]):
        if rows[o + AT] + facts[TURN] >= facts[STOCK]:
            make_ordinary(facts, rows, o, i, found, k)
        if rows[o + AT] + i < facts[STOCK]:
            deal_one(facts, rows, o, i, found, k)
    return n + 1 if is_new(seen, found[k + FIND_1], found[k + FIND_2], found[k + FIND_STEPS]) else n


def make_ordinary(facts: Ints, rows: Ints, o: int, i: int, found: Ints, k: int) -> None:
    """The part of `deal_on` that no more cards will come to column `i`: its floor is like the others now."""
    column = o + COLUMNS + CELLS * i
    if rows[column + TOP] >= 0:
        bottom = bottom_of(rows, o, column)
        put(facts, bottom, FLOOR + 1 + i, found, k)
        put(facts, bottom, FLOOR, found, k)


def deal_one(facts: Ints, rows: Ints, o: int, i: int, found: Ints, k: int) -> None:
    """The part of `deal_on` that lays a card on column `i`."""
    column = o + COLUMNS + CELLS * i
    card = facts[TALON + rows[o + AT] + i]
    top = rows[column + TOP]
    if top >= 0:
        put(facts, card, top, found, k)
    else:
        last = rows[o + AT] + facts[TURN] >= facts[STOCK]
        put(facts, card, FLOOR if last else FLOOR + 1 + i, found, k)
        found[k + FIND_SCORE] -= facts[W_SPACE]
    found[k + FIND_SCORE] += over(facts, card, rows[column + CARDS]) - facts[W_TALON]


def put(facts: Ints, card: int, on: int, found: Ints, k: int) -> None:
    """Puts a card on a place, in the hashes of a find; or takes it from there."""
    found[k + FIND_1] ^= facts[PLACE_1 + PLACES * card + on]
    found[k + FIND_2] ^= facts[PLACE_2 + PLACES * card + on]
