"""What processes tell each other through the database: this attempt's log has grown. Numbers only, no cards.

Told after the commit and in a transaction of its own: inside that of the moves it cut their rate to a quarter.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Self

from server.store.database import OUTAGES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import asyncpg

    from server.store.database import Database

CHANNEL = "samedeal_moves"
PAUSE = 0.25
PATIENCE = 5.0

NOTIFY = "SELECT pg_notify($1, sent) FROM unnest($2::text[]) AS sent"

log = logging.getLogger(__name__)

# The newest ply of each attempt there is news of.
News = dict[int, int]


class Notices:
    """`async with Notices(database) as notices`: tells other processes, and hears them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._news: News = {}
        self._awake = asyncio.Event()
        self._closed = False
        self._connection: asyncpg.Connection | None = None
        self._pid = 0

    async def __aenter__(self) -> Self:
        self._publisher = asyncio.get_running_loop().create_task(self._publish_until_closed(), name="notices")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        self._awake.set()
        await self._publisher

    def publish(self, attempt_id: int, ply: int) -> None:
        """Tell other processes that the log of this attempt goes up to `ply`; soon, and only the newest."""
        self._news[attempt_id] = ply
        self._awake.set()

    async def subscribe(self) -> AsyncIterator[tuple[int, int] | None]:
        """What other processes published, (attempt, ply), for ever.

        None at the beginning and whenever the connection was made anew: anything may have happened before.
        """
        while True:
            try:
                async with self._ear() as heard:
                    yield None
                    while news := await heard.take():
                        for item in news.items():
                            yield item
            except OUTAGES as error:
                log.warning("Cannot hear other processes: %s", str(error) or type(error).__name__)
                await asyncio.sleep(PAUSE)

    async def _publish_until_closed(self) -> None:
        try:
            while not self._closed or self._news:
                await self._awake.wait()
                self._awake.clear()
                news, self._news = self._news, {}
                await self._tell(news)
        finally:
            await self._disconnect()

    async def _tell(self, news: News) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                connection = await self._connected()
                sent = [f"{attempt_id}:{ply}" for attempt_id, ply in news.items()]
                await connection.execute(NOTIFY, CHANNEL, sent)
        except OUTAGES as error:
            log.warning("Cannot tell other processes: %s", str(error) or type(error).__name__)
            await self._disconnect()
            self._tell_later(news)
            await asyncio.sleep(PAUSE)

    def _tell_later(self, news: News) -> None:
        if not self._closed:
            self._news = news | self._news
            self._awake.set()

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._database.connect_raw(statement_timeout=PATIENCE)
            await self._connection.execute("SET synchronous_commit = off")  # what is told here need not last
            self._pid = self._connection.get_server_pid()
        return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*OUTAGES):
                await connection.close(timeout=1)

    @asynccontextmanager
    async def _ear(self) -> AsyncIterator[_Heard]:
        connection = await self._database.connect_raw(statement_timeout=PATIENCE)
        heard = _Heard()

        def hear(_connection: object, pid: int, _channel: str, payload: object) -> None:
            if pid != self._pid:
                heard.add(str(payload))

        try:
            connection.add_termination_listener(heard.lose)
            await connection.add_listener(CHANNEL, hear)
            yield heard
        finally:
            with suppress(*OUTAGES):
                await connection.close(timeout=1)


class _Heard:
    """News as it comes in, until the connection it comes by is lost."""

    def __init__(self) -> None:
        self._news: News = {}
        self._awake = asyncio.Event()
        self._lost = False

    def add(self, payload: str) -> None:
        attempt_id, _, ply = payload.partition(":")
        self._news[int(attempt_id)] = int(ply)
        self._awake.set()

    def lose(self, _connection: object) -> None:
        self._lost = True
        self._awake.set()

    async def take(self) -> News:
        """The news since the last time, as soon as there is any. Raises ConnectionResetError when none can come."""
        await self._awake.wait()
        self._awake.clear()
        if self._lost:
            raise ConnectionResetError("The connection that listens was lost.")
        news, self._news = self._news, {}
        return news
