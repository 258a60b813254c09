"""What happens by itself: games are made, attempts end at final, what was left unverified is verified."""

import asyncio
import logging
import secrets
from datetime import date, timedelta

from server.contest.game import NODE_BUDGET, SOLVER_VERSION, commitment
from server.live.archive import Archive
from server.live.clock import Clock
from server.store.attempts import Attempts
from server.store.database import DatabaseUnavailable
from server.store.games import Game, Games

DAYS_AHEAD = 7
TICK_SECONDS = 60

_log = logging.getLogger(__name__)


class Clockwork:
    """Safe with many processes: whatever it does is done once, by whoever comes first."""

    def __init__(
        self, games: Games, attempts: Attempts, archive: Archive, clock: Clock, variants: tuple[str, ...]
    ) -> None:
        self._games = games
        self._attempts = attempts
        self._archive = archive
        self._clock = clock
        self._variants = variants

    async def run(self) -> None:
        """Does what is due, for ever."""
        while True:
            try:
                await self.tick()
            except DatabaseUnavailable:
                _log.warning("The database is away; games are made and attempts ended when it is back.")
            await asyncio.sleep(TICK_SECONDS)

    async def tick(self) -> None:
        """Does what is due now. Raises DatabaseUnavailable."""
        today = self._clock().date()
        for ahead in range(DAYS_AHEAD + 1):
            await self.games_of(today + timedelta(days=ahead))
        for row in await self._attempts.overdue(self._clock()):
            await self._archive.expire(row, self._clock())
        for row in await self._attempts.unverified():
            await self._archive.verify(row)

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
            commitment=commitment(variant, day, SOLVER_VERSION, NODE_BUDGET, secret),
            solver_version=SOLVER_VERSION,
            node_budget=NODE_BUDGET,
            deal_number=0,
            now=self._clock(),
        )
