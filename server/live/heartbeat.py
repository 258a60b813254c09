"""This process says that it serves, and knows when none did (contest.outage)."""

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta

from server.contest.outage import Outage, lost
from server.store.database import DatabaseUnavailable
from server.store.heartbeats import Heartbeats

from .clock import Clock

BEAT_SECONDS = 2

_log = logging.getLogger(__name__)


class Heartbeat:
    """Beats once before anything is served, then as long as it runs, and when it ends.

    A process that cannot reach the database serves nobody: from a failed beat to the next that succeeds it claims
    nothing.
    """

    def __init__(self, heartbeats: Heartbeats, clock: Clock) -> None:
        self._heartbeats = heartbeats
        self._clock = clock
        self._served_since: datetime | None = None
        self._newest = 0
        self.outages: tuple[Outage, ...] = ()

    async def run(self) -> None:
        """Beats, for ever."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except DatabaseUnavailable:
                _log.warning("The database is away; the time until it is back is charged to nobody.")

    async def end(self) -> None:
        """Says that it served until now."""
        with suppress(DatabaseUnavailable):
            await self.beat()

    async def beat(self) -> None:
        """Says that it served since its last heartbeat, and learns of new outages. Raises DatabaseUnavailable."""
        now = self._clock()
        since, self._served_since = self._served_since or now, None
        try:
            newest = await self._heartbeats.beat(since, now)
        except asyncio.CancelledError:  # it is we who stop; what was served stays served
            self._served_since = since
            raise
        if newest != self._newest:
            self.outages = await self._heartbeats.outages()
            self._newest = newest
        self._served_since = now

    def lost(self, began_at: datetime, now: datetime) -> timedelta:
        """How much of this time nobody served."""
        return lost(self.outages, began_at, now)
