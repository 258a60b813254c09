"""Rows: what they keep while moves are made must be what the table itself would give."""

import random
from dataclasses import replace

import pytest

from server.rules import VARIANTS, Card, Table, Variant, deal, legal_moves, play
from server.rules.cards import CARDS, NAMES
from server.solver import kernels, reference
from server.solver import layout as at
from server.solver.kernels import Ints
from server.solver.lines import macro_line
from server.solver.position import facts_of, row_of, weigh
from server.solver.weights import Weights
from tests.solver.endings import VARIED

IDS = [str(number) for number in range(len(VARIED))]


class Walk:
    """Random finds made one after another on one row, from a deal."""

    def __init__(self, table: Table) -> None:
        self.facts = facts_of(table)
        weigh(self.facts, Weights())
        self.width = self.facts[at.WIDTH]
        self.rows = [*row_of(table, self.facts), *(0 for _ in range(self.width))]
        for number in range(len(table.columns)):
            kernels.refresh(self.facts, self.rows, 0, number)
        kernels.find_tops(self.facts, self.rows, 0)
        self.found = [0] * at.FIND * 400

    def finds(self) -> list[int]:
        """The macro-moves of the row."""
        n = kernels.expand(self.facts, self.rows, 0, {}, self.found, 0)
        return [self.found[at.FIND * k + at.FIND_MOVE] for k in range(n)]

    def step(self, k: int) -> int:
        """Makes find `k`; gives its macro-move."""
        move = self.found[at.FIND * k + at.FIND_MOVE]
        kernels.make(self.facts, self.rows, 0, self.found, at.FIND * k)
        return move


def _dealt(variant: Variant, chance: random.Random) -> Table:
    cards = list(CARDS)
    chance.shuffle(cards)
    return deal(variant, tuple(cards))


def _of_columns(row: Ints, table: Table) -> object:
    columns = [row[start : start + at.CELLS] for start in range(at.COLUMNS, len(row), at.CELLS)]
    below = {card: row[at.BELOW + card] for cards in table.columns for card in cards}
    return columns, below, row[at.HOME], row[at.NEXT], row[at.DOWN], row[at.RESERVE]


def _hash_of_cards(row: Ints, facts: Ints) -> int:
    """The first hash without what tells how far the stock is turned; dealing on to columns leaves that as it was."""
    if facts[at.DEALS_ON]:
        return row[at.HASH_1]
    return row[at.HASH_1] ^ facts[at.PHASE_1 + row[at.AT]] ^ facts[at.PASS_1 + row[at.REDEALS]]


@pytest.mark.parametrize("variant", VARIED, ids=IDS)
def test_a_row_after_moves_is_the_row_of_the_table_after_them(variant: Variant) -> None:
    chance = random.Random(f"rows-{variant.key}")
    for _ in range(8):
        table = _dealt(variant, chance)
        walk = Walk(table)
        for _ in range(40):
            moves = walk.finds()
            if not moves:
                break
            table = macro_line(table, [walk.step(chance.randrange(len(moves)))]).table
            fresh = Walk(table)
            assert _of_columns(walk.rows[: walk.width], table) == _of_columns(fresh.rows[: fresh.width], table)
            assert _hash_of_cards(walk.rows, walk.facts) == _hash_of_cards(fresh.rows, fresh.facts)


@pytest.mark.parametrize("variant", [one for one in VARIED if one.turn_to.value == "W"])
def test_the_finds_from_a_row_are_the_moves_of_the_rules_with_turns_before_them(variant: Variant) -> None:
    chance = random.Random(f"finds-{variant.key}")
    for _ in range(5):
        table = _dealt(variant, chance)
        for _ in range(30):
            walk = Walk(table)
            walk.facts[at.SAFE_HOME] = 0
            walk.facts[at.ENDLESS] = 0
            found = {macro_line(table, [move]).moves[-1] for move in walk.finds()}
            now = {move for move in legal_moves(table) if move.source >= 0 or move.source < -3}
            assert {move for move in found if move.source >= 0 or move.source < -3} <= now
            table = play(table, chance.choice(legal_moves(table))) if legal_moves(table) else table


def _row(table: Table) -> Ints:
    return row_of(table, facts_of(table))


def test_what_hashes_tell_apart() -> None:
    table = _dealt(VARIANTS["chinaman"], random.Random(1))
    turned = table._replace(turned=3)
    hashes = {
        _row(one)[at.HASH_1]
        for one in (table, turned, table._replace(redeals=1), turned._replace(redeals=1), _with_one_more_up(table))
    }
    assert len(hashes) == 5


def _with_one_more_up(table: Table) -> Table:
    return table._replace(down=(*table.down[:-1], table.down[-1] - 1))


def test_the_order_of_columns_is_no_difference_but_for_those_that_are_dealt_on() -> None:
    chance = random.Random(2)
    for key, same in (("whitehorse", True), ("chinese-torture", False)):
        table = _dealt(VARIANTS[key], chance)
        turned = table._replace(columns=tuple(reversed(table.columns)), down=tuple(reversed(table.down)))
        for place in (at.HASH_1, at.HASH_2):
            assert (_row(table)[place] == _row(turned)[place]) is same


def _cards(*names: str) -> tuple[Card, ...]:
    return tuple(CARDS[NAMES.index(name)] for name in names)


def _is_safe(table: Table, name: str) -> bool:
    facts = facts_of(table)
    return bool(kernels.is_safe(facts, row_of(table, facts), 0, _cards(name)[0]))


def _kansas(base: int, *home: int) -> Table:
    """Kansas with so many cards of each suit home; the others do not matter."""
    table = _dealt(VARIANTS["kansas"], random.Random(3))
    return table._replace(base=base, foundations=home)


@pytest.mark.parametrize(
    ("base", "home", "card", "safe"),
    [
        (4, (0, 1, 1, 1), "5C", False),  # a base card: fours go home last and may want to lie on it
        (0, (0, 0, 0, 0), "AC", True),  # nothing lies on an ace
        (8, (5, 0, 0, 0), "AC", True),
        (0, (1, 0, 0, 0), "2C", True),  # an ace can go home itself
        (4, (1, 0, 1, 1), "6C", False),  # a base card on it might be wanted for a four
        (4, (1, 1, 1, 1), "6C", True),
        (0, (4, 3, 3, 3), "5C", True),  # all threes are home, so a four needs no place
        (0, (4, 3, 2, 3), "5C", False),
    ],
)
def test_which_cards_are_safe_at_home(base: int, home: tuple[int, ...], card: str, safe: bool) -> None:
    assert _is_safe(_kansas(base, *home), card) is safe


def test_a_card_of_the_waste_is_sent_home_at_once_only_when_cards_are_turned_singly() -> None:
    chinaman, chance = VARIANTS["chinaman"], random.Random(5)
    (ace,) = _cards("AC")
    table = next(table for table in (_dealt(chinaman, chance) for _ in range(1000)) if table.talon[2] == ace)
    by_threes = Walk(table._replace(turned=3)).finds()
    assert len(by_threes) > 1
    assert any(move % at.SOURCE == ace for move in by_threes)
    singly = Walk(table._replace(turned=3, variant=replace(chinaman, turn=1))).finds()
    assert [move % at.SOURCE for move in singly] == [ace]


def test_before_the_last_cards_are_dealt_on_nothing_is_sent_home_at_once() -> None:
    table = _dealt(VARIANTS["chinese-torture"], random.Random(4))
    top = table.columns[0][-1]
    walk = Walk(table._replace(base=int(top) % 13, foundations=(0, 0, 0, 0)))
    walk.rows[at.HOME] = at.ALL ^ 1 << top
    assert kernels.safe_source(walk.facts, walk.rows, 0) == -1
    walk.rows[at.LEFT] = 0
    assert kernels.safe_source(walk.facts, walk.rows, 0) == 0


def test_the_reference_is_plain_python() -> None:
    assert reference().grow is kernels.grow
