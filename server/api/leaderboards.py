"""Leaderboards of a game, page by page."""

import base64
from datetime import datetime
from typing import Annotated, cast

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
_LIMITS = {str(limit): limit for limit in range(1, LARGEST_PAGE + 1)}

_Whole = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
_Time = Annotated[datetime, msgspec.Meta(tz=True)]


class _Place(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: of which game and order, behind which key, finish and attempt."""

    game: _Whole
    by: str
    key: _Whole
    ended_at: _Time
    attempt: _Whole


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
    limit = _LIMITS.get(request.query_params.get("limit", str(USUAL_PAGE)))
    if limit is None:
        raise Problem(400, "bad_query", f"A page has limit=1 to {LARGEST_PAGE} rows.")
    return limit


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
        place = msgspec.json.decode(base64.b64decode(text, b"-_", validate=True), type=_Place)
    except (msgspec.MsgspecError, ValueError):
        raise Problem(400, "bad_cursor", "This is no cursor of ours. Begin with the first page.") from None
    if (place.game, place.by) != (game.id, by) or place.ended_at.utcoffset():
        raise Problem(400, "bad_cursor", "This cursor belongs to another leaderboard. Begin with the first page.")
    return place.key, place.ended_at, place.attempt
