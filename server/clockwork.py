"""What happens by itself: games are made, attempts end at final, results are verified, days are closed.

Every job may be done by any process and is done by one at a time, under an advisory lock. Each asks the database what
is due and leaves nothing half done, so whatever was missed in days of downtime is done once, by whoever comes first.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import date, timedelta

from server.contest.game import NO_SOLVER, commitment, last_final
from server.live.archive import Archive
from server.live.clock import Clock
from server.live.rooms import Rooms
from server.solver import SOLVER_VERSION
from server.store.attempts import AttemptRow, Attempts
from server.store.database import Database, DatabaseUnavailable
from server.store.days import Days
from server.store.games import Game, Games
from server.store.packing import Packing

DAYS_AHEAD = 7
TICK_SECONDS = 60
PACKED_TOGETHER = 500
PRACTICE_RESTS = timedelta(days=1)

_log = logging.getLogger(__name__)


class Clockwork:
    """The jobs of a process; safe with many."""

    def __init__(  # noqa: PLR0913
        self,
        database: Database,
        games: Games,
        archive: Archive,
        rooms: Rooms,
        *,
        clock: Clock,
        variants: tuple[str, ...],
        node_budget: int = 0,
    ) -> None:
        self._database = database
        self._games = games
        self._archive = archive
        self._rooms = rooms
        self._clock = clock
        self._variants = variants
        self._node_budget = node_budget
        self._solver_version = SOLVER_VERSION if node_budget else NO_SOLVER
        self._attempts = Attempts(database)
        self._days = Days(database)
        self._packing = Packing(database)
        self._ticking = asyncio.Lock()

    async def run(self) -> None:
        """Does what is due, for ever."""
        while True:
            try:
                await self.tick()
            except DatabaseUnavailable:
                _log.warning("The database is away; what is due is done when it is back.")
            except Exception:  # noqa: BLE001 - the edge of a task: one bad row must not end the days to come
                _log.exception("Something that is due can't be done; it is tried again.")
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        """Does what is due now, but for what another process is doing. Raises DatabaseUnavailable."""
        async with self._ticking:
            await self.make_games()
            self._rooms.remind()
            await self._rooms.expire()
            await self._alone("expire", self._expire)
            await self._alone("verify", self._verify)
            await self._alone("reveal", self._reveal)
            await self._alone("publish", self._publish)
            await self._alone("pack", self._pack)

    async def make_games(self) -> None:
        """Makes the missing games of today and of the days to come. Raises DatabaseUnavailable."""
        today = self._clock().date()
        for ahead in range(DAYS_AHEAD + 1):
            await self.games_of(today + timedelta(days=ahead))

    async def games_of(self, day: date) -> tuple[Game, ...]:
        """The games of a day, made with fresh secrets where they are missing: today's and those of a week to come."""
        games = await self._games.on(day)
        missing = set(self._variants) - {game.variant for game in games}
        if not missing or not 0 <= (day - self._clock().date()).days <= DAYS_AHEAD:
            return games
        for variant in missing:
            await self._make(variant, day)
        return await self._games.on(day)

    async def _make(self, variant: str, day: date) -> None:
        secret = secrets.token_bytes(32)
        await self._games.add(
            variant=variant,
            day=day,
            secret=secret,
            commitment=commitment(variant, day, self._solver_version, self._node_budget, secret),
            solver_version=self._solver_version,
            node_budget=self._node_budget,
            deal_number=0,
            now=self._clock(),
        )

    async def _alone(self, job: str, work: Callable[[], Awaitable[None]]) -> None:
        async with self._database.alone(f"samedeal {job}") as alone:
            if alone:
                await work()

    async def _expire(self) -> None:
        """Ranked attempts end when their game is final (product.md, the day)."""
        for row in await self._attempts.overdue(self._clock()):
            await self._archive.expire(row, self._clock())

    async def _verify(self) -> None:
        """What a crash left unverified."""
        for row in await self._attempts.unverified():
            await self._archive.verify(row)

    async def _reveal(self) -> None:
        await self._games.reveal(last_final(self._clock()))

    async def _publish(self) -> None:
        """Days all of whose results are known get their root."""
        for day in await self._days.unfinished(last_final(self._clock())):
            await self._days.publish(day, self._clock())

    async def _pack(self) -> None:
        """Logs of final days, and of practice that has rested: a room elsewhere may still believe it goes on."""
        final, rested, above = last_final(self._clock()), self._clock() - PRACTICE_RESTS, 0
        while rows := await self._packing.due(final, rested, above, PACKED_TOGETHER):
            for row in rows:
                await self._pack_log(row)
            above = rows[-1].id

    async def _pack_log(self, row: AttemptRow) -> None:
        """Packs a log whose chain is still the one that was told at the end; any other is verified once more."""
        log = await self._attempts.log(row.id)
        if not await self._archive.chained(row, log):
            await self._archive.verify(row)
        elif not await self._packing.pack(row.id, log):
            _log.warning("The log of attempt %d was not packed: it changed meanwhile.", row.id)
