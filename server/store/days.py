"""What was published of days: the commitments of their games beforehand, the roots of their trees afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ARRAY, BigInteger, cast, func, insert, select, update

from server.contest.attempt import Kind
from server.contest.day_tree import HASH_BYTES, leaf, levels, root, siblings
from server.contest.game import game_name
from server.store.attempts import read_result
from server.store.tables import attempts, day_levels, day_roots, games

if TYPE_CHECKING:
    from datetime import date, datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from server.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A commitment as it was published, and the root of its day once that is final. Numbers rise with time."""

    number: int
    variant: str
    day: date
    commitment: bytes
    solver_version: str
    node_budget: int
    published_at: datetime
    root: bytes | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result stands in the tree of its day: leaf `index` of `size`, and the hashes up to the root."""

    index: int
    size: int
    path: tuple[bytes, ...]


class Days:
    """The days of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def commitments(self, after: int | None, limit: int, *, newest_first: bool) -> tuple[Published, ...]:
        """At most `limit` commitments behind number `after`, in the order they were published in or the other."""
        order = games.c.id.desc() if newest_first else games.c.id
        query = _published.order_by(order).limit(limit)
        if after is not None:
            query = query.where(games.c.id < after if newest_first else games.c.id > after)
        async with self._database.reading() as connection:
            return tuple(Published(**row) for row in (await connection.execute(query)).mappings())

    async def root(self, day: date) -> bytes | None:
        """The root of a day that is final."""
        async with self._database.reading() as connection:
            return (await connection.execute(select(day_roots.c.root).where(day_roots.c.day == day))).scalar()

    async def unfinished(self, last_final: date) -> tuple[date, ...]:
        """Days up to this one without a root, all of whose ranked attempts have ended and have been verified."""
        loose = (attempts.c.game_id == games.c.id) & (attempts.c.kind == Kind.RANKED) & attempts.c.verdict.is_(None)
        query = (
            select(games.c.day)
            .outerjoin_from(games, day_roots, games.c.day == day_roots.c.day)
            .where(games.c.day <= last_final, day_roots.c.day.is_(None))
            .group_by(games.c.day)
            .having(~func.bool_or(select(attempts.c.id).where(loose).exists()))
            .order_by(games.c.day)
        )
        async with self._database.reading() as connection:
            return tuple((await connection.execute(query)).scalars())

    async def publish(self, day: date, now: datetime) -> bytes:
        """Builds and keeps the tree of a final day, hidden results included; gives its root.

        Nothing is changed when it has one.
        """
        async with self._database.transaction() as connection:
            ids, leaves = await _leaves(connection, day)
            tree = levels(leaves)
            kept = {"day": day, "root": root(tree), "size": len(leaves), "published_at": now}
            await connection.execute(insert(day_roots).values(kept))
            rows = [{"day": day, "level": i, "hashes": b"".join(hashes)} for i, hashes in enumerate(tree)]
            await connection.execute(insert(day_levels), rows)
            await _number(connection, ids)
        return root(tree)

    async def place(self, attempt_id: int) -> Place | None:
        """Where a result stands in the tree of its day; None while that has no root."""
        query = (
            select(attempts.c.leaf, day_roots.c.day, day_roots.c.size)
            .join_from(attempts, games, attempts.c.game_id == games.c.id)
            .join(day_roots, day_roots.c.day == games.c.day)
            .where(attempts.c.id == attempt_id, attempts.c.leaf.is_not(None))
        )
        async with self._database.transaction() as connection:
            found = (await connection.execute(query)).one_or_none()
            return None if found is None else await _place(connection, *found)


async def _leaves(connection: AsyncConnection, day: date) -> tuple[list[int], list[bytes]]:
    """The ranked attempts of a day by number, and their leaves."""
    query = (
        select(attempts)
        .join(games, attempts.c.game_id == games.c.id)
        .where(games.c.day == day, attempts.c.kind == Kind.RANKED, attempts.c.ended_at.is_not(None))
        .order_by(attempts.c.id)
    )
    ids, leaves = [], []
    for row in (await connection.execute(query)).mappings():
        name, chain = game_name(day, row["variant"]), row["chain"] or b""
        ids.append(row["id"])
        leaves.append(leaf(row["id"], name, read_result(row), chain.hex()))
    return ids, leaves


async def _number(connection: AsyncConnection, ids: list[int]) -> None:
    order = func.unnest(cast(ids, ARRAY(BigInteger))).table_valued("id", with_ordinality="place").render_derived()
    numbered = update(attempts).where(attempts.c.id == order.c.id).values(leaf=order.c.place - 1)
    await connection.execute(numbered)


async def _place(connection: AsyncConnection, index: int, day: date, size: int) -> Place:
    path: list[bytes] = []
    for level, sibling in siblings(index, size):
        one = func.substring(day_levels.c.hashes, sibling * HASH_BYTES + 1, HASH_BYTES)
        query = select(one).where(day_levels.c.day == day, day_levels.c.level == level)
        path.append((await connection.execute(query)).scalar_one())
    return Place(index, size, tuple(path))


_published = select(
    games.c.id.label("number"),
    games.c.variant,
    games.c.day,
    games.c.commitment,
    games.c.solver_version,
    games.c.node_budget,
    games.c.created_at.label("published_at"),
    day_roots.c.root,
).outerjoin_from(games, day_roots, games.c.day == day_roots.c.day)
