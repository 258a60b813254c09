"""`samedeal serve`: a database, a listening socket, and one or more processes that answer on it."""

import asyncio
import contextlib
import gc
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import uvicorn
from starlette.applications import Starlette

from server.app import create_app
from server.logs import set_up_logs
from server.protocol import LARGEST_MESSAGE
from server.settings import Settings, read_settings
from server.store.database import Database
from server.store.embedded import EmbeddedError, EmbeddedPostgres
from server.store.migration import migrate
from server.store.sealing import seal_of

from .workers import serve_by_workers

GRACE_SECONDS = 5
UNREAD_MILLISECONDS = 30_000
UNSENT_BYTES = 128 * 1024

_log = logging.getLogger(__name__)


def serve(options: Mapping[str, object]) -> int:
    """Serves until a signal comes.

    Raises BadSetting, BadKey, EmbeddedError, SchemaOutdated, DatabaseUnavailable, OSError.
    """
    settings = read_settings(os.environ, options)
    given = settings.database_url
    set_up_logs()
    _open_as_many_sockets_as_allowed()
    signal.signal(signal.SIGTERM, _leave)
    with _database(settings) as url, _listening(settings) as listener:
        asyncio.run(_require_key(url, settings))
        settings = replace(settings, database_url=url)
        if settings.workers == 1:
            run_server(settings, listener, alone=url != given)
        else:
            serve_by_workers(settings, listener, run_server)
    return 0


def migrate_database(options: Mapping[str, object]) -> int:
    """`samedeal migrate`: brings the database of DATABASE_URL, or the embedded one, to the newest schema."""
    with _database(read_settings(os.environ, options), migrated=True):
        return 0


def run_server(settings: Settings, listener: socket.socket, *, alone: bool = False) -> None:
    """Answers on a listening socket, in this process, until a signal comes; `alone` is without other processes."""
    app = create_app(settings, alone=alone)
    config = uvicorn_config(app, settings.trusted_proxies)
    _Server(config, app).run(sockets=[listener])


def uvicorn_config(app: Starlette, trusted_proxies: str) -> uvicorn.Config:
    """How an app is served: messages small, text and uncompressed, nothing logged for a request."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=trusted_proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class _Server(uvicorn.Server):
    """Says when it is ready, and drains before it stops."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            _leave_the_lasting_alone()
            sys.stdout.write(f"Same Deal is ready at http://{shown}:{port}\n")
            sys.stdout.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.state.parts.drain.begin()
        await super().shutdown(sockets)


def _leave_the_lasting_alone() -> None:
    """What is in memory at the start stays: the collector need not look at it again, nor so often at what comes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _open_as_many_sockets_as_allowed() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _leave(_signal: int, _frame: object) -> None:
    raise SystemExit(0)


@contextmanager
def _database(settings: Settings, *, migrated: bool = False) -> Iterator[str]:
    """The address of the database to use: the embedded one is started, migrated, and started again when it dies."""
    if settings.database_url:
        asyncio.run(migrate(settings.database_url) if migrated else _require_current(settings.database_url))
        yield settings.database_url
        return
    with EmbeddedPostgres(Path(settings.data)) as postgres:
        asyncio.run(migrate(postgres.url))
        stopping = Event()
        Thread(target=_revive, args=(postgres, stopping), daemon=True).start()
        try:
            yield postgres.url
        finally:
            stopping.set()


def _revive(postgres: EmbeddedPostgres, stopping: Event) -> None:
    while True:
        postgres.wait()
        if stopping.is_set():
            return
        _log.error("PostgreSQL has ended by itself; it is started again.")
        with contextlib.suppress(EmbeddedError):
            postgres.start()


async def _require_current(url: str) -> None:
    database = await Database.connect(url, pool_size=1)
    try:
        await database.require_current_schema()
    finally:
        await database.close()


async def _require_key(url: str, settings: Settings) -> None:
    """Makes the key on the first start; said here, what is wrong with it is one sentence. Raises BadKey."""
    database = await Database.connect(url, pool_size=1)
    try:
        await seal_of(database, settings.key_path)
    finally:
        await database.close()


@contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        why = str(error.strerror).partition(" (while")[0]
        raise OSError(f"Can't listen on {settings.host}:{settings.port}: {why}.") from None
    with listener:
        _free_from_deaf_peers(listener)
        yield listener


def _free_from_deaf_peers(listener: socket.socket) -> None:
    """Connections inherit this: the kernel holds little for each, and who takes nothing for so long is gone."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES)
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None:
        listener.setsockopt(socket.IPPROTO_TCP, option, UNREAD_MILLISECONDS)
