"""docs/operations.md, backup and restore: what it says is done here."""

import asyncio
import subprocess
from pathlib import Path

import pytest

from server.store.database import Database
from server.store.embedded.programs import directory_of_programs
from server.store.games import Games
from server.store.migration import migrate
from server.store.seal import BadKey, make_key
from server.store.sealing import seal_of
from tests.conftest import at, execute
from tests.sealing import KEY_FILE
from tests.store.test_packing import LOG, over
from tests.store.worlds import DAY, a_game

SECRET = bytes(range(32))


async def test_a_dump_and_the_key_bring_everything_back(database: Database, tmp_path: Path) -> None:
    game = await a_game(database, secret=SECRET)
    attempt = await over(database, game=game)
    dump = tmp_path / "samedeal.dump"
    await run("pg_dump", "--format=custom", f"--file={dump}", f"--dbname={database.url}")
    restored = at(database.url, "restored")
    await execute(database.url, "CREATE DATABASE restored TEMPLATE template0")
    try:
        await migrate(restored)
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        await run("pg_restore", *options, f"--dbname={restored}", str(dump))
        again = await Database.connect(restored, serving=True)
        await again.require_current_schema()
        games = Games(again, await seal_of(again, KEY_FILE))
        assert await games.secret(game.id) == SECRET
        assert await games.on(DAY) == (game,)
        async with again.raw() as connection:
            rows = await connection.fetch("SELECT ply, move, at_ms FROM moves WHERE attempt_id = $1", attempt.id)
        assert [tuple(row) for row in rows] == [(entry.ply, entry.move, entry.at_ms) for entry in LOG]
        make_key(tmp_path / "another.key")
        with pytest.raises(BadKey):
            await seal_of(again, tmp_path / "another.key")
        await again.close()
    finally:
        await execute(database.url, "DROP DATABASE restored WITH (FORCE)")


async def run(program: str, *arguments: str) -> None:
    """One of PostgreSQL's programs, those the wheel brings."""
    process = await asyncio.create_subprocess_exec(
        str(directory_of_programs() / program), *arguments, stderr=subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 0, said.decode()
