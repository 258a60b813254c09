import asyncio
from collections.abc import AsyncIterator

import pytest

from server.store.attempts import Attempts
from server.store.database import Database, DatabaseUnavailable
from server.store.players import Players
from tests.store.cable import Cable
from tests.store.test_move_log import end_other_connections
from tests.store.worlds import NOON


@pytest.fixture
async def cable(database_url: str) -> AsyncIterator[Cable]:
    async with Cable(database_url) as opened:
        yield opened


@pytest.fixture
async def far(cable: Cable) -> AsyncIterator[Database]:
    """The database by the cable, with connections already made."""
    opened = await Database.connect(cable.url, pool_size=2)
    await Players(opened).create_guest("quiet otter", b"hash", NOON)
    yield opened
    await opened.close()


async def test_away_it_is_unavailable_and_back_it_is_as_before(cable: Cable, far: Database) -> None:
    await cable.cut()
    for question in (far.ping, far.require_current_schema, lambda: Attempts(far).log(1), lambda: Attempts(far).get(1)):
        with pytest.raises(DatabaseUnavailable):
            await question()
    with pytest.raises(DatabaseUnavailable):
        await Players(far).create_guest("loud otter", b"other", NOON)
    await cable.mend()
    await far.ping()
    assert await Attempts(far).log(1) == ()
    assert await Players(far).by_name("loud otter") is None
    assert await Players(far).by_token(b"hash", NOON) is not None


async def test_connections_ended_while_idle_are_replaced_unnoticed(far: Database) -> None:
    await end_other_connections(far)
    assert await Players(far).by_token(b"hash", NOON) is not None
    assert await Attempts(far).log(1) == ()


async def test_an_answer_lost_on_the_way_is_no_answer(cable: Cable, far: Database) -> None:
    cable.lose_next_answer()
    with pytest.raises(DatabaseUnavailable):
        await far.ping()
    cable.lose_next_answer()
    with pytest.raises(DatabaseUnavailable):
        await Attempts(far).log(1)
    await far.ping()


async def test_many_more_at_once_than_connections_wait_for_one(far: Database) -> None:
    found = await asyncio.gather(*(Players(far).by_name("quiet otter") for _ in range(50)))
    assert all(found)
