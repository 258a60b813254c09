"""One variant on one day: what was fixed beforehand, and its secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from server.contest.attempt import Kind
from server.contest.game import NO_SOLVER, game_name
from server.contest.result import Outcome
from server.store.tables import attempts, games, secrets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from sqlalchemy import RowMapping, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

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
    decided_at: datetime | None = None
    winnable: bool = False
    par: int | None = None
    stars: int | None = None
    solution: str | None = None


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
        """Make a game. One that exists stays as it is, secret and all. Without a solver its deal is decided at once."""
        values = {
            "variant": variant,
            "day": day,
            "commitment": commitment,
            "solver_version": solver_version,
            "node_budget": node_budget,
            "deal_number": deal_number,
            "created_at": now,
            "decided_at": now if solver_version == NO_SOLVER else None,
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
        return await self._with_secrets(query)

    async def undecided(self, day: date) -> tuple[tuple[Game, bytes], ...]:
        """The games of `day` and later whose deal is still sought, the nearest first, with their secrets."""
        query = _secrets.where(games.c.day >= day, games.c.decided_at.is_(None)).order_by(games.c.day, games.c.id)
        return await self._with_secrets(query)

    async def decide(self, game_id: int, deal_number: int, line: Sequence[str] | None, now: datetime) -> None:
        """Fixes the deal of a game, once; `line` wins it, None when the budget was spent without one."""
        sought = games.c.id == game_id, games.c.decided_at.is_(None)
        found = {"deal_number": deal_number, "winnable": line is not None, "decided_at": now}
        async with self._database.transaction() as connection:
            if (await connection.execute(update(games).where(*sought).values(found))).rowcount and line is not None:
                await self._keep_solution(connection, game_id, line)

    async def without_par(self, day: date) -> tuple[tuple[Game, bytes, tuple[str, ...]], ...]:
        """Proven games of `day` and later that have no par yet, with secrets and the lines known so far."""
        query = _secrets.where(games.c.day >= day, games.c.winnable, games.c.par.is_(None))
        async with self._database.reading() as connection:
            rows = (await connection.execute(query.order_by(games.c.day, games.c.id))).mappings().all()
        return tuple((_game(row), self._opened(row), self._solution(row)) for row in rows if row["sealed_solution"])

    async def rate(self, game_id: int, line: Sequence[str]) -> None:
        """Par is the length of the shortest line that was found; the line is kept with the secret."""
        async with self._database.transaction() as connection:
            await connection.execute(update(games).where(games.c.id == game_id).values(par=len(line)))
            await self._keep_solution(connection, game_id, line)

    async def reveal(self, last_final: date) -> int:
        """Keeps the secrets of games up to this day in plain, with their games; gives how many. Raises BadKey."""
        async with self._database.transaction() as connection:
            due = _secrets.where(games.c.day <= last_final, secrets.c.sealed.is_not(None)).with_for_update(of=games)
            rows = (await connection.execute(due)).mappings().all()
            for row in rows:
                plain = {"secret": self._opened(row), "solution": " ".join(self._solution(row)) or None}
                await connection.execute(update(games).where(games.c.id == row["id"]).values(plain))
                await connection.execute(delete(secrets).where(secrets.c.game_id == row["id"]))
        return len(rows)

    async def _with_secrets(self, query: Select[*tuple[Any, ...]]) -> tuple[tuple[Game, bytes], ...]:
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return tuple((_game(row), self._opened(row)) for row in rows if row["secret"] or row["sealed"])

    async def _keep_solution(self, connection: AsyncConnection, game_id: int, line: Sequence[str]) -> None:
        (row,) = (await connection.execute(_secrets.where(games.c.id == game_id))).mappings()
        sealed = self._seal.close(" ".join(line).encode(), _solution_of(row))
        await connection.execute(update(secrets).where(secrets.c.game_id == game_id).values(sealed_solution=sealed))

    def _solution(self, row: RowMapping) -> tuple[str, ...]:
        """The line that is sealed with a secret, if there is one."""
        sealed = row["sealed_solution"]
        return tuple(self._seal.open(sealed, _solution_of(row)).decode().split()) if sealed else ()

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


def _solution_of(row: RowMapping) -> str:
    return f"{game_name(row['day'], row['variant'])} solution"


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
    games.c.decided_at,
    games.c.winnable,
    games.c.par,
    games.c.stars,
    games.c.solution,
)

_secrets = _games.add_columns(games.c.secret, secrets.c.sealed, secrets.c.sealed_solution).outerjoin_from(
    games, secrets
)
