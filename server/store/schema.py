"""Which migration the database has had, and which it needs. No alembic here: a warm start has no time for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy


class SchemaOutdated(Exception):
    """The tables are not those this program needs; the text says what to do."""


def migrations() -> Path:
    """The folder of the migrations, in a checkout as well as installed."""
    package = Path(__file__).parents[1]
    installed = package / "_migrations"
    return installed if installed.is_dir() else package.parent / "migrations"


@cache
def newest() -> str:
    """The newest migration: each is named after its file, which begins with its date."""
    return max(path.stem for path in (migrations() / "versions").glob("[0-9]*.py"))


async def version(connection: asyncpg.Connection | PoolConnectionProxy) -> str | None:
    """The last migration this database has had, None before the first."""
    try:
        found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    except asyncpg.UndefinedTableError:
        return None
    return found


def require_newest(version: str | None) -> None:
    """Raises SchemaOutdated unless `version` is the newest."""
    if version is not None and version > newest():
        raise SchemaOutdated("A newer Same Deal has migrated this database. Start that one.")
    if version != newest():
        raise SchemaOutdated("The database is not up to date. Run: samedeal migrate")
