"""The logs of all attempts: what is in one has been committed.

All rooms of a process hand their moves to one writer, which commits whatever waits, together. Nobody waits for a timer:
while one batch is being committed the next one gathers. One writer, not two: two wrote up to a fifth more rows, in
smaller batches that cost us a tenth more of our own time for each, and our time is what a server runs out of first.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Self

import asyncpg

from server.store.database import OUTAGES, DatabaseUnavailable

if TYPE_CHECKING:
    from asyncio import Future
    from collections.abc import Callable, Iterable, Sequence

    from asyncpg.prepared_stmt import PreparedStatement

    from server.contest.attempt import Entry
    from server.store.database import Database

PATIENCE = 5.0
LARGEST_BATCH = 2048
FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.25
GOODBYE = 0.25

# Gives no row when all were written, as they nearly always are.
INSERT = """
WITH written AS (
    INSERT INTO moves (attempt_id, ply, move, at_ms)
    SELECT * FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[])
    ON CONFLICT DO NOTHING
    RETURNING attempt_id, ply
)
SELECT array_agg(attempt_id), array_agg(ply) FROM written HAVING count(*) < cardinality($1)
"""

FIND = """
SELECT array_agg(attempt_id), array_agg(ply)
FROM unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[]) AS sent (attempt_id, ply, move, at_ms)
JOIN moves USING (attempt_id, ply, move, at_ms)
"""

log = logging.getLogger(__name__)


class LogConflict(Exception):
    """This ply of this attempt was in the log already."""


class LogUnavailable(DatabaseUnavailable):
    """The database did not confirm the entry in time. It is in the log only if the answer alone was lost."""


class Waiting(NamedTuple):
    """An entry on its way, the loop's time by which it must be committed, and who is told."""

    attempt_id: int
    ply: int
    move: str
    at_ms: int
    deadline: float
    done: Future[None]


class MoveLog:
    """Appends to the logs of attempts; an append that returns has been committed.

    `async with MoveLog(database) as log`: leaving commits or fails everything that was handed in.
    `observe(rows, seconds)` is called after each commit, `on_outage` when moves begin to wait for the database.
    `patience`: how many seconds an append may take in all.
    """

    def __init__(
        self, database: Database, *, patience: float = PATIENCE, observe: Callable[[int, float], None] | None = None
    ) -> None:
        self._writing = _Writing(database, patience)
        self._patience = patience
        self._observe = observe
        self._waiting: list[Waiting] = []
        self._awake = asyncio.Event()
        self._closed = False
        self.on_outage: Callable[[], None] = lambda: None

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._writer = self._loop.create_task(self._write_until_closed(), name="move log")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        self._awake.set()
        await self._writer

    def append(self, attempt_id: int, entry: Entry) -> Future[None]:
        """Commit an entry: await what this gives.

        Raises LogConflict when that ply is taken, LogUnavailable when the database does not confirm it in time.
        """
        done: Future[None] = self._loop.create_future()
        if self._closed:
            done.set_exception(LogUnavailable("The log is closed."))
            return done
        deadline = self._loop.time() + self._patience
        self._waiting.append(Waiting(attempt_id, entry.ply, entry.move, entry.at_ms, deadline, done))
        self._awake.set()
        return done

    async def _write_until_closed(self) -> None:
        batch: list[Waiting] = []
        try:
            while await self._something_waits():
                batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
                await self._commit(batch)
        finally:
            self._closed = True
            _refuse([*batch, *self._waiting])
            await self._writing.disconnect()

    async def _something_waits(self) -> bool:
        while not self._waiting and not self._closed:
            self._awake.clear()
            await self._awake.wait()
        return bool(self._waiting)

    async def _commit(self, batch: list[Waiting]) -> None:
        """Try until everybody in the batch has an answer."""
        for tried in count():
            batch = self._in_time(batch)
            if not batch or await self._try(batch, again=tried > 0):
                return
            batch = self._in_time(batch)
            await self._writing.disconnect()
            await asyncio.sleep(min(FIRST_PAUSE * 2**tried, LONGEST_PAUSE))

    async def _try(self, batch: list[Waiting], *, again: bool) -> bool:
        began, deadline = self._loop.time(), batch[0].deadline
        batch = sorted(batch, key=attrgetter("attempt_id"))  # two processes that lock in one order never deadlock
        try:
            async with asyncio.timeout_at(deadline):
                written = await self._writing.write(batch, again=again)
        except OUTAGES as error:
            if not again:
                log.warning("Moves are waiting for the database: %s", str(error) or type(error).__name__)
                self.on_outage()
            return False
        except asyncpg.PostgresError:
            log.exception("The database refuses to write moves.")
            _refuse(batch)
            return True
        _settle(batch, written)
        if self._observe:
            self._observe(len(batch), self._loop.time() - began)
        return True

    def _in_time(self, batch: list[Waiting]) -> list[Waiting]:
        """Those somebody waits for still; who has waited too long is told."""
        now = self._loop.time()
        _refuse(row for row in batch if row.deadline <= now)
        return [row for row in batch if not row.done.done()]


class _Writing:
    """The writer's own connection, made anew when it was lost."""

    def __init__(self, database: Database, patience: float) -> None:
        self._database = database
        self._patience = patience
        self._connection: asyncpg.Connection | None = None
        self._insert: PreparedStatement
        self._find: PreparedStatement

    async def write(self, batch: Sequence[Waiting], *, again: bool) -> set[tuple[int, int]] | None:
        """Insert the rows; gives (attempt, ply) of those that are in the log by it, None for all.

        `again`: an earlier try may have been committed, only its answer lost; then equal rows count as written.
        """
        if self._connection is None or self._connection.is_closed():
            await self._connect()
        ids, plies, moves, times, _, _ = zip(*batch, strict=True)
        missed = await self._insert.fetchrow(ids, plies, moves, times)
        if missed is None:
            return None
        ours = (await self._find.fetchrow(ids, plies, moves, times) if again else None) or missed
        return set(zip(ours[0] or (), ours[1] or (), strict=True))

    async def disconnect(self) -> None:
        """Give up the connection, and with it whatever the server is still doing for us."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*OUTAGES):
                await connection.close(timeout=GOODBYE)

    async def _connect(self) -> None:
        connection = await self._database.connect_raw(statement_timeout=self._patience)
        self._insert = await connection.prepare(INSERT)
        self._find = await connection.prepare(FIND)
        self._connection = connection


def _settle(batch: Sequence[Waiting], written: set[tuple[int, int]] | None) -> None:
    """Tell everybody in the batch what came of it, given (attempt, ply) of what is in the log by it, None for all."""
    for row in batch:
        place = (row.attempt_id, row.ply)
        if written is None or place in written:
            _confirm(row)
            if written:
                written.remove(place)
        else:
            _fail(row, LogConflict(f"Ply {row.ply} of attempt {row.attempt_id} is in the log already."))


def _refuse(rows: Iterable[Waiting]) -> None:
    for row in rows:
        _fail(row, LogUnavailable("The database did not confirm the move in time."))


def _confirm(row: Waiting) -> None:
    if not row.done.done():
        row.done.set_result(None)


def _fail(row: Waiting, error: Exception) -> None:
    if not row.done.done():
        row.done.set_exception(error)
