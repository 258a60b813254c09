"""Long attempts, opened again and again: each time the server plays their log from the start."""

import asyncio
import time
from collections.abc import Mapping
from itertools import cycle, islice

from server.client import Client
from server.protocol import MovedMessage

from .games import Game, winning_games
from .wire import Wire

LONG_GAME = 300
ATTEMPTS = 4
LONGEST_WAIT = 10


async def opening_times(url: str, times: int) -> list[float]:
    """Milliseconds from asking for a socket until the table is there, one after another, attempts taking turns."""
    long = (game for game in cycle(winning_games()) if len(game.moves) > LONG_GAME)
    async with Client(url) as client:
        await client.become_guest()
        attempts = [await _played(client, game) for game in islice(long, ATTEMPTS)]
        headers = {"Authorization": f"Bearer {client.token}"}
    addresses = [f"{url.replace('http', 'ws', 1)}/api/attempts/{attempt}/table" for attempt in attempts]
    return [await _open(address, headers) for address in islice(cycle(addresses), times)]


async def _played(client: Client, game: Game) -> int:
    attempt = await client.practise(game.variant, game.deck)
    async with client.table(attempt) as table:
        for move in game.moves[:LONG_GAME]:
            answer = await table.play(move)
            assert isinstance(answer, MovedMessage), answer
    return attempt


async def _open(address: str, headers: Mapping[str, str]) -> float:
    shown: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    began = time.perf_counter()
    wire = await Wire.connect(address, headers, shown.set_result, lambda: None)
    async with asyncio.timeout(LONGEST_WAIT):
        assert b'"ply":%d,' % LONG_GAME in await shown
    took = (time.perf_counter() - began) * 1000
    wire.close()
    return took
