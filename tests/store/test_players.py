import asyncio

import pytest

from server.store.database import Database
from server.store.players import NameTaken, Player, Players
from tests.store.worlds import NOON


async def test_a_guest_is_found_by_token_and_by_name(database: Database) -> None:
    players = Players(database)
    otter = await players.create_guest("quiet otter", b"hash", NOON)
    assert otter == Player(id=otter.id, name="quiet otter", kept=False)
    assert await players.by_token(b"hash", NOON) == otter
    assert await players.by_name("quiet otter") == otter


async def test_nobody_has_another_token_or_name(database: Database) -> None:
    players = Players(database)
    await players.create_guest("quiet otter", b"hash", NOON)
    assert await players.by_token(b"hash2", NOON) is None
    assert await players.by_name("loud otter") is None


@pytest.mark.parametrize("name", ["quiet otter", "Quiet OTTER", "ｑuiet otter"])
async def test_a_name_is_given_once_however_it_is_written(database: Database, name: str) -> None:
    players = Players(database)
    otter = await players.create_guest("quiet otter", b"one", NOON)
    with pytest.raises(NameTaken):
        await players.create_guest(name, b"two", NOON)
    assert await players.by_name(name) == otter
    assert await players.by_token(b"two", NOON) is None


async def test_of_many_at_once_one_gets_the_name(database: Database) -> None:
    players = Players(database)
    asked = (players.create_guest("quiet otter", bytes([n]), NOON) for n in range(20))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, Player) for answer in answers) == 1
    assert sum(isinstance(answer, NameTaken) for answer in answers) == 19
