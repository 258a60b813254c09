"""A restart in order: sockets are told, closed with 4503, and go on elsewhere (protocol.md, drain)."""

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.client import Client, Unwelcome
from server.protocol import MovedMessage, Notice, decode_server
from tests.end_to_end.crowd import all_go_on, all_stop, check_nothing_lost, playing
from tests.serving import UNLIMITED, serving


async def test_sockets_are_told_and_closed_with_4503(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.practise("whitehorse")
            address = f"{server.url.replace('http', 'ws')}/api/attempts/{attempt}/table"
            async with connect(address, additional_headers={"Authorization": f"Bearer {client.token}"}) as socket:
                await socket.recv()
                server.process.terminate()
                assert decode_server(await socket.recv()) == Notice(notice="draining")
                with pytest.raises(Unwelcome, match="about to stop"):
                    await client.get("/readyz")
                with pytest.raises(Unwelcome, match="about to stop"):
                    await client.practise("kansas")
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4503
        await asyncio.to_thread(server.process.wait, 20)
        assert server.process.returncode == 0


async def test_a_deploy_loses_no_move_and_clients_go_on_by_themselves(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as old:
        port = old.url.rpartition(":")[2]
        async with playing(old.url, 4) as crowd:
            await asyncio.to_thread(old.stop)
            with serving(*UNLIMITED, "--port", port, database_url=database_url):
                await all_go_on(crowd)
                assert all(guest.table.cuts for guest in crowd)
                await all_stop(crowd)
                await check_nothing_lost(crowd, database_url)


async def test_the_last_moves_before_a_stop_are_stored(database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.practise("whitehorse")
            async with client.table(attempt) as table:
                server.process.terminate()
                answer = await table.play("S-W")
                assert isinstance(answer, MovedMessage)
                assert answer.ply == 0
