"""One end of a WebSocket with no task of its own: cheap, so that it is the server that is measured."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Self, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

Hear = Callable[[bytes], None]
Lose = Callable[[], None]


class Wire(asyncio.Protocol):
    """A WebSocket to a server: `hear` is called with each text, `lose` when the server is gone unasked."""

    def __init__(self, address: str, headers: Mapping[str, str], hear: Hear, lose: Lose) -> None:
        self._protocol = ClientProtocol(parse_uri(address), max_size=None)
        self._headers = headers
        self._hear = hear
        self._lose = lose
        self._transport: asyncio.Transport
        self._closing = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(cls, address: str, headers: Mapping[str, str], hear: Hear, lose: Lose) -> Self:
        """Opens it; texts may be heard before this returns. Raises OSError."""
        place, loop = parse_uri(address), asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(address, headers, hear, lose), place.host, place.port)
        await wire._opened
        return wire

    def send(self, text: bytes) -> None:
        """Sends a text."""
        self._protocol.send_text(text)
        self._flush()

    def close(self) -> None:
        """Leaves; nothing more is heard."""
        self._closing = True
        self._protocol.send_close(1000)
        self._flush()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the WebSocket (asyncio.Protocol)."""
        self._transport = cast("asyncio.Transport", transport)
        request = self._protocol.connect()
        for name, value in self._headers.items():
            request.headers[name] = value
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hears what has come (asyncio.Protocol)."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._take(event)
            elif isinstance(event, Response) and event.status_code == 101:
                self._opened.set_result(None)
        self._flush()

    def eof_received(self) -> None:
        """The server sends no more (asyncio.Protocol)."""
        self._protocol.receive_eof()

    def connection_lost(self, _error: Exception | None) -> None:
        """It is gone (asyncio.Protocol)."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("The server does not open a WebSocket."))
        elif not self._closing:
            self._lose()

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT and not self._closing:
            self._hear(bytes(frame.data))

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
