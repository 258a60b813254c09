import asyncio
from collections.abc import AsyncIterator

from server.store.database import Database
from server.store.notices import Notices
from tests.store.cable import Cable
from tests.store.test_move_log import end_other_connections

Heard = AsyncIterator[tuple[int, int] | None]


async def listening(notices: Notices) -> Heard:
    """A subscription that hears everything from now on."""
    heard = notices.subscribe()
    assert await anext(heard) is None
    return heard


async def newest(heard: Heard, expected: dict[int, int]) -> dict[int, int]:
    """What was heard until each attempt in `expected` came as far as said there."""
    seen: dict[int, int] = {}
    while seen != expected:
        item = await anext(heard)
        assert item is not None
        seen[item[0]] = item[1]
    return seen


async def test_another_process_hears_of_every_attempt(database: Database) -> None:
    async with Notices(database) as here, Notices(database) as there:
        heard = await listening(there)
        for attempt_id in range(300):
            here.publish(attempt_id, 7)
        async with asyncio.timeout(10):
            await newest(heard, dict.fromkeys(range(300), 7))


async def test_only_the_newest_ply_of_an_attempt_is_told(database: Database) -> None:
    async with Notices(database) as here, Notices(database) as there:
        heard = await listening(there)
        for ply in range(1000):
            here.publish(7, ply)
        async with asyncio.timeout(10):
            assert await anext(heard) == (7, 999)


async def test_a_process_does_not_hear_itself(database: Database) -> None:
    async with Notices(database) as here, Notices(database) as there, asyncio.timeout(10):
        heard_here, heard_there = await listening(here), await listening(there)
        here.publish(7, 1)
        assert await anext(heard_there) == (7, 1)
        there.publish(8, 1)
        assert await anext(heard_here) == (8, 1)


async def test_leaving_tells_what_is_still_to_be_told(database: Database) -> None:
    async with Notices(database) as there:
        heard = await listening(there)
        async with Notices(database) as here:
            here.publish(7, 3)
        async with asyncio.timeout(10):
            assert await anext(heard) == (7, 3)


async def test_who_lost_the_connection_is_told_to_look_for_himself_and_hears_again(database: Database) -> None:
    async with Notices(database) as here, Notices(database) as there, asyncio.timeout(10):
        heard = await listening(there)
        await end_other_connections(database)
        assert await anext(heard) is None
        here.publish(7, 3)
        assert await anext(heard) == (7, 3)


async def test_what_could_not_be_told_is_told_later(database: Database) -> None:
    async with Cable(database.url) as cable, Notices(database) as there, asyncio.timeout(10):
        far = await Database.connect(cable.url, pool_size=1)
        heard = await listening(there)
        async with Notices(far) as here:
            await cable.cut()
            here.publish(7, 3)
            here.publish(8, 1)
            here.publish(7, 4)
            await cable.mend()
            await newest(heard, {7: 4, 8: 1})
        await far.close()


async def test_a_listener_waits_for_the_database_to_come_back(database: Database) -> None:
    async with Cable(database.url) as cable, Notices(database) as here, asyncio.timeout(10):
        far = await Database.connect(cable.url, pool_size=1)
        async with Notices(far) as there:
            heard = await listening(there)
            await cable.cut()
            again = asyncio.ensure_future(anext(heard))
            await asyncio.wait([again], timeout=0.3)
            assert not again.done()
            await cable.mend()
            assert await again is None
            here.publish(7, 3)
            assert await anext(heard) == (7, 3)
        await far.close()
