"""The search itself, on rows of integers: the same source runs as plain Python and compiled by numba (`engine`).

Written in what both understand: integers below 2^63, loops, indexing. Turns are no moves of the search: "turn and
redeal until this card is the waste's top, then play it" is one, a macro-move. That loses nothing: turning is always
legal, and no other move depends on the waste, so in every winning line the turns may stand just before a play from the
waste. Where cards are dealt on to the columns this does not hold; there it is an ordinary move.

The two hashes of a row are the exclusive or of one number for each card and the place it lies on. Columns that take
the same cards have the same floor, so that positions which differ only in the order of columns are one, as are an idle
move of a whole column to another space, and the choice between two spaces.
"""

from .layout import *

Ints = list[int]
Seen = dict[tuple[int, int], int]


def is_new(seen: Seen, hash_1: int, hash_2: int, steps: int) -> bool:
    """Whether a position was not reached before in so few steps; from now on it was."""
    key = (hash_1, hash_2)
    before = seen.get(key)
    if before is not None and before <= steps:
        return False
    seen[key] = steps
    return True


def sort(keys: Ints, count: int) -> None:
    """Sorts the first of the keys, which all differ."""
    keys[:count] = sorted(keys[:count])


# --- finding moves ---------------------------------------------------------------------------------------------------


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


def reserve_top(facts: Ints, rows: Ints, o: int) -> int:
    """The reserve's top card, or -1."""
    count = rows[o + RESERVE]
    return facts[RESERVED + count - 1] if count else -1


def floor(facts: Ints, rows: Ints, o: int, i: int) -> int:
    """The floor of column `i`: the same for all columns unless cards will still be dealt on to this one."""
    if facts[DEALS_ON] and rows[o + LEFT] and i < facts[TURN]:
        return FLOOR + 1 + i
    return FLOOR


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


def over(facts: Ints, card: int, under: int) -> int:
    """What it costs that a card lies over others."""
    cost = 0
    if facts[EARLIER + card] & under:
        cost = facts[W_OVER_LOWER]
        if facts[EARLIER_OF_SUIT + card] & under:
            cost += facts[W_OVER_SUIT]
    return cost


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


def count_bits(cards: int) -> int:
    """The number of cards in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


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


def bottom_of(rows: Ints, o: int, column: int) -> int:
    """The lowest card of a column that has cards."""
    card = rows[column + TOP]
    while rows[o + BELOW + card] < FLOOR:
        card = rows[o + BELOW + card]
    return card


# --- making moves ----------------------------------------------------------------------------------------------------


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


def lifted_with(facts: Ints, rows: Ints, o: int, top: int, card: int) -> int:
    """A card and all that lies on it, up to the top."""
    lifted = facts[BIT + top]
    while top != card:
        top = rows[o + BELOW + top]
        lifted |= facts[BIT + top]
    return lifted


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


# --- searching -------------------------------------------------------------------------------------------------------


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


def settle(facts: Ints, rows: Ints, o: int, found: Ints, k: int, trail: Ints, node: int) -> None:
    """Makes find `k` into row `o`."""
    before = found[k + FIND_ROW]
    trail[node] = rows[before + NODE] * TRAIL + found[k + FIND_MOVE]
    copy(rows, before, o, facts[WIDTH])
    make(facts, rows, o, found, k)
    rows[o + NODE] = node


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


# --- the beam in layers of cards turned -------------------------------------------------------------------------------


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


def next_index(rows: Ints, o: int) -> int:
    """The next stock card, as a place in the talon."""
    at = rows[o + AT]
    while not rows[o + LEFT] >> at & 1:
        at += 1
    return at


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
