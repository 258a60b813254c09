"""Hidden means hidden: face-down cards of an open game are in no message, answer, error or log line (product.md).

The test knows every card from the secret in the database. It plays by chance, works out with the rules alone which
cards have been face up so far, and reads everything that the server says to the player, to another player and to nobody
in particular, on the sockets, over HTTP and in its log. What names another card than those is a leak.
"""

import base64
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

import httpx
import pytest
from starlette.routing import Route
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.api.routes import api_routes
from server.rules import NAMES, VARIANTS, Card, Table, deal, deck_for, parse_deck, parse_move, play
from server.store.database import Database
from server.store.games import Games
from tests.api.by_the_document import judge_message
from tests.end_to_end.leaking import DOORS
from tests.sealing import SEAL
from tests.serving import UNLIMITED, LiveServer, serving

CARD = re.compile(r"(?<![\w-])[A2-9TJQK][CDHS](?![\w-])")
TRICKS = ("T1:2-T2", "T5:4-T1", "T7:6-T1", "T6-F", "W-F", "R-F", "S-T", "S-W", "W-S", "U", "T1-T9", "nonsense")
PLIES = 60
LOOK_EVERY = 15
Message = dict[str, Any]


@dataclass
class Deal:
    """A deck, the table as the rules have it, and the cards that have been face up so far."""

    variant: str
    deck: tuple[Card, ...]
    secret: bytes = b""
    seen: set[str] = field(default_factory=set)
    way: list[Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.show(deal(VARIANTS[self.variant], self.deck))

    def follow(self, move: str) -> None:
        """Plays a move that was acknowledged."""
        if move == "U":
            self.way.pop()
        else:
            self.show(play(self.way[-1], parse_move(move)))

    def show(self, table: Table) -> None:
        """Notes what lies face up."""
        self.way.append(table)
        columns = [column[down:] for down, column in zip(table.down, table.columns, strict=True)]
        cards = [*(card for column in columns for card in column), *table.talon[: table.turned], *table.reserve[-1:]]
        gone = set(range(52)) - {*table.talon, *table.reserve, *(card for column in table.columns for card in column)}
        self.seen |= {NAMES[card] for card in (*cards, *gone)}

    def leaks(self, text: str, seen: Iterable[str]) -> set[str]:
        """What a text names that is not among the cards seen; the secret too."""
        forms = {self.secret.hex(), base64.b64encode(self.secret).decode()} - {""}
        return (set(CARD.findall(text)) - set(seen)) | {form for form in forms if form in text}


@dataclass
class Visitor:
    """Who looks at everything; a player of the game has seen some of its cards."""

    http: httpx.AsyncClient
    name: str
    plays: bool = False


@dataclass
class Spy:
    """Plays at one server and notes what leaks; `read` counts the texts that there was still something to hide from."""

    server: LiveServer
    leaks: list[tuple[str, set[str]]] = field(default_factory=list)
    read: int = 0

    def hear(self, where: str, text: str, deal: Deal, *, plays: bool) -> None:
        """Reads one text: who does not play may be told no card at all."""
        self.read += deal.seen != set(NAMES)
        if found := deal.leaks(text, deal.seen if plays else ()):
            self.leaks.append((where, found))

    async def play(self, visitors: list[Visitor], attempt: int, deal: Deal, chance: Random) -> None:
        """Plays by chance and by tricks; everybody looks at everything now and then, and after the end."""
        async with self._socket(f"/api/attempts/{attempt}/table", visitors[0]) as table:
            message = await self._heard(table, deal)
            for turn in range(PLIES):
                if turn % LOOK_EVERY == 0:
                    await self._look(visitors, attempt, deal)
                if message["t"] == "ended":
                    break
                message = await self._round(table, message, deal, chance)
            await table.send(json.dumps({"t": "give_up", "ply": message.get("ply", 0)}))
            while message["t"] != "ended":
                message = await self._heard(table, deal)
        await self._look(visitors, attempt, deal)

    async def _round(self, table: ClientConnection, before: Message, deal: Deal, chance: Random) -> Message:
        """One move, legal or not, and a question for the table; gives that, or the end."""
        moves = [*before["legal"], *(["U"] if before["undo"] else [])]
        move = chance.choice(moves if moves and chance.random() < 0.7 else TRICKS)
        await table.send(json.dumps({"t": "move", "ply": before["ply"], "move": move}))
        await table.send(json.dumps({"t": "sync"}))
        while True:
            message = await self._heard(table, deal)
            if message["t"] in ("table", "ended"):
                return message

    async def _heard(self, table: ClientConnection, deal: Deal) -> Message:
        text = str(await table.recv())
        message: Message = json.loads(text)
        if message["t"] == "moved":
            deal.follow(message["move"])
        judge_message("server", text)
        self.hear(message["t"], text, deal, plays=True)
        return message

    async def _look(self, visitors: list[Visitor], attempt: int, deal: Deal) -> None:
        for visitor in visitors:
            for path in _paths(deal.variant, attempt, visitor.name):
                answer = await visitor.http.get(path)
                self.hear(path, f"{answer.headers}{answer.text}", deal, plays=visitor.plays)
            await self._try_to_get_in(visitor, attempt, deal)

    async def _try_to_get_in(self, visitor: Visitor, attempt: int, deal: Deal) -> None:
        """To practise the open game, and to watch its table; the game's own socket tells who plays."""
        today = f"{datetime.now(UTC).date()}/{deal.variant}"
        answer = await visitor.http.post(f"/api/practice/{deal.variant}", json={"game": today})
        self.hear("practice", answer.text, deal, plays=False)
        async with self._socket(f"/api/games/today/{deal.variant}/live", visitor) as live:
            self.hear("live", str(await live.recv()), deal, plays=False)
        if not visitor.plays:
            async with self._socket(f"/api/attempts/{attempt}/table", visitor) as table:
                with pytest.raises(ConnectionClosed) as closed:
                    self.hear("table", str(await table.recv()), deal, plays=False)
                self.hear("close", str(closed.value), deal, plays=False)

    @asynccontextmanager
    async def _socket(self, path: str, visitor: Visitor) -> AsyncIterator[ClientConnection]:
        bearer = visitor.http.headers.get("authorization")
        headers = {"Authorization": bearer} if bearer else {}
        address = f"ws{self.server.url.removeprefix('http')}{path}"
        async with connect(address, additional_headers=headers) as connection:
            yield connection


@pytest.mark.parametrize("variant", VARIANTS)
async def test_no_card_of_an_open_game_is_told_before_it_is_face_up(database_url: str, variant: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        spy = await _spied(server, database_url, variant)
        printed = server.stop()
    assert spy.leaks == []
    assert spy.read > 100
    assert CARD.findall(printed) == []


@pytest.mark.parametrize("door", DOORS)
async def test_a_leak_is_found(database_url: str, door: str) -> None:
    """The same on a server that leaks on purpose."""
    module = "tests.end_to_end.leaking"
    with serving(*UNLIMITED, database_url=database_url, module=module, LEAK=door) as server:
        spy = await _spied(server, database_url, "chinaman")
        printed = server.stop()
    assert bool(CARD.findall(printed)) == (door == "log")
    assert bool(spy.leaks) == (door != "log")
    if door == "refusal":
        assert {where for where, _ in spy.leaks} == {"refused"}


async def test_a_spectator_of_a_random_deal_is_told_no_more_than_its_player(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with _visitors(server) as (player, *_):
            player.plays = True
            attempt = (await player.http.post("/api/practice/kansas")).json()["id"]
            dealt = Deal("kansas", await _practice_deck(database_url, attempt))
            spy = Spy(server)
            async with spy._socket(f"/api/attempts/{attempt}/table", player) as watching:
                await spy.play([player], attempt, dealt, Random(3))
                watched = Deal("kansas", dealt.deck)
                while (await spy._heard(watching, watched))["t"] != "ended":
                    pass
    assert [leak for leak in spy.leaks if not leak[0].endswith("/record")] == []
    assert watched.seen == dealt.seen != set(NAMES)


async def _spied(server: LiveServer, database_url: str, variant: str) -> Spy:
    """A ranked attempt at today's game, spied upon."""
    spy = Spy(server)
    async with _visitors(server) as visitors:
        visitors[0].plays = True
        attempt = (await visitors[0].http.post(f"/api/games/today/{variant}/attempts")).json()["id"]
        secret = await _secret(database_url, variant)
        dealt = Deal(variant, deck_for(secret, VARIANTS[variant], 0), secret)
        await spy.play(visitors, attempt, dealt, Random(variant))
    return spy


def _paths(variant: str, attempt: int, name: str) -> list[str]:
    """Every address of the API that answers to GET, so that no new one is forgotten; examples are of no game."""
    values = {"date": "today", "variant": variant, "id": attempt, "player": name, "name": name, "span": "days"}
    values["period"] = str(datetime.now(UTC).date())
    routes = [route for route in api_routes() if isinstance(route, Route) and "GET" in (route.methods or ())]
    names = [route.path for route in routes if not route.path.endswith("/examples")]
    paths = [re.sub(r"\{(\w+)(?::\w+)?\}", lambda part: str(values[part[1]]), name) for name in names]
    return [*paths, *(f"{path}?by=speed" for path in paths if path.endswith("leaderboard"))]


@asynccontextmanager
async def _visitors(server: LiveServer) -> AsyncIterator[list[Visitor]]:
    """A player, another one, and nobody in particular."""
    async with (
        httpx.AsyncClient(base_url=server.url, verify=False) as player,
        httpx.AsyncClient(base_url=server.url, verify=False) as other,
        httpx.AsyncClient(base_url=server.url, verify=False) as nobody,
    ):
        names = []
        for http in (player, other):
            guest = (await http.post("/api/players")).json()
            http.cookies.clear()
            http.headers["Authorization"] = f"Bearer {guest['token']}"
            names.append(guest["name"])
        yield [Visitor(player, names[0]), Visitor(other, names[1]), Visitor(nobody, names[0])]


async def _secret(url: str, variant: str) -> bytes:
    database = await Database.connect(url, pool_size=1)
    try:
        games = Games(database, SEAL)
        game = await games.find(datetime.now(UTC).date(), variant)
        assert game is not None
        return await games.secret(game.id)
    finally:
        await database.close()


async def _practice_deck(url: str, attempt: int) -> tuple[Card, ...]:
    database = await Database.connect(url, pool_size=1)
    try:
        async with database.raw() as connection:
            deck = await connection.fetchval("SELECT deck FROM attempts WHERE id = $1", attempt)
        return parse_deck(str(deck).split())
    finally:
        await database.close()
