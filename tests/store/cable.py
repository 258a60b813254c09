"""A way to the database that can be cut, held up, or lose an answer."""

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit

SOCKET = ".s.PGSQL.5432"


class Cable:
    """`async with Cable(url) as cable`: `cable.url` is the same database by way of it."""

    def __init__(self, url: str) -> None:
        self._directory = TemporaryDirectory()
        self._database = Path(parse_qs(urlsplit(url).query)["host"][0]) / SOCKET
        self.url = urlsplit(url)._replace(query=f"host={quote(self._directory.name)}").geturl()
        self.lost_answer = asyncio.Event()
        self.question = asyncio.Event()
        self._losing = False
        self._passing = asyncio.Event()
        self._passing.set()
        self._writers: set[StreamWriter] = set()
        self._talks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.mend()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.cut()
        self._directory.cleanup()

    async def mend(self) -> None:
        """Let everything through."""
        self._passing.set()
        self._server = await asyncio.start_unix_server(self._talk, Path(self._directory.name) / SOCKET)

    async def cut(self) -> None:
        """End all connections, and accept none."""
        self._server.close()
        self._hang_up()
        await asyncio.gather(*self._talks)
        (Path(self._directory.name) / SOCKET).unlink(missing_ok=True)

    def hold_answers(self) -> None:
        """From now on nothing the database says arrives; `question` is set when it was asked."""
        self.question.clear()
        self._passing.clear()

    def let_answers_pass(self) -> None:
        self._passing.set()

    def lose_next_answer(self) -> None:
        """When the database has answered next, end the connection instead; `lost_answer` is set then."""
        self._losing = True

    async def _talk(self, reader: StreamReader, writer: StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._database)
        self._writers |= {writer, back}
        talk = asyncio.current_task()
        assert talk is not None
        self._talks.add(talk)
        await asyncio.gather(self._ask(reader, back), self._answer(there, writer))
        self._talks.discard(talk)
        self._writers -= {writer, back}

    async def _ask(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(ConnectionError):
            while words := await reader.read(65536):
                writer.write(words)
                self.question.set()
        writer.close()

    async def _answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(ConnectionError):
            while words := await reader.read(65536):
                await self._passing.wait()
                if self._losing:
                    self._losing = False
                    self.lost_answer.set()
                    self._hang_up()
                writer.write(words)
        writer.close()

    def _hang_up(self) -> None:
        self._passing.set()
        for writer in self._writers:
            writer.transport.abort()
