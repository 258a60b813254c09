"""Where everything is kept: one PostgreSQL, reached by SQLAlchemy Core and, for moves, by asyncpg itself."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy import event
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from server.store import schema

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from asyncpg.pool import PoolConnectionProxy
    from sqlalchemy import ClauseElement
    from sqlalchemy.engine.interfaces import DBAPIConnection

CONNECT_TIMEOUT = 5.0
COMMAND_TIMEOUT = 10.0

SERVER_ROLE = "samedeal_server"
_MAY_BE = "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(oid, 'SET'))"

# What says "not now" and nothing about the question that was asked. InternalClientError: asyncpg was cut off in the
# middle of something.
OUTAGES = (
    OSError,
    asyncpg.InternalClientError,
    asyncpg.InterfaceError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
)


_log = logging.getLogger(__name__)


class DatabaseUnavailable(Exception):
    """The database cannot be asked now; later it may."""


class BadDatabaseUrl(ValueError):
    """This is no address of a PostgreSQL database."""


class Database:
    """The connections of one process to its database."""

    def __init__(self, url: str, engine: AsyncEngine, pool: asyncpg.Pool, role: str | None = None) -> None:
        self.url = url
        self.role = role
        self.engine = engine
        self.pool = pool
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")

    @classmethod
    async def connect(
        cls, url: str, *, pool_size: int = 5, patience: float | None = COMMAND_TIMEOUT, serving: bool = False
    ) -> Self:
        """Open it, at `url` as libpq writes it (`?host=/socket/dir` and `sslmode` included).

        Up to `pool_size` connections each for SQLAlchemy and for asyncpg, made when they are needed; no statement
        may take longer than `patience` seconds. `serving`: as SERVER_ROLE, which can't change stored moves, where the
        migrations could make it.
        Raises BadDatabaseUrl, and DatabaseUnavailable when nothing answers there.
        """
        url = driver_url(url)
        with outages():
            role = await _server_role(url) if serving else None
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=pool_size,
                timeout=CONNECT_TIMEOUT,
                command_timeout=patience,
                max_inactive_connection_lifetime=0,
                server_settings=_as(role),
                connection_class=_Connection,
            )
        return cls(url, _engine(url, pool_size, patience, role), pool, role)

    async def close(self) -> None:
        """Give all connections back."""
        await self.engine.dispose()
        await self.pool.close()

    async def ping(self) -> None:
        """Raises DatabaseUnavailable when it does not answer."""
        async with self.raw() as connection:
            await connection.execute("SELECT 1")

    async def require_current_schema(self) -> None:
        """Raises SchemaOutdated when a migration is still to be done, or was done by a newer program."""
        async with self.raw() as connection:
            version = await schema.version(connection)
        schema.require_newest(version)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, committed when the block ends well. Raises DatabaseUnavailable."""
        with outages():
            async with self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """For a single statement: it is its own transaction, without the round trips of one. Raises as above."""
        with outages():
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def raw(self) -> AsyncIterator[PoolConnectionProxy]:
        """A connection of asyncpg itself, for the way of a move. Raises as above."""
        with outages():
            async with self.pool.acquire(timeout=CONNECT_TIMEOUT) as connection:
                yield connection

    @asynccontextmanager
    async def alone(self, job: str) -> AsyncIterator[bool]:
        """Whether no other process does this job while the block lasts: an advisory lock. Raises as above."""
        async with self.raw() as connection:
            alone: bool = await connection.fetchval("SELECT pg_try_advisory_lock(hashtextextended($1, 0))", job)
            try:
                yield alone
            finally:
                if alone:
                    await connection.execute("SELECT pg_advisory_unlock(hashtextextended($1, 0))", job)

    async def connect_raw(self, *, statement_timeout: float) -> asyncpg.Connection:
        """A connection of one's own, to be closed by who asked. The server gives up a statement after so many seconds.

        Raises what asyncpg raises: one of OUTAGES when the database is away.
        """
        settings = {"statement_timeout": f"{statement_timeout}s"} | _as(self.role)
        return await asyncpg.connect(self.url, timeout=CONNECT_TIMEOUT, server_settings=settings)


class _Connection(asyncpg.Connection):
    """One of the pool: nobody leaves settings or listeners behind, so nothing is reset between two uses."""

    def get_reset_query(self) -> str:
        """Nothing."""
        return ""


_DIALECT = PGDialect_asyncpg()  # type: ignore[no-untyped-call]


def text_of(statement: ClauseElement) -> str:
    """A statement of SQLAlchemy as asyncpg itself takes it, `$1` for its first parameter."""
    return str(statement.compile(dialect=_DIALECT))


def driver_url(url: str) -> str:
    """The address in the form asyncpg takes: DATABASE_URL may also be `postgres://` or name a SQLAlchemy driver."""
    scheme, _, rest = url.partition("://")
    try:
        urlsplit(url).port  # noqa: B018
    except ValueError as error:
        raise BadDatabaseUrl(f"DATABASE_URL cannot be read: {error}.") from error
    if scheme.partition("+")[0] not in {"postgres", "postgresql"}:
        raise BadDatabaseUrl("DATABASE_URL has to begin with postgresql://.")
    return f"postgresql://{rest}"


async def _server_role(url: str) -> str | None:
    """SERVER_ROLE, when there is one that we may be."""
    connection = await asyncpg.connect(url, timeout=CONNECT_TIMEOUT)
    try:
        may = await connection.fetchval(_MAY_BE, SERVER_ROLE)
    finally:
        await connection.close()
    if not may:
        _log.warning("There is no role %s here, so this server could change stored moves.", SERVER_ROLE)
    return SERVER_ROLE if may else None


def _as(role: str | None) -> dict[str, str]:
    return {} if role is None else {"role": role}


def _engine(url: str, pool_size: int, patience: float | None, role: str | None) -> AsyncEngine:
    """SQLAlchemy over connections that asyncpg makes, so that both read the address alike."""

    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(url, timeout=CONNECT_TIMEOUT, command_timeout=patience, server_settings=_as(role))

    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=CONNECT_TIMEOUT,
    )
    event.listen(engine.sync_engine, "checkout", _refuse_ended)
    return engine


def _refuse_ended(connection: DBAPIConnection, _record: object, _proxy: object) -> None:
    """A connection that ended while nobody used it is replaced: asyncpg knows it without asking the database."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


@contextmanager
def outages() -> Iterator[None]:
    """Whatever asyncpg and SQLAlchemy say when the database is away becomes DatabaseUnavailable."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error.driver_exception, OUTAGES):
            raise DatabaseUnavailable(str(error.driver_exception)) from error
        raise
    except (NoConnectionFree, *OUTAGES) as error:
        raise DatabaseUnavailable(str(error) or type(error).__name__) from error
