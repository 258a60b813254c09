"""Rows of a board with their ranks, in one statement and without counting the board.

A rank is a sum of counts: of the coarse buckets ahead, of the finer ones inside the same coarse one, and of the rows
inside the finest (tables.board_counts). A page needs two: that of its first key, and that of the next key; from there
ranks follow by the order of the rows.
"""

# Texts are joined from our own words only; what anybody asks for is a parameter.
# ruff: noqa: S608

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    import asyncpg

    from server.store.database import Database

Cursor = tuple[int, "datetime", int]
"""Where a page ended: the key, when that was reached, the number of attempt or player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """How often a board has changed, and how often something left it. Pages begun before the latter lead nowhere."""

    changes: int = 0
    removals: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of a board, its rank, and how many rows the board has."""

    rank: int
    of: int
    row: asyncpg.Record

    @property
    def cursor(self) -> Cursor:
        """What a page that goes on behind this row begins after."""
        return self.row["key"], self.row["ended_at"], self.row["id"]


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of a board as they were at one moment, and how many it had."""

    version: Version
    total: int
    rows: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """How boards of one kind are found in the database.

    How many rows are asked for is written out in the texts, so that the database can plan once for all boards.
    `rows` is the source with all that selects a board, by parameters from $2 on ($1 is its name); `columns` are what is
    shown of a row, joined from `joined`; `carried` comes with the row out of the index, so that it need not be visited.
    """

    rows: str
    parameters: int
    key: str
    id: str
    player: str
    shifts: tuple[int, ...]
    joined: str
    columns: str
    carried: tuple[str, ...] = ()
    kept: bool = False

    @cache  # noqa: B019
    def page(self, limit: int, *, behind: bool) -> str:
        """Rows from the start, or behind a cursor; parameters: board, cursor."""
        key, ended_at, number = self._free(3)
        passed = f"AND {self._place} > ({key}::bigint, {ended_at}::timestamptz, {number}::bigint)" if behind else ""
        return self._ranked(f"{self._select} {passed} ORDER BY {self._order} LIMIT {limit}")

    @cache  # noqa: B019
    def around(self, before: int, since: int) -> str:
        """Rows around that of a player: so many before it, so many from it on; parameters: board, player."""
        (player,) = self._free(1)
        mine = f"{self._select} AND {self.player} = {player}"
        own = "(SELECT key FROM mine), (SELECT ended_at FROM mine), (SELECT id FROM mine)"
        ahead = f"{self._select} AND {self._place} < ({own}) ORDER BY {self._backwards} LIMIT {before}"
        rest = f"{self._select} AND {self._place} >= ({own}) ORDER BY {self._order} LIMIT {since}"
        return self._ranked(f"({ahead}) UNION ALL ({rest})", f"mine AS MATERIALIZED ({mine}),")

    def rank(self) -> str:
        """The rank of a key, and how many rows there are; parameters: board, key."""
        (key,) = self._free(1)
        return f"SELECT 1 + {self._ahead(f'{key}::bigint')} AS rank, {self._total} AS total"

    def at_middle(self) -> str:
        """The number of the row in the middle; parameters: board."""
        levels = [f"goal0 AS (SELECT 0::bigint AS bucket, ({self._total} + 1) / 2 AS place)"]
        for level, (above, shift) in enumerate(pairwise((63, *self.shifts))):
            levels.append(f"goal{level + 1} AS ({self._step_down(level, above - shift, shift)})")
        leaf, goal = self.shifts[-1], f"goal{len(self.shifts)}"
        here, next_one = f"(SELECT bucket << {leaf} FROM {goal})", f"(SELECT (bucket + 1) << {leaf} FROM {goal})"
        inside = f"{self.key} >= {here} AND {self.key} < {next_one}"
        found = f"SELECT {self.id} FROM {self.rows} AND {inside} ORDER BY {self._order}"
        return f"WITH {', '.join(levels)} {found} OFFSET (SELECT greatest(place - 1, 0) FROM {goal}) LIMIT 1"

    def _step_down(self, level: int, finer: int, shift: int) -> str:
        """From a bucket and a place inside it to the finer bucket that has it, and the place inside that."""
        within = f"bucket >= (SELECT bucket << {finer} FROM goal{level})"
        if level:
            within += f" AND bucket < (SELECT (bucket + 1) << {finer} FROM goal{level})"
        counted = f"SELECT bucket, {self._count} AS here, sum({self._count}) OVER (ORDER BY bucket) AS upto"
        buckets = f"{counted} FROM board_counts WHERE board = $1 AND shift = {shift} AND {within}"
        place = f"(SELECT place FROM goal{level})"
        left = f"{place} - (upto - here) AS place"
        return f"SELECT bucket, {left} FROM ({buckets}) AS b WHERE upto >= {place} ORDER BY bucket LIMIT 1"

    def _ranked(self, rows: str, mine: str = "") -> str:
        """The rows with names, in order; the rank of the first key and the number of rows up to it in each."""
        return f"""
            WITH {mine}
            rows AS MATERIALIZED ({rows}),
            first AS MATERIALIZED (SELECT min(key) AS key FROM rows),
            second AS MATERIALIZED (SELECT min(key) AS key FROM rows WHERE key > (SELECT key FROM first)),
            board AS MATERIALIZED (
                SELECT {self._total} AS total,
                    {self._ahead("(SELECT key FROM first)")} AS ahead_of_first,
                    {self._ahead("(SELECT key FROM second)")} AS ahead_of_second,
                    (SELECT changes FROM boards WHERE board = $1) AS changes,
                    (SELECT removals FROM boards WHERE board = $1) AS removals
            )
            SELECT board.*, rows.key, rows.ended_at, rows.id, {self.columns}
            FROM board LEFT JOIN (rows {self.joined}) ON true
            ORDER BY rows.key, rows.ended_at, rows.id
        """

    def _ahead(self, key: str) -> str:
        """How many rows have a smaller key."""
        sums = [
            f"(SELECT coalesce(sum({self._count}), 0) FROM board_counts WHERE board = $1 AND shift = {shift}"
            f" AND bucket >= ({key} >> {above}) << {above - shift} AND bucket < {key} >> {shift})"
            for above, shift in pairwise((63, *self.shifts))
        ]
        finest = self.shifts[-1]
        inside = f"{self.key} >= ({key} >> {finest}) << {finest} AND {self.key} < {key}"
        return f"({' + '.join(sums)} + (SELECT count(*) FROM {self.rows} AND {inside}))::bigint"

    @property
    def _total(self) -> str:
        top = f"board_counts WHERE board = $1 AND shift = {self.shifts[0]}"
        return f"(SELECT coalesce(sum({self._count}), 0)::bigint FROM {top})"

    @property
    def _select(self) -> str:
        columns = ", ".join((f"{self.key} AS key", "ended_at", f"{self.id} AS id", *self.carried))
        return f"SELECT {columns} FROM {self.rows}"

    @property
    def _place(self) -> str:
        return f"({self._order})"

    @property
    def _order(self) -> str:
        return f"{self.key}, ended_at, {self.id}"

    @property
    def _backwards(self) -> str:
        return f"{self.key} DESC, ended_at DESC, {self.id} DESC"

    @property
    def _count(self) -> str:
        return "kept" if self.kept else "results"

    def _free(self, several: int) -> list[str]:
        """The parameters behind those that name the board."""
        return [f"${2 + self.parameters + number}" for number in range(several)]


class Ranks:
    """The boards of one kind in a database; `board` is a name, then what else its `rows` are selected by."""

    def __init__(self, database: Database, ranking: Ranking) -> None:
        self._database = database
        self._ranking = ranking
        self._rank, self._middle = ranking.rank(), ranking.at_middle()

    async def page(self, board: Sequence[object], after: Cursor | None, limit: int) -> Page:
        """At most `limit` rows behind `after`: by key, equal ones by earlier finish; equal keys share a rank."""
        return await self._read(self._ranking.page(limit, behind=after is not None), *board, *(after or ()))

    async def around(self, board: Sequence[object], player_id: int, before: int, since: int) -> Page:
        """The row of a player with so many before it, `since` from it on; no rows when the player has none."""
        return await self._read(self._ranking.around(before, since), *board, player_id)

    async def rank(self, board: Sequence[object], key: int) -> tuple[int, int]:
        """The rank this key has or would have, and how many rows there are."""
        async with self._database.raw() as connection:
            (row,) = await connection.fetch(self._rank, *board, key)
        return row["rank"], row["total"]

    async def at_middle(self, board: Sequence[object]) -> int | None:
        """The number of the row in the middle."""
        async with self._database.raw() as connection:
            number: int | None = await connection.fetchval(self._middle, *board)
        return number

    async def _read(self, query: str, *values: object) -> Page:
        async with self._database.raw() as connection:
            found = await connection.fetch(query, *values)
        version = Version(changes=found[0]["changes"] or 0, removals=found[0]["removals"] or 0)
        return Page(version, found[0]["total"], tuple(_ranked([row for row in found if row["id"] is not None])))


def _ranked(rows: Sequence[asyncpg.Record]) -> Iterator[Ranked]:
    if not rows:
        return
    first, shared = rows[0]["key"], rows[0]["key"]
    rank, position = rows[0]["ahead_of_first"] + 1, rows[0]["ahead_of_second"]
    for row in rows:
        if row["key"] != first:
            position += 1
        if row["key"] != shared:
            rank, shared = position, row["key"]
        yield Ranked(rank, row["total"], row)
