"""Which sockets are open by which session: when it ends, so do they."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from server.store.database import DatabaseUnavailable
from server.store.players import Players

from .inbox import Inbox

NOT_SIGNED_IN = 4401
EVERY_SECONDS = 10.0


class Presence:
    """The sockets of this process. A session that ends here closes its own at once, elsewhere in `EVERY_SECONDS`."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._sockets: dict[Inbox, bytes] = {}

    @contextmanager
    def of(self, inbox: Inbox, token_hash: bytes) -> Iterator[None]:
        """The socket of this inbox is open by the session of this token while the block lasts."""
        self._sockets[inbox] = token_hash
        try:
            yield
        finally:
            del self._sockets[inbox]

    async def close_ended(self) -> None:
        """Closes sockets whose sessions have ended; later, when the database can't be asked now."""
        asked = dict(self._sockets)
        try:
            still_open = await self._players.open_tokens(set(asked.values())) if asked else ()
        except DatabaseUnavailable:
            return
        for inbox, token_hash in asked.items():
            if token_hash not in still_open:
                inbox.close(NOT_SIGNED_IN)

    async def run(self) -> None:
        """Does so again and again, for ever."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self.close_ended()
