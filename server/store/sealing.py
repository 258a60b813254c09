"""Which key a database's secrets are sealed with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from server.contest.game import game_name
from server.store.seal import Seal, make_key
from server.store.tables import games, secrets

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import RowMapping

    from server.store.database import Database


async def seal_of(database: Database, file: Path) -> Seal:
    """The seal with the key in `file`, made when it is missing and nothing has been sealed yet.

    Raises BadKey when it is missing or unreadable, or not the key these secrets were sealed with.
    """
    sealed = await _a_sealed_secret(database)
    if sealed is None:
        make_key(file)
    seal = Seal.read(file)
    if sealed is not None:
        seal.open(sealed["sealed"], game_name(sealed["day"], sealed["variant"]))
    return seal


async def _a_sealed_secret(database: Database) -> RowMapping | None:
    newest = select(secrets.c.sealed, games.c.day, games.c.variant).join(games).order_by(games.c.id.desc()).limit(1)
    async with database.reading() as connection:
        return (await connection.execute(newest)).mappings().one_or_none()
