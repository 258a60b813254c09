"""Who plays, and by which tokens they are known."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from server.store.database import text_of
from server.store.tables import players, sessions

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Select

    from server.store.database import Database


class NameTaken(Exception):
    """Somebody else has this name, or one that reads the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who plays; a guest until the name is kept."""

    id: int
    name: str
    kept: bool


class Players:
    """The players of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_guest(self, name: str, token_hash: bytes, now: datetime) -> Player:
        """A new player, known by the token of this hash. Raises NameTaken."""
        async with self._database.transaction() as connection:
            values = {"name": name, "name_key": name_key(name), "created_at": now}
            new = insert_or_skip(players).values(values).on_conflict_do_nothing().returning(players.c.id)
            player_id = (await connection.execute(new)).scalar()
            if player_id is None:
                raise NameTaken(name)
            session = {"token_hash": token_hash, "player_id": player_id, "created_at": now}
            await connection.execute(insert(sessions).values(session))
        return Player(id=player_id, name=name, kept=False)

    async def by_token(self, token_hash: bytes) -> Player | None:
        """Whose token has this hash."""
        async with self._database.raw() as connection:
            row = await connection.fetchrow(_BY_TOKEN, token_hash)
        return Player(**row) if row else None

    async def by_name(self, name: str) -> Player | None:
        """Who has this name, however it is capitalised; nobody when PostgreSQL has no such text."""
        if "\0" in name:
            return None
        return await self._one(_players.where(players.c.name_key == name_key(name)))

    async def _one(self, query: Select[int, str, bool]) -> Player | None:
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).mappings().one_or_none()
        return Player(**row) if row else None


def name_key(name: str) -> str:
    """The same for all spellings of a name that read alike."""
    return unicodedata.normalize("NFKC", name).casefold()


_players = select(players.c.id, players.c.name, players.c.kept)

_BY_TOKEN = text_of(_players.join_from(players, sessions).where(sessions.c.token_hash == bindparam("hash")))
