"""What operators' commands work on: the database of a server, whether it runs or not."""

import asyncio
import getpass
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from server.live.archive import Archive
from server.live.clock import Clock, steady_clock
from server.settings import Settings, read_settings
from server.store.attempts import Attempts
from server.store.database import Database, DatabaseUnavailable
from server.store.days import Days
from server.store.embedded import EmbeddedError, EmbeddedPostgres
from server.store.games import Games
from server.store.move_log import MoveLog
from server.store.operators import Operators
from server.store.players import Players
from server.store.sealing import seal_of
from server.store.standings import Standings

from .actions import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """One of each thing an operator needs."""

    clock: Clock
    database: Database
    players: Players
    attempts: Attempts
    days: Days
    archive: Archive
    operators: Operators


def operate(options: Mapping[str, object], work: Callable[[Desk], Awaitable[int]]) -> int:
    """Does some work at the desk; gives its exit code. Raises what opening the database raises, and Refused."""
    settings = read_settings(os.environ, options)
    with _database(settings) as url:
        return asyncio.run(_work(url, settings, work))


def named_day(name: str) -> date:
    """The day of `2026-12-01`. Raises Refused."""
    try:
        return date.fromisoformat(name)
    except ValueError:
        raise Refused(f"{name} is no day. Days look like 2026-12-01.") from None


async def _work(url: str, settings: Settings, work: Callable[[Desk], Awaitable[int]]) -> int:
    async with _desk(url, settings) as desk:
        return await work(desk)


@asynccontextmanager
async def _desk(url: str, settings: Settings) -> AsyncIterator[Desk]:
    database = await Database.connect(url, pool_size=2, patience=None)
    try:
        await database.require_current_schema()
        yield desk_at(database, Games(database, await seal_of(database, settings.key_path)), steady_clock())
    finally:
        await database.close()


def desk_at(database: Database, games: Games, clock: Clock) -> Desk:
    """The desk of whoever runs this program."""
    attempts, days = Attempts(database), Days(database)
    standings, move_log = Standings(database), MoveLog(database)
    return Desk(
        clock=clock,
        database=database,
        players=Players(database),
        attempts=attempts,
        days=days,
        archive=Archive(games, attempts, days, standings, move_log=move_log, notices=None),
        operators=Operators(database, getpass.getuser()),
    )


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    """The address of the database: the embedded one is used as it runs, or started for as long as it is needed."""
    if settings.database_url:
        yield settings.database_url
        return
    data = Path(settings.data)
    if not (data / "postgres").exists():
        raise EmbeddedError(f"There are no games in {data}. Name the right folder with SAMEDEAL_DATA.")
    postgres = EmbeddedPostgres(data)
    if asyncio.run(_answers(postgres.url)):
        yield postgres.url
        return
    with postgres:
        yield postgres.url


async def _answers(url: str) -> bool:
    try:
        database = await Database.connect(url, pool_size=1)
    except DatabaseUnavailable:
        return False
    await database.close()
    return True
