import asyncio

import pytest

from server.store.database import Database
from server.store.players import Change, NameTaken, Player, Players
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


async def test_a_passphrase_that_was_changed_meanwhile_signs_nobody_in(database: Database) -> None:
    players = Players(database)
    otter = await players.create_guest("quiet otter", b"one", NOON)
    await players.keep(otter.id, "Otter", "first")
    change = Change(passphrase_hash="second", known_hash="first")
    assert await players.change(otter.id, b"one", change) is not None
    assert await players.change(otter.id, b"one", change) is None
    assert await players.open_session(otter.id, "first", b"two", device="", now=NOON) is None
    assert await players.open_session(otter.id, "second", b"two", device="", now=NOON) is not None
    assert await players.open_tokens([b"one", b"two", b"three"]) == {b"one", b"two"}


async def test_nobody_who_has_gone_comes_back_by_a_late_request(database: Database) -> None:
    players = Players(database)
    guest = await players.create_guest("quiet otter", b"one", NOON)
    kept = await players.create_guest("loud otter", b"two", NOON)
    await players.keep(kept.id, "Otter", "hash")
    for player in (guest, kept):
        await players.delete(player.id)
    assert await players.keep(guest.id, "Again", "hash") is None
    assert await players.change(kept.id, b"two", Change(name="Again")) is None
    assert await players.open_session(kept.id, "hash", b"three", device="", now=NOON) is None
    assert await players.by_name("Again") is None
