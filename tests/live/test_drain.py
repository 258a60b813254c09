"""server.live.drain: everybody is told, then everybody's socket closes."""

from collections.abc import Iterator

from server.live.drain import DRAINING, Drain
from server.live.inbox import Inbox
from server.live.room import Room
from server.live.rooms import Rooms
from server.protocol import Notice, decode_server
from tests.live.keeper import World, seated


class FewRooms(Rooms):
    """These rooms, and nowhere to load others from."""

    def __init__(self, *rooms: Room) -> None:
        self._rooms = rooms

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms)


def drain_of(*rooms: Room) -> Drain:
    return Drain(FewRooms(*rooms))


async def taken(inbox: Inbox) -> list[object]:
    """What its socket sends until it closes."""
    texts = []
    while (text := await inbox.take()) is not None:
        texts.append(decode_server(text))
    return [*texts, inbox.closes_with]


async def test_everybody_is_told_and_then_sent_away() -> None:
    one, other = World().room(), World().room()
    inboxes = [await seated(one), await seated(one, as_player=False), await seated(other)]
    drain = drain_of(one, other)
    await drain.begin(spread_seconds=0)
    assert drain.begun
    assert [await taken(inbox) for inbox in inboxes] == [[Notice(notice="draining"), DRAINING]] * 3
    assert DRAINING == 4503


async def test_a_socket_that_closes_already_keeps_its_code() -> None:
    room = World().room()
    inbox = await seated(room)
    inbox.close(4408)
    await drain_of(room).begin(spread_seconds=0)
    assert inbox.closes_with == 4408


async def test_with_nobody_there_it_is_over_at_once() -> None:
    drain = drain_of(World().room())
    await drain.begin()
    assert drain.begun
