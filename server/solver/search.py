"""The searches over a table: a beam that keeps the best positions, and an exhaustive one.

Each is a generator of the nodes it has visited, step by step, so that whoever runs it may report and stop; what it
found comes with its end. A node is a position reached for the first time.
"""

from collections.abc import Callable, Generator
from typing import NamedTuple

from server.rules import Table

from . import layout as at
from .engine import Engine
from .kernels import Ints
from .position import facts_of, row_of, weigh
from .weights import Weights, goes_by_turns

_MOST_OF_ONE = 400
"""More than can be found from one row."""
_FINDS_A_ROW = 32
_SLICE = 4096


class Found(NamedTuple):
    """How a search ended: the macro-moves of a win; or none, and whether nothing was left out."""

    moves: tuple[int, ...] | None
    nodes: int
    whole: bool = False


Search = Generator[int, None, Found]


def run(search: Search, tell: Callable[[int], None]) -> Found:
    """Runs a search to its end, telling the nodes after each step; what `tell` raises ends it."""
    while True:
        try:
            nodes = next(search)
        except StopIteration as end:
            found: Found = end.value
            return found
        tell(nodes)


class _Desk:
    """The arrays of one search."""

    def __init__(self, engine: Engine, table: Table, weights: Weights, rows: int, room: int) -> None:
        self.engine = engine
        facts = facts_of(table)
        weigh(facts, weights)
        self.facts = engine.array(facts)
        self.width = facts[at.WIDTH]
        self.rows = engine.zeros(rows * self.width)
        self.room = room
        self.found = engine.zeros((room + _MOST_OF_ONE) * at.FIND)
        self.keys = engine.zeros(room + _MOST_OF_ONE + rows)
        self.trail = engine.zeros(64 * 256)
        self.work = engine.zeros(4)
        self.seen = engine.seen()
        self.next_node = 1

    def put_first(self, table: Table, place: int, by_turns: bool) -> None:
        """The start's row; its node is 0."""
        self.facts[at.BY_TURNS] = int(by_turns)
        o = place * self.width
        self.rows[o : o + self.width] = self.engine.array(row_of(table, facts_of(table)))
        for number in range(len(table.columns)):
            self.engine.refresh(self.facts, self.rows, o, number)
        self.engine.find_tops(self.facts, self.rows, o)
        self.engine.is_new(self.seen, self.rows[o + at.HASH_1], self.rows[o + at.HASH_2], 0)

    def prepare(self, nodes: int) -> None:
        """Room for so many more nodes."""
        self.seen = self.engine.room(self.seen, nodes + _MOST_OF_ONE)
        if len(self.trail) < self.next_node + nodes + _MOST_OF_ONE:
            self.trail = _longer(self.engine, self.trail, 2 * (self.next_node + nodes + _MOST_OF_ONE))

    def moves_to(self, find: int) -> tuple[int, ...]:
        """The macro-moves from the start to a find."""
        k = at.FIND * find
        node = int(self.rows[self.found[k + at.FIND_ROW] + at.NODE])
        return (*self.moves_to_node(node), int(self.found[k + at.FIND_MOVE]))

    def moves_to_node(self, node: int) -> tuple[int, ...]:
        """The macro-moves from the start to a node."""
        moves: list[int] = []
        while node:
            entry = int(self.trail[node])
            moves.append(entry % at.TRAIL)
            node = entry // at.TRAIL
        return tuple(reversed(moves))


def _longer(engine: Engine, numbers: Ints, length: int) -> Ints:
    longer = engine.zeros(length)
    longer[: len(numbers)] = numbers
    return longer


def beam(engine: Engine, table: Table, weights: Weights, width: int, budget: int) -> Search:
    """Keeps the `width` best of each layer; layers are moves, or cards turned where that compares like with like."""
    if goes_by_turns(table.variant):
        return _beam_by_turns(engine, table, weights, width, budget)
    return _beam_by_moves(engine, table, weights, width, budget)


def _beam_by_moves(engine: Engine, table: Table, weights: Weights, width: int, budget: int) -> Search:
    desk = _Desk(engine, table, weights, 2 * width, width * _FINDS_A_ROW)
    desk.put_first(table, 0, by_turns=False)
    banks = 0, width * desk.width
    nodes, count, whole, bank = 0, 1, True, 0
    while nodes < budget:
        desk.prepare(desk.room)
        n = engine.grow(desk.facts, desk.rows, banks[bank], count, desk.seen, desk.found, desk.room)
        nodes += n
        if n == 0:
            return Found(None, nodes, whole)
        engine.rank(desk.found, n, desk.keys)
        best = int(desk.keys[0]) & at.NUMBER
        if desk.found[at.FIND * best + at.FIND_SCORE] == at.WON:
            return Found(desk.moves_to(best), nodes)
        bank = 1 - bank
        count = min(n, width)
        whole = whole and n <= width
        engine.keep(desk.facts, desk.rows, banks[bank], count, desk.found, desk.keys, desk.trail, desk.next_node)
        desk.next_node += count
        yield nodes
    return Found(None, nodes)


def _beam_by_turns(engine: Engine, table: Table, weights: Weights, width: int, budget: int) -> Search:
    desk = _Desk(engine, table, weights, 11 * width, (8 * width + 8) * 8)
    desk.put_first(table, 0, by_turns=True)
    banks = 0, 10 * width * desk.width
    nodes, count, left = 0, 1, len(table.stock)
    while True:
        desk.prepare(desk.room)
        desk.work[0], desk.work[1], desk.work[2] = desk.next_node, width if left else 8 * width, desk.room
        n = engine.close(desk.facts, desk.rows, 0, count, desk.seen, desk.found, desk.keys, desk.trail, desk.work)
        if n < 0:
            return Found(desk.moves_to(int(desk.work[1])), nodes + int(desk.work[1]) + 1)
        nodes += n
        if not left or nodes >= budget:
            return Found(None, nodes)
        desk.work[1], desk.work[2] = width, banks[1]
        count = engine.turn_all(desk.facts, desk.rows, 0, count, desk.found, n, desk.keys, desk.trail, desk.work)
        desk.rows[: count * desk.width] = desk.rows[banks[1] : banks[1] + count * desk.width]
        desk.next_node = int(desk.work[0])
        nodes += count
        left -= 1
        yield nodes


def exhaust(engine: Engine, table: Table, weights: Weights, budget: int) -> Search:
    """Visits every position there is, up to a budget."""
    desk = _Desk(engine, table, weights, 1024, _MOST_OF_ONE)
    desk.put_first(table, 1, by_turns=False)
    depth = 1
    desk.work[0] = 1
    while desk.work[0] < budget:
        desk.next_node = int(desk.work[0])
        desk.prepare(_SLICE)
        _make_deep(desk, depth)
        desk.work[1] = min(int(desk.work[0]) + _SLICE, budget)
        desk.work[2] = len(desk.rows) // desk.width - _MOST_OF_ONE
        depth = engine.dig(desk.facts, desk.rows, depth, desk.seen, desk.found, desk.keys, desk.trail, desk.work)
        nodes = int(desk.work[0]) - 1
        if depth < 0:
            return Found(desk.moves_to_node(nodes), nodes)
        if depth == 0:
            return Found(None, nodes, whole=True)
        yield nodes
    return Found(None, int(desk.work[0]) - 1)


def _make_deep(desk: _Desk, depth: int) -> None:
    if (depth + 2 * _MOST_OF_ONE) * desk.width > len(desk.rows):
        desk.rows = _longer(desk.engine, desk.rows, 2 * len(desk.rows))
