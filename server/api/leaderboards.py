"""Leaderboards of a game: page by page, around a player, and as a histogram."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from server.contest.game import Status, final_at, game_name, status
from server.rules import VARIANTS
from server.store.players import Player
from server.store.ranking import Version
from server.store.standings import By, Leaderboard, Standing

from .answers import HistogramBody, LeaderboardBody, StandingBody, encoded
from .games import asked_day, asked_game
from .identity import player_of, signed_in
from .paging import Asked, asked_part, cursor, edition, not_modified, percentile, printed, read_cursor
from .parts import parts
from .problems import Problem, not_found

Read = Callable[["Board"], Awaitable[tuple[Version, Any]]]


@dataclass(frozen=True, slots=True)
class Board:
    """A game's leaderboard as it was asked for, and by whom."""

    request: Request
    game_id: int
    game: str
    by: By
    asked: Asked
    sealed: bool
    version: Version
    player: Player | None

    @property
    def name(self) -> str:
        """What cursors call it."""
        return f"{self.by}:{self.game_id}"


async def leaderboard(request: Request) -> Response:
    """GET /api/games/{date}/{variant}/leaderboard?by=moves|speed&limit&after&players=all|kept: who did best."""
    return await _answer(request, _page)


async def around(request: Request) -> Response:
    """GET …/leaderboard/around/{player|me}: the same, with that player in the middle."""
    here, who = parts(request), await _asked_player(request)

    async def read(board: Board) -> tuple[Version, Any]:
        before = (board.asked.limit - 1) // 2
        since = board.asked.limit - before + 1
        found = await here.standings.around(board.game_id, board.by, who.id, before, since, kept=board.asked.kept)
        if not found.standings:
            raise Problem(404, "not_on_board", f"{who.name} is not on this board.")
        return found.version, await _body(board, found)

    return await _answer(request, read)


async def histogram(request: Request) -> Response:
    """GET /api/games/{date}/{variant}/histogram?players=all|kept: how many brought how many cards home."""
    return await _answer(request, _histogram)


async def _answer(request: Request, read: Read) -> Response:
    """What was read of a board; readers without a session share what was read for the first of them."""
    board = await _asked_board(request)
    current = edition(board.version, board.player, final=not board.sealed)
    if known := not_modified(request, current):
        return known
    shelf = parts(request).shelf
    address = request.scope["path"], request.scope["query_string"], board.game_id
    body = None if board.player else shelf.find(address, current)
    if body is None:
        version, content = await read(board)
        current, body = edition(version, board.player, final=not board.sealed), encoded(content)
        if board.player is None:
            shelf.keep(address, current, body)
    return printed(body, current)


async def _asked_board(request: Request) -> Board:
    here, by, asked = parts(request), _asked_by(request), asked_part(request)
    day, variant = asked_day(request), request.path_params["variant"]
    if variant not in VARIANTS:
        raise not_found("game")
    found = await here.standings.board(day, variant, by)
    game_id, version = found or ((await asked_game(request)).id, Version())
    sealed = status(day, here.clock()) is not Status.FINAL
    player = await player_of(request)
    return Board(request, game_id, game_name(day, variant), by, asked, sealed, version, player)


def _asked_by(request: Request) -> By:
    by = request.query_params.get("by", "moves")
    if by not in ("moves", "speed"):
        raise Problem(400, "bad_query", "Order a leaderboard by=moves or by=speed.")
    return cast("By", by)


async def _asked_player(request: Request) -> Player:
    name = request.path_params["player"]
    if name == "me":
        return await signed_in(request)
    who = None if "\0" in name else await parts(request).players.by_name(name)
    if who is None:
        raise not_found("player")
    return who


async def _page(board: Board) -> tuple[Version, Any]:
    asked, standings = board.asked, parts(board.request).standings
    after = read_cursor(board.name, asked, board.version, board.request)
    found = await standings.page(board.game_id, board.by, after, asked.limit + 1, kept=asked.kept)
    read_cursor(board.name, asked, found.version, board.request)
    return found.version, await _body(board, found)


async def _body(board: Board, found: Leaderboard) -> LeaderboardBody:
    """At most as many rows as were asked for; one more says that there is a next page."""
    asked, shown = board.asked, found.standings[: board.asked.limit]
    more = len(found.standings) > len(shown)
    last = shown[-1].cursor(board.by) if more else None
    return LeaderboardBody(
        game=board.game,
        by=board.by,
        players=asked.shown,
        total=found.total,
        sealed=board.sealed,
        final_at=final_at(asked_day(board.request)),
        standings=[_standing_body(board, standing, found.total) for standing in shown],
        yours=await _yours(board),
        next=cursor(board.name, asked, found.version, last) if last else None,
    )


async def _yours(board: Board) -> StandingBody | None:
    """The reader's own row, wherever it is."""
    if board.player is None:
        return None
    standings = parts(board.request).standings
    own = await standings.around(board.game_id, board.by, board.player.id, 0, 1, kept=board.asked.kept)
    return _standing_body(board, own.standings[0], own.total) if own.standings else None


def _standing_body(board: Board, standing: Standing, total: int) -> StandingBody:
    yours = board.player is not None and board.player.name == standing.player
    return StandingBody(
        rank=standing.rank,
        percentile=percentile(standing.rank, total),
        player=standing.player,
        home=standing.result.home,
        moves=standing.result.moves,
        elapsed_ms=standing.result.elapsed_ms,
        attempt=standing.attempt_id,
        replay=None if board.sealed and not yours else f"/replay/{standing.attempt_id}",
        yours=yours,
    )


async def _histogram(board: Board) -> tuple[Version, Any]:
    found = await parts(board.request).standings.histogram(board.game_id, kept=board.asked.kept)
    body = HistogramBody(
        game=board.game,
        players=board.asked.shown,
        total=sum(found.home),
        home=list(found.home),
        winners_moves=list(found.winners_moves),
    )
    return found.version, body
