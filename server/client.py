"""A client for programs: it plays over the real socket, and goes on by itself after a cut."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from server.protocol import (
    SUBPROTOCOL,
    ClientMessage,
    Ended,
    GiveUp,
    MovedMessage,
    PlayMove,
    Refused,
    ServerMessage,
    Sync,
    TableMessage,
    decode_server,
    encode,
)

FINAL_CODES = frozenset({1003, 1009, 4400, 4403, 4404})
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
SLOW_DOWN_SECONDS = 0.1


class Unwelcome(Exception):
    """The server will not have this, now or later; the text says why."""


class Client:
    """A player at one server, by its HTTP address. Use it as `async with Client(server) as client`."""

    def __init__(self, server: str, token: str | None = None) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self._http = httpx.AsyncClient(base_url=self.server, timeout=30)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def become_guest(self) -> str:
        """Makes a guest and keeps its token; gives its name. Raises Unwelcome."""
        guest = await self.post("/api/players")
        self.token = str(_part(guest, "token"))
        return str(_part(guest, "name"))

    async def practise(self, variant: str, deck: Sequence[str] | None = None) -> int:
        """Begins a practice attempt, on 52 cards or a random deal; gives its number. Raises Unwelcome."""
        body = {} if deck is None else {"deck": list(deck)}
        return int(_part(await self.post(f"/api/practice/{variant}", body), "id"))

    async def start(self, day: str, variant: str) -> int:
        """Begins, or finds again, the ranked attempt at a game; gives its number. Raises Unwelcome."""
        return int(_part(await self.post(f"/api/games/{day}/{variant}/attempts"), "id"))

    async def get(self, path: str) -> Any:
        """The JSON at an address. Raises Unwelcome."""
        return _body(await self._http.get(path, headers=self._headers()))

    async def post(self, path: str, body: object = None) -> Any:
        """What the server answers to a JSON body. Raises Unwelcome."""
        return _body(await self._http.post(path, json=body or {}, headers=self._headers()))

    def table(self, attempt: int) -> "Table":
        """The table of an attempt, to play at or to watch."""
        socket = "ws" + self.server.removeprefix("http")
        return Table(f"{socket}/api/attempts/{attempt}/table", self._headers())

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


class Table:
    """An attempt's table; `async with` connects. `latest` is the last table or move, `ended` the end once it came."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._address = address
        self._headers = headers
        self._connection: ClientConnection | None = None
        self.latest: TableMessage | MovedMessage | None = None
        self.ended: Ended | None = None
        self.cuts = 0

    async def __aenter__(self) -> Self:
        await self.receive()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection:
            await self._connection.close()

    async def __aiter__(self) -> AsyncIterator[ServerMessage]:
        """Every message from now on; after a cut a table comes first. Raises Unwelcome."""
        while True:
            yield await self.receive()

    @property
    def ply(self) -> int:
        """The ply the next move will have."""
        if isinstance(self.latest, MovedMessage):
            return self.latest.ply + 1
        return self.latest.ply if self.latest else 0

    async def play(self, move: str) -> MovedMessage | Refused:
        """Plays a move at the next ply; gives the answer, asking again after a cut. Raises Unwelcome."""
        ply = self.ply
        while True:
            answer = await self._ask(PlayMove(ply, move), ply)
            if not (isinstance(answer, Refused) and answer.code in ("rate", "unavailable")):
                return answer
            await asyncio.sleep(SLOW_DOWN_SECONDS)

    async def give_up(self) -> Ended:
        """Ends the attempt. Raises Unwelcome."""
        await self.send(GiveUp(self.ply))
        return await self.wait_for_end()

    async def wait_for_end(self) -> Ended:
        """The end, once it comes. Raises Unwelcome."""
        while self.ended is None:
            await self.receive()
        return self.ended

    async def sync(self) -> None:
        """Asks for the table."""
        await self.send(Sync())

    async def send(self, message: ClientMessage) -> None:
        """Sends a message. Raises Unwelcome."""
        connection = self._connection or await self._connect()
        try:
            await connection.send(encode(message))
        except ConnectionClosed as closed:
            self._lost(closed)

    async def receive(self) -> ServerMessage:
        """The next message, connecting again after a cut. Raises Unwelcome."""
        while True:
            connection = self._connection or await self._connect()
            try:
                return self._noted(decode_server(await connection.recv()))
            except ConnectionClosed as closed:
                self._lost(closed)

    async def _ask(self, message: PlayMove, ply: int) -> MovedMessage | Refused:
        cuts = -1
        while True:
            if cuts != self.cuts:
                cuts = self.cuts
                await self.send(message)
            answer = await self.receive()
            match answer:
                case MovedMessage() if answer.ply == ply:
                    return answer
                case Refused() if answer.ply in (ply, None):  # None: it was no message to the server
                    return answer

    def _noted(self, message: ServerMessage) -> ServerMessage:
        match message:
            case TableMessage() | MovedMessage():
                self.latest = message
            case Ended():
                self.ended = message
        return message

    async def _connect(self) -> ClientConnection:
        pause = FIRST_PAUSE
        while True:
            try:
                self._connection = await connect(
                    self._address,
                    subprotocols=[Subprotocol(SUBPROTOCOL)],
                    additional_headers=self._headers,
                    compression=None,
                )
            except InvalidStatus as refused:
                if refused.response.status_code < 500:
                    raise Unwelcome(f"The server answers {refused.response.status_code}.") from None
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            else:
                return self._connection
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311
            pause = min(pause * 2, LONGEST_PAUSE)

    def _lost(self, closed: ConnectionClosed) -> None:
        self._connection = None
        self.cuts += 1
        code = closed.rcvd.code if closed.rcvd else None
        if code in FINAL_CODES:
            raise Unwelcome(f"The server closed the table with code {code}.") from None


def _body(response: httpx.Response) -> Any:
    try:
        body = response.json()
    except ValueError:
        raise Unwelcome(f"This is no Same Deal server. It answers {response.status_code}.") from None
    if response.is_success:
        return body
    raise Unwelcome(_part(body, "title"))


def _part(body: Any, name: str) -> Any:
    try:
        return body[name]
    except (KeyError, TypeError):
        raise Unwelcome("This is no Same Deal server.") from None
