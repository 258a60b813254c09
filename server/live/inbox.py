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
        self._awake = asyncio.Event()
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
        self._awake.set()

    def close(self, code: int) -> None:
        """Lets the socket close with this code, after what was offered before."""
        if self.closes_with is None:
            self.closes_with = code
            self._awake.set()

    async def take(self) -> str | None:
        """The next text, as soon as there is one; None when the socket is to close."""
        while not self._texts:
            if self.closes_with is not None:
                return None
            self._awake.clear()
            await self._awake.wait()
        return self._texts.popleft()
