"""How hard a winnable deal is for people: one to five stars, a fifth of a variant's deals each.

Three things tell it: how many cards players who move at random get home, how many greedy ones do, and the nodes of the
narrowest beam that wins. Each is measured against a sample of deals as they open, so a star means the same share of
days in every variant. The players' chance is counted out from their number: the same deal has the same stars always.
"""

from collections.abc import Callable, Iterator
from math import log2
from typing import NamedTuple

from server.rules import Move, Table, legal_moves, play, reveals
from server.rules.moves import FOUNDATION, RESERVE, WASTE

from .engine import Engine, best_engine
from .search import Beam, Found, Search, after, beam, run
from .weights import portfolio

PLAYERS = 80
_MOVES, _WITHOUT_PROGRESS = 150, 40
_WIDEST = 256
_NOISE = 5
"""A greedy player makes one move in so many at random."""


class Signs(NamedTuple):
    """What tells how hard a deal is: cards home by random and by greedy players, and the effort of the search."""

    random_home: float
    greedy_home: float
    effort: float


class Scale(NamedTuple):
    """The means and deviations of a sample's signs, and what divides its deals into fifths."""

    means: Signs
    deviations: Signs
    cuts: tuple[float, float, float, float]


# Made by `python -m tests.bench.difficulty --deals 200`.
SCALES: dict[str, Scale] = {
    "chinaman": Scale(
        Signs(3.812, 13.414, 15.085),
        Signs(1.937, 6.995, 1.849),
        (-1.539, -0.27, 0.621, 1.73),
    ),
    "chinese-torture": Scale(
        Signs(5.2, 18.815, 11.699),
        Signs(2.671, 9.659, 2.247),
        (-2.115, -0.347, 0.574, 2.012),
    ),
    "whitehorse": Scale(
        Signs(3.056, 17.673, 9.711),
        Signs(1.559, 9.572, 0.734),
        (-1.638, -0.423, 0.429, 1.464),
    ),
    "kansas": Scale(
        Signs(6.335, 17.611, 11.197),
        Signs(1.934, 6.278, 0.927),
        (-1.762, -0.553, 0.485, 1.879),
    ),
}


def stars(table: Table, engine: Engine | None = None) -> int | None:
    """From 1, easy, to 5; None for a variant of which no sample was taken."""
    scale = SCALES.get(table.variant.key)
    if scale is None:
        return None
    hardness = hardness_of(signs(table, engine), scale)
    return 1 + sum(hardness > cut for cut in scale.cuts)


def hardness_of(seen: Signs, scale: Scale) -> float:
    """The three signs as one number: few cards home and much effort are hard."""
    random_home, greedy_home, effort = (
        (value - mean) / deviation for value, mean, deviation in zip(seen, scale.means, scale.deviations, strict=True)
    )
    return effort - random_home - greedy_home


def signs(table: Table, engine: Engine | None = None) -> Signs:
    """What tells how hard a deal is."""
    return Signs(
        _mean_home(table, _any_move), _mean_home(table, _greedy_move), log2(_effort(table, engine or best_engine()))
    )


def _effort(table: Table, engine: Engine) -> int:
    """The nodes of beams of doubling width until one wins."""
    return run(_widening(engine, table), lambda _: None).nodes


def _widening(engine: Engine, table: Table) -> Search:
    width, spent = 2, 0
    weights = portfolio(table.variant).weights[0]
    while width <= _WIDEST:
        found = yield from after(spent, beam(engine, table, Beam(weights, width), 1 << 40))
        spent += found.nodes
        if found.moves is not None:
            break
        width *= 2
    return Found(None, spent)


class _Chance:
    """Numbers that look random, counted out from a seed (Knuth's congruential generator)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        """A number from 0 on, below the bound."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) % bound


Player = Callable[[Table, tuple[Move, ...], _Chance], Move]


def _mean_home(table: Table, player: Player) -> float:
    return sum(_best_home(table, player, _Chance(number)) for number in range(PLAYERS)) / PLAYERS


def _best_home(table: Table, player: Player, chance: _Chance) -> int:
    """The cards home when a player wins, is at the end of the moves, or gets nowhere."""
    since = 0
    for _ in range(_MOVES):
        moves = legal_moves(table)
        if not moves or since == _WITHOUT_PROGRESS:
            break
        before = table.home
        table = play(table, player(table, moves, chance))
        since = 0 if table.home > before else since + 1
    return table.home


def _any_move(_: Table, moves: tuple[Move, ...], chance: _Chance) -> Move:
    return moves[chance.below(len(moves))]


def _greedy_move(table: Table, moves: tuple[Move, ...], chance: _Chance) -> Move:
    """A card home, else a move that shows a new card, else one from the waste, else any."""
    if chance.below(_NOISE):
        for wanted in _wishes(table, moves):
            if wanted:
                return wanted[chance.below(len(wanted))]
    return _any_move(table, moves, chance)


def _wishes(table: Table, moves: tuple[Move, ...]) -> Iterator[list[Move]]:
    yield [move for move in moves if move.target == FOUNDATION]
    yield [
        move for move in moves if move.source >= 0 or move.source == RESERVE if reveals(table, move, play(table, move))
    ]
    yield [move for move in moves if move.source == WASTE and move.target >= 0]
