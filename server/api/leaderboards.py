"""Leaderboards of a game, page by page."""

import base64
import binascii
from datetime import datetime
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.contest.game import Status, final_at, game_name, status
from server.store.games import Game
from server.store.players import Player
from server.store.standings import By, Cursor, Standing

from .answers import LeaderboardBody, StandingBody, answer
from .games import asked_game
from .identity import player_of
from .parts import parts
from .problems import Problem

LARGEST_PAGE = 100
USUAL_PAGE = 50


class _Place(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: of which game and order, behind which key, finish and attempt."""

    game: int
    by: str
    key: int
    ended_at: datetime
    attempt: int


async def leaderboard(request: Request) -> Response:
    """GET /api/games/{date}/{variant}/leaderboard?by=moves|speed&limit&after."""
    here = parts(request)
    game = await asked_game(request)
    by = _asked_by(request)
    limit = _asked_limit(request)
    after = _read_cursor(request.query_params.get("after"), game, by)
    standings = await here.standings.page(game.id, by, after, limit + 1)
    _, total = await here.standings.rank(game.id, by, 0)
    sealed = status(game.day, here.clock()) is not Status.FINAL
    player = await player_of(request)
    body = LeaderboardBody(
        game=game_name(game.day, game.variant),
        by=by,
        total=total,
        sealed=sealed,
        final_at=final_at(game.day),
        standings=[_standing_body(standing, sealed, player) for standing in standings[:limit]],
        next=_cursor(standings[limit - 1], game, by) if len(standings) > limit else None,
    )
    return answer(body)


def _asked_by(request: Request) -> By:
    by = request.query_params.get("by", "moves")
    if by not in ("moves", "speed"):
        raise Problem(400, "bad_query", "Order a leaderboard by=moves or by=speed.")
    return cast("By", by)


def _asked_limit(request: Request) -> int:
    text = request.query_params.get("limit", str(USUAL_PAGE))
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LARGEST_PAGE):
        raise Problem(400, "bad_query", f"A page has limit=1 to {LARGEST_PAGE} rows.")
    return int(text)


def _standing_body(standing: Standing, sealed: bool, player: Player | None) -> StandingBody:
    yours = player is not None and player.name == standing.player
    return StandingBody(
        rank=standing.rank,
        player=standing.player,
        home=standing.result.home,
        moves=standing.result.moves,
        elapsed_ms=standing.result.elapsed_ms,
        attempt=standing.attempt_id,
        replay=None if sealed and not yours else f"/replay/{standing.attempt_id}",
        yours=yours,
    )


def _cursor(last: Standing, game: Game, by: By) -> str:
    place = _Place(game.id, by, *last.cursor(by))
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def _read_cursor(text: str | None, game: Game, by: By) -> Cursor | None:
    if text is None:
        return None
    try:
        place = msgspec.json.decode(base64.urlsafe_b64decode(text.encode()), type=_Place)
    except (msgspec.MsgspecError, UnicodeError, binascii.Error):
        raise Problem(400, "bad_cursor", "This is no cursor of ours. Begin with the first page.") from None
    if (place.game, place.by) != (game.id, by) or place.ended_at.tzinfo is None:
        raise Problem(400, "bad_cursor", "This cursor belongs to another leaderboard. Begin with the first page.")
    return place.key, place.ended_at, place.attempt
