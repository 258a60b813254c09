"""The four games once more, as plainly as rules.md can be read: dicts of lists of strings, and no eye on speed.

Nothing here comes from `server.rules`; `test_second_reading.py` holds the two against each other. A card face down is
in brackets. Piles: T1 …, FC FD FH FS, S (next card first), W, R; beside them `base` (a rank), `redeals` (a mark for
each one made) and `seen` (the stock cards turned so far).
"""

Table = dict[str, list[str]]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
RED = ["D", "H"]
COLUMNS = {"chinaman": 7, "chinese-torture": 7, "whitehorse": 7, "kansas": 3}
REDEALS = {"chinaman": 1, "chinese-torture": 0, "whitehorse": 1_000_000, "kansas": 0}


def deal(variant: str, deck: list[str]) -> Table:
    """rules.md, deal order."""
    left = list(deck)
    table: Table = {f"T{column}": [] for column in range(1, COLUMNS[variant] + 1)}
    table |= {"FC": [], "FD": [], "FH": [], "FS": [], "W": [], "R": [], "base": ["A"], "redeals": [], "seen": []}
    if variant == "chinaman":
        for row in range(1, 8):
            for column in range(row, 8):
                table[f"T{column}"].append(left.pop(0))
        for column in range(1, 8):
            table[f"T{column}"] = _face_down(table[f"T{column}"], column - 1)
    if variant == "whitehorse":
        for column in range(1, 8):
            table[f"T{column}"].append(left.pop(0))
    if variant == "kansas":
        _deal_base(table, left.pop(0))
        table["R"] = _face_down([left.pop(0) for _ in range(13)], 12)
        for column in range(1, 4):
            table[f"T{column}"].append(left.pop(0))
    if variant == "chinese-torture":
        for _row in range(7):
            for column in range(1, 8):
                table[f"T{column}"].append(left.pop(0))
        for column, down in ((4, 3), (5, 4), (6, 5), (7, 6)):
            table[f"T{column}"] = _face_down(table[f"T{column}"], down)
        _deal_base(table, left.pop(0))
    table["S"] = left
    return table


def _face_down(cards: list[str], number: int) -> list[str]:
    return [f"({card})" for card in cards[:number]] + cards[number:]


def _deal_base(table: Table, card: str) -> None:
    table["base"] = [card[0]]
    table["F" + card[1]].append(card)


def legal_moves(variant: str, table: Table) -> list[str]:
    """Every spelling that could mean something here, tried."""
    return sorted(move for move in _spellings(variant, table) if play(variant, table, move) is not None)


def _spellings(variant: str, table: Table) -> list[str]:
    columns = [f"T{column}" for column in range(1, COLUMNS[variant] + 1)]
    moves = ["S-W", "S-T", "W-S", "W-F", "R-F"]
    moves += [f"{column}-F" for column in columns]
    moves += [f"{single}-{column}" for single in ("W", "R") for column in columns]
    for source in columns:
        for number in range(1, len(table[source]) + 1):
            lift = source if number == 1 else f"{source}:{number}"
            moves += [f"{lift}-{target}" for target in columns]
    return moves


def play(variant: str, before: Table, move: str) -> Table | None:
    """The table after a move; None when it is not allowed."""
    table = {pile: list(cards) for pile, cards in before.items()}
    if move in ("S-W", "S-T"):
        return _turn(variant, table, move)
    if move == "W-S":
        return _redeal(variant, table)
    lift, target = move.split("-")
    source, _, number = lift.partition(":")
    cards = _lift(variant, table[source], int(number or "1"))
    if cards is None or source == target:
        return None
    if target == "F" and _goes_home(table, cards):
        table["F" + cards[0][1]].append(cards[0])
    elif target != "F" and _lies_well(variant, table, cards[0], target):
        table[target].extend(cards)
    else:
        return None
    _fill_and_turn_up(table)
    return table


def _turn(variant: str, table: Table, move: str) -> Table | None:
    if not table["S"] or (move == "S-T") != (variant == "chinese-torture"):
        return None
    number = {"chinaman": 3, "whitehorse": 3, "kansas": 1, "chinese-torture": 2}[variant]
    for place in range(number):
        if table["S"]:
            card = table["S"].pop(0)
            table["seen"].append(card)
            table[f"T{place + 1}" if move == "S-T" else "W"].append(card)
    return table


def _redeal(variant: str, table: Table) -> Table | None:
    if table["S"] or not table["W"] or len(table["redeals"]) >= REDEALS[variant]:
        return None
    while table["W"]:
        table["S"].append(table["W"].pop(0))
    table["redeals"].append("redeal")
    return table


def _lift(variant: str, pile: list[str], number: int) -> list[str] | None:
    """Takes the cards off their pile when they may be lifted together."""
    if len(pile) < number or any("(" in card for card in pile[-number:]):
        return None
    cards = [pile.pop() for _ in range(number)][::-1]
    if variant == "whitehorse" and number > 1:
        return None
    if variant == "kansas" and any(not _one_lower(cards[i + 1], cards[i]) for i in range(number - 1)):
        return None
    return cards


def _one_lower(card: str, on: str) -> bool:
    return RANKS.index(on[0]) - RANKS.index(card[0]) == 1


def _goes_home(table: Table, cards: list[str]) -> bool:
    start = RANKS.index(table["base"][0])
    order = RANKS[start:] + RANKS[:start]
    foundation = table["F" + cards[0][1]]
    return len(cards) == 1 and len(foundation) < 13 and order[len(foundation)] == cards[0][0]


def _lies_well(variant: str, table: Table, card: str, target: str) -> bool:
    if not table[target]:
        if variant == "kansas":
            return table["R"] == []
        if variant == "chinese-torture":
            return card[0] == RANKS[RANKS.index(table["base"][0]) - 1]
        return card[0] == "K"
    on = table[target][-1]
    if variant == "chinese-torture":
        wraps = card[0] == "K" and on[0] == "A"
        return (_one_lower(card, on) or wraps) and (card[1] in RED) != (on[1] in RED)
    return _one_lower(card, on)


def _fill_and_turn_up(table: Table) -> None:
    for pile, cards in table.items():
        if pile[0] == "T" and not cards and table["R"]:
            cards.append(table["R"].pop().strip("()"))
        if pile[0] == "T" and cards:
            cards[-1] = cards[-1].strip("()")
    if table["R"]:
        table["R"][-1] = table["R"][-1].strip("()")


def is_won(table: Table) -> bool:
    """All 52 cards are home."""
    return sum(len(table["F" + suit]) for suit in "CDHS") == 52


def is_blocked(variant: str, table: Table) -> bool:
    """Common 10, by going on turning and redealing until two whole passes are over."""
    if is_won(table) or not set(table["S"]) <= set(table["seen"]):
        return False
    ahead: Table | None = table
    for _ in range(2 * (len(table["S"]) + len(table["W"])) + 4):
        if ahead is None:
            return True
        if any(_is_transfer(ahead, move) for move in legal_moves(variant, ahead)):
            return False
        ahead = play(variant, ahead, "S-W" if ahead["S"] else "W-S")
    return True


def _is_transfer(table: Table, move: str) -> bool:
    """Turns and redeals are none, nor is a whole column that goes on to a space."""
    lift, target = move.split("-")
    source, _, number = lift.partition(":")
    if move in ("S-W", "S-T", "W-S"):
        return False
    whole_column = source[0] == "T" and len(table[source]) == int(number or "1")
    return not (whole_column and target != "F" and not table[target])


def can_finish(variant: str, table: Table) -> bool:
    """Nothing hidden is left, and the rest goes home one by one."""
    face_down = any("(" in card for pile, cards in table.items() if pile[0] == "T" for card in cards)
    if face_down or table["S"] or table["R"] or is_won(table):
        return False
    while home := [move for move in legal_moves(variant, table) if move.endswith("-F")]:
        table = play(variant, table, home[-1]) or table
    return is_won(table)
