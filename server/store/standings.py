"""Who is ahead in a game: verified ranked results in the order of one key (product.md, who is ahead)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from server.contest.result import CARDS, ELAPSED_BITS, MOVES_BITS, Outcome, Result
from server.store.ranking import Cursor, Page, Ranked, Ranking, Ranks, Version
from server.store.tables import ON_BOARD
from server.store.together import Together

if TYPE_CHECKING:
    from datetime import date, datetime

    from server.store.database import Database

By = Literal["moves", "speed"]


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


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Part of a game's leaderboard, and how many results it had at that moment."""

    version: Version
    total: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many results brought 0 to 52 cards home; (moves, how many) of the winners."""

    version: Version
    home: tuple[int, ...]
    winners_moves: tuple[tuple[int, int], ...]


class Standings:
    """The leaderboards of a database: of everybody, or of kept players only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ranks = {order: Ranks(database, ranking) for order, ranking in _RANKINGS.items()}
        self._together: Together[tuple[int, Version] | None] = Together()

    async def page(self, game_id: int, by: By, after: Cursor | None, limit: int, *, kept: bool = False) -> Leaderboard:
        """At most `limit` rows behind `after`: by key, equal ones by earlier finish.

        Equal keys share a rank: 1, 1, 3.
        """
        return _leaderboard(await self._ranks[by, kept].page(_board(game_id, by), after, limit), by)

    async def around(  # noqa: PLR0913
        self, game_id: int, by: By, player_id: int, before: int, since: int, *, kept: bool = False
    ) -> Leaderboard:
        """The row of a player with so many before it, `since` from it on; none when the player is not on the board."""
        found = await self._ranks[by, kept].around(_board(game_id, by), player_id, before, since)
        return _leaderboard(found, by)

    async def rank(self, game_id: int, by: By, key: int, *, kept: bool = False) -> tuple[int, int]:
        """The rank a result of this key has or would have, and how many results there are."""
        return await self._ranks[by, kept].rank(_board(game_id, by), key)

    async def leader_and_median(self, game_id: int) -> tuple[int | None, int | None]:
        """The attempts that lead and that stand in the middle by moves; None while nobody has finished."""
        first = await self.page(game_id, "moves", None, 1)
        leader = first.standings[0].attempt_id if first.standings else None
        return leader, await self._ranks["moves", False].at_middle(_board(game_id, "moves"))

    async def histogram(self, game_id: int, *, kept: bool = False) -> Histogram:
        """The results of a game by cards home, and the winners' by moves."""
        async with self._database.raw() as connection:
            rows = await connection.fetch(_HISTOGRAM, f"moves:{game_id}")
        column = "kept" if kept else "results"
        home = {CARDS - row["bucket"]: row[column] for row in rows if row["shift"] == _HOME}
        moves = [(row["bucket"], row[column]) for row in rows if row["shift"] == ELAPSED_BITS and row[column]]
        version = Version(changes=rows[0]["changes"], removals=rows[0]["removals"]) if rows else Version()
        return Histogram(version, tuple(home.get(cards, 0) for cards in range(CARDS + 1)), tuple(moves))

    async def board(self, day: date, variant: str, by: By) -> tuple[int, Version] | None:
        """The number of a game and the version of its leaderboard; None when there is no such game."""
        return await self._together.ask((day, variant, by), lambda: self._board(day, variant, by))

    async def _board(self, day: date, variant: str, by: By) -> tuple[int, Version] | None:
        async with self._database.raw() as connection:
            row = await connection.fetchrow(_VERSION, day, variant, by)
        return (row["id"], Version(changes=row["changes"], removals=row["removals"])) if row else None


def key_of(result: Result, by: By) -> int:
    """What this board orders by."""
    return result.moves_key if by == "moves" else result.speed_key


def result_of(key: int, by: By, outcome: Outcome) -> Result:
    """The result that has this key on this board."""
    moves_bits, time_bits = (1 << MOVES_BITS) - 1, (1 << ELAPSED_BITS) - 1
    if by == "moves":
        moves, elapsed_ms = key >> ELAPSED_BITS & moves_bits, key & time_bits
    else:
        moves, elapsed_ms = key & moves_bits, key >> MOVES_BITS & time_bits
    return Result(outcome=outcome, home=CARDS - (key >> _HOME), moves=moves, elapsed_ms=elapsed_ms)


def _board(game_id: int, by: By) -> tuple[str, int]:
    return f"{by}:{game_id}", game_id


def _leaderboard(page: Page, by: By) -> Leaderboard:
    return Leaderboard(page.version, page.total, tuple(_standing(ranked, by) for ranked in page.rows))


def _standing(ranked: Ranked, by: By) -> Standing:
    row = ranked.row
    result = result_of(row["key"], by, Outcome(row["outcome"]))
    return Standing(rank=ranked.rank, player=row["name"], result=result, ended_at=row["ended_at"], attempt_id=row["id"])


_HOME = MOVES_BITS + ELAPSED_BITS
_SHIFTS: dict[By, tuple[int, ...]] = {  # as the function board_shifts of the database has them
    "moves": (_HOME, ELAPSED_BITS + 5, ELAPSED_BITS),
    "speed": (_HOME, MOVES_BITS + 16, MOVES_BITS + 10),
}


def _ranking(by: By, *, kept: bool) -> Ranking:
    return Ranking(
        rows=f"attempts WHERE game_id = $2 AND {ON_BOARD}{' AND kept' if kept else ''}",
        parameters=1,
        key=f"{by}_key",
        id="id",
        player="player_id",
        shifts=_SHIFTS[by],
        joined="JOIN players ON players.id = rows.player_id",
        columns="players.name, rows.outcome",
        carried=("player_id", "outcome"),
        kept=kept,
    )


_BYS: tuple[By, ...] = ("moves", "speed")
_RANKINGS = {(by, kept): _ranking(by, kept=kept) for by in _BYS for kept in (False, True)}

_HISTOGRAM = f"""
    SELECT shift, bucket, results, board_counts.kept, changes, removals
    FROM board_counts JOIN boards USING (board)
    WHERE board = $1 AND (shift = {_HOME} OR shift = {ELAPSED_BITS} AND bucket < {1 << MOVES_BITS})
    ORDER BY shift, bucket
"""  # noqa: S608

_VERSION = """
    SELECT games.id, coalesce(changes, 0) AS changes, coalesce(removals, 0) AS removals
    FROM games LEFT JOIN boards ON board = $3 || ':' || games.id
    WHERE day = $1 AND variant = $2
"""
