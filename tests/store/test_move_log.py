"""The promise behind every answer: it was committed, once, and what was not committed was not told."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from random import Random
from time import monotonic

import pytest

from server.contest.attempt import Entry
from server.store.attempts import Attempts
from server.store.database import Database
from server.store.embedded import EmbeddedPostgres
from server.store.migration import migrate
from server.store.move_log import LogConflict, LogUnavailable, MoveLog
from tests.store.cable import Cable

FIRST, SECOND = Entry(0, "S-W", 0), Entry(1, "T3:2-T5", 70)


async def logged(database: Database, attempt_id: int) -> list[Entry]:
    return list(await Attempts(database).log(attempt_id))


async def answers(appends: Iterable[Awaitable[None]]) -> list[type[BaseException] | None]:
    """What each append came to: None when it was committed."""
    told = await asyncio.gather(*appends, return_exceptions=True)
    return [None if answer is None else type(answer) for answer in told]


async def test_what_was_appended_is_what_is_loaded(database: Database) -> None:
    async with MoveLog(database) as log:
        await log.append(7, FIRST)
        await log.append(7, SECOND)
        await log.append(8, FIRST)
        assert await logged(database, 7) == [FIRST, SECOND]
        assert await logged(database, 8) == [FIRST]


async def test_many_games_at_once_are_each_logged_in_order(database: Database) -> None:
    random, sizes = Random(52), list[int]()
    games = {
        attempt: [Entry(ply, random.choice("SWT"), ply) for ply in range(random.randint(1, 60))]
        for attempt in range(80)
    }

    async def played(log: MoveLog, attempt: int) -> None:
        for entry in games[attempt]:
            await log.append(attempt, entry)

    async with MoveLog(database, observe=lambda rows, _: sizes.append(rows)) as log:
        await asyncio.gather(*(played(log, attempt) for attempt in games))
    for attempt, entries in games.items():
        assert await logged(database, attempt) == entries
    assert sum(sizes) == sum(map(len, games.values()))
    assert len(sizes) < sum(sizes) / 10


async def test_of_racing_processes_one_wins_each_ply(database: Database) -> None:
    async with MoveLog(database) as one, MoveLog(database) as two:
        for ply in range(30):
            racing = [log.append(7, Entry(ply, f"T{n}-T1", ply)) for n in range(3) for log in (one, two)]
            told = await answers(racing)
            assert sorted(told, key=str) == [LogConflict] * 5 + [None]
            winner = told.index(None) // 2
            assert (await logged(database, 7))[ply] == Entry(ply, f"T{winner}-T1", ply)


async def test_the_same_move_twice_is_committed_once_and_told_once(database: Database) -> None:
    async with MoveLog(database) as log:
        assert await answers([log.append(7, FIRST), log.append(7, FIRST)]) == [None, LogConflict]
        assert await answers([log.append(7, FIRST)]) == [LogConflict]
    assert await logged(database, 7) == [FIRST]


async def test_a_conflict_fails_only_its_own(database: Database) -> None:
    async with MoveLog(database) as log:
        await log.append(50, FIRST)
        told = await answers([log.append(attempt, FIRST) for attempt in range(100)])
    assert [attempt for attempt, answer in enumerate(told) if answer] == [50]
    assert told[50] is LogConflict


async def test_leaving_commits_what_was_handed_in_and_takes_no_more(database: Database) -> None:
    async with MoveLog(database) as log:
        handed_in = [log.append(attempt, FIRST) for attempt in range(3000)]
    assert all(done.result() is None for done in handed_in)
    assert await count(database) == 3000
    assert await answers([log.append(7, SECOND)]) == [LogUnavailable]


async def test_what_nobody_waits_for_any_more_is_not_sent(database: Database) -> None:
    async with MoveLog(database) as log:
        abandoned = log.append(7, FIRST)
        abandoned.cancel()
        await log.append(8, FIRST)
    assert await logged(database, 7) == []


async def test_whoever_stops_waiting_harms_nobody(database: Database) -> None:
    async with MoveLog(database) as log:
        await log.append(6, FIRST)
        appends = [log.append(attempt, SECOND) for attempt in range(10)]
        await asyncio.sleep(0)
        appends[3].cancel()
        told = await answers(appends)
    assert [told.index(asyncio.CancelledError), told.count(None)] == [3, 9]


async def test_a_database_that_refuses_to_write_tells_all_and_goes_on(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with MoveLog(database) as log:
        await log.append(7, FIRST)
        await rename(database, "moves", "gone")
        assert await answers([log.append(7, SECOND), log.append(8, FIRST)]) == [LogUnavailable, LogUnavailable]
        await rename(database, "gone", "moves")
        await log.append(7, SECOND)
    assert await logged(database, 7) == [FIRST, SECOND]
    assert "refuses" in caplog.text


async def rename(database: Database, old: str, new: str) -> None:
    async with database.raw() as connection:
        await connection.execute(f"ALTER TABLE {old} RENAME TO {new}")


async def test_connections_ended_in_a_burst_lose_and_double_nothing(database: Database) -> None:
    async def played(log: MoveLog, attempt: int) -> None:
        for ply in range(40):
            await log.append(attempt, Entry(ply, "S-W", ply))

    async with MoveLog(database) as log, asyncio.TaskGroup() as burst:
        players = [burst.create_task(played(log, attempt)) for attempt in range(50)]
        while not all(player.done() for player in players):
            await end_other_connections(database)
    for attempt in range(50):
        assert [entry.ply for entry in await logged(database, attempt)] == list(range(40))


async def end_other_connections(database: Database) -> None:
    """Each call is one round trip to the database: moves are committed meanwhile."""
    async with database.raw() as connection:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        await connection.execute("SELECT pg_sleep(0.05)")


async def count(database: Database) -> int:
    async with database.raw() as connection:
        rows: int = await connection.fetchval("SELECT count(*) FROM moves")
    return rows


@asynccontextmanager
async def by_cable(url: str, patience: float) -> AsyncIterator[tuple[Cable, MoveLog]]:
    """A log that has written already, by a cable."""
    async with Cable(url) as cable:
        database = await Database.connect(cable.url, pool_size=1)
        try:
            async with MoveLog(database, patience=patience) as log:
                await log.append(0, FIRST)
                yield cable, log
        finally:
            await database.close()


async def test_a_lost_answer_counts_once(database: Database) -> None:
    async with by_cable(database.url, 5) as (cable, log):
        cable.lose_next_answer()
        assert await answers([log.append(7, FIRST), log.append(8, FIRST)]) == [None, None]
        assert cable.lost_answer.is_set()
        await log.append(7, SECOND)
    assert await logged(database, 7) == [FIRST, SECOND]
    assert await logged(database, 8) == [FIRST]


async def test_a_conflict_whose_answer_was_lost_is_still_one(database: Database) -> None:
    async with by_cable(database.url, 5) as (cable, log):
        cable.lose_next_answer()
        other = Entry(0, "S-T", 0)
        assert await answers([log.append(0, other), log.append(7, FIRST)]) == [LogConflict, None]
        assert cable.lost_answer.is_set()
    assert await logged(database, 0) == [FIRST]


async def test_a_short_cut_is_waited_out(database: Database) -> None:
    async with by_cable(database.url, 5) as (cable, log):
        await cable.cut()
        waiting = [log.append(7, FIRST), log.append(8, FIRST)]
        await asyncio.wait(waiting, timeout=0.1)
        assert not any(done.done() for done in waiting)
        await cable.mend()
        assert await answers(waiting) == [None, None]
    assert await logged(database, 7) == [FIRST]


async def test_a_long_cut_is_told_in_time_and_nothing_is_written_later(database: Database) -> None:
    async with by_cable(database.url, 0.3) as (cable, log):
        await cable.cut()
        began = monotonic()
        assert await answers([log.append(7, FIRST), log.append(8, FIRST)]) == [LogUnavailable, LogUnavailable]
        assert monotonic() - began < 1
        await cable.mend()
        await log.append(9, FIRST)
    assert await count(database) == 2


async def test_a_database_that_does_not_answer_gets_no_more_questions(database: Database) -> None:
    async with by_cable(database.url, 0.3) as (cable, log):
        cable.hold_answers()
        asked = log.append(7, FIRST)
        await cable.question.wait()
        behind = log.append(8, FIRST)
        assert await answers([asked, behind]) == [LogUnavailable, LogUnavailable]
        cable.let_answers_pass()
        await recovered(log)
    assert await logged(database, 8) == []


async def recovered(log: MoveLog) -> None:
    """An append that is tried until it is committed; its ply is free again each time it was refused."""
    while await answers([log.append(9, FIRST)]) == [LogUnavailable]:
        pass


async def test_a_slow_answer_is_awaited(database: Database) -> None:
    async with by_cable(database.url, 5) as (cable, log):
        cable.hold_answers()
        asked = log.append(7, FIRST)
        await cable.question.wait()
        await asyncio.wait([asked], timeout=0.1)
        assert not asked.done()
        cable.let_answers_pass()
        await asked
    assert await logged(database, 7) == [FIRST]


async def test_a_lock_held_by_others_is_not_waited_for_longer_than_told(database: Database) -> None:
    async with MoveLog(database, patience=0.3) as log, database.transaction() as other:
        await log.append(7, FIRST)
        await other.exec_driver_sql("LOCK TABLE moves IN EXCLUSIVE MODE")
        assert await answers([log.append(7, SECOND)]) == [LogUnavailable]
    assert await logged(database, 7) == [FIRST]


async def test_a_server_that_stops_and_starts_again(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    with EmbeddedPostgres(tmp_path_factory.mktemp("restarted")) as server:
        await migrate(server.url)
        database = await Database.connect(server.url)
        async with MoveLog(database, patience=1) as log:
            await log.append(7, FIRST)
            await asyncio.to_thread(server.stop)
            assert await answers([log.append(7, SECOND)]) == [LogUnavailable]
        async with MoveLog(database) as log:
            waiting = log.append(7, SECOND)
            await asyncio.to_thread(server.start)
            await waiting
        assert await logged(database, 7) == [FIRST, SECOND]
        await database.close()
