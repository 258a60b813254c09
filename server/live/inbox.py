"""What one socket is still to be sent. Offering never waits: who does not read loses only their own socket."""

import asyncio
from collections import deque

from . import metrics

CAPACITY = 64
OVERFLOW = 4413


class Inbox:
    """A bounded queue of texts with one reader; `closes_with` is the close code once there is one."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._texts: deque[str] = deque()
        self._capacity = capacity
        self._reader: asyncio.Future[None] | None = None
        self.closes_with: int | None = None

    def offer(self, text: str) -> None:
        """Takes one more text; when that is too many the socket is to close (protocol.md, close codes)."""
        if self.closes_with is not None:
            return
        if len(self._texts) >= self._capacity:
            metrics.OVERFLOWS.inc()
            self._texts.clear()
            self.close(OVERFLOW)
            return
        self._texts.append(text)
        self._wake()

    def close(self, code: int) -> None:
        """Lets the socket close with this code, after what was offered before."""
        if self.closes_with is None:
            self.closes_with = code
            self._wake()

    async def take(self) -> str | None:
        """The next text, as soon as there is one; None when the socket is to close."""
        while not self._texts:
            if self.closes_with is not None:
                return None
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._texts.popleft()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
