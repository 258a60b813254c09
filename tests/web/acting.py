"""The server's part of a socket or an answer changed on the way, so that rare states of the pages can be reached."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import BrowserContext, Error, Route, WebSocketRoute

from server.rules import RANKS

Change = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass
class Wire:
    """The tables' sockets of a context: what goes through, what is changed, what is cut."""

    change: Change = dict
    silent: bool = False
    down: bool = False
    sockets: list[WebSocketRoute] = field(default_factory=list)
    sent: list[dict[str, Any]] = field(default_factory=list)
    late: list[Callable[[], None]] | None = None

    def hold(self) -> None:
        """From now on what the server says waits for `let_go`."""
        self.late = []

    def let_go(self) -> None:
        """What has waited goes through, and all that follows."""
        late, self.late = self.late or [], None
        for message in late:
            message()

    async def cut(self) -> None:
        """Ends the newest socket as a server does that restarts."""
        await self.sockets[-1].close(code=1012)

    def carry(self, socket: WebSocketRoute) -> None:
        """Carries a socket's messages both ways."""
        self.sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: self._up(server, message))
        server.on_message(lambda message: self._down(socket, message))

    def _up(self, server: WebSocketRoute, message: str | bytes) -> None:
        self.sent.append(json.loads(message))
        server.send(message)

    def _down(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self.silent:
            return
        if self.late is None:
            socket.send(json.dumps(self.change(json.loads(message))))
        else:
            self.late.append(lambda: self._down(socket, message))


async def wired(context: BrowserContext) -> Wire:
    """Takes over the tables' sockets of a context."""
    wire = Wire()

    async def carry(socket: WebSocketRoute) -> None:
        if wire.down:
            await socket.close(code=1012)
        else:
            wire.carry(socket)

    await context.route_web_socket("**/table", carry)
    return wire


def saying(*kinds: str, **fields: Any) -> Change:
    """Messages of these kinds, with these fields instead of their own."""
    return lambda message: {**message, **fields} if message["t"] in kinds else message


async def altered(context: BrowserContext, address: str, change: Change) -> None:
    """Answers to this address as the server gives them, changed."""

    async def answer(route: Route) -> None:
        with suppress(Error):  # a page that is left has no use for its answer
            response = await route.fetch()
            await route.fulfill(response=response, json=change(await response.json()))

    await context.route(address, answer)


def long_column(length: int = 29) -> dict[str, Any]:
    """Piles with one column of so many cards, all face up."""
    names = [rank + suit for suit in "CDHS" for rank in RANKS]
    column, rest = names[:length], names[length:]
    tops = {f"T{i}": {"down": 0, "up": [rest[i]]} for i in range(2, 8)}
    return {"T1": {"down": 0, "up": column}, **tops, "F": dict.fromkeys("CDHS"), "S": {"down": len(rest) - 6}}
