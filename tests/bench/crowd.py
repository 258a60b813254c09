"""Many sockets played at once by one process: flat out, or each at a steady pace."""

import asyncio
import time
from array import array
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Protocol

import httpx

from .games import Game, winning_games
from .wire import Wire

AT_ONCE = 24
LONGEST_START = 300


class Broken(Exception):
    """A server did not answer as it should; figures would mean nothing."""


@dataclass(slots=True)
class Tally:
    """What was answered since `began`: how often, in how many bytes, after how long; and what could not be asked."""

    began: float = field(default_factory=time.perf_counter)
    answers: int = 0
    size: int = 0
    latencies_ms: "array[float]" = field(default_factory=lambda: array("d"))
    missed: int = 0
    last: float = 0.0

    def add(self, sent_at: float, size: int) -> None:
        """Counts an answer of so many bytes that has just come."""
        self.last = time.perf_counter()
        self.answers += 1
        self.size += size
        self.latencies_ms.append((self.last - sent_at) * 1000)


class Seat(Protocol):
    """One socket, which has at most one question under way."""

    async def sit_down(self) -> None:
        """Connects."""

    def send(self) -> None:
        """Sends the next frame; the crowd hears of it when the answer has come."""

    def leave(self) -> None:
        """Closes the socket."""


class Crowd:
    """Some seats. Every run ends when all that was asked is answered."""

    def __init__(self) -> None:
        self.seats: Sequence[Seat] = ()
        self.tally = Tally()
        self._busy: set[Seat] = set()
        self._flat_out = False
        self._quiet = asyncio.Event()
        self._failure: Broken | None = None
        self._tasks: asyncio.TaskGroup

    async def sit_down(self, seats: Sequence[Seat]) -> None:
        """Connects them all. Raises TimeoutError."""
        self.seats = seats
        free = asyncio.Semaphore(AT_ONCE)
        async with asyncio.timeout(LONGEST_START), asyncio.TaskGroup() as tasks:
            for seat in seats:
                tasks.create_task(_within(free, seat.sit_down()))

    async def flat_out(self, seconds: float) -> Tally:
        """Each seat asks again as soon as it is answered. Raises Broken."""
        self._flat_out = True
        return await self._run(seconds, self._start_all)

    async def paced(self, seconds: float) -> Tally:
        """Each seat asks once a second, if it is answered by then, all evenly spread. Raises Broken."""
        loop = asyncio.get_running_loop()
        start, end = loop.time(), loop.time() + seconds

        def ask(seat: Seat, when: float) -> None:
            if when < end:
                self._ask(seat)
                loop.call_at(when + 1, ask, seat, when + 1)

        def begin() -> None:
            for turn, seat in enumerate(self.seats):
                when = start + turn / len(self.seats)
                loop.call_at(when, ask, seat, when)

        return await self._run(seconds, begin)

    def leave(self) -> None:
        """Closes all sockets."""
        for seat in self.seats:
            seat.leave()

    def answered(self, seat: Seat) -> None:
        """A seat can ask again."""
        if self._flat_out:
            seat.send()
            return
        self._busy.discard(seat)
        if not self._busy:
            self._quiet.set()

    def later(self, work: Awaitable[None]) -> None:
        """Work that a seat needs before it can ask again."""
        self._tasks.create_task(_within(asyncio.Semaphore(), work))

    def fail(self, why: str) -> None:
        """Ends the run: it measures nothing."""
        self._failure = Broken(why)
        self._flat_out = False
        self._quiet.set()

    async def _run(self, seconds: float, begin: Callable[[], None]) -> Tally:
        self.tally = Tally()
        async with asyncio.TaskGroup() as self._tasks:
            begin()
            await asyncio.sleep(seconds)
            self._flat_out = False
            while self._busy and not self._failure:
                self._quiet.clear()
                await self._quiet.wait()
        if self._failure:
            raise self._failure
        return self.tally

    def _start_all(self) -> None:
        for seat in self.seats:
            self._ask(seat)

    def _ask(self, seat: Seat) -> None:
        if seat in self._busy:
            self.tally.missed += 1
        else:
            self._busy.add(seat)
            seat.send()


class EchoSeat:
    """Sends the frames of games to an echo, and takes whatever comes back."""

    def __init__(self, crowd: Crowd, address: str, game: Game) -> None:
        self._crowd = crowd
        self._address = address
        self._frames = cycle(game.frames)
        self._wire: Wire
        self._sent_at = 0.0

    async def sit_down(self) -> None:
        """Connects (Seat)."""
        self._wire = await Wire.connect(self._address, {}, self._hear, lambda: self._crowd.fail("The echo hung up."))

    def send(self) -> None:
        """Sends the next frame (Seat)."""
        self._sent_at = time.perf_counter()
        self._wire.send(next(self._frames))

    def leave(self) -> None:
        """Closes the socket (Seat)."""
        self._wire.close()

    def _hear(self, text: bytes) -> None:
        self._crowd.tally.add(self._sent_at, len(text))
        self._crowd.answered(self)


class TableSeat:
    """A guest who wins practice attempts on pasted decks, one after another, at the real tables of a server."""

    def __init__(self, crowd: Crowd, http: httpx.AsyncClient, game: Game) -> None:
        self._crowd = crowd
        self._http = http
        self._game = game
        self._headers: dict[str, str] = {}
        self._wire: Wire
        self._seated: asyncio.Future[None]
        self._ply = 0
        self._sent_at = 0.0

    async def sit_down(self) -> None:
        """Connects to a new attempt, as a guest made at the first time (Seat)."""
        if not self._headers:
            token = (await self._post("/api/players"))["token"]
            self._headers = {"Authorization": f"Bearer {token}"}
        attempt = await self._post(f"/api/practice/{self._game.variant}", {"deck": self._game.deck})
        address = str(self._http.base_url.copy_with(scheme="ws")).rstrip("/") + str(attempt["table"])
        self._ply = 0
        self._seated = asyncio.get_running_loop().create_future()
        self._wire = await Wire.connect(address, self._headers, self._hear, self._lost)
        await self._seated

    def send(self) -> None:
        """Plays the next move (Seat)."""
        self._sent_at = time.perf_counter()
        self._wire.send(self._game.frames[self._ply])

    def leave(self) -> None:
        """Closes the socket (Seat)."""
        self._wire.close()

    def _hear(self, text: bytes) -> None:
        if text.startswith(b'{"t":"moved"'):
            self._moved(text)
        elif text.startswith(b'{"t":"ended"'):
            self._crowd.later(self._begin_anew())
        elif text.startswith(b'{"t":"table"'):
            self._seated.set_result(None)
        else:
            self._crowd.fail(f"A table answers {text.decode()}")

    def _moved(self, text: bytes) -> None:
        self._crowd.tally.add(self._sent_at, len(text))
        self._ply += 1
        if self._ply < len(self._game.frames):
            self._crowd.answered(self)

    async def _begin_anew(self) -> None:
        self._wire.close()
        await self.sit_down()
        self._crowd.answered(self)

    def _lost(self) -> None:
        self._crowd.fail("A table hung up.")
        if not self._seated.done():
            self._seated.set_exception(Broken("A table hung up."))

    async def _post(self, path: str, body: object = None) -> dict[str, object]:
        answer = await self._http.post(path, json=body or {}, headers=self._headers)
        if not answer.is_success:
            raise Broken(f"{path} answers {answer.status_code}: {answer.text}")
        told: dict[str, object] = answer.json()
        return told


def echo_seats(crowd: Crowd, address: str, count: int) -> list[Seat]:
    """Seats at an echo."""
    return [EchoSeat(crowd, address, game) for game in islice(cycle(winning_games()), count)]


def table_seats(crowd: Crowd, http: httpx.AsyncClient, count: int) -> list[Seat]:
    """Seats at tables, all games among them."""
    return [TableSeat(crowd, http, game) for game in islice(cycle(winning_games()), count)]


async def _within(free: asyncio.Semaphore, work: Awaitable[None]) -> None:
    async with free:
        await work
