"""The one place where the parts are joined."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import ASGIApp

import server
from server.api.documentation import documentation
from server.api.guard import Guarded
from server.api.pages import page_routes
from server.api.parts import Parts
from server.api.problems import HANDLERS
from server.api.routes import api_routes, document
from server.api.trace import Traced
from server.clockwork import Clockwork
from server.live.archive import Archive
from server.live.clock import Clock, steady_clock
from server.live.drain import Drain
from server.live.heartbeat import Heartbeat
from server.live.limits import Buckets, Limits, Places
from server.live.metrics import observe_commit
from server.live.presence import Presence
from server.live.progress import Progress
from server.live.rooms import Rooms
from server.protocol import Notice
from server.proving import Proving
from server.settings import Settings
from server.store.attempts import Attempts
from server.store.database import Database
from server.store.days import Days
from server.store.games import Games
from server.store.heartbeats import Heartbeats
from server.store.move_log import MoveLog
from server.store.notices import Notices
from server.store.players import Players
from server.store.points import PointsBoards
from server.store.sealing import seal_of
from server.store.standings import Standings


def create_app(settings: Settings, clock: Clock | None = None, *, alone: bool = False) -> Starlette:
    """The app, on the migrated database of `settings.database_url`; `clock` tells the time of everything it does.

    `alone`: no other process serves on this database, so nobody need be told of moves.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with joined(settings, clock or steady_clock(), alone=alone) as joined_parts:
            app.state.parts = joined_parts
            yield

    return _App(
        routes=[*api_routes(), *page_routes(web_folder(), {"/api/docs": documentation(document())})],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )


class _App(Starlette):
    """Guarded and traced outside of everything, so that no answer is without: not even that to what nobody foresaw."""

    def build_middleware_stack(self) -> ASGIApp:
        """Starlette's own layers inside ours."""
        return Traced(Guarded(super().build_middleware_stack()))


@asynccontextmanager
async def joined(settings: Settings, clock: Clock, *, alone: bool = False) -> AsyncIterator[Parts]:
    """The parts, while the block lasts: connected before it, with every move stored after it."""
    async with AsyncExitStack() as stack:
        database = await Database.connect(settings.database_url or "", serving=True)
        stack.push_async_callback(database.close)
        await database.require_current_schema()
        move_log = await stack.enter_async_context(MoveLog(database, observe=observe_commit))
        notices = None if alone else await stack.enter_async_context(Notices(database))
        games = Games(database, await seal_of(database, settings.key_path))
        attempts, standings = Attempts(database), Standings(database)
        players = Players(database)
        presence = Presence(players)
        heartbeat = Heartbeat(Heartbeats(database), clock)
        await heartbeat.beat()
        stack.push_async_callback(heartbeat.end)
        archive = Archive(games, attempts, Days(database), standings, move_log=move_log, notices=notices)
        archive.outages = lambda: heartbeat.outages
        rooms = Rooms(archive, clock, heartbeat.lost)
        progress = Progress(archive, rooms, attempts, standings)
        archive.heard = progress.note
        move_log.on_outage = lambda: rooms.tell(Notice(notice="unavailable"))
        clockwork = Clockwork(
            database,
            games,
            archive,
            rooms,
            clock=clock,
            variants=settings.variant_keys,
            node_budget=settings.node_budget,
        )
        await clockwork.make_games()
        tasks = await stack.enter_async_context(_background())
        tasks.append(asyncio.create_task(heartbeat.run()))
        tasks.append(asyncio.create_task(clockwork.run()))
        tasks.append(asyncio.create_task(Proving(database, games, clock).run()))
        if notices:
            tasks.append(asyncio.create_task(rooms.follow(notices.subscribe())))
        tasks.append(asyncio.create_task(progress.run()))
        tasks.append(asyncio.create_task(presence.run()))
        yield Parts(
            settings=settings,
            clock=clock,
            database=database,
            players=players,
            games=games,
            days=Days(database),
            attempts=attempts,
            standings=standings,
            points=PointsBoards(database),
            archive=archive,
            rooms=rooms,
            presence=presence,
            progress=progress,
            clockwork=clockwork,
            limits=_limits(settings),
            refused_words=settings.refused_words,
            drain=Drain(rooms),
        )


def web_folder() -> Path:
    """Where the pages lie: in the checkout, or in the installed package."""
    package = Path(server.__file__).parent
    installed = package / "_web"
    return installed if installed.is_dir() else package.parent / "web"


@asynccontextmanager
async def _background() -> AsyncIterator[list[asyncio.Task[None]]]:
    """Tasks that end with the block."""
    tasks: list[asyncio.Task[None]] = []
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _limits(settings: Settings) -> Limits:
    def hourly(many: int) -> Buckets:
        return Buckets(many / 3600, many, time.monotonic)

    return Limits(
        moves=Buckets(settings.move_rate, settings.move_burst, time.monotonic),
        guests=hourly(settings.guests_per_hour),
        sign_ins=hourly(settings.sign_ins_per_hour),
        sign_ins_by_name=hourly(5 * settings.sign_ins_per_hour),
        player_sockets=Places(settings.sockets_per_player, "You have too many tables open."),
        address_sockets=Places(settings.sockets_per_address, "Too many tables are open from your address."),
    )
