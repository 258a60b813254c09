"""Who is ahead in a day, a week, a month, of all: by points (product.md, who is ahead 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from server.contest.points import MOVES_BITS, WINS_BITS, Points
from server.store.ranking import Cursor, Page, Ranked, Ranking, Ranks, Version

if TYPE_CHECKING:
    from server.contest.period import Period
    from server.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsStanding:
    """One row of a board by points; `days` is how many days count in it."""

    rank: int
    player: str
    points: Points
    days: int
    cursor: Cursor


@dataclass(frozen=True, slots=True)
class PointsBoard:
    """Part of a board by points, and how many players it had at that moment."""

    version: Version
    total: int
    standings: tuple[PointsStanding, ...]


class PointsBoards:
    """The boards by points of a database: of everybody, or of kept players only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ranks = {kept: Ranks(database, _ranking(kept=kept)) for kept in (False, True)}

    async def page(self, period: Period, after: Cursor | None, limit: int, *, kept: bool) -> PointsBoard:
        """At most `limit` players behind `after`: by points, wins, moves in won games, who had them earlier.

        Equal ones share a rank: 1, 1, 3.
        """
        return _points_board(await self._ranks[kept].page(_board(period), after, limit))

    async def of_player(self, period: Period, player_id: int, *, kept: bool) -> PointsBoard:
        """The row of a player; none when there is none."""
        return _points_board(await self._ranks[kept].around(_board(period), player_id, 0, 1))

    async def version(self, period: Period) -> Version:
        """How often this board has changed."""
        async with self._database.raw() as connection:
            row = await connection.fetchrow(_VERSION, board_name(period))
        return Version(changes=row["changes"], removals=row["removals"]) if row else Version()


def board_name(period: Period) -> str:
    """What the database calls this board."""
    return f"{period.span.value}:{period.starts.isoformat()}"


def _board(period: Period) -> tuple[object, ...]:
    return board_name(period), period.span.value, period.starts


def _points_board(page: Page) -> PointsBoard:
    return PointsBoard(page.version, page.total, tuple(_standing(ranked) for ranked in page.rows))


def _standing(ranked: Ranked) -> PointsStanding:
    row = ranked.row
    points = Points(points=row["points"], wins=row["wins"], moves=row["moves"])
    return PointsStanding(rank=ranked.rank, player=row["name"], points=points, days=row["days"], cursor=ranked.cursor)


def _ranking(*, kept: bool) -> Ranking:
    points = WINS_BITS + MOVES_BITS
    return Ranking(
        rows=f"points WHERE span = $2 AND starts = $3 AND days > 0{' AND kept' if kept else ''}",
        parameters=2,
        key="key",
        id="player_id",
        player="player_id",
        shifts=(points + 12, points + 6, points, 5),  # as the function board_shifts of the database has them
        joined="JOIN points ON (player_id, span, starts) = (rows.id, $2, $3) JOIN players ON players.id = player_id",
        columns="players.name, points.points, points.wins, points.moves, points.days",
        kept=kept,
    )


_VERSION = "SELECT changes, removals FROM boards WHERE board = $1"
