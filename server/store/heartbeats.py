"""When somebody served, and when nobody did: outages are what lies between two heartbeats that no process spans."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from server.contest.outage import Outage
from server.store.tables import heartbeats, outages

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from server.store.database import Database

TOLERANCE = timedelta(seconds=5)


class Heartbeats:
    """The heartbeats and outages of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, since: datetime, now: datetime) -> int:
        """Says that this process served from `since` until `now`; gives the number of the last outage, 0 before any.

        A longer gap than TOLERANCE between the last heartbeat of any process and `since` becomes an outage, once.
        """
        async with self._database.transaction() as connection:
            first = insert_or_skip(heartbeats).values(served_until=since).on_conflict_do_nothing()
            await connection.execute(first)
            served_until: datetime = (
                await connection.execute(select(heartbeats.c.served_until).with_for_update())
            ).scalar_one()
            if since - served_until > TOLERANCE:
                await connection.execute(insert(outages).values(began_at=served_until, ended_at=since))
            await connection.execute(update(heartbeats).values(served_until=func.greatest(served_until, now)))
            return await _newest(connection)

    async def outages(self) -> tuple[Outage, ...]:
        """All outages, by time."""
        query = select(outages.c.began_at, outages.c.ended_at).order_by(outages.c.began_at)
        async with self._database.reading() as connection:
            return tuple(Outage(*row) for row in await connection.execute(query))


async def _newest(connection: AsyncConnection) -> int:
    newest: int | None = (await connection.execute(select(func.max(outages.c.id)))).scalar()
    return newest or 0
