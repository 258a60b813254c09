"""The rooms of this process: one for each attempt with somebody at its table."""

import asyncio
import logging
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from server.protocol import Notice, encode
from server.store.attempts import AttemptRow
from server.store.database import DatabaseUnavailable

from . import metrics
from .archive import Archive
from .clock import Clock
from .room import Lost, Room

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Place:
    """A room and how many sockets are in it; empty until the first of them has loaded the attempt.

    `outdated`: there was news of it while it was being loaded.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sockets: int = 0
    room: Room | None = None
    outdated: bool = False


class Rooms:
    """Opens rooms, and forgets those that everybody has left."""

    def __init__(self, archive: Archive, clock: Clock, lost: Lost) -> None:
        self._archive = archive
        self._clock = clock
        self._lost = lost
        self._places: dict[int, _Place] = {}

    def __iter__(self) -> Iterator[Room]:
        return (place.room for place in list(self._places.values()) if place.room)

    def find(self, attempt_id: int) -> Room | None:
        """The room of an attempt, if somebody is at its table here."""
        place = self._places.get(attempt_id)
        return place.room if place else None

    @asynccontextmanager
    async def enter(self, row: AttemptRow) -> AsyncIterator[Room]:
        """The room of an attempt, loaded from its log by whoever comes first. Raises DatabaseUnavailable."""
        place = self._places.setdefault(row.id, _Place())
        metrics.TABLES.inc(place.sockets == 0)
        place.sockets += 1
        try:
            async with place.lock:
                room = place.room or await self._open(place, row)
            yield room
        finally:
            place.sockets -= 1
            if place.sockets == 0:
                del self._places[row.id]
                metrics.TABLES.dec()

    async def expire(self) -> None:
        """Ends attempts whose games are final by now, and tells who is at their tables. Raises DatabaseUnavailable."""
        for room in self:
            await room.expire()

    def remind(self) -> None:
        """Tells who is at a table of a game that is soon final, once."""
        for room in self:
            room.remind()

    def tell(self, notice: Notice) -> None:
        """Tells everybody at every table something about the server."""
        text = encode(notice)
        for room in self:
            for inbox in room.inboxes:
                inbox.offer(text)

    async def follow(self, news: AsyncIterable[tuple[int, int] | None]) -> None:
        """Catches up with what other processes have stored, for ever; None means that anything may have happened."""
        async for item in news:
            if item is not None:
                self._archive.heard(item[0])
            for place in self._behind(item):
                place.outdated = True
                if place.room:
                    await self._catch_up(place.room)

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up()
        except DatabaseUnavailable:
            _log.warning("A table could not be brought up to date; it is when its player moves.")
        except Exception:  # noqa: BLE001 - the edge of a task: one bad log must not leave all other tables behind
            _log.exception("A table can't be brought up to date.")

    def _behind(self, item: tuple[int, int] | None) -> list[_Place]:
        if item is None:
            return list(self._places.values())
        attempt_id, ply = item
        place = self._places.get(attempt_id)
        return [place] if place and (place.room is None or place.room.attempt.ply <= ply) else []

    async def _open(self, place: _Place, row: AttemptRow) -> Room:
        place.outdated = False
        room = await self._load(row)
        place.room = room
        if place.outdated:
            await room.catch_up()
        return room

    async def _load(self, row: AttemptRow) -> Room:
        about = await self._archive.about(row)
        attempt = await self._archive.attempt(row)
        return Room(about, attempt, row.started_at, self._archive, self._clock, lost=self._lost)
