"""The way out: say so, take nobody new, let the sockets close spread over some seconds (protocol.md, drain)."""

import asyncio
import random

from server.protocol import Notice

from .rooms import Rooms

SPREAD_SECONDS = 5.0
DRAINING = 4503


class Drain:
    """Whether this process is about to stop; `begin` starts it."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.begun = False

    async def begin(self, spread_seconds: float = SPREAD_SECONDS) -> None:
        """Tells everybody, then closes their sockets one after another over the given time."""
        self.begun = True
        self._rooms.tell(Notice(notice="draining"))
        leaving = [inbox for room in self._rooms for inbox in room.inboxes]
        random.shuffle(leaving)
        for inbox in leaving:
            inbox.close(DRAINING)
            await asyncio.sleep(spread_seconds / len(leaving))
