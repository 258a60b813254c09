"""The live socket of a game (protocol.md): who plays and how far they are, results, and one's own place."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.api.service import Guest, Json, Service, Table


@pytest.fixture
async def listening(service: Service, guest: Guest, other: Guest) -> AsyncIterator[dict[str, Table]]:
    """The guest, another player and somebody without a session, each at the live socket of Kansas."""
    tokens = {"guest": guest.token, "other": other.token, "nobody": None}
    async with AsyncExitStack() as stack:
        yield {who: await stack.enter_async_context(service.live("kansas", token)) for who, token in tokens.items()}


async def test_it_begins_with_all_who_play(guest: Guest, service: Service) -> None:
    async with guest.at(await guest.start("chinaman")), service.live("chinaman") as live:
        going = {"player": guest.name, "home": 0, "moves": 0, "elapsed_ms": 0}
        assert await live.hear() == {"t": "players", "players": [going]}


async def test_everybody_hears_of_a_move_and_its_player_of_their_place(
    guest: Guest, listening: dict[str, Table]
) -> None:
    assert all(message["t"] == "players" for message in [await live.hear() for live in listening.values()])
    await guest.play(await guest.start("kansas"), "S-W", give_up=False)
    told = {who: await live.hear() for who, live in listening.items()}
    (going,) = told["nobody"]["players"]
    assert (going["player"], going["moves"], going["elapsed_ms"]) == (guest.name, 1, 1000)
    assert told == {who: {"t": "progress", "players": [going]} for who in listening}
    assert await listening["guest"].hear() == {"t": "place", "rank": 1, "of": 1}


async def test_everybody_hears_of_a_result(guest: Guest, other: Guest, listening: dict[str, Table]) -> None:
    for one in (guest, other):
        await one.play(await one.start("kansas"), "S-W")
    heard = {who: await _until(live, other.name) for who, live in listening.items()}
    assert heard["nobody"]["moves"] == 1
    assert heard == dict.fromkeys(listening, heard["nobody"])


@pytest.mark.parametrize("path", [("klondike", "today"), ("kansas", "2026-02-30"), ("kansas", "9999-12-31")])
async def test_there_is_no_such_game(service: Service, path: tuple[str, str]) -> None:
    async with service.live(path[0], day=path[1]) as live:
        assert await live.closed() == 4404


async def _until(live: Table, player: str) -> Json:
    """This player's result, whatever comes before."""
    while True:
        message = await live.hear()
        for standing in message.get("standings", []):
            if standing["player"] == player:
                return dict(standing)
