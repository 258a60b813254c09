"""A server killed in the middle of a game: the same attempt goes on, no acknowledged move missing (product.md)."""

import json
from pathlib import Path
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.client import Client
from server.protocol import MovedMessage
from server.store.attempts import Attempts
from server.store.database import Database
from tests.serving import UNLIMITED, LiveServer, serving

TURNS_AND_REDEALS = (*["S-W"] * 15, "W-S")
"""One whole pass of Whitehorse: it can be gone through for ever."""
UNDER_WAY = 8


async def test_after_a_kill_the_attempt_goes_on_where_it_was(tmp_path: Path) -> None:
    options = (*UNLIMITED, "--data", str(tmp_path / "data"))
    with serving(*options) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.start("today", "whitehorse")
            async with client.table(attempt) as table:
                for _ in range(10):
                    assert isinstance(await table.play("S-W"), MovedMessage)
                before = table.latest
            token = client.token
        server.kill()
    with serving(*options) as server:
        async with Client(server.url, token) as client, client.table(attempt) as table:
            assert before is not None
            assert table.latest is not None
            assert (table.ply, table.latest.piles, table.latest.moves) == (10, before.piles, 10)
            assert isinstance(await table.play("S-W"), MovedMessage)


async def test_whenever_it_is_killed_what_was_acknowledged_is_in_the_log_once(database_url: str) -> None:
    """Moves are always under way when it is killed: what was answered is stored, and beyond it only what was sent."""
    chance = Random(7)
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.start("today", "whitehorse")
    for _ in range(4):
        with serving(*UNLIMITED, database_url=database_url) as server:
            address = f"ws{server.url.removeprefix('http')}/api/attempts/{attempt}/table"
            async with connect(address, additional_headers={"Authorization": f"Bearer {client.token}"}) as connection:
                sent, told = await _burst(connection, server, kill_after=chance.randrange(1, 120))
        log = await _log(database_url, attempt)
        assert log == [(ply, _move(ply)) for ply in range(len(log))]
        assert told <= len(log) <= sent


async def _burst(connection: ClientConnection, server: LiveServer, *, kill_after: int) -> tuple[int, int]:
    """Plays with 8 moves under way, kills the server after so many answers; gives the plies sent and told."""
    first = json.loads(await connection.recv())["ply"]
    sent, told = first, first
    try:
        while True:
            while sent < told + UNDER_WAY and server.process.poll() is None:
                await connection.send(json.dumps({"t": "move", "ply": sent, "move": _move(sent)}))
                sent += 1
            answer = json.loads(await connection.recv())
            assert (answer["t"], answer["ply"]) == ("moved", told)
            told += 1
            if told == first + kill_after:
                server.kill()
    except ConnectionClosed:
        return sent, told


def _move(ply: int) -> str:
    return TURNS_AND_REDEALS[ply % len(TURNS_AND_REDEALS)]


async def _log(url: str, attempt: int) -> list[tuple[int, str]]:
    database = await Database.connect(url, pool_size=1)
    try:
        return [(entry.ply, entry.move) for entry in await Attempts(database).log(attempt)]
    finally:
        await database.close()
