"""Who is asking: a session token, as cookie from pages or as Bearer from programs (protocol.md, sessions)."""

import hashlib
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from server.store.players import Player

from .parts import parts
from .problems import Problem

COOKIE = "samedeal"
_YEAR = 365 * 24 * 3600


def fresh_token() -> str:
    """A session token nobody can guess; only its hash is stored."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


async def player_of(connection: HTTPConnection) -> Player | None:
    """The player whose token this request or socket bears."""
    token, here = token_of(connection), parts(connection)
    return await here.players.by_token(hash_of(token), here.clock()) if token else None


def token_of(connection: HTTPConnection) -> str | None:
    """The token this request or socket bears."""
    return _bearer(connection) or connection.cookies.get(COOKIE)


async def require_player(connection: HTTPConnection) -> Player:
    """The player who is changing something. Raises Problem as both of those below."""
    require_own_origin(connection)
    return await signed_in(connection)


async def signed_in(connection: HTTPConnection) -> Player:
    """The player who is looking at what is theirs; browsers send no Origin for that. Raises Problem."""
    player = await player_of(connection)
    if player is None:
        raise Problem(401, "not_signed_in", "You are not signed in. Start a game, or send your token.")
    return player


def require_own_origin(connection: HTTPConnection) -> None:
    """What changes something must come from our own pages, or by Bearer from a program. Raises Problem."""
    if not is_own_origin(connection):
        raise Problem(403, "foreign_origin", "This request came from a page of another site.")


def is_own_origin(connection: HTTPConnection) -> bool:
    """Whether its Origin is our own; it may be absent only where no cookie speaks for the player."""
    if _bearer(connection):
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        return COOKIE not in connection.cookies
    further = parts(connection).settings.origins.split(",")
    return urlsplit(origin).netloc == connection.headers.get("host") or origin in map(str.strip, further)


def sign_in(connection: HTTPConnection, response: Response, token: str) -> None:
    """Gives the token as a cookie, for https alone whenever the request came by it."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(COOKIE, token, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


def forget(connection: HTTPConnection, response: Response) -> None:
    """Takes the cookie back."""
    secure = connection.url.scheme in ("https", "wss")
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=secure)


def device_of(connection: HTTPConnection) -> str:
    """What it seems to come from, for people to know their devices by: `Firefox on Linux`."""
    agent = connection.headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in agent), None)
    return " on ".join(filter(None, (browser or "a program", system)))


_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def address_of(connection: HTTPConnection) -> str:
    """The address it comes from."""
    return connection.client.host if connection.client else ""


def _bearer(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
