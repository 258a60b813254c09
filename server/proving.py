"""Which deal each game has: the first of its secret's that is proven winnable. Play is never delayed by that.

The search runs in a process of its own, at the lowest priority, for one game at a time among all processes of a
database. The secret goes to it by its standard input. `python -m server.proving` is that process.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from server.live.clock import Clock
from server.rules import VARIANTS, deal, deck_for
from server.solver import PAR_BUDGET, find_winnable, par
from server.store.database import Database, DatabaseUnavailable
from server.store.games import Games

LOOK_SECONDS = 5
LOWEST_PRIORITY = 19

_log = logging.getLogger(__name__)


class Task(msgspec.Struct, kw_only=True):
    """Find the deal of a game; with a `line` that wins deal `number`, find a shorter one."""

    variant: str
    secret: bytes
    node_budget: int
    number: int = 0
    line: tuple[str, ...] = ()


class Answer(msgspec.Struct, kw_only=True):
    """The deal of a game and a line that wins it; None: the budget was spent, and the deal is the first."""

    number: int
    line: tuple[str, ...] | None


class Failed(Exception):
    """The process that searches ended without an answer."""


class Proving:
    """Decides the deals of coming games, then their par; `par_budget` in nodes for each."""

    def __init__(self, database: Database, games: Games, clock: Clock, *, par_budget: int = PAR_BUDGET) -> None:
        self._database = database
        self._games = games
        self._clock = clock
        self._par_budget = par_budget

    async def run(self) -> None:
        """Proves what is due, for ever."""
        while True:
            try:
                while await self._alone(self.decide_next) or await self._alone(self.rate_next):
                    pass
            except DatabaseUnavailable:
                _log.warning("The database is away; games are proven when it is back.")
            except Failed:
                _log.exception("A game could not be proven; it is tried again.")
            await asyncio.sleep(LOOK_SECONDS)

    async def decide_next(self) -> bool:
        """Decides the deal of the nearest game that has none; whether there was one. Raises Failed."""
        sought = await self._games.undecided(self._clock().date())
        for game, secret in sought[:1]:
            found = await searched(Task(variant=game.variant, secret=secret, node_budget=game.node_budget))
            await self._games.decide(game.id, found.number, found.line, self._clock())
            _log.info("%s %s is %s.", game.day, game.variant, "proven" if found.line else "not proven winnable")
        return bool(sought)

    async def rate_next(self) -> bool:
        """Finds par for the nearest proven game that has none; whether there was one. Raises Failed."""
        unrated = await self._games.without_par(self._clock().date())
        for game, secret, line in unrated[:1]:
            number, budget = game.deal_number, self._par_budget
            task = Task(variant=game.variant, secret=secret, node_budget=budget, number=number, line=line)
            found = await searched(task)
            await self._games.rate(game.id, found.line or line)
        return bool(unrated)

    async def _alone(self, work: Callable[[], Awaitable[bool]]) -> bool:
        async with self._database.alone("samedeal prove") as alone:
            return alone and await work()


async def searched(task: Task) -> Answer:
    """The answer of a process that searches. Raises Failed.

    It has a session of its own, so that Ctrl-C at the terminal reaches only the server, which then ends it.
    """
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", __name__)
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True)
    try:
        told, _ = await process.communicate(msgspec.json.encode(task))
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        raise Failed(f"It ended with {process.returncode}.")
    return msgspec.json.decode(told, type=Answer)


def search(task: Task) -> Answer:
    """What the process does."""
    variant = VARIANTS[task.variant]
    if task.line:
        table = deal(variant, deck_for(task.secret, variant, task.number))
        return Answer(number=task.number, line=par(table, task.line, task.node_budget).line)
    proof = find_winnable(variant, partial(deck_for, task.secret, variant), task.node_budget)
    return Answer(number=proof.deal_number, line=proof.line) if proof else Answer(number=0, line=None)


def main() -> None:
    """Reads a task from standard input, writes the answer to standard output."""
    os.nice(LOWEST_PRIORITY)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(msgspec.json.encode(search(task)))


if __name__ == "__main__":
    main()
