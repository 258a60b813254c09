"""How alembic reaches the database: by the connection it is handed, or by DATABASE_URL on the command line."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection, text

from server.store.database import Database
from server.store.tables import metadata

# "deal" in ASCII: whoever migrates holds this advisory lock.
MIGRATION_LOCK = 0x6465616C


def run(connection: Connection) -> None:
    """One at a time, all or nothing; a migration that has to wait for others gives up before players notice."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    connection.execute(text("SET LOCAL lock_timeout = '4s'"))
    connection.execute(text("SET LOCAL statement_timeout = '60s'"))
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


async def run_from_environment() -> None:
    """For whoever writes migrations: `alembic revision`, `alembic check`."""
    database = await Database.connect(os.environ["DATABASE_URL"], pool_size=1, patience=None)
    async with database.transaction() as connection:
        await connection.run_sync(run)
    await database.close()


if (connection := context.config.attributes.get("connection")) is not None:
    run(connection)
else:
    asyncio.run(run_from_environment())
