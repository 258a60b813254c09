"""Guests, who I am, and what everybody may know of a player."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response

from server.contest.game import Status, game_name, status
from server.contest.points import points_of, total
from server.contest.result import CARDS
from server.contest.streaks import streaks
from server.live.limits import TooMany
from server.store.attempts import AttemptRow
from server.store.players import NameTaken, Player

from .answers import PlayerBody, ProfileBody, StandingInShort, answer
from .guest_names import guest_name
from .identity import address_of, device_of, fresh_token, hash_of, player_of, require_own_origin, sign_in, signed_in
from .parts import Parts, parts
from .problems import not_found

PLAIN_TRIES = 3
MOST_RESULTS = 100


async def create_guest(request: Request) -> Response:
    """POST /api/players: a guest with a friendly name and a session; a program is told the token too."""
    require_own_origin(request)
    here = parts(request)
    wait = here.limits.guests.take(address_of(request))
    if wait:
        raise TooMany("There are many new players from your address. Please wait a little.", wait)
    token = fresh_token()
    player = await _named_guest(here, token, device_of(request))
    told = None if "origin" in request.headers else token
    response = answer(PlayerBody(name=player.name, kept=player.kept, token=told), 201)
    sign_in(request, response, token)
    return response


async def profile(request: Request) -> Response:
    """GET /api/players/{name}: a player's streaks, points and results, the newest first."""
    here = parts(request)
    player = await here.players.by_name(request.path_params["name"])
    if player is None:
        raise not_found("player")
    asking = await player_of(request)
    rows = await here.attempts.results_of(player.id)
    return answer(_profile(player, rows, here.clock(), yours=asking is not None and asking.id == player.id))


async def me(request: Request) -> Response:
    """GET /api/me: who the session belongs to."""
    player = await signed_in(request)
    return answer(PlayerBody(name=player.name, kept=player.kept))


async def _named_guest(here: Parts, token: str, device: str) -> Player:
    tries = 0
    while True:
        try:
            return await here.players.create_guest(
                guest_name(numbered=tries >= PLAIN_TRIES), hash_of(token), here.clock(), device
            )
        except NameTaken:
            tries += 1


def _profile(player: Player, rows: Sequence[AttemptRow], now: datetime, *, yours: bool) -> ProfileBody:
    results = [(row.day, row.result) for row in rows if row.day and row.result]
    points = total(points_of(result) for _, result in results)
    homes = Counter(result.home for _, result in results)
    return ProfileBody(
        name=player.name,
        kept=player.kept,
        streaks=streaks(results, now.date()),
        points=points.points,
        wins=points.wins,
        played=len(results),
        home=[homes[count] for count in range(CARDS + 1)],
        results=[_short(row, now, yours=yours) for row in rows[:MOST_RESULTS]],
    )


def _short(row: AttemptRow, now: datetime, *, yours: bool) -> StandingInShort:
    assert row.result is not None
    assert row.day is not None
    return StandingInShort(
        attempt=row.id,
        game=game_name(row.day, row.variant),
        outcome=row.result.outcome,
        home=row.result.home,
        moves=row.result.moves,
        elapsed_ms=row.result.elapsed_ms,
        replay=f"/replay/{row.id}" if yours or status(row.day, now) is Status.FINAL else None,
    )
