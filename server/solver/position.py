"""A table as integers: its facts, and the row a search starts from (`layout`)."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache

from server.rules import Card, Table, Turn, Variant
from server.rules.cards import CARDS, RANK, SUIT
from server.rules.variant import Lift

from . import layout as at
from .kernels import Ints
from .weights import Weights

_LIFTS = {Lift.TOP: at.LIFTS_TOP, Lift.FACE_UP: at.LIFTS_FACE_UP, Lift.RUN: at.LIFTS_RUN}


def facts_of(table: Table) -> Ints:
    """The facts of a deal, without weights."""
    facts = list(_facts_of_all(table.variant, table.base))
    facts[at.STOCK] = len(table.talon)
    _set_piles(facts, table)
    return facts


@cache
def _facts_of_all(variant: Variant, base: int) -> tuple[int, ...]:
    """The facts that all deals of a variant share in which the base rank is the same."""
    facts = [0] * at.FACTS
    facts[at.COLUMN_CELLS] = at.CELLS * len(variant.columns)
    facts[at.WIDTH] = at.COLUMNS + facts[at.COLUMN_CELLS]
    facts[at.TURN] = variant.turn
    facts[at.ENDLESS] = int(variant.redeals is None)
    facts[at.RUNS] = int(_holds_runs(variant))
    facts[at.LIFT] = _LIFTS[variant.lift]
    facts[at.FILLS] = _bits(variant.fills[base])
    facts[at.DEALS_ON] = int(variant.turn_to is Turn.TO_TABLEAU)
    facts[at.SAFE_HOME] = 1
    _set_cards(facts, variant, base)
    _set_hashes(facts)
    return tuple(facts)


def _holds_runs(variant: Variant) -> bool:
    """Whether what lies on a face-up card was always built there, in natural order."""
    built = max(up for _, up in variant.columns) <= 1 and variant.turn_to is Turn.TO_WASTE
    return not variant.circular and (built or variant.lift is not Lift.FACE_UP)


def _set_cards(facts: Ints, variant: Variant, base: int) -> None:
    takes = variant.takes
    order = [(RANK[card] - base) % 13 for card in CARDS]
    for card in CARDS:
        facts[at.BIT + card] = 1 << card
        facts[at.TAKES + card] = _bits(takes[card])
        facts[at.TAKES_TWICE + card] = _bits(frozenset().union(*(takes[on] for on in takes[card])))
        facts[at.EARLIER + card] = _bits(one for one in CARDS if order[one] < order[card])
        facts[at.EARLIER_OF_SUIT + card] = _bits(
            one for one in CARDS if order[one] < order[card] and SUIT[one] == SUIT[card]
        )
        facts[at.NEXT_BIT + card] = _bits(
            one for one in CARDS if order[one] == order[card] + 1 and SUIT[one] == SUIT[card]
        )
        facts[at.RANK_OF + card] = RANK[card]
        facts[at.CARD_OF + (1 << card) % 53] = card


def _set_piles(facts: Ints, table: Table) -> None:
    for index, card in enumerate(table.talon):
        facts[at.TALON + index] = card
        facts[at.INDEX_OF + card] = index
    for index, card in enumerate(table.reserve):
        facts[at.RESERVED + index] = card
        under = _bits(table.reserve[:index])
        facts[at.RESERVED_OVER + index] = int(facts[at.EARLIER_OF_SUIT + card] & under != 0)


def _set_hashes(facts: Ints) -> None:
    numbers = _numbers()
    tables = (at.PLACE_1, 52 * at.PLACES), (at.PLACE_2, 52 * at.PLACES)
    phases = (at.PHASE_1, 64), (at.PHASE_2, 64), (at.PASS_1, 64), (at.PASS_2, 64)
    start = 0
    for place, count in (*tables, *phases):
        facts[place : place + count] = numbers[start : start + count]
        start += count


@cache
def _numbers() -> tuple[int, ...]:
    """As many numbers of 64 bits with a sign as the hashes need, the same on every machine."""
    return tuple(_stream(104 * at.PLACES + 256))


def _stream(count: int) -> Iterator[int]:
    for block in range((count + 3) // 4):
        digest = hashlib.sha256(f"samedeal-solver/{block}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big", signed=True)


def weigh(facts: Ints, weights: Weights) -> None:
    """Sets the weights."""
    facts[at.W_HOME : at.W_HOME + len(weights)] = weights


def row_of(table: Table, facts: Ints) -> Ints:
    """The row of a table; its score is 0, since only differences count."""
    row = [0] * facts[at.WIDTH]
    order = [(RANK[card] - table.base) % 13 for card in CARDS]
    row[at.HOME] = _bits(card for card in CARDS if order[card] < table.foundations[SUIT[card]])
    row[at.NEXT] = _bits(card for card in CARDS if order[card] == table.foundations[SUIT[card]])
    row[at.LEFT] = (1 << len(table.talon)) - 1
    row[at.AT] = table.turned
    row[at.REDEALS] = table.variant.redeals - table.redeals if table.variant.redeals is not None else 0
    row[at.WASTE] = _bits(table.waste)
    row[at.RESERVE] = len(table.reserve)
    for number, cards in enumerate(table.columns):
        _set_column(row, facts, table, number, cards)
    for card, on in _places(row, table):
        row[at.HASH_1] ^= facts[at.PLACE_1 + at.PLACES * card + on]
        row[at.HASH_2] ^= facts[at.PLACE_2 + at.PLACES * card + on]
    row[at.HASH_1] ^= facts[at.PHASE_1 + row[at.AT]] ^ facts[at.PASS_1 + row[at.REDEALS]]
    row[at.HASH_2] ^= facts[at.PHASE_2 + row[at.AT]] ^ facts[at.PASS_2 + row[at.REDEALS]]
    return row


def _set_column(row: Ints, facts: Ints, table: Table, number: int, cards: tuple[Card, ...]) -> None:
    special = facts[at.DEALS_ON] and table.talon and number < facts[at.TURN]
    below = at.FLOOR + 1 + number if special else at.FLOOR
    for card in cards:
        row[at.BELOW + card] = below
        below = int(card)
    column = at.COLUMNS + at.CELLS * number
    row[column + at.TOP] = below if cards else -1
    row[column + at.CARDS] = _bits(cards)
    row[at.DOWN] |= _bits(cards[: table.down[number]])


def _places(row: Ints, table: Table) -> Iterator[tuple[int, int]]:
    """Where the cards lie that count in the hashes: those in columns and at home; the rest follows from the phase."""
    for cards, down in zip(table.columns, table.down, strict=True):
        yield from ((card, row[at.BELOW + card]) for card in cards)
        yield from ((card, at.FACE_DOWN) for card in cards[:down])
    yield from ((card, at.AT_HOME) for card in CARDS if row[at.HOME] >> card & 1)


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
