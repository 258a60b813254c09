"""Whether a deal can be won, as far as a budget of nodes tells."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from server.rules import Table

from .engine import Engine, best_engine
from .lines import winning_line
from .search import DOUBLINGS, Beam, Found, Search, after, beam, exhaust, run
from .weights import Portfolio, portfolio


class Verdict(StrEnum):
    """What is known about a table, all its cards known."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


class Solution(NamedTuple):
    """A verdict, the line that wins if there is one, and the nodes it took."""

    verdict: Verdict
    line: tuple[str, ...] | None
    nodes: int


def _unwatched(_: int) -> None:
    """Nobody looks on."""


def solve(
    table: Table, node_budget: int, watch: Callable[[int], None] = _unwatched, engine: Engine | None = None
) -> Solution:
    """Looks for a win and for the proof that there is none, side by side.

    A win is a line that the rules have played; `unwinnable` means that every position was visited. `watch` is told
    the nodes after each step; what it raises ends the search.
    """
    if table.is_won:
        return Solution(Verdict.WINNABLE, (), 0)
    found = run(_side_by_side(engine or best_engine(), table, node_budget), watch)
    if found.moves is not None:
        return Solution(Verdict.WINNABLE, winning_line(table, found.moves), found.nodes)
    return Solution(Verdict.UNWINNABLE if found.whole else Verdict.UNKNOWN, None, found.nodes)


def _side_by_side(engine: Engine, table: Table, budget: int) -> Search:
    """Beams of doubling width, and one exhaustive search that goes on while it has had less than its share."""
    sets = portfolio(table.variant)
    beams = _beams(engine, table, sets, budget)
    digging = exhaust(engine, table, sets.weights[0], budget)
    beamed = dug = 0
    while beamed + dug < budget:
        search = next(beams, None) if dug > beamed * sets.digging else None
        if search is not None:
            found = yield from after(beamed + dug, search)
            beamed += found.nodes
            if found.moves is not None or found.whole:
                return found._replace(nodes=beamed + dug)
        else:
            try:
                dug = next(digging)
            except StopIteration as end:
                ended: Found = end.value
                return ended._replace(nodes=beamed + ended.nodes)
            yield beamed + dug
    return Found(None, beamed + dug)


def _beams(engine: Engine, table: Table, sets: Portfolio, budget: int) -> Iterator[Search]:
    for doubling in range(DOUBLINGS):
        for weights in sets.weights:
            yield beam(engine, table, Beam(weights, sets.width << doubling), budget)
