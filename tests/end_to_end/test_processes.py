"""Several processes on one database: any of them serves any attempt, and all agree (architecture.md)."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from server.client import Client, Table
from server.protocol import MovedMessage
from server.store.attempts import Attempts
from server.store.database import Database
from tests.serving import UNLIMITED, serving


@pytest.fixture
def servers(database_url: str) -> Iterator[tuple[str, str]]:
    """The addresses of two servers on one database."""
    with ExitStack() as stack:
        one, two = (stack.enter_context(serving(*UNLIMITED, database_url=database_url)) for _ in range(2))
        yield one.url, two.url


async def test_two_processes_racing_on_one_attempt_end_in_one_log(servers: tuple[str, str], database_url: str) -> None:
    async with Client(servers[0]) as client:
        await client.become_guest()
        attempt = await client.practise("whitehorse")
        async with Client(servers[1], client.token) as other, client.table(attempt) as one, other.table(attempt) as two:
            plies = await asyncio.gather(race(one, 40, choice=0), race(two, 40, choice=-1))
            await one.sync()
            await two.sync()
            await until_equal(one, two)
            assert one.latest is not None
            assert two.latest is not None
            assert (one.latest.piles, one.latest.moves) == (two.latest.piles, two.latest.moves)
    database = await Database.connect(database_url)
    log = await Attempts(database).log(attempt)
    await database.close()
    assert [entry.ply for entry in log] == list(range(len(log))) == sorted(plies[0] | plies[1])


async def test_a_watcher_on_another_process_sees_every_move(servers: tuple[str, str]) -> None:
    async with Client(servers[0]) as client, Client(servers[1]) as watcher:
        await client.become_guest()
        attempt = await client.practise("kansas")
        async with client.table(attempt) as table, watcher.table(attempt) as watched:
            for _ in range(20):
                assert isinstance(await table.play("S-W"), MovedMessage)
            seen: list[int] = []
            while len(seen) < 20:
                message = await watched.receive()
                assert isinstance(message, MovedMessage)
                seen.append(message.ply)
            assert seen == list(range(20))
            assert watched.latest == table.latest


async def race(table: Table, moves: int, choice: int) -> set[int]:
    """Plays the first or the last legal move so often; gives the plies that were answered."""
    plies: set[int] = set()
    for _ in range(moves):
        assert table.latest is not None
        answer = await table.play(table.latest.legal[choice])
        if isinstance(answer, MovedMessage):
            plies.add(answer.ply)
        else:
            assert answer.code == "stale"
            await table.receive()
    return plies


async def until_equal(one: Table, two: Table) -> None:
    """Comes back when both have been told the same ply."""
    async with asyncio.timeout(20):
        while one.ply != two.ply:
            await (one if one.ply < two.ply else two).receive()
