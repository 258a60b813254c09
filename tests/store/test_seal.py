"""server.store.seal and sealing: secrets that the database can't read."""

import asyncio
import stat
from pathlib import Path

import pytest

from server.store.database import Database
from server.store.games import Games
from server.store.seal import BadKey, Seal, make_key
from server.store.sealing import seal_of
from tests.sealing import SEAL
from tests.store.worlds import DAY, a_game

SECRET = bytes(range(32))


def test_what_is_closed_opens_again_and_never_looks_the_same() -> None:
    closed = [SEAL.close(SECRET, "2026-12-01/kansas") for _ in range(2)]
    assert closed[0] != closed[1]
    assert all(SECRET not in one and SEAL.open(one, "2026-12-01/kansas") == SECRET for one in closed)


def test_it_opens_for_its_own_game_and_key_alone() -> None:
    closed = SEAL.close(SECRET, "2026-12-01/kansas")
    for seal, game in ((SEAL, "2026-12-02/kansas"), (Seal(bytes(32)), "2026-12-01/kansas")):
        with pytest.raises(BadKey, match="SAMEDEAL_KEY_FILE"):
            seal.open(closed, game)


@pytest.mark.parametrize("text", ["", "key", "ab" * 31, "ab" * 33, "ü" * 64])
def test_a_file_without_a_key_is_told_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "secrets.key").write_text(text)
    with pytest.raises(BadKey, match="no key in"):
        Seal.read(tmp_path / "secrets.key")


def test_a_key_is_its_owners_alone_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "new" / "secrets.key"
    make_key(file)
    first = file.read_text()
    make_key(file)
    assert file.read_text() == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secrets.key"]


def test_where_no_key_can_be_kept_it_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadKey, match="SAMEDEAL_KEY_FILE"):
        make_key(tmp_path / "file" / "secrets.key")


async def test_the_first_start_makes_a_key_and_several_at_once_make_one(database: Database, tmp_path: Path) -> None:
    seals = await asyncio.gather(*(seal_of(database, tmp_path / "secrets.key") for _ in range(5)))
    closed = seals[0].close(SECRET, "game")
    assert all(seal.open(closed, "game") == SECRET for seal in seals)


async def test_a_lost_key_is_not_replaced_by_another(database: Database, tmp_path: Path) -> None:
    await a_game(database)
    file = tmp_path / "secrets.key"
    with pytest.raises(BadKey, match="missing"):
        await seal_of(database, file)
    assert not file.exists()
    make_key(file)
    with pytest.raises(BadKey, match="does not open the secret of 2026-12-01/kansas"):
        await seal_of(database, file)


async def test_the_database_holds_no_secret_until_the_day_is_final(database: Database) -> None:
    game = await a_game(database, secret=SECRET)
    assert not await _in_plain(database)
    assert await Games(database, SEAL).reveal(DAY.replace(year=2025)) == 0
    assert not await _in_plain(database)
    assert await Games(database, SEAL).reveal(DAY) == 1
    assert await _in_plain(database)
    assert await Games(database, SEAL).reveal(DAY) == 0
    assert await Games(database, Seal(bytes(32))).secret(game.id) == SECRET


async def _in_plain(database: Database) -> bool:
    async with database.raw() as connection:
        rows = await connection.fetch("SELECT games::text FROM games UNION ALL SELECT secrets::text FROM secrets")
    return SECRET.hex() in str(rows)
