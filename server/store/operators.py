"""What operators do to what is stored; every change leaves a line in the audit table, in its own transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from server.contest.attempt import Kind
from server.store.attempts import read_attempts
from server.store.tables import attempts, audit, games, hidings, moves, players

if TYPE_CHECKING:
    from datetime import date, datetime

    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from server.store.attempts import AttemptRow
    from server.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A line of the audit table."""

    at: datetime
    operator: str
    action: str
    subject: str
    reason: str | None


class Operators:
    """What `operator` does to a database, at the time `now` of each call."""

    def __init__(self, database: Database, operator: str) -> None:
        self._database = database
        self._operator = operator

    async def hide_result(self, attempt_id: int, reason: str, now: datetime) -> None:
        """Takes a result off all boards; they rank anew at once."""
        async with self._database.transaction() as connection:
            await _hide(connection, {"attempt_id": attempt_id}, reason, now)
            await _apply(connection, attempts.c.id == attempt_id)
            await self._note(connection, "hide result", str(attempt_id), reason, now)

    async def show_result(self, attempt_id: int, reason: str, now: datetime) -> None:
        """Puts it back, unless its player is hidden."""
        async with self._database.transaction() as connection:
            await connection.execute(delete(hidings).where(hidings.c.attempt_id == attempt_id))
            await _apply(connection, attempts.c.id == attempt_id)
            await self._note(connection, "show result", str(attempt_id), reason, now)

    async def hide_player(self, player_id: int, name: str, reason: str, now: datetime) -> None:
        """Takes all results of a player off all boards, those to come too."""
        async with self._database.transaction() as connection:
            await _hide(connection, {"player_id": player_id}, reason, now)
            await _apply(connection, attempts.c.player_id == player_id)
            await self._note(connection, "hide player", name, reason, now)

    async def show_player(self, player_id: int, name: str, reason: str, now: datetime) -> None:
        """Puts them back, but for results that are hidden themselves."""
        async with self._database.transaction() as connection:
            await connection.execute(delete(hidings).where(hidings.c.player_id == player_id))
            await _apply(connection, attempts.c.player_id == player_id)
            await self._note(connection, "show player", name, reason, now)

    async def note(self, action: str, subject: str, reason: str | None, now: datetime) -> None:
        """Leaves a line about what was done elsewhere."""
        async with self._database.transaction() as connection:
            await self._note(connection, action, subject, reason, now)

    async def flagged(self) -> tuple[tuple[AttemptRow, str | None], ...]:
        """Attempts that do not verify or are hidden, each with the reason it is hidden for."""
        why = or_(hidings.c.attempt_id == attempts.c.id, hidings.c.player_id == attempts.c.player_id)
        reasons = select(attempts.c.id, func.min(hidings.c.reason)).join(hidings, why).group_by(attempts.c.id)
        async with self._database.transaction() as connection:
            rows = await read_attempts(connection, or_(attempts.c.verdict == "mismatch", attempts.c.hidden))
            known = {row[0]: row[1] for row in await connection.execute(reasons)}
        return tuple((row, known.get(row.id)) for row in rows)

    async def results(self, day: date) -> tuple[AttemptRow, ...]:
        """The ranked attempts of a day that have ended."""
        async with self._database.reading() as connection:
            ended = attempts.c.kind == Kind.RANKED, attempts.c.ended_at.is_not(None)
            return await read_attempts(connection, games.c.day == day, *ended)

    async def remove_practice(self, before: datetime, now: datetime) -> int:
        """Removes practice begun before this time, moves and all; gives how many attempts."""
        old = select(attempts.c.id).where(attempts.c.kind == Kind.PRACTICE, attempts.c.created_at < before)
        async with self._database.transaction() as connection:
            removed = await _remove(connection, old)
            await self._note(connection, "remove practice", f"{removed} before {before:%Y-%m-%d}", None, now)
        return removed

    async def remove_guests(self, before: datetime, now: datetime) -> int:
        """Removes guests made before this time who never played a ranked attempt, nor anything since; gives how many.

        Who has a result stays: a board must not change because somebody went away.
        """
        theirs = attempts.c.player_id == players.c.id
        stays = exists().where(theirs, or_(attempts.c.kind == Kind.RANKED, attempts.c.created_at >= before))
        idle = select(players.c.id).where(~players.c.kept, players.c.created_at < before, ~stays)
        async with self._database.transaction() as connection:
            ids = (await connection.execute(idle.with_for_update())).scalars().all()
            await _remove(connection, select(attempts.c.id).where(attempts.c.player_id.in_(ids)))
            await connection.execute(delete(players).where(players.c.id.in_(ids)))
            await self._note(connection, "remove guests", f"{len(ids)} before {before:%Y-%m-%d}", None, now)
        return len(ids)

    async def actions(self, limit: int) -> tuple[Action, ...]:
        """The newest lines of the audit table, newest first."""
        query = select(audit.c.at, audit.c.operator, audit.c.action, audit.c.subject, audit.c.reason)
        async with self._database.reading() as connection:
            rows = await connection.execute(query.order_by(audit.c.id.desc()).limit(limit))
            return tuple(Action(**row) for row in rows.mappings())

    async def statistics(self) -> dict[str, int]:
        """Numbers by what they count."""
        async with self._database.reading() as connection:
            return dict((await connection.execute(_STATISTICS)).mappings().one())

    async def _note(
        self, connection: AsyncConnection, action: str, subject: str, reason: str | None, now: datetime
    ) -> None:
        line = {"at": now, "operator": self._operator, "action": action, "subject": subject, "reason": reason}
        await connection.execute(insert(audit).values(line))


async def _hide(connection: AsyncConnection, whom: dict[str, int], reason: str, now: datetime) -> None:
    values = {**whom, "reason": reason, "hidden_at": now}
    again = insert_or_skip(hidings).values(values)
    await connection.execute(again.on_conflict_do_update(index_elements=list(whom), set_={"reason": reason}))


async def _apply(connection: AsyncConnection, where: ColumnElement[bool]) -> None:
    """attempts.hidden as the hidings say; the boards follow by their triggers."""
    mine = or_(hidings.c.attempt_id == attempts.c.id, hidings.c.player_id == attempts.c.player_id)
    hidden = select(hidings.c.id).where(mine).correlate(attempts).exists()
    await connection.execute(update(attempts).where(where, attempts.c.hidden != hidden).values(hidden=hidden))


async def _remove(connection: AsyncConnection, which: Select[int]) -> int:
    ids = (await connection.execute(which)).scalars().all()
    await connection.execute(delete(moves).where(moves.c.attempt_id.in_(ids)))
    await connection.execute(delete(attempts).where(attempts.c.id.in_(ids)))
    return len(ids)


_STATISTICS = text("""
SELECT
    (SELECT count(*) FROM players) AS players,
    (SELECT count(*) FROM players WHERE kept) AS "kept players",
    (SELECT count(DISTINCT day) FROM games) AS days,
    (SELECT count(*) FROM attempts WHERE kind = 'ranked') AS "ranked attempts",
    (SELECT count(*) FROM attempts WHERE kind = 'ranked' AND outcome = 'won') AS "won",
    (SELECT count(*) FROM attempts WHERE kind = 'practice') AS "practice attempts",
    (SELECT count(*) FROM attempts WHERE verdict = 'mismatch') AS "do not verify",
    (SELECT count(*) FROM attempts WHERE hidden) AS "hidden",
    (SELECT count(*) FROM moves) AS "moves in rows",
    pg_total_relation_size('moves') AS "bytes of rows",
    (SELECT coalesce(sum(moves), 0)::bigint FROM attempts WHERE packed) AS "moves packed",
    (SELECT coalesce(sum(pg_column_size(log)), 0) FROM packed_logs) AS "bytes of packed logs",
    (SELECT coalesce(sum(extract(epoch FROM ended_at - began_at)), 0)::bigint FROM outages) AS "seconds of outages"
""")
