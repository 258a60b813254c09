"""One variant on one day: what was fixed beforehand, and its secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from server.contest.attempt import Kind
from server.contest.game import game_name
from server.contest.result import Outcome
from server.store.tables import attempts, games, secrets

if TYPE_CHECKING:
    from datetime import date, datetime

    from sqlalchemy import RowMapping, Select

    from server.store.database import Database
    from server.store.seal import Seal


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as everybody may know it."""

    id: int
    variant: str
    day: date
    commitment: bytes
    solver_version: str
    node_budget: int
    deal_number: int


class Games:
    """The games of a database; their secrets are sealed until they are final."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    async def on(self, day: date) -> tuple[Game, ...]:
        """The games of a day, by variant."""
        return await self._all(_games.where(games.c.day == day).order_by(games.c.variant))

    async def newest_before(self, day: date) -> date | None:
        """The last day before this one that has games."""
        newest = select(func.max(games.c.day)).where(games.c.day < day)
        async with self._database.reading() as connection:
            found: date | None = await connection.scalar(newest)
        return found

    async def find(self, day: date, variant: str) -> Game | None:
        """The game of this variant on this day."""
        found = await self._all(_games.where(games.c.day == day, games.c.variant == variant))
        return found[0] if found else None

    async def get(self, game_id: int) -> Game | None:
        """The game of this number."""
        found = await self._all(_games.where(games.c.id == game_id))
        return found[0] if found else None

    async def add(  # noqa: PLR0913
        self,
        *,
        variant: str,
        day: date,
        secret: bytes,
        commitment: bytes,
        solver_version: str,
        node_budget: int,
        deal_number: int,
        now: datetime,
    ) -> None:
        """Make a game. One that exists stays as it is, secret and all."""
        values = {
            "variant": variant,
            "day": day,
            "commitment": commitment,
            "solver_version": solver_version,
            "node_budget": node_budget,
            "deal_number": deal_number,
            "created_at": now,
        }
        new = insert_or_skip(games).values(values).on_conflict_do_nothing().returning(games.c.id)
        async with self._database.transaction() as connection:
            game_id = (await connection.execute(new)).scalar()
            if game_id is not None:
                sealed = self._seal.close(secret, game_name(day, variant))
                await connection.execute(insert(secrets).values(game_id=game_id, sealed=sealed))

    async def secret(self, game_id: int) -> bytes:
        """The 32 bytes its deck follows from. Raises BadKey."""
        async with self._database.reading() as connection:
            row = (await connection.execute(_secrets.where(games.c.id == game_id))).mappings().one()
        return self._opened(row)

    async def unsealed_after(self, day: date) -> tuple[tuple[Game, bytes], ...]:
        """The games of `day` and later with their secrets, if not lost: a pasted deck must be none of theirs."""
        query = _secrets.where(games.c.day >= day).order_by(games.c.day, games.c.variant)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return tuple((_game(row), self._opened(row)) for row in rows if row["secret"] or row["sealed"])

    async def reveal(self, last_final: date) -> int:
        """Keeps the secrets of games up to this day in plain, with their games; gives how many. Raises BadKey."""
        async with self._database.transaction() as connection:
            due = _secrets.where(games.c.day <= last_final, secrets.c.sealed.is_not(None)).with_for_update(of=games)
            rows = (await connection.execute(due)).mappings().all()
            for row in rows:
                plain = update(games).where(games.c.id == row["id"]).values(secret=self._opened(row))
                await connection.execute(plain)
                await connection.execute(delete(secrets).where(secrets.c.game_id == row["id"]))
        return len(rows)

    def _opened(self, row: RowMapping) -> bytes:
        """`secret` is there once it was revealed, `sealed` before."""
        plain: bytes | None = row["secret"]
        if plain is not None:
            return plain
        name = game_name(row["day"], row["variant"])
        if row["sealed"] is None:
            raise LookupError(f"The secret of {name} is gone.")
        return self._seal.open(row["sealed"], name)

    async def counts(self, game_id: int) -> tuple[int, int]:
        """How many play or have played it, and how many have won; hidden attempts do not count."""
        won = func.count().filter(attempts.c.outcome == Outcome.WON, attempts.c.verdict == "verified")
        mine = (attempts.c.game_id == game_id, attempts.c.kind == Kind.RANKED, ~attempts.c.hidden)
        async with self._database.reading() as connection:
            row = (await connection.execute(select(func.count(), won).where(*mine))).one()
        return row[0], row[1]

    async def _all(self, query: Select[*tuple[Any, ...]]) -> tuple[Game, ...]:
        async with self._database.reading() as connection:
            return tuple(_game(row) for row in (await connection.execute(query)).mappings())


def _game(row: RowMapping) -> Game:
    return Game(**{name: row[name] for name in Game.__slots__})


_games = select(
    games.c.id,
    games.c.variant,
    games.c.day,
    games.c.commitment,
    games.c.solver_version,
    games.c.node_budget,
    games.c.deal_number,
)

_secrets = _games.add_columns(games.c.secret, secrets.c.sealed).outerjoin_from(games, secrets)
