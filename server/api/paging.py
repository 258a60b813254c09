"""What all boards have in common: sizes of pages, who is shown, cursors, and how long an answer may be kept."""

import base64
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.store.players import Player
from server.store.ranking import Cursor, Version

from .problems import Problem

LARGEST_PAGE = 100
USUAL_PAGE = 50
_LIMITS = {str(limit): limit for limit in range(1, LARGEST_PAGE + 1)}

OPEN_SECONDS = 2
FINAL_SECONDS = 60
_FORM = 1  # of the bodies: a new one makes every kept answer an old one

Shown = Literal["all", "kept"]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which part of a board was asked for."""

    shown: Shown
    limit: int
    after: str | None

    @property
    def kept(self) -> bool:
        """Whether only players with a kept name are to be shown."""
        return self.shown == "kept"


def asked_part(request: Request) -> Asked:
    """`limit`, `after` and `players` of the address. Raises Problem."""
    query = request.query_params
    limit = _LIMITS.get(query.get("limit", str(USUAL_PAGE)))
    if limit is None:
        raise Problem(400, "bad_query", f"A page has limit=1 to {LARGEST_PAGE} rows.")
    shown = query.get("players", "all")
    if shown not in ("all", "kept"):
        raise Problem(400, "bad_query", "Show players=all or players=kept.")
    return Asked(cast("Shown", shown), limit, query.get("after"))


_Whole = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
_Time = Annotated[datetime, msgspec.Meta(tz=True)]


class _Place(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: on which board, when so much had left it, behind which row; `check` tells of changes."""

    board: str
    removals: _Whole
    key: _Whole
    ended_at: _Time
    number: _Whole
    check: str = ""

    def checked(self) -> str:
        """What `check` has to be."""
        text = msgspec.json.encode((self.board, self.removals, self.key, self.ended_at, self.number))
        return hashlib.blake2s(text, digest_size=9).hexdigest()


def cursor(board: str, asked: Asked, version: Version, last: Cursor) -> str:
    """What the next page is asked for with."""
    place = _Place(f"{board}:{asked.shown}", version.removals, *last)
    place.check = place.checked()
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def read_cursor(board: str, asked: Asked, version: Version, request: Request) -> Cursor | None:
    """Where the asked page begins. Raises Problem: altered, of another board, from before a result left the board."""
    if asked.after is None:
        return None
    place = _decoded(asked.after)
    if place.board != f"{board}:{asked.shown}":
        raise Problem(400, "bad_cursor", "This cursor belongs to another leaderboard. Begin with the first page.")
    last = place.key, place.ended_at, place.number
    if place.removals < version.removals:
        raise _gone(request, cursor(board, asked, version, last))
    return last


def _decoded(text: str) -> _Place:
    try:
        place = msgspec.json.decode(base64.b64decode(text, b"-_", validate=True), type=_Place)
    except (msgspec.MsgspecError, ValueError):
        raise _no_cursor() from None
    if place.check != place.checked() or place.ended_at.utcoffset():
        raise _no_cursor()
    return place


def _no_cursor() -> Problem:
    return Problem(400, "bad_cursor", "This is no cursor of ours. Begin with the first page.")


def _gone(request: Request, onward: str) -> Problem:
    first = request.url.remove_query_params("after")
    title = "A result has left this board since. Begin with the first page, or go on with the new cursor."
    return Problem(410, "gone", title, first=first.path + (first.query and f"?{first.query}"), next=onward)


def percentile(rank: int, total: int) -> float:
    """How many of all, in percent, are not ahead of this rank: 100 for the first."""
    return round(100 * (total - rank + 1) / total, 1)


@dataclass(frozen=True, slots=True)
class Edition:
    """One state of a board as one reader sees it: its tag, and how long it may be kept by whom."""

    tag: str
    cache: str

    @property
    def headers(self) -> dict[str, str]:
        """What every answer bears, 304 too. Who asks is told by cookie or Bearer."""
        return {"ETag": self.tag, "Cache-Control": self.cache, "Vary": "Authorization, Cookie"}


def edition(version: Version, player: Player | None, *, final: bool) -> Edition:
    """Of a version: public for readers without a session; for a player their own, and asked for again each time."""
    state = f"{_FORM}-{version.changes}-{'final' if final else 'open'}"
    if player:
        return Edition(f'"{state}-{player.id}"', "private, no-cache")
    return Edition(f'"{state}"', f"public, max-age={FINAL_SECONDS if final else OPEN_SECONDS}")


def not_modified(request: Request, current: Edition) -> Response | None:
    """304 when the reader has this edition already."""
    known = request.headers.get("if-none-match", "")
    if current.tag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=current.headers)
    return None


def printed(body: bytes, current: Edition) -> Response:
    """An encoded body as the answer."""
    return Response(body, headers=current.headers, media_type="application/json")


class Shelf:
    """Bodies of public editions, encoded once: those asked for last, one for each address."""

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._bodies: OrderedDict[object, tuple[str, bytes]] = OrderedDict()

    def find(self, address: object, current: Edition) -> bytes | None:
        """The body of this very edition."""
        tag, body = self._bodies.get(address, ("", b""))
        if tag != current.tag:
            return None
        self._bodies.move_to_end(address)
        return body

    def keep(self, address: object, current: Edition, body: bytes) -> None:
        """Keeps it instead of the edition before."""
        self._bodies[address] = current.tag, body
        self._bodies.move_to_end(address)
        if len(self._bodies) > self._size:
            self._bodies.popitem(last=False)
