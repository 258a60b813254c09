"""Small tables, most cards home already and the rest dealt by chance; and a plain search to judge them by."""

import random
from collections.abc import Iterator
from dataclasses import replace

from server.rules import VARIANTS, Card, Table, Variant, legal_moves, play
from server.rules.cards import CARDS, RANK, SUIT
from server.rules.variant import Base, Build, Turn

MOST = 6_000
VARIED = (
    *VARIANTS.values(),
    replace(VARIANTS["chinaman"], columns=((0, 1), (2, 1))),
    replace(VARIANTS["chinaman"], columns=((0, 1), (2, 1), (1, 1))),
    replace(VARIANTS["chinaman"], columns=((1, 1), (2, 1)), build=Build.ALTERNATING),
    replace(VARIANTS["chinese-torture"], columns=((0, 7), (3, 4))),
    replace(VARIANTS["chinese-torture"], columns=((0, 7), (0, 7), (3, 4))),
    replace(VARIANTS["whitehorse"], columns=((0, 1),) * 2),
    replace(VARIANTS["whitehorse"], columns=((0, 1),) * 2, build=Build.ALTERNATING),
    replace(VARIANTS["kansas"], columns=((0, 1),) * 2),
    replace(VARIANTS["kansas"], build=Build.ALTERNATING, turn=2, redeals=1),
)
"""The variants of the day, and games of their kinds that are harder to win with few cards."""


def endings(variant: Variant, count: int, left: int = 14) -> Iterator[Table]:
    """So many tables of a variant with `left` cards not home, some moves played on them."""
    chance = random.Random(f"endings-{variant.key}-{left}")
    for _ in range(count):
        table = _dealt(variant, chance, left)
        for _ in range(chance.randrange(8)):
            moves = [move for move in legal_moves(table) if str(move) != "S-T"]
            table = play(table, chance.choice(moves)) if moves else table
        yield table


def _dealt(variant: Variant, chance: random.Random, left: int) -> Table:
    base = 0 if variant.base is Base.ACE else chance.randrange(13)
    foundations = [13] * 4
    while sum(foundations) > 52 - left:
        foundations[chance.randrange(4)] -= 1
    cards = [card for card in CARDS if (RANK[card] - base) % 13 >= foundations[SUIT[card]]]
    chance.shuffle(cards)
    reserve = [cards.pop() for _ in range(chance.randrange(4))] if variant.reserve else []
    columns = [[cards.pop()] for _ in variant.columns[: left // 2]]
    talon = [cards.pop() for _ in range(2 if variant.turn_to is Turn.TO_TABLEAU else min(len(cards), 6))]
    down = _pile_up(variant, chance, columns, cards) if not variant.reserve else [0] * len(columns)
    columns += [[] for _ in variant.columns[len(columns) :]]
    return Table(
        variant=variant,
        base=base,
        columns=tuple(map(tuple, columns)),
        down=(*down, *(0 for _ in variant.columns[len(down) :])),
        foundations=tuple(foundations),
        talon=(*talon, *cards),
        turned=0,
        reserve=tuple(reserve),
        redeals=0,
    )


def _pile_up(variant: Variant, chance: random.Random, columns: list[list[Card]], cards: list[Card]) -> list[int]:
    """Puts the cards under those of some columns: face down, or face up where a deal has more than one so."""
    face_up = max(up for _, up in variant.columns) > 1
    down = [0] * len(columns)
    while cards and (face_up or any(down for down, _ in variant.columns)):
        number = chance.randrange(len(columns))
        columns[number].insert(0, cards.pop())
        down[number] += not face_up or chance.random() < 0.3
    return down


def is_winnable(table: Table) -> bool | None:
    """By the rules alone, every move tried everywhere; None when there are too many positions."""
    seen, coming = {_name(table)}, [table]
    while coming and len(seen) < MOST:
        table = coming.pop()
        if table.is_won:
            return True
        for after in (play(table, move) for move in legal_moves(table)):
            if _name(after) not in seen:
                seen.add(_name(after))
                coming.append(after)
    return None if coming else False


def _name(table: Table) -> Table:
    """Passes without end are not counted, else there were positions without end."""
    return table._replace(redeals=0) if table.variant.redeals is None else table
