"""What the endpoints work with; `app` joins the parts, endpoints take them from the request."""

from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from server.clockwork import Clockwork
from server.live.archive import Archive
from server.live.clock import Clock
from server.live.drain import Drain
from server.live.limits import Limits
from server.live.presence import Presence
from server.live.progress import Progress
from server.live.rooms import Rooms
from server.settings import Settings
from server.store.attempts import Attempts
from server.store.database import Database
from server.store.days import Days
from server.store.games import Games
from server.store.players import Players
from server.store.points import PointsBoards
from server.store.standings import Standings

from .paging import Shelf
from .passphrases import Passphrases


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """One of each."""

    settings: Settings
    clock: Clock
    database: Database
    players: Players
    games: Games
    days: Days
    attempts: Attempts
    standings: Standings
    points: PointsBoards
    archive: Archive
    rooms: Rooms
    presence: Presence
    progress: Progress
    clockwork: Clockwork
    limits: Limits
    refused_words: tuple[str, ...]
    drain: Drain
    passphrases: Passphrases = field(default_factory=Passphrases)
    shelf: Shelf = field(default_factory=Shelf)


def parts(connection: HTTPConnection) -> Parts:
    """The parts of the app that this request or socket came to."""
    return cast("Parts", connection.app.state.parts)
