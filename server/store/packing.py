"""Finished logs, each packed into one row; `Attempts.log` reads them as before."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import and_, func, or_, select

from server.contest.attempt import Kind
from server.contest.packed_log import pack, unpack
from server.store.attempts import read_attempts
from server.store.tables import attempts, games

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from server.contest.attempt import Entry
    from server.store.attempts import AttemptRow
    from server.store.database import Database


class Packing:
    """Packs the logs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, last_final: date, practice_before: datetime, above: int, limit: int) -> tuple[AttemptRow, ...]:
        """Verified attempts with numbers above `above` whose log is still in rows: of days that are final up to
        `last_final`, and practice that ended before `practice_before`.
        """
        over = or_(
            and_(attempts.c.kind == Kind.RANKED, games.c.day <= last_final),
            and_(attempts.c.kind == Kind.PRACTICE, attempts.c.ended_at < practice_before),
        )
        unpacked = attempts.c.verdict == "verified", ~attempts.c.packed, attempts.c.id > above
        async with self._database.reading() as connection:
            return await read_attempts(connection, over, *unpacked, limit=limit)

    async def pack(self, attempt_id: int, log: Sequence[Entry]) -> bool:
        """Exchanges the rows of a verified attempt for their packed log, if they are `log` to the last bit.

        False, and nothing changed, when they are not, or when it is packed already.
        """
        packed = pack(log)
        if unpack(packed) != tuple(log):
            return False
        swap = func.pack_log(attempt_id, packed, len(log), _hash(log))
        async with self._database.transaction() as connection:
            return bool((await connection.execute(select(swap))).scalar_one())


def _hash(log: Sequence[Entry]) -> bytes:
    """As the function pack_log hashes the rows."""
    lines = "\n".join(f"{entry.ply}|{entry.move}|{entry.at_ms}" for entry in log)
    return hashlib.sha256(lines.encode()).digest()
