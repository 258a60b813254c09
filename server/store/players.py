"""Who plays, and by which sessions they are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import asyncpg

from server.contest.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from asyncpg.pool import PoolConnectionProxy

    from server.store.database import Database

DELETED = "deleted"


class NameTaken(Exception):
    """Somebody else has this name, or one that reads the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who plays; a guest until the name is kept."""

    id: int
    name: str
    kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is to be another; None stays as it is. `known_hash`: what the passphrase was hashed to, if that matters."""

    name: str | None = None
    passphrase_hash: str | None = None
    known_hash: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A device somebody is signed in on."""

    id: int
    device: str
    created_at: datetime
    seen_at: datetime
    current: bool


class Players:
    """The players of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_guest(self, name: str, token_hash: bytes, now: datetime, device: str = "") -> Player:
        """A new player, known by the token of this hash. Raises NameTaken."""
        async with self._database.raw() as connection, connection.transaction():
            player_id = await connection.fetchval(_CREATE, name, name_key(name), now)
            if player_id is None:
                raise NameTaken(name)
            await connection.execute(_OPEN_SESSION, token_hash, player_id, device, now)
        return Player(id=player_id, name=name, kept=False)

    async def by_token(self, token_hash: bytes, now: datetime) -> Player | None:
        """Whose token has this hash. Sessions that nobody used for a year are over."""
        async with self._database.raw() as connection:
            return _player(await connection.fetchrow(_BY_HASH, token_hash, now))

    async def by_name(self, name: str) -> Player | None:
        """Who has this name, or one that reads the same; nobody when PostgreSQL has no such text."""
        if "\0" in name:
            return None
        async with self._database.raw() as connection:
            return _player(await connection.fetchrow(_BY_NAME, name_key(name)))

    async def keeper_of(self, name: str) -> tuple[int, str] | None:
        """Who keeps this name, or one that reads the same, and the hash of the passphrase; None: nobody does."""
        if "\0" in name:
            return None
        async with self._database.raw() as connection:
            row = await connection.fetchrow(_KEEPER, name_key(name))
        return None if row is None else (row["id"], row["passphrase_hash"])

    async def keep(self, player_id: int, name: str, passphrase_hash: str) -> Player | None:
        """Keeps a guest's account under this name; None when it is kept already. Raises NameTaken."""
        async with self._database.raw() as connection:
            return _player(await _fetch_named(connection, _KEEP, player_id, name, name_key(name), passphrase_hash))

    async def change(self, player_id: int, token_hash: bytes, change: Change) -> Player | None:
        """Changes a kept player's account; a new passphrase ends all sessions but the one of this token.

        None when the passphrase is no longer `change.known_hash`, or the account is gone. Raises NameTaken.
        """
        key = None if change.name is None else name_key(change.name)
        values = change.name, key, change.passphrase_hash, change.known_hash
        async with self._database.raw() as connection, connection.transaction():
            changed = await _fetch_named(connection, _CHANGE, player_id, *values)
            if changed and change.passphrase_hash:
                await connection.execute(_END_OTHERS, player_id, token_hash)
        return _player(changed)

    async def delete(self, player_id: int) -> None:
        """Forgets who it was: results stay, under the name "deleted" (product.md, players)."""
        async with self._database.raw() as connection, connection.transaction():
            await connection.execute(_DELETE, player_id, DELETED)
            await connection.execute("DELETE FROM sessions WHERE player_id = $1", player_id)

    async def open_session(
        self, player_id: int, known_hash: str, token_hash: bytes, *, device: str, now: datetime
    ) -> Player | None:
        """Signs in on one more device; None when the passphrase is no longer that of `known_hash`."""
        async with self._database.raw() as connection:
            return _player(await connection.fetchrow(_SIGN_IN, token_hash, player_id, device, now, known_hash))

    async def sessions(self, player_id: int, token_hash: bytes, now: datetime) -> tuple[Session, ...]:
        """Where this player is signed in, the latest seen first; `current` is the one of this token."""
        async with self._database.raw() as connection:
            return tuple(Session(**row) for row in await connection.fetch(_SESSIONS, player_id, token_hash, now))

    async def open_tokens(self, token_hashes: Collection[bytes]) -> frozenset[bytes]:
        """Those of these tokens whose sessions have not been ended."""
        async with self._database.raw() as connection:
            return frozenset(row[0] for row in await connection.fetch(_OPEN, list(token_hashes)))

    async def end_session(self, player_id: int, session_id: int) -> bool:
        """Signs out on one device; False when this player has no such session."""
        async with self._database.raw() as connection:
            return await connection.fetchval(_END_ONE, player_id, session_id) is not None

    async def end_other_sessions(self, player_id: int, token_hash: bytes) -> None:
        """Signs out everywhere but where this token is."""
        async with self._database.raw() as connection:
            await connection.execute(_END_OTHERS, player_id, token_hash)

    async def end_token(self, token_hash: bytes) -> None:
        """Signs out where this token is."""
        async with self._database.raw() as connection:
            await connection.execute("DELETE FROM sessions WHERE token_hash = $1", token_hash)


async def _fetch_named(connection: PoolConnectionProxy, statement: str, *values: object) -> asyncpg.Record | None:
    try:
        return await connection.fetchrow(statement, *values)
    except asyncpg.UniqueViolationError:
        raise NameTaken(values[1]) from None


def _player(row: asyncpg.Record | None) -> Player | None:
    return Player(**row) if row else None


_CREATE = """
INSERT INTO players (name, name_key, created_at) VALUES ($1, $2, $3) ON CONFLICT (name_key) DO NOTHING RETURNING id
"""

_OPEN_SESSION = """
INSERT INTO sessions (token_hash, player_id, device, created_at, seen_at) VALUES ($1, $2, $3, $4, $4)
"""

# When it was last seen is noted once an hour at most.
_BY_HASH = """
WITH seen AS (
    UPDATE sessions SET seen_at = $2 WHERE token_hash = $1 AND seen_at < $2::timestamptz - interval '1 hour'
    AND seen_at > $2 - interval '1 year'
)
SELECT players.id, name, kept FROM sessions JOIN players ON players.id = player_id
WHERE token_hash = $1 AND seen_at > $2 - interval '1 year'
"""

_BY_NAME = "SELECT id, name, kept FROM players WHERE name_key = $1"

_KEEPER = "SELECT id, passphrase_hash FROM players WHERE name_key = $1 AND passphrase_hash IS NOT NULL"

_KEEP = """
UPDATE players SET name = $2, name_key = $3, passphrase_hash = $4, kept = true
WHERE id = $1 AND NOT kept AND name_key NOT LIKE 'deleted %'
RETURNING id, name, kept
"""

_CHANGE = """
UPDATE players SET
    name = coalesce($2, name), name_key = coalesce($3, name_key), passphrase_hash = coalesce($4, passphrase_hash)
WHERE id = $1 AND passphrase_hash = coalesce($5, passphrase_hash)
RETURNING id, name, kept
"""

# No name reads like this key: a space is in none.
_DELETE = "UPDATE players SET name = $2, name_key = 'deleted ' || id, passphrase_hash = NULL WHERE id = $1"

# The lock makes whoever changes the passphrase, or goes, end this session too.
_SIGN_IN = """
WITH player AS (
    SELECT id, name, kept FROM players WHERE id = $2 AND passphrase_hash = $5 FOR SHARE
), opened AS (
    INSERT INTO sessions (token_hash, player_id, device, created_at, seen_at) SELECT $1, id, $3, $4, $4 FROM player
), forgotten AS (
    DELETE FROM sessions WHERE player_id = $2 AND seen_at <= $4::timestamptz - interval '1 year'
)
SELECT id, name, kept FROM player
"""

_SESSIONS = """
SELECT id, device, created_at, seen_at, token_hash = $2 AS current FROM sessions
WHERE player_id = $1 AND seen_at > $3::timestamptz - interval '1 year'
ORDER BY seen_at DESC, id DESC
"""

_OPEN = "SELECT token_hash FROM sessions WHERE token_hash = ANY($1::bytea[])"

_END_ONE = "DELETE FROM sessions WHERE player_id = $1 AND id = $2 RETURNING id"

_END_OTHERS = "DELETE FROM sessions WHERE player_id = $1 AND token_hash <> $2"
