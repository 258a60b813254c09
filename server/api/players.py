"""Guests, and who I am."""

from starlette.requests import Request
from starlette.responses import Response

from server.live.limits import TooMany
from server.store.players import NameTaken, Player

from .answers import PlayerBody, answer
from .guest_names import guest_name
from .identity import address_of, fresh_token, hash_of, require_own_origin, sign_in, signed_in
from .parts import Parts, parts

PLAIN_TRIES = 3


async def create_guest(request: Request) -> Response:
    """POST /api/players: a guest with a friendly name and a session; a program is told the token too."""
    require_own_origin(request)
    here = parts(request)
    wait = here.limits.guests.take(address_of(request))
    if wait:
        raise TooMany("There are many new players from your address. Please wait a little.", wait)
    token = fresh_token()
    player = await _named_guest(here, token)
    told = None if "origin" in request.headers else token
    response = answer(PlayerBody(name=player.name, kept=player.kept, token=told), 201)
    sign_in(request, response, token)
    return response


async def me(request: Request) -> Response:
    """GET /api/me: who the session belongs to."""
    player = await signed_in(request)
    return answer(PlayerBody(name=player.name, kept=player.kept))


async def _named_guest(here: Parts, token: str) -> Player:
    tries = 0
    while True:
        try:
            return await here.players.create_guest(
                guest_name(numbered=tries >= PLAIN_TRIES), hash_of(token), here.clock()
            )
        except NameTaken:
            tries += 1
