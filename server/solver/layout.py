"""Where each number of a search lies.

A search works on rows of integers, so that one source runs as plain Python and compiled. Sets of cards are the bits of
one integer. What never changes in a deal are its `facts`; each position is a `row`; each move found from it is a
`find`. The constants here are places in them.
"""

# Facts: single numbers …
COLUMN_CELLS, WIDTH, TURN, STOCK, ENDLESS, BY_TURNS, RUNS, LIFT, FILLS, DEALS_ON, SAFE_HOME, EXACT, BEST = range(13)
LIFTS_TOP, LIFTS_FACE_UP, LIFTS_RUN = range(3)
# … the weights of the evaluation, in the order of `weights.Weights` …
(
    W_HOME,
    W_DOWN,
    W_OVER_SUIT,
    W_OVER_LOWER,
    W_RESERVE,
    W_RESERVE_OVER,
    W_SPACE,
    W_TALON,
    W_WASTE,
    W_WASTE_OVER_SUIT,
    W_WASTE_OVER_LOWER,
    W_LINK,
    W_TOP,
    W_HEAD,
    W_STEP,
) = range(16, 31)
# … and tables by card or by place.
BIT = 32
TAKES = BIT + 52
TAKES_TWICE = TAKES + 52
EARLIER_OF_SUIT = TAKES_TWICE + 52
EARLIER = EARLIER_OF_SUIT + 52
NEXT_BIT = EARLIER + 52
RANK_OF = NEXT_BIT + 52
INDEX_OF = RANK_OF + 52
CARD_OF = INDEX_OF + 52
TALON = CARD_OF + 53
RESERVED = TALON + 52
RESERVED_OVER = RESERVED + 52
PHASE_1 = RESERVED_OVER + 52
PHASE_2 = PHASE_1 + 64
PASS_1 = PHASE_2 + 64
PASS_2 = PASS_1 + 64
PLACE_1 = PASS_2 + 64
PLACES = 72
PLACE_2 = PLACE_1 + 52 * PLACES
FACTS = PLACE_2 + 52 * PLACES

# Where a card lies: on another card (its number), on the floor of a column, at home, face down.
FLOOR, AT_HOME, FACE_DOWN = 52, 70, 71

# A row: single numbers, the place of each card in the columns, then four numbers for each column.
(
    HASH_1,
    HASH_2,
    SCORE,
    STEPS,
    NODE,
    HOME,
    NEXT,
    DOWN,
    LEFT,
    AT,
    REDEALS,
    TOPS,
    LATER,
    WASTE_TOP,
    WASTE,
    RESERVE,
    FRESH,
) = range(17)
BELOW = 17
COLUMNS = BELOW + 52
TOP, CARDS, LIFTABLE, TAKEN = range(4)
CELLS = 4

# A find: what was found, and from which row.
FIND_MOVE, FIND_1, FIND_2, FIND_SCORE, FIND_STEPS, FIND_ROW = range(6)
FIND = 6

# A move: card, source and target in one number; columns count from 0.
FROM_WASTE, FROM_RESERVE, FROM_STOCK, TO_HOME = 60, 61, 62, 63
SOURCE, TARGET = 1 << 6, 1 << 12

ALL = (1 << 52) - 1
WON = -(1 << 38)
NOT_WON = WON >> 1


NUMBER = (1 << 24) - 1
TRAIL = 1 << 18
