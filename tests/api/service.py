"""The real app behind real sockets, with a clock that the tests set, and people who use it."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import httpx
import uvicorn
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from server.app import create_app
from server.commands.serve import uvicorn_config
from server.contest.game import NO_SOLVER, commitment
from server.rules import NAMES, VARIANTS, deck_for
from server.settings import Settings
from server.store.database import Database
from server.store.games import Game, Games
from tests.api import by_the_document
from tests.sealing import KEY_FILE, SEAL

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
TODAY = NOON.date()
UNLIMITED = Settings(
    move_rate=0, sockets_per_player=0, sockets_per_address=0, guests_per_hour=0, sign_ins_per_hour=0, node_budget=0
)
Json = dict[str, Any]


class SetClock:
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        """The time that was set."""
        return self.now

    def pass_by(self, **time: float) -> None:
        """Lets time pass: `pass_by(seconds=3)`."""
        self.now += timedelta(**time)

    @contextmanager
    def at(self, now: datetime) -> Iterator[None]:
        """Another time while the block lasts."""
        before, self.now = self.now, now
        try:
            yield
        finally:
            self.now = before


@dataclass(frozen=True)
class Service:
    """The app at `url`, its clock, and the database below it."""

    url: str
    clock: SetClock
    database: Database
    app: Starlette

    async def tick(self) -> None:
        """What happens by itself once a minute happens now."""
        await self.app.state.parts.clockwork.tick()

    @property
    def games(self) -> Games:
        """The games in the database, secrets too."""
        return Games(self.database, SEAL)

    def visitor(self, **headers: str) -> httpx.AsyncClient:
        """Somebody without a session."""
        hooks = {"response": [by_the_document.check]}
        # Without verifying, no certificates are read.
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30, verify=False, event_hooks=hooks)

    @asynccontextmanager
    async def guest(self) -> AsyncIterator["Guest"]:
        """A new player, as a program."""
        async with self.visitor() as http:
            body = (await http.post("/api/players")).json()
            http.cookies.clear()
            http.headers["Authorization"] = f"Bearer {body['token']}"
            yield Guest(self, http, body["name"], body["token"])

    async def game(self, variant: str, day: date = TODAY) -> Game:
        """A game as it is stored."""
        await self._open_day(day)
        return cast("Game", await self.games.find(day, variant))

    async def deck(self, variant: str, day: date = TODAY) -> list[str]:
        """The cards of a game, first dealt first; made here from the secret in the database."""
        secret = await self.games.secret((await self.game(variant, day)).id)
        return [NAMES[card] for card in deck_for(secret, VARIANTS[variant], 0)]

    async def final_game(self, variant: str, day: date, secret: bytes) -> str:
        """Makes a game of a day long gone; gives its name."""
        await self.games.add(
            variant=variant,
            day=day,
            secret=secret,
            commitment=commitment(variant, day, NO_SOLVER, 0, secret),
            solver_version=NO_SOLVER,
            node_budget=0,
            deal_number=0,
            now=NOON,
        )
        return f"{day}/{variant}"

    async def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database answers."""
        async with self.database.raw() as connection:
            return [tuple(row) for row in await connection.fetch(query, *values)]

    async def log(self, attempt: int) -> list[tuple[int, str]]:
        """The stored log of an attempt: (ply, move)."""
        query = "SELECT ply, move FROM moves WHERE attempt_id = $1 ORDER BY ply"
        return [(ply, move) for ply, move in await self.rows(query, attempt)]

    @asynccontextmanager
    async def table(
        self, attempt: int, token: str | None = None, *, origin: str | None = None, **headers: str
    ) -> AsyncIterator["Table"]:
        """A socket at a table; nothing is read yet."""
        async with connect(
            f"{self._sockets}/attempts/{attempt}/table",
            origin=Origin(origin) if origin else None,
            subprotocols=[Subprotocol("samedeal.v1")],
            additional_headers=_bearer(token) | headers,
        ) as connection:
            yield Table(connection)

    @asynccontextmanager
    async def live(self, variant: str, token: str | None = None, day: str = "today") -> AsyncIterator["Table"]:
        """The socket of a game; nothing is read yet."""
        address = f"{self._sockets}/games/{day}/{variant}/live"
        async with connect(address, additional_headers=_bearer(token)) as connection:
            yield Table(connection, "live")

    @property
    def _sockets(self) -> str:
        return f"ws{self.url.removeprefix('http')}/api"

    async def _open_day(self, day: date) -> None:
        async with self.visitor() as http:
            await http.get(f"/api/days/{day}")


@dataclass(frozen=True)
class Guest:
    """A player who talks HTTP with a token."""

    service: Service
    http: httpx.AsyncClient
    name: str
    token: str

    async def start(self, variant: str, day: str = "today") -> int:
        """The ranked attempt at a game."""
        return _id(await self.http.post(f"/api/games/{day}/{variant}/attempts"))

    async def practise(self, variant: str, deck: Sequence[str] | None = None, game: str | None = None) -> int:
        """A practice attempt."""
        body = {"deck": deck} if deck else {"game": game} if game else {}
        return _id(await self.http.post(f"/api/practice/{variant}", json=body))

    @asynccontextmanager
    async def at(self, attempt: int) -> AsyncIterator["Table"]:
        """At the table, which has been sent."""
        async with self.service.table(attempt, self.token) as table:
            table.first = await table.hear()
            yield table

    async def play(self, attempt: int, *moves: str, give_up: bool = True, seconds: float = 1) -> Json:
        """Plays moves, each so long after the one before; gives the last message."""
        async with self.at(attempt) as table:
            last = table.first
            for ply, move in enumerate(moves, table.first["ply"]):
                self.service.clock.pass_by(seconds=seconds)
                last = await table.ask({"t": "move", "ply": ply, "move": move})
            if give_up:
                last = await table.ask({"t": "give_up", "ply": table.first["ply"] + len(moves)})
        return last


class Table:
    """One socket, seen raw; what comes is checked against the JSON Schema of its `way`."""

    def __init__(self, connection: ClientConnection, way: str = "server") -> None:
        self.connection = connection
        self.way = way
        self.first: Json = {}

    async def say(self, message: object) -> None:
        """Sends bytes and text as they are, anything else as JSON."""
        await self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hear_text(self) -> str:
        """The next message as it came."""
        async with asyncio.timeout(20):
            text = str(await self.connection.recv())
        by_the_document.judge_message(self.way, text)
        return text

    async def hear(self) -> Json:
        """The next message."""
        return cast("Json", json.loads(await self.hear_text()))

    async def ask(self, message: object) -> Json:
        """Says it, and hears the next message."""
        await self.say(message)
        return await self.hear()

    async def closed(self) -> int:
        """The code the server closes with, whatever it says before."""
        try:
            while True:
                await self.hear_text()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


@asynccontextmanager
async def served(database_url: str, settings: Settings = UNLIMITED) -> AsyncIterator[Service]:
    """The app in the loop of the test while the block lasts."""
    clock = SetClock()
    app = create_app(replace(settings, database_url=database_url, key_file=str(KEY_FILE)), clock)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = _Server(uvicorn_config(app, settings.trusted_proxies))
        database = await Database.connect(database_url, pool_size=3)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await server.ready.wait()
            assert server.started
            yield Service(f"http://127.0.0.1:{listener.getsockname()[1]}", clock, database, app)
        finally:
            server.should_exit = True
            await serving
            await database.close()


class _Server(uvicorn.Server):
    """Says when it is ready, and leaves the signals to pytest."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    def capture_signals(self) -> nullcontext[None]:  # type: ignore[override]
        """None."""
        return nullcontext()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As usual, and says so."""
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


def _id(response: httpx.Response) -> int:
    response.raise_for_status()
    return int(response.json()["id"])


def _bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}
