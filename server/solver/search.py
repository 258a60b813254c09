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

DOUBLINGS = 12
"""How often a beam's width may double: more finds than layout.NUMBER could not be numbered."""
_MOST_OF_ONE = 400
"""More than can be found from one row."""
_FINDS_A_ROW = 32
_SLICE = 4096


class Found(NamedTuple):
    """How a search ended: the macro-moves of a win; or none, and whether nothing was left out."""

    moves: tuple[int, ...] | None
    nodes: int
    whole: bool = False


class Beam(NamedTuple):
    """What a beam prefers, how many positions it keeps, and how many moves its lines must undercut, if any."""

    weights: Weights
    width: int
    shorter_than: int = 0


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


def after(before: int, search: Search) -> Search:
    """A search whose nodes are told on top of those before."""
    while True:
        try:
            nodes = next(search)
        except StopIteration as end:
            found: Found = end.value
            return found
        yield before + nodes


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

    def put_first(self, table: Table, place: int, *, by_turns: bool, shorter_than: int = 0) -> None:
        """The start's row; its node is 0."""
        self.facts[at.BY_TURNS] = int(by_turns)
        self.facts[at.EXACT], self.facts[at.BEST] = int(shorter_than > 0), shorter_than
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

    def win_of_best(self) -> tuple[int, ...] | None:
        """The macro-moves to the best of the ranked finds if it wins, and is shorter than the best line so far."""
        k = at.FIND * (int(self.keys[0]) & at.NUMBER)
        steps = int(self.found[k + at.FIND_STEPS])
        if self.found[k + at.FIND_SCORE] > at.NOT_WON or (self.facts[at.EXACT] and steps >= self.facts[at.BEST]):
            return None
        self.facts[at.BEST] = steps
        node = int(self.rows[self.found[k + at.FIND_ROW] + at.NODE])
        return self.moves_on_trail(node * at.TRAIL + int(self.found[k + at.FIND_MOVE]))

    def moves_on_trail(self, entry: int) -> tuple[int, ...]:
        """The macro-moves from the start up to the one of an entry of the trail."""
        moves: list[int] = []
        while entry:
            moves.append(entry % at.TRAIL)
            entry = int(self.trail[entry // at.TRAIL])
        return tuple(reversed(moves))


def _longer(engine: Engine, numbers: Ints, length: int) -> Ints:
    longer = engine.zeros(length)
    longer[: len(numbers)] = numbers
    return longer


def beam(engine: Engine, table: Table, how: Beam, budget: int) -> Search:
    """Keeps the `width` best of each layer; layers are moves, or cards turned where that compares like with like.

    It ends with the first win; with `shorter_than` it goes on, and gives the shortest win it meets of fewer moves.
    """
    if goes_by_turns(table.variant):
        return _beam_by_turns(engine, table, how, budget)
    return _beam_by_moves(engine, table, how, budget)


def _beam_by_moves(engine: Engine, table: Table, how: Beam, budget: int) -> Search:
    width = how.width
    desk = _Desk(engine, table, how.weights, 2 * width + 1, width * _FINDS_A_ROW)
    desk.put_first(table, 0, by_turns=False, shorter_than=how.shorter_than)
    start, other = 0, (width + 1) * desk.width
    nodes, count, whole, moves = 0, 1, True, None
    while nodes < budget:
        desk.prepare(desk.room)
        n = engine.grow(desk.facts, desk.rows, start, count, desk.seen, desk.found, desk.room)
        nodes += n
        if n == 0:
            return Found(moves, nodes, whole)
        engine.rank(desk.found, n, desk.keys)
        moves = desk.win_of_best() or moves
        if moves and not how.shorter_than:
            return Found(moves, nodes)
        whole = whole and n <= width
        start, other = other, start
        desk.work[0], desk.work[1] = desk.next_node, width
        count = engine.keep(desk.facts, desk.rows, start, n, desk.found, desk.keys, desk.trail, desk.work)
        desk.next_node = int(desk.work[0])
        yield nodes
    return Found(moves, nodes)


def _beam_by_turns(engine: Engine, table: Table, how: Beam, budget: int) -> Search:
    width = how.width
    desk = _Desk(engine, table, how.weights, 11 * width, (8 * width + 8) * 8)
    desk.put_first(table, 0, by_turns=True, shorter_than=how.shorter_than)
    other = 10 * width * desk.width
    nodes, count = 0, 1
    for left in range(len(table.stock), -1, -1):
        desk.prepare(desk.room)
        desk.work[:4] = desk.engine.array((desk.next_node, width if left else 8 * width, desk.room, 0))
        n = engine.close(desk.facts, desk.rows, 0, count, desk.seen, desk.found, desk.keys, desk.trail, desk.work)
        nodes += n
        if not left or nodes >= budget:
            break
        desk.work[1], desk.work[2] = width, other
        count = engine.turn_all(desk.facts, desk.rows, 0, count, desk.found, n, desk.keys, desk.trail, desk.work)
        desk.rows[: count * desk.width] = desk.rows[other : other + count * desk.width]
        desk.next_node = int(desk.work[0])
        nodes += count
        yield nodes
    return Found(desk.moves_on_trail(int(desk.work[3])) or None, nodes)


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
            return Found(desk.moves_on_trail(int(desk.trail[nodes])), nodes)
        if depth == 0:
            return Found(None, nodes, whole=True)
        yield nodes
    return Found(None, int(desk.work[0]) - 1)


def _make_deep(desk: _Desk, depth: int) -> None:
    if (depth + 2 * _MOST_OF_ONE) * desk.width > len(desk.rows):
        desk.rows = _longer(desk.engine, desk.rows, 2 * len(desk.rows))
