"""server.store.packing: finished logs in few bytes, read as before."""

import asyncio
from datetime import timedelta

import asyncpg
import pytest

from server.contest.attempt import Entry
from server.store.attempts import AttemptRow, Attempts, Verdict
from server.store.database import Database
from server.store.games import Game
from server.store.packing import Packing
from tests.store.worlds import DAY, NOON, a_game, a_player, a_ranked_attempt, result

LOG = (Entry(0, "S-W", 700), Entry(1, "T3:2-T5", 1500), Entry(2, "given_up", 90_000))
LATE = NOON + timedelta(days=2)


async def over(database: Database, verdict: Verdict | None = "verified", game: Game | None = None) -> AttemptRow:
    attempt = await a_ranked_attempt(database, game or await a_game(database))
    return await _ended(database, attempt, verdict)


async def test_a_packed_log_reads_as_before_and_its_rows_are_gone(database: Database) -> None:
    attempt = await over(database)
    assert await Packing(database).pack(attempt.id, LOG)
    assert await Attempts(database).log(attempt.id) == LOG
    assert await rows(database, "SELECT count(*) FROM moves") == [(0,)]
    assert await rows(database, "SELECT length(log) FROM packed_logs") == [(1 + 5 + 5 + 6,)]


async def test_it_is_packed_once(database: Database) -> None:
    attempt = await over(database)
    assert sorted(await asyncio.gather(*(Packing(database).pack(attempt.id, LOG) for _ in range(5)))) == [
        *([False] * 4),
        True,
    ]
    assert await Attempts(database).log(attempt.id) == LOG


@pytest.mark.parametrize(
    "log",
    [LOG[:-1], (*LOG[:2], LOG[2]._replace(at_ms=90_001)), (LOG[0]._replace(move="S-T"), *LOG[1:]), ()],
)
async def test_another_log_than_that_in_the_rows_is_not_packed(database: Database, log: tuple[Entry, ...]) -> None:
    attempt = await over(database)
    assert not await Packing(database).pack(attempt.id, log)
    assert await Attempts(database).log(attempt.id) == LOG
    assert await rows(database, "SELECT count(*) FROM packed_logs") == [(0,)]


@pytest.mark.parametrize("verdict", [None, "mismatch"])
async def test_what_nobody_believes_stays_in_rows(database: Database, verdict: Verdict | None) -> None:
    attempt = await over(database, verdict)
    assert await Packing(database).due(DAY, LATE, 0, 10) == ()
    assert not await Packing(database).pack(attempt.id, LOG)


async def test_due_are_final_days_and_practice_that_has_rested(database: Database) -> None:
    today, tomorrow = await a_game(database), await a_game(database, day=DAY + timedelta(days=1))
    first, second = await over(database, game=today), await over(database, game=today)
    await over(database, game=tomorrow)
    player = await a_player(database)
    practised = await Attempts(database).start_practice(player.id, "kansas", deck="AS", now=NOON)
    await _ended(database, practised, "verified")
    packing = Packing(database)

    async def due(practice_before: timedelta, above: int = 0, limit: int = 10) -> list[int]:
        return [row.id for row in await packing.due(DAY, NOON + practice_before, above, limit)]

    assert await due(timedelta(0)) == [first.id, second.id]
    assert await due(timedelta(seconds=1)) == [first.id, second.id, practised.id]
    assert await due(timedelta(0), limit=1) == [first.id]
    assert await due(timedelta(0), above=first.id) == [second.id]
    await packing.pack(first.id, LOG)
    assert await due(timedelta(0)) == [second.id]


async def test_rows_behind_a_packed_log_are_no_part_of_it(database: Database) -> None:
    attempt = await over(database)
    await Packing(database).pack(attempt.id, LOG)
    await rows(database, "INSERT INTO moves VALUES ($1, 1, 'S-W', 5)", attempt.id)
    assert await Attempts(database).log(attempt.id) == LOG


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moves SET move = 'S-T'",
        "DELETE FROM moves",
        "TRUNCATE moves",
        "INSERT INTO packed_logs SELECT id, 'x' FROM attempts",
        "UPDATE games SET commitment = 'x'",
        "DELETE FROM games",
        "UPDATE audit SET reason = 'x'",
        "DELETE FROM audit",
        "UPDATE day_roots SET root = 'x'",
        "UPDATE alembic_version SET version_num = 'x'",
        "CREATE TABLE mine ()",
    ],
)
async def test_the_server_can_add_moves_and_change_none(database_url: str, statement: str) -> None:
    database = await Database.connect(database_url, serving=True)
    try:
        attempt = await over(database)
        assert await Attempts(database).log(attempt.id) == LOG
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await rows(database, statement)
        assert await Packing(database).pack(attempt.id, LOG)
    finally:
        await database.close()


async def rows(database: Database, query: str, *values: object) -> list[tuple[object, ...]]:
    async with database.raw() as connection:
        return [tuple(row) for row in await connection.fetch(query, *values)]


async def _ended(database: Database, attempt: AttemptRow, verdict: Verdict | None) -> AttemptRow:
    attempts = Attempts(database)
    assert await attempts.close(attempt.id, LOG, result(moves=2, elapsed_ms=1500), None, NOON)
    if verdict is not None:
        await attempts.set_verdict(attempt.id, verdict)
    return attempt
