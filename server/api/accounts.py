"""Accounts: keeping a name by a passphrase, signing in and out, sessions (product.md, players)."""

from collections.abc import Awaitable
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from server.contest.names import BadName, checked_name, name_key
from server.live.limits import TooMany
from server.store.players import Change, NameTaken, Player

from .answers import ChangeBody, DeleteBody, PlayerBody, SessionBody, SessionsBody, SignInBody, answer, read_body
from .identity import (
    address_of,
    device_of,
    forget,
    fresh_token,
    hash_of,
    require_own_origin,
    require_player,
    sign_in,
    signed_in,
    token_of,
)
from .parts import parts
from .problems import Problem, not_found


async def change_me(request: Request) -> Response:
    """PATCH /api/me: keep the name, take another one, change the passphrase."""
    player = await require_player(request)
    asked = await read_body(request, ChangeBody)
    change = _change if player.kept else _keep
    changed = await change(request, player, asked)
    return answer(PlayerBody(name=changed.name, kept=changed.kept))


async def delete_me(request: Request) -> Response:
    """DELETE /api/me: forget who it was; results stay, under the name "deleted"."""
    player = await require_player(request)
    asked = await read_body(request, DeleteBody)
    if player.kept:
        await _require_passphrase(request, player, asked.passphrase)
    await parts(request).players.delete(player.id)
    return await _signed_out(request)


async def open_session(request: Request) -> Response:
    """POST /api/session: sign in; a program is told the token too."""
    require_own_origin(request)
    asked = await read_body(request, SignInBody)
    _slow_down(request, asked.name)
    token = fresh_token()
    player = await _signed_in(request, asked, token)
    if player is None:
        raise Problem(401, "wrong_sign_in", "No kept name has this passphrase. Please check both.")
    told = None if "origin" in request.headers else token
    response = answer(PlayerBody(name=player.name, kept=player.kept, token=told))
    sign_in(request, response, token)
    return response


async def end_session(request: Request) -> Response:
    """DELETE /api/session: sign out here."""
    await require_player(request)
    await parts(request).players.end_token(_token_hash(request))
    return await _signed_out(request)


async def sessions(request: Request) -> Response:
    """GET /api/me/sessions: where you are signed in, the latest first."""
    player = await signed_in(request)
    found = await parts(request).players.sessions(player.id, _token_hash(request), parts(request).clock())
    bodies = [
        SessionBody(id=one.id, device=one.device, created_at=one.created_at, seen_at=one.seen_at, current=one.current)
        for one in found
    ]
    return answer(SessionsBody(sessions=bodies))


async def end_one_session(request: Request) -> Response:
    """DELETE /api/me/sessions/{id}: sign out on one device."""
    player = await require_player(request)
    if not await parts(request).players.end_session(player.id, request.path_params["id"]):
        raise not_found("session")
    return await _ended(request)


async def end_other_sessions(request: Request) -> Response:
    """DELETE /api/me/sessions: sign out everywhere but here."""
    player = await require_player(request)
    await parts(request).players.end_other_sessions(player.id, _token_hash(request))
    return await _ended(request)


async def _signed_in(request: Request, asked: SignInBody, token: str) -> Player | None:
    here = parts(request)
    keeper = await here.players.keeper_of(asked.name)
    if not await here.passphrases.matches(keeper and keeper[1], asked.passphrase) or keeper is None:
        return None
    return await here.players.open_session(*keeper, hash_of(token), device=device_of(request), now=here.clock())


async def _keep(request: Request, player: Player, asked: ChangeBody) -> Player:
    """A guest's name becomes theirs."""
    if asked.passphrase is None:
        raise Problem(422, "bad_passphrase", "Choose a passphrase too: it keeps your name.")
    name = _checked(request, asked.name or player.name)
    _slow_down(request, None)
    here = parts(request)
    hashed = await here.passphrases.hash(asked.passphrase)
    return await _named(here.players.keep(player.id, name, hashed))


async def _change(request: Request, player: Player, asked: ChangeBody) -> Player:
    here, change = parts(request), Change()
    if asked.name is not None:
        change = replace(change, name=_checked(request, asked.name))
    if asked.passphrase is not None:
        known = await _require_passphrase(request, player, asked.current)
        hashed = await here.passphrases.hash(asked.passphrase)
        change = replace(change, passphrase_hash=hashed, known_hash=known)
    changed = await _named(here.players.change(player.id, _token_hash(request), change))
    await here.presence.close_ended()
    return changed


async def _named(naming: Awaitable[Player | None]) -> Player:
    try:
        player = await naming
    except NameTaken:
        title = "Somebody has this name, or one that reads the same. Please choose another one."
        raise Problem(409, "name_taken", title) from None
    if player is None:
        raise Problem(409, "changed_meanwhile", "Your account was changed elsewhere. Please load the page again.")
    return player


async def _require_passphrase(request: Request, player: Player, passphrase: str | None) -> str | None:
    """Gives what it is hashed to. Raises Problem, TooMany."""
    here = parts(request)
    _slow_down(request, player.name)
    keeper = await here.players.keeper_of(player.name)
    known = keeper and keeper[1]
    if not await here.passphrases.matches(known, passphrase or ""):
        raise Problem(403, "wrong_passphrase", "This is not your passphrase.")
    return known


def _checked(request: Request, name: str) -> str:
    try:
        return checked_name(name, parts(request).refused_words)
    except BadName as error:
        raise Problem(422, "bad_name", str(error)) from None


def _slow_down(request: Request, name: str | None) -> None:
    """Who tries passphrases is slowed by address, and by the name that is tried. Raises TooMany."""
    limits = parts(request).limits
    wait = limits.sign_ins.take(address_of(request))
    if name and not wait:
        wait = limits.sign_ins_by_name.take(hash_of(name_key(name)))
    if wait:
        raise TooMany("You have tried often enough for now. Please wait a little.", wait)


async def _signed_out(request: Request) -> Response:
    response = await _ended(request)
    forget(request, response)
    return response


async def _ended(request: Request) -> Response:
    """Sessions have ended: so do the sockets that were opened by them."""
    await parts(request).presence.close_ended()
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _token_hash(request: Request) -> bytes:
    return hash_of(token_of(request) or "")
