"""Par: the fewest moves found, by going through a deal again for shorter wins."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from server.rules import Table

from . import kernels
from .engine import Engine, best_engine
from .lines import macro_line, winning_line
from .position import facts_of, row_of
from .search import DOUBLINGS, Beam, Found, Search, after, beam, run
from .weights import Portfolio, Weights, portfolio

PAR_BUDGET = 1_000_000


class Par(NamedTuple):
    """The shortest line found, and the nodes it took."""

    line: tuple[str, ...]
    nodes: int

    @property
    def moves(self) -> int:
        """The number of moves, turns and redeals included."""
        return len(self.line)


def _unwatched(_: int) -> None:
    """Nobody looks on."""


def par(
    table: Table,
    line: tuple[str, ...],
    node_budget: int = PAR_BUDGET,
    watch: Callable[[int], None] = _unwatched,
    engine: Engine | None = None,
) -> Par:
    """A line at least as short as the given one, which wins the table, as far as a budget of nodes finds one.

    The same on every machine and with every engine. `watch` is told the nodes after each step; what it raises ends the
    search.
    """
    found = run(_shorten(engine or best_engine(), table, len(line), node_budget), watch)
    return Par(winning_line(table, found.moves) if found.moves else line, found.nodes)


def fewest_moves(table: Table) -> int:
    """No win takes fewer: each card home, the stock turned once, what lies over an earlier card of its suit lifted."""
    facts = facts_of(table)
    return kernels.fewest_steps(facts, row_of(table, facts), 0)


def _shorten(engine: Engine, table: Table, moves: int, budget: int) -> Search:
    """Beams to which a move costs more and more, then the same of double width; each only takes what is shorter."""
    best, spent = Found(None, 0), 0
    for weights, width in _rounds(portfolio(table.variant)):
        found = yield from after(spent, beam(engine, table, Beam(weights, width, moves), budget - spent))
        spent += found.nodes
        if found.moves is not None:
            best, moves = found, len(macro_line(table, found.moves).moves)
        if spent >= budget:
            break
    return best._replace(nodes=spent)


def _rounds(sets: Portfolio) -> Iterator[tuple[Weights, int]]:
    for doubling in range(DOUBLINGS):
        for step in sets.steps:
            for weights in sets.weights:
                yield weights._replace(step=step), sets.par_width << doubling
