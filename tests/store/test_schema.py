"""Migrations: up, down, at once, and what a program says to a database that is not its own."""

import asyncio
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from server.store import schema
from server.store.database import BadDatabaseUrl, Database, DatabaseUnavailable
from server.store.migration import configuration, migrate
from server.store.schema import SchemaOutdated
from server.store.tables import metadata
from tests.conftest import at, execute

CHECKOUT = Path(__file__).parents[2]
LIMITS = ("lock_timeout", "statement_timeout")
OURS = set(metadata.tables)


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) - {"alembic_version"}


def down(connection: Connection) -> None:
    command.downgrade(configuration(connection), "base")


def check(connection: Connection) -> None:
    command.check(configuration(connection))


def history(connection: Connection) -> ScriptDirectory:
    return ScriptDirectory.from_config(configuration(connection))


async def test_the_tables_are_those_the_code_knows(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(check)
        assert await connection.run_sync(tables) == OURS


async def test_down_leaves_nothing_and_up_again_everything(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(down)
        assert await connection.run_sync(tables) == set()
    with pytest.raises(SchemaOutdated, match="samedeal migrate"):
        await database.require_current_schema()
    await migrate(database.url)
    async with database.reading() as connection:
        assert await connection.run_sync(tables) == OURS
    await database.require_current_schema()


async def test_a_migration_is_known_by_its_file_and_the_newest_is_last(database: Database) -> None:
    async with database.transaction() as connection:
        scripts = await connection.run_sync(history)
    revisions = list(scripts.walk_revisions())
    assert scripts.get_current_head() == schema.newest()
    assert all(revision.path.endswith(f"/{revision.revision}.py") for revision in revisions)
    assert all(len(revision.revision) <= 32 for revision in revisions)


async def test_several_at_once_migrate_one_after_the_other(database_url: str) -> None:
    bare = at(database_url, "bare")
    await execute(database_url, "CREATE DATABASE bare TEMPLATE template0")
    try:
        assert await asyncio.gather(*(another_process_migrates(bare) for _ in range(3))) == [0, 0, 0]
        database = await Database.connect(bare)
        await database.require_current_schema()
        await database.close()
    finally:
        await execute(database_url, "DROP DATABASE bare")


async def another_process_migrates(url: str) -> int:
    code = "import asyncio, sys; from server.store.migration import migrate; asyncio.run(migrate(sys.argv[1]))"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, url, cwd=CHECKOUT)
    return await process.wait()


async def test_a_migration_does_not_wait_for_ever_behind_others(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.run_sync(check)
        limits = [(await connection.exec_driver_sql(f"SHOW {name}")).scalar() for name in LIMITS]
    assert limits == ["4s", "1min"]


async def test_a_database_never_migrated_is_told_the_command(database: Database) -> None:
    await execute(database.url, "DROP TABLE alembic_version")
    with pytest.raises(SchemaOutdated, match="samedeal migrate"):
        await database.require_current_schema()


async def test_a_database_of_a_newer_program_is_left_alone(database: Database) -> None:
    await execute(database.url, "UPDATE alembic_version SET version_num = '2999_01_01_later'")
    with pytest.raises(SchemaOutdated, match="newer"):
        await database.require_current_schema()
    with pytest.raises(SchemaOutdated, match="newer"):
        await migrate(database.url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
async def test_an_address_may_be_written_as_libpq_or_sqlalchemy_write_it(database_url: str, scheme: str) -> None:
    _, _, rest = database_url.partition("://")
    database = await Database.connect(f"{scheme}://{rest}&sslmode=disable&application_name=asked")
    async with database.reading() as connection:
        assert (await connection.exec_driver_sql("SHOW application_name")).scalar() == "asked"
    await database.ping()
    await database.close()


@pytest.mark.parametrize(
    "url", ["", "samedeal", "mysql://localhost/samedeal", "postgresql://[::1/samedeal", "postgresql://host:port/x"]
)
async def test_another_address_is_refused(url: str) -> None:
    with pytest.raises(BadDatabaseUrl, match="DATABASE_URL"):
        await Database.connect(url)


@pytest.mark.parametrize("url", ["postgresql://samedeal@/samedeal?host=/nowhere", "postgresql://127.0.0.1:1/samedeal"])
async def test_a_database_that_is_not_there_is_unavailable(url: str) -> None:
    with pytest.raises(DatabaseUnavailable):
        await Database.connect(url)


async def test_a_database_of_an_unknown_name_is_unavailable(database_url: str) -> None:
    with pytest.raises(DatabaseUnavailable, match="nobody_made_this"):
        await Database.connect(at(database_url, "nobody_made_this"))
