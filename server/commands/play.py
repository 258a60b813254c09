"""`samedeal play`: the moves of records, played over the socket of a server as practice attempts."""

import asyncio
import sys
from collections.abc import Iterator

import httpx

from server.client import Client, Table, Unwelcome
from server.contest.attempt import PLY_LIMIT
from server.contest.record import Record
from server.contest.result import CARDS
from server.protocol import Refused

from .verify import read_records

DONE, REFUSED, UNREACHABLE = 0, 1, 2


def play_records(file: str, server: str, guests: int) -> int:
    """Plays every record of a file, so many at once; prints outcome and attempt of each. Raises InvalidRecord."""
    return asyncio.run(_play_all(read_records(file), server, guests))


async def _play_all(records: list[Record], server: str, guests: int) -> int:
    waiting = iter(records)
    codes = await asyncio.gather(*(_play_as_guest(waiting, server) for _ in range(min(guests, len(records)))))
    return max(codes)


async def _play_as_guest(waiting: Iterator[Record], server: str) -> int:
    worst = DONE
    try:
        async with Client(server) as client:
            await client.become_guest()
            for record in waiting:
                worst = max(worst, await _play(client, record))
    except (Unwelcome, OSError, httpx.TransportError) as error:
        sys.stderr.write(f"{server}: {error}\n")
        return UNREACHABLE
    return worst


async def _play(client: Client, record: Record) -> int:
    attempt = await client.practise(record.variant, [str(card) for card in record.cards])
    async with client.table(attempt) as table:
        for number, move in enumerate(record.moves, 1):
            answer = await table.play(move)
            if isinstance(answer, Refused):
                sys.stdout.write(f"attempt {attempt}: move {number}, {move}, is refused: {answer.why}\n")
                return REFUSED
        sys.stdout.write(f"attempt {attempt}: {await _standing(table)}\n")
    return DONE


async def _standing(table: Table) -> str:
    """The outcome; that of an attempt that has not ended is `not ended`."""
    latest = table.latest
    if latest is None:
        raise Unwelcome("The server sent no table.")
    over = latest.home == CARDS or latest.moves >= PLY_LIMIT
    outcome = (await table.wait_for_end()).outcome.replace("_", " ") if over else "not ended"
    return f"{outcome}, {latest.home} home, {latest.moves} moves"
