"""Attempts: who plays what, how far they came, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from server.contest.attempt import Entry, Kind
from server.contest.game import last_final
from server.contest.packed_log import unpack
from server.contest.result import Outcome, Result
from server.store.database import text_of
from server.store.tables import attempts, games, hidings, players

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from asyncpg import Record
    from asyncpg.pool import PoolConnectionProxy
    from sqlalchemy import ColumnElement, RowMapping, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from server.store.database import Database

    Row = RowMapping | Record

Verdict = Literal["verified", "mismatch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptRow:
    """An attempt as it is stored, without its moves."""

    id: int
    player_id: int
    player_name: str
    kind: Kind
    variant: str
    game_id: int | None
    day: date | None
    deck: str | None  # 52 cards with spaces between; None: that of the game
    pasted: bool
    started_at: datetime | None
    ended_at: datetime | None
    result: Result | None
    chain: bytes | None
    verdict: Verdict | None
    hidden: bool
    credited_ms: int = 0


class Attempts:
    """The attempts of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start_ranked(self, player_id: int, game_id: int, variant: str, now: datetime) -> tuple[AttemptRow, bool]:
        """The one ranked attempt of this player at this game, and whether it was made just now.

        That of a hidden player is hidden.
        """
        mine = (*_ranked(player_id), attempts.c.game_id == game_id)
        async with self._database.transaction() as connection:
            created = False
            if not (found := await read_attempts(connection, *mine)):
                values = {"player_id": player_id, "kind": Kind.RANKED, "variant": variant, "game_id": game_id}
                hidden = select(hidings.c.id).where(hidings.c.player_id == player_id).exists()
                created = await _insert(connection, attempts, {**values, "created_at": now, "hidden": hidden})
                found = await read_attempts(connection, *mine)
        return found[0], created

    async def start_practice(  # noqa: PLR0913
        self,
        player_id: int,
        variant: str,
        *,
        deck: str | None = None,
        game_id: int | None = None,
        pasted: bool = False,
        now: datetime,
    ) -> AttemptRow:
        """A new attempt for practice, at `deck` (52 cards with spaces between) or at the deck of a game."""
        async with self._database.raw() as connection:
            attempt_id = await connection.fetchval(_PRACTISE, player_id, variant, deck, game_id, pasted, now)
            row = await connection.fetchrow(_ONE, attempt_id)
        assert row is not None
        return _attempt(row)

    async def get(self, attempt_id: int) -> AttemptRow | None:
        """The attempt of this number."""
        async with self._database.raw() as connection:
            row = await connection.fetchrow(_ONE, attempt_id)
        return _attempt(row) if row else None

    async def begin(self, attempt_id: int, now: datetime) -> datetime:
        """Start its clock, once: gives the time it was started at, by whoever came first."""
        async with self._database.raw() as connection:
            stored: datetime = await connection.fetchval(_BEGIN, attempt_id, now)
        return stored

    async def log(self, attempt_id: int) -> tuple[Entry, ...]:
        """Every entry that is committed, by ply. Rows behind a packed log are none: it was packed when it was over."""
        async with self._database.raw() as connection:
            rows = await connection.fetch(_LOG, attempt_id)
        if rows and rows[0]["log"] is not None:
            return unpack(rows[0]["log"])
        return tuple(Entry(ply, move, at_ms) for ply, move, at_ms, _ in rows)

    async def close(
        self, attempt_id: int, entries: Sequence[Entry], result: Result, chain: bytes | None, now: datetime
    ) -> bool:
        """Commit the last entries together with the result.

        False, and nothing written, when one of these plies is in the log already or the attempt has ended.
        """
        try:
            async with self._database.raw() as connection, connection.transaction():
                await _end(connection, attempt_id, result, chain, now)
                await _write(connection, attempt_id, entries)
        except _Overtaken:
            return False
        return True

    async def set_verdict(self, attempt_id: int, verdict: Verdict) -> None:
        """Store what the verification of the log said."""
        async with self._database.raw() as connection:
            await connection.execute("UPDATE attempts SET verdict = $2 WHERE id = $1", attempt_id, verdict)

    async def credit(self, attempt_id: int, milliseconds: int) -> None:
        """Store how much of our outages was left out of its time."""
        credited = update(attempts).where(attempts.c.id == attempt_id).values(credited_ms=milliseconds)
        async with self._database.transaction() as connection:
            await connection.execute(credited)

    async def of_player(self, player_id: int, game_ids: Sequence[int]) -> tuple[AttemptRow, ...]:
        """This player's ranked attempts at these games."""
        return await self._all(*_ranked(player_id), attempts.c.game_id.in_(game_ids))

    async def results_of(self, player_id: int) -> tuple[AttemptRow, ...]:
        """This player's ranked attempts that count: ended, verified, not hidden; the newest first."""
        counts = attempts.c.verdict == "verified", ~attempts.c.hidden
        found = await self._all(*_ranked(player_id), attempts.c.ended_at.is_not(None), *counts)
        return found[::-1]

    async def running(self, game_id: int, limit: int) -> tuple[AttemptRow, ...]:
        """Ranked attempts at a game that have begun and not ended, those begun last first."""
        where = attempts.c.kind == "ranked", attempts.c.game_id == game_id
        under_way = attempts.c.started_at.is_not(None), attempts.c.ended_at.is_(None)
        query = _rows.where(*where, *under_way).order_by(None).order_by(attempts.c.started_at.desc()).limit(limit)
        async with self._database.reading() as connection:
            return tuple(_attempt(row) for row in (await connection.execute(query)).mappings())

    async def unverified(self) -> tuple[AttemptRow, ...]:
        """Those that ended and whose log nobody has verified."""
        return await self._all(attempts.c.ended_at.is_not(None), attempts.c.verdict.is_(None))

    async def overdue(self, now: datetime) -> tuple[AttemptRow, ...]:
        """Ranked attempts still under way although their game is final."""
        final = games.c.day <= last_final(now)
        return await self._all(attempts.c.kind == Kind.RANKED, attempts.c.ended_at.is_(None), final)

    async def _all(self, *where: ColumnElement[bool]) -> tuple[AttemptRow, ...]:
        async with self._database.reading() as connection:
            return await read_attempts(connection, *where)


_LOG = """
SELECT ply, move, at_ms, NULL::bytea AS log FROM moves WHERE attempt_id = $1
UNION ALL SELECT NULL, NULL, NULL, log FROM packed_logs WHERE attempt_id = $1
ORDER BY ply NULLS FIRST
"""

_rows = (
    select(
        attempts.c.id,
        attempts.c.player_id,
        players.c.name.label("player_name"),
        attempts.c.kind,
        attempts.c.variant,
        attempts.c.game_id,
        games.c.day,
        attempts.c.deck,
        attempts.c.pasted,
        attempts.c.started_at,
        attempts.c.ended_at,
        attempts.c.chain,
        attempts.c.verdict,
        attempts.c.hidden,
        attempts.c.credited_ms,
        attempts.c.outcome,
        attempts.c.home,
        attempts.c.moves,
        attempts.c.elapsed_ms,
    )
    .join_from(attempts, players)
    .outerjoin(games, attempts.c.game_id == games.c.id)
    .order_by(attempts.c.id)
)

_ONE = text_of(_rows.where(attempts.c.id == bindparam("id")))

_PRACTISE = """
INSERT INTO attempts (player_id, kind, variant, deck, game_id, pasted, created_at)
VALUES ($1, 'practice', $2, $3, $4, $5, $6) RETURNING id
"""

_BEGIN = "UPDATE attempts SET started_at = coalesce(started_at, $2) WHERE id = $1 RETURNING started_at"

_END = """
UPDATE attempts SET ended_at = $2, chain = $3, outcome = $4, home = $5, moves = $6, elapsed_ms = $7, moves_key = $8,
    speed_key = $9
WHERE id = $1 AND ended_at IS NULL
RETURNING id
"""

_WRITE = """
INSERT INTO moves (attempt_id, ply, move, at_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING ply
"""

_RESULT = ("outcome", "home", "moves", "elapsed_ms")


class _Overtaken(Exception):
    """Somebody else ended the attempt or wrote these plies first."""


def _ranked(player_id: int) -> tuple[ColumnElement[bool], ...]:
    return attempts.c.kind == Kind.RANKED, attempts.c.player_id == player_id


async def read_attempts(
    connection: AsyncConnection, *where: ColumnElement[bool], limit: int | None = None
) -> tuple[AttemptRow, ...]:
    """The attempts of which all of this is true, by number."""
    rows = (await connection.execute(_rows.where(*where).limit(limit))).mappings()
    return tuple(_attempt(row) for row in rows)


def _attempt(row: Row) -> AttemptRow:
    own = {key: value for key, value in row.items() if key not in _RESULT} | {"kind": Kind(row["kind"])}
    return AttemptRow(**own, result=read_result(row) if row["outcome"] else None)


def read_result(row: Row) -> Result:
    """The result in the columns of an attempt that has ended."""
    return Result(outcome=Outcome(row["outcome"]), home=row["home"], moves=row["moves"], elapsed_ms=row["elapsed_ms"])


async def _end(
    connection: PoolConnectionProxy, attempt_id: int, result: Result, chain: bytes | None, now: datetime
) -> None:
    keys = result.moves_key, result.speed_key
    facts = result.outcome, result.home, result.moves, result.elapsed_ms, *keys
    if await connection.fetchval(_END, attempt_id, now, chain, *facts) is None:
        raise _Overtaken


async def _write(connection: PoolConnectionProxy, attempt_id: int, entries: Sequence[Entry]) -> None:
    for entry in entries:
        if await connection.fetchval(_WRITE, attempt_id, entry.ply, entry.move, entry.at_ms) is None:
            raise _Overtaken


async def _insert(connection: AsyncConnection, table: Table, values: Mapping[str, object]) -> bool:
    """Whether there was no such row yet. Waits for whoever is writing it now."""
    new = insert_or_skip(table).values(values).on_conflict_do_nothing()
    return (await connection.execute(new)).rowcount == 1
