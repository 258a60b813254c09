"""Faults while people play: afterwards the log is exactly what was answered, and play goes on (product.md)."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from server.client import Client
from server.protocol import MovedMessage
from tests.conftest import execute
from tests.end_to_end.crowd import all_go_on, check_nothing_lost, playing
from tests.serving import UNLIMITED, LiveServer, serving
from tests.store.cable import Cable


async def test_kill_9_of_a_worker(database_url: str) -> None:
    with serving(*UNLIMITED, "--workers", "2", database_url=database_url) as server:
        async with playing(server.url, 6) as crowd:
            os.kill(server.children("spawn_main")[0], signal.SIGKILL)
            await all_go_on(crowd)
        assert any(guest.table.cuts for guest in crowd)
        await check_nothing_lost(crowd, database_url)


async def test_kill_9_of_postgres_which_is_started_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(*UNLIMITED, "--data", str(data)) as server:
        async with playing(server.url, 6) as crowd:
            pid_file = data / "postgres" / "postmaster.pid"
            os.kill(int(pid_file.read_text().splitlines()[0]), signal.SIGKILL)
            await all_go_on(crowd)
        assert not any(guest.table.cuts for guest in crowd)
        await check_nothing_lost(crowd, embedded_url(data))


@pytest.mark.parametrize("code", ["53100", "P0001"], ids=["disk full", "a commit that fails"])
async def test_the_database_refuses_to_write(database_url: str, code: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with playing(server.url, 3) as crowd:
            await execute(database_url, f"{REFUSAL} RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END $$; {TRIGGER}")
            await refused(server, "unavailable")
            await execute(database_url, "DROP TRIGGER fault ON moves")
            await all_go_on(crowd)
        await check_nothing_lost(crowd, database_url)


async def test_a_commit_whose_answer_is_lost(database_url: str) -> None:
    async with Cable(database_url) as cable, serving_beside(cable) as server:
        async with playing(server.url, 3) as crowd:
            for _ in range(5):
                cable.lost_answer.clear()
                cable.lose_next_answer()
                await cable.lost_answer.wait()
                await all_go_on(crowd)
        await check_nothing_lost(crowd, database_url)


async def test_a_database_that_answers_after_three_seconds(database_url: str) -> None:
    async with Cable(database_url) as cable, serving_beside(cable) as server:
        async with playing(server.url, 3) as crowd:
            cable.hold_answers()
            await cable.question.wait()
            await asyncio.sleep(3)
            cable.let_answers_pass()
            await all_go_on(crowd)
        assert not any(guest.table.cuts for guest in crowd)
        await check_nothing_lost(crowd, database_url)


@pytest.mark.parametrize("seconds", [6, pytest.param(20, marks=pytest.mark.long)])
async def test_a_database_that_is_away(database_url: str, seconds: float) -> None:
    async with Cable(database_url) as cable, serving_beside(cable) as server:
        async with playing(server.url, 3) as crowd:
            await cable.cut()
            async with httpx.AsyncClient() as http:
                assert (await http.get(f"{server.url}/readyz", timeout=30)).status_code == 503
                assert (await http.get(f"{server.url}/healthz")).status_code == 200
            await refused(server, "unavailable")
            await asyncio.sleep(seconds - 6)
            await cable.mend()
            await all_go_on(crowd)
        assert not any(guest.table.cuts for guest in crowd)
        await check_nothing_lost(crowd, database_url)


async def test_a_thousand_sockets_dropped_at_once(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.practise("whitehorse")
            socket = f"{server.url.replace('http', 'ws')}/api/attempts/{attempt}/table"
            crowd = [await connect(socket, compression=None) for _ in range(1000)]
            assert await gauge(server, 'samedeal_sockets_open{kind="table"}') == 1000
            async with playing(server.url, 2) as guests:
                for one in crowd:
                    one.transport.abort()
                await all_go_on(guests)
                while await gauge(server, 'samedeal_sockets_open{kind="table"}') > 2:
                    await guests[0].goes_on()
            await check_nothing_lost(guests, database_url)


async def test_a_peer_that_never_reads_delays_nobody(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.practise("whitehorse")
            deaf = await deaf_spectator(server, attempt)
            async with client.table(attempt) as table:
                while await gauge(server, "samedeal_queue_overflows_total") == 0:
                    for _ in range(50):
                        assert table.latest is not None
                        assert isinstance(await table.play(table.latest.legal[0]), MovedMessage)
                        assert table.ply < 1900, "the spectator's queue never overflowed"
            deaf.close()


async def test_peers_that_send_a_byte_now_and_then_delay_nobody(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        host, port = server.url.removeprefix("http://").split(":")
        slow = [await asyncio.open_connection(host, int(port)) for _ in range(50)]
        async with playing(server.url, 2) as crowd:
            for byte in b"GET /api":
                for _, writer in slow:
                    writer.write(bytes([byte]))
                await all_go_on(crowd)
        for _, writer in slow:
            writer.transport.abort()
        await check_nothing_lost(crowd, database_url)


@asynccontextmanager
async def serving_beside(cable: Cable) -> AsyncIterator[LiveServer]:
    """A server that reaches its database by a cable of this loop, which must go on while the server starts."""
    with ExitStack() as stack:
        yield await asyncio.to_thread(stack.enter_context, serving(*UNLIMITED, database_url=cable.url))
        await asyncio.to_thread(stack.pop_all().close)


REFUSAL = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
TRIGGER = "CREATE TRIGGER fault BEFORE INSERT ON moves FOR EACH STATEMENT EXECUTE FUNCTION refuse()"


def embedded_url(data: Path) -> str:
    """The address of the embedded database that serves on this directory."""
    from server.store.embedded import EmbeddedPostgres

    return EmbeddedPostgres(data).url


async def refused(server: LiveServer, code: str) -> None:
    """Comes back when a message has been refused with this code."""
    while await gauge(server, f'samedeal_refused_total{{code="{code}"}}') == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.1)  # asks again, ten times a second


async def gauge(server: LiveServer, name: str) -> float:
    """A figure of /metrics; 0 while there is none."""
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{server.url}/metrics")).text
    return next((float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} ")), 0)


async def deaf_spectator(server: LiveServer, attempt: int) -> asyncio.StreamWriter:
    """A socket that asks to watch and never reads; the smallest buffers, so that it is soon full."""
    import socket

    host, port = server.url.removeprefix("http://").split(":")
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect((host, int(port)))
    _, writer = await asyncio.open_connection(sock=deaf, limit=1)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    writer.write(
        f"GET /api/attempts/{attempt}/table HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await writer.drain()
    return writer
