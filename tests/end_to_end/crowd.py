"""Several guests who play on while something breaks, and what must be true afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgspec

from server.client import Client, Table
from server.contest.record import parse_record
from server.contest.verification import verify
from server.protocol import MovedMessage
from server.store.attempts import Attempts
from server.store.database import Database


@dataclass
class Guest:
    """One who plays Whitehorse for ever; `told` are the moves that were answered, `moved` is set by each."""

    client: Client
    table: Table
    attempt: int
    told: list[str] = field(default_factory=list)
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    stop: bool = False
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Plays the first move there is, again and again, until `stop`."""
        while not self.stop:
            latest = self.table.latest
            assert latest is not None
            move = latest.legal[0]
            answer = await self.table.play(move)
            assert isinstance(answer, MovedMessage), answer
            self.told.append(move)
            self.moved.set()
        await self.table.__aexit__(None, None, None)
        self.gone.set()

    async def goes_on(self) -> None:
        """Comes back when two more moves were answered."""
        for _ in range(2):
            self.moved.clear()
            await self.moved.wait()


@asynccontextmanager
async def playing(server: str, guests: int) -> AsyncIterator[list[Guest]]:
    """So many guests who play while the block lasts; what they play begins with turns, and so never ends."""
    async with asyncio.TaskGroup() as tasks:
        crowd = [await _guest(server) for _ in range(guests)]
        for guest in crowd:
            tasks.create_task(guest.play())
        await all_go_on(crowd)
        yield crowd
        await all_stop(crowd)


async def all_go_on(crowd: list[Guest]) -> None:
    """Comes back when everybody has been answered twice more."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(guest.goes_on() for guest in crowd))


async def all_stop(crowd: list[Guest]) -> None:
    """Comes back when everybody has had their last answer and left the table."""
    for guest in crowd:
        guest.stop = True
    await asyncio.gather(*(guest.gone.wait() for guest in crowd))


async def check_nothing_lost(crowd: list[Guest], database_url: str) -> None:
    """The log is what was answered, in order, each once; and the record of the attempt verifies."""
    database = await Database.connect(database_url)
    for guest in crowd:
        log = await Attempts(database).log(guest.attempt)
        assert [entry.move for entry in log] == guest.told
        assert [entry.ply for entry in log] == list(range(len(log)))
        async with guest.table:
            await guest.table.give_up()
        record = await guest.client.get(f"/api/attempts/{guest.attempt}/record")
        assert verify(parse_record(msgspec.json.encode(record))).holds
        await guest.client.__aexit__(None, None, None)
    await database.close()


async def _guest(server: str) -> Guest:
    client = Client(server)
    await client.become_guest()
    attempt = await client.practise("whitehorse")
    table = client.table(attempt)
    await table.__aenter__()
    return Guest(client, table, attempt)
