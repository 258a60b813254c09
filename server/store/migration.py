"""The way of a database to the newest schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.store import schema
from server.store.database import Database

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection


async def migrate(url: str) -> None:
    """Bring the database at `url` to the newest schema, all or nothing.

    Safe when several do it at once: one waits for the other, and finds nothing left to do.
    Raises DatabaseUnavailable, BadDatabaseUrl, and SchemaOutdated when a newer program has migrated it.
    """
    database = await Database.connect(url, pool_size=1, patience=None)
    try:
        async with database.raw() as connection:
            version = await schema.version(connection)
        if version == schema.newest():
            return
        if version is not None and version > schema.newest():
            schema.require_newest(version)
        async with database.transaction() as connection:
            await connection.run_sync(_upgrade)
    finally:
        await database.close()


def configuration(connection: Connection) -> Config:
    """What alembic needs in order to work on this connection."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(schema.migrations()).replace("%", "%%"))
    return config


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415

    command.upgrade(configuration(connection), "head")
