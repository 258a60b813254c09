"""A real PostgreSQL for whoever asks for one: a server for each worker, a migrated database for each test."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest
from hypothesis import settings

from server.store.database import Database
from server.store.embedded import EmbeddedPostgres
from server.store.migration import migrate
from tests.serving import UNLIMITED, LiveServer, serving

settings.register_profile("samedeal", deadline=None, derandomize=True, database=None)
settings.load_profile("samedeal")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """A server for the whole run. Its database `samedeal` is migrated, empty and only ever copied."""
    with EmbeddedPostgres(tmp_path_factory.mktemp("postgres")) as server:
        complete(migrate(server.url))
        yield server


@pytest.fixture
def database_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    """A migrated, empty database for one test."""
    with copied(postgres.url) as url:
        yield url


@pytest.fixture(scope="module")
def module_database_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    """A migrated, empty database that the tests of a module share."""
    with copied(postgres.url) as url:
        yield url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The same, opened."""
    opened = await Database.connect(database_url)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def live_server(module_database_url: str) -> Iterator[LiveServer]:
    """A real server without limits, for the tests of a module."""
    with serving(*UNLIMITED, database_url=module_database_url) as server:
        yield server


@contextmanager
def copied(template: str) -> Iterator[str]:
    name = f"test_{uuid4().hex}"
    complete(execute(at(template, "postgres"), f"CREATE DATABASE {name} TEMPLATE {urlsplit(template).path[1:]}"))
    yield at(template, name)
    complete(execute(at(template, "postgres"), f"DROP DATABASE {name} WITH (FORCE)"))


def at(url: str, database: str) -> str:
    """The address of another database of the same server."""
    return urlsplit(url)._replace(path=f"/{database}").geturl()


async def execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def complete(coroutine: Coroutine[None, None, None]) -> None:
    """Run it in a loop of its own, whether or not the test has one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()
