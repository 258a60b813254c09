"""A server killed in the middle of a game: the same attempt goes on, no acknowledged move missing (product.md)."""

from pathlib import Path

from server.client import Client
from server.protocol import MovedMessage
from tests.serving import UNLIMITED, serving


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
