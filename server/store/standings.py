"""Who is ahead in a game: verified ranked results in the order of one key (product.md, who is ahead)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy import func, select, tuple_

from server.contest.attempt import Kind
from server.store.attempts import read_result
from server.store.tables import attempts, players

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from sqlalchemy import Column, ColumnElement, RowMapping, Select

    from server.contest.result import Result
    from server.store.database import Database

By = Literal["moves", "speed"]
Cursor = tuple[int, "datetime", int]
"""Where a page ended: the key, when that attempt ended, its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of a leaderboard."""

    rank: int
    player: str
    result: Result
    ended_at: datetime
    attempt_id: int

    def cursor(self, by: By) -> Cursor:
        """What a page that goes on behind this row begins after."""
        return key_of(self.result, by), self.ended_at, self.attempt_id


class Standings:
    """The leaderboards of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, game_id: int, by: By, after: Cursor | None, limit: int) -> tuple[Standing, ...]:
        """At most `limit` rows behind `after`: by key, equal ones by earlier finish.

        Equal keys share a rank: 1, 1, 3.
        """
        key = _KEYS[by]
        place = tuple_(key, attempts.c.ended_at, attempts.c.id)
        query = _rows.where(*_on_board(game_id)).order_by(key, attempts.c.ended_at, attempts.c.id).limit(limit)
        if after is not None:
            passed = _count(game_id, place <= tuple_(*after)).scalar_subquery().label("passed")
            ahead = _count(game_id, key < after[0]).scalar_subquery().label("ahead")
            query = query.add_columns(passed, ahead).where(place > tuple_(*after))
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return tuple(_ranked(rows, by, after))

    async def leader_and_median(self, game_id: int) -> tuple[int | None, int | None]:
        """The attempts that lead and that stand in the middle by moves; None while nobody has finished."""
        middle = func.percentile_disc(0.5).within_group(attempts.c.moves_key)
        at_middle = select(middle).where(*_on_board(game_id)).scalar_subquery()
        order = attempts.c.moves_key, attempts.c.ended_at, attempts.c.id
        first = select(attempts.c.id).where(*_on_board(game_id)).order_by(*order).limit(1)
        leader = first.scalar_subquery()
        median = first.where(attempts.c.moves_key == at_middle).scalar_subquery()
        async with self._database.reading() as connection:
            row = (await connection.execute(select(leader, median))).one()
        return row[0], row[1]

    async def rank(self, game_id: int, by: By, key: int) -> tuple[int, int]:
        """The rank a result of this key has or would have, and how many results there are."""
        ahead = func.count().filter(_KEYS[by] < key)
        async with self._database.reading() as connection:
            row = (await connection.execute(select(ahead, func.count()).where(*_on_board(game_id)))).one()
        return row[0] + 1, row[1]


def key_of(result: Result, by: By) -> int:
    """What this board orders by."""
    return result.moves_key if by == "moves" else result.speed_key


_KEYS: dict[By, Column[int]] = {"moves": attempts.c.moves_key, "speed": attempts.c.speed_key}

_rows = select(
    attempts.c.id,
    players.c.name,
    attempts.c.ended_at,
    attempts.c.outcome,
    attempts.c.home,
    attempts.c.moves,
    attempts.c.elapsed_ms,
).join_from(attempts, players)


def _on_board(game_id: int) -> tuple[ColumnElement[bool], ...]:
    return (
        attempts.c.game_id == game_id,
        attempts.c.kind == Kind.RANKED,
        attempts.c.verdict == "verified",
        ~attempts.c.hidden,
    )


def _count(game_id: int, *where: ColumnElement[bool]) -> Select[int]:
    return select(func.count()).select_from(attempts).where(*_on_board(game_id), *where)


def _ranked(rows: Sequence[RowMapping], by: By, after: Cursor | None) -> Iterator[Standing]:
    position, rank, shared = 0, 0, -1
    if after is not None and rows:
        position, rank, shared = rows[0]["passed"], rows[0]["ahead"] + 1, after[0]
    for row in rows:
        result = read_result(row)
        position += 1
        if key_of(result, by) != shared:
            rank, shared = position, key_of(result, by)
        yield Standing(rank=rank, player=row["name"], result=result, ended_at=row["ended_at"], attempt_id=row["id"])
