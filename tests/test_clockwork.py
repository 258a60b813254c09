"""server.clockwork: what happens by itself happens once, and one bad row holds up nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from server.api.parts import Parts
from server.app import joined
from server.clockwork import DAYS_AHEAD
from server.contest.game import final_at
from server.settings import Settings
from server.store.attempts import AttemptRow
from tests.api.service import NOON, TODAY, SetClock
from tests.sealing import KEY_FILE
from tests.store.worlds import a_player

FINAL = final_at(TODAY)
PROCESSES = 3


@pytest.fixture
def clock() -> SetClock:
    """At noon."""
    return SetClock()


@pytest.fixture
async def processes(database_url: str, clock: SetClock) -> AsyncIterator[list[Parts]]:
    """Several servers on one database."""
    settings = Settings(database_url=database_url, key_file=str(KEY_FILE), node_budget=0)
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(joined(settings, clock)) for _ in range(PROCESSES)]


async def test_a_week_is_made_ahead_once(processes: list[Parts]) -> None:
    await asyncio.gather(*(parts.clockwork.tick() for parts in processes))
    for ahead in range(DAYS_AHEAD + 1):
        assert len(await processes[0].games.on(TODAY + timedelta(days=ahead))) == 4
    assert await processes[0].games.on(TODAY + timedelta(days=DAYS_AHEAD + 1)) == ()


async def test_at_final_attempts_end_and_the_day_is_closed_once(processes: list[Parts], clock: SetClock) -> None:
    begun = [await _begun(processes[0]) for _ in range(5)]
    clock.now = FINAL - timedelta(milliseconds=1)
    await _all_tick(processes)
    assert {(await _now(processes[0], row)).ended_at for row in begun} == {None}
    assert await processes[0].days.root(TODAY) is None
    clock.now = FINAL
    await _all_tick(processes)
    after = [await _now(processes[1], row) for row in begun]
    assert {(row.ended_at, row.verdict) for row in after} == {(FINAL, "verified")}
    assert await processes[0].days.root(TODAY) is not None
    assert [await _rows(processes[0], f"SELECT count(*) FROM {table}") for table in ("moves", "packed_logs")] == [0, 5]
    assert (
        await _rows(processes[0], "SELECT count(*) FROM secrets JOIN games ON games.id = game_id WHERE day <= $1") == 0
    )


async def test_days_of_downtime_are_made_up_for(processes: list[Parts], clock: SetClock) -> None:
    begun = await _begun(processes[0])
    clock.now = NOON + timedelta(days=20)
    await _all_tick(processes)
    assert (await _now(processes[0], begun)).verdict == "verified"
    assert len(await processes[0].games.on(TODAY + timedelta(days=20 + DAYS_AHEAD))) == 4
    assert await processes[0].games.on(TODAY + timedelta(days=12)) == ()
    assert await _rows(processes[0], "SELECT count(*) FROM day_roots WHERE day >= $1") == DAYS_AHEAD + 1


async def test_a_day_waits_for_a_verdict_on_all_its_results(processes: list[Parts], clock: SetClock) -> None:
    parts, begun = processes[0], await _begun(processes[0])
    await parts.attempts.begin(begun.id, clock())
    clock.now = FINAL
    await parts.archive.expire(begun, FINAL)
    assert await parts.days.unfinished(TODAY) == ()
    await parts.archive.verify(await _now(parts, begun))
    assert await parts.days.unfinished(TODAY) == (TODAY,)


async def _begun(parts: Parts) -> AttemptRow:
    game = await parts.games.find(TODAY, "kansas")
    assert game is not None
    row, _ = await parts.attempts.start_ranked((await a_player(parts.database)).id, game.id, "kansas", NOON)
    return row


async def _all_tick(processes: list[Parts]) -> None:
    """Together, and once more: who finds a job taken leaves it to the other."""
    for _ in range(2):
        await asyncio.gather(*(parts.clockwork.tick() for parts in processes))


async def _now(parts: Parts, row: AttemptRow) -> AttemptRow:
    found = await parts.attempts.get(row.id)
    assert found is not None
    return found


async def _rows(parts: Parts, query: str) -> object:
    values = [TODAY] if "$1" in query else []
    async with parts.database.raw() as connection:
        return await connection.fetchval(query, *values)
