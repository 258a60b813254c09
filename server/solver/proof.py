"""The deal of a game: the first of its secret's sequence that a pinned search proves winnable."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import NamedTuple

from server.rules import Card, Table, Variant, deal

from .engine import Engine, best_engine
from .lines import winning_line
from .search import Beam, Found, Search, beam, run
from .weights import portfolio

SOLVER_VERSION = "samedeal-solver/1"
NODE_BUDGET = 4_000_000


class Progress(NamedTuple):
    """Where the search for a winnable deal is: the number of the deal, and the nodes visited so far for all deals."""

    deal_number: int
    nodes: int


class Proof(NamedTuple):
    """A deal that can be won: its number, a line that wins it, and the nodes visited for it and those before it."""

    deal_number: int
    line: tuple[str, ...]
    nodes: int


def _unwatched(_: Progress) -> None:
    """Nobody looks on."""


def find_winnable(
    variant: Variant,
    decks: Callable[[int], tuple[Card, ...]],
    node_budget: int = NODE_BUDGET,
    watch: Callable[[Progress], None] = _unwatched,
    engine: Engine | None = None,
) -> Proof | None:
    """The first deal of 0, 1, 2 … that is proven winnable; None once the budget is spent.

    `decks` gives the deck of a number. Every deal is tried by the same beams and the budget is in nodes, so that the
    answer is the same on every machine and with every engine. `watch` is told after each step of some milliseconds;
    what it raises ends the search.
    """
    spent = 0
    for number in count():
        table = deal(variant, decks(number))
        tell = partial(_tell, watch, number, spent)
        found = run(_beams(engine or best_engine(), table, node_budget - spent), tell)
        spent += found.nodes
        if found.moves is not None:
            return Proof(number, winning_line(table, found.moves), spent)
        if spent >= node_budget:
            break
    return None


def _tell(watch: Callable[[Progress], None], number: int, before: int, nodes: int) -> None:
    watch(Progress(number, before + nodes))


def _beams(engine: Engine, table: Table, budget: int) -> Search:
    """The narrowest beam with each set of weights: a deal they don't win is left for the next."""
    spent = 0
    sets = portfolio(table.variant)
    for weights in sets.weights:
        found = yield from beam(engine, table, Beam(weights, sets.width), budget - spent)
        spent += found.nodes
        if found.moves is not None or spent >= budget:
            return Found(found.moves, spent)
    return Found(None, spent)
