"""server.live.rooms: one room for all who sit at a table, kept in step with other processes, forgotten when empty."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, cast

import pytest

from server.contest.attempt import Attempt, Entry, Kind
from server.contest.game import final_at
from server.live.rooms import Rooms
from server.protocol import About, Notice
from server.store.attempts import AttemptRow
from server.store.database import DatabaseUnavailable
from tests.live.keeper import FakeKeeper, World, heard, said, seated
from tests.store.worlds import DAY

if TYPE_CHECKING:
    from server.live.archive import Archive

News = tuple[int, int] | None

ROW = AttemptRow(
    id=184,
    player_id=1,
    player_name="quiet otter",
    kind=Kind.PRACTICE,
    variant="whitehorse",
    game_id=None,
    day=None,
    deck=None,
    pasted=False,
    started_at=None,
    ended_at=None,
    result=None,
    chain=None,
    verdict=None,
    hidden=False,
)


class FakeArchive(FakeKeeper):
    """Loads the attempt of a world as often as it is asked to, and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded = 0
        self.noticed: list[int] = []
        self.log_read = asyncio.Event()
        self.may_load = asyncio.Event()
        self.may_load.set()
        self.world = World(kind=Kind.PRACTICE, keeper=self)

    def heard(self, attempt_id: int) -> None:
        self.noticed.append(attempt_id)

    async def about(self, row: AttemptRow) -> About:
        return replace(self.world.about, attempt=row.id)

    async def attempt(self, _row: AttemptRow) -> Attempt:
        log = await self.log(0)
        self.loaded += 1
        self.log_read.set()
        await self.may_load.wait()
        attempt = World(kind=Kind.PRACTICE).room().attempt
        for _ in attempt.follow(log):
            pass
        return attempt


def made() -> tuple[Rooms, FakeArchive]:
    archive = FakeArchive()
    rooms = Rooms(cast("Archive", archive), archive.world.clock, lambda _began_at, _now: timedelta(0))
    return rooms, archive


async def told(*news: News) -> AsyncIterator[News]:
    for item in news:
        yield item


async def test_all_at_a_table_are_in_one_room_loaded_once() -> None:
    rooms, archive = made()

    async def come() -> int:
        async with rooms.enter(ROW) as room:
            await all_here.wait()
            return id(room)

    all_here = asyncio.Barrier(20)
    assert len(set(await asyncio.gather(*(come() for _ in range(20))))) == 1
    assert archive.loaded == 1


async def test_an_empty_room_is_forgotten_and_loaded_anew() -> None:
    rooms, archive = made()
    async with rooms.enter(ROW) as first:
        assert list(rooms) == [first]
        assert rooms.find(184) is first
    assert list(rooms) == []
    assert rooms.find(184) is None
    archive.entries.append(Entry(0, "S-W", 5))
    async with rooms.enter(ROW) as second:
        assert second is not first
        assert second.attempt.ply == 1


async def test_who_could_not_load_it_leaves_it_to_the_next() -> None:
    rooms, archive = made()
    archive.away = True
    with pytest.raises(DatabaseUnavailable):
        async with rooms.enter(ROW):
            pass
    assert list(rooms) == []
    archive.away = False
    async with rooms.enter(ROW) as room:
        assert room.attempt.ply == 0


async def test_each_attempt_has_its_own_room() -> None:
    rooms, _ = made()
    async with rooms.enter(ROW) as one, rooms.enter(replace(ROW, id=185)) as other:
        assert one is not other
        assert [room.about.attempt for room in rooms] == [184, 185]


@pytest.mark.parametrize("news", [(184, 0), None])
async def test_what_another_process_stored_is_told_here(news: News) -> None:
    rooms, archive = made()
    async with rooms.enter(ROW) as room:
        inbox = await seated(room)
        archive.entries.append(Entry(0, "S-W", 5))
        await rooms.follow(told(news))
        assert said(inbox) == [0]
    assert archive.noticed == ([184] if news else [])


@pytest.mark.parametrize("news", [(999, 0), (184, -1)])
async def test_old_news_and_news_of_others_ask_nobody(news: News) -> None:
    rooms, archive = made()
    async with rooms.enter(ROW) as room:
        inbox = await seated(room)
        archive.asked.clear()
        await rooms.follow(told(news))
        assert heard(inbox) == []
        assert not archive.asked.is_set()


@pytest.mark.parametrize("news", [(184, 0), None])
async def test_news_while_a_room_is_loaded_is_not_lost(news: News) -> None:
    rooms, archive = made()

    async def come() -> int:
        async with rooms.enter(ROW) as room:
            return room.attempt.ply

    archive.may_load.clear()
    coming = asyncio.ensure_future(come())
    await archive.log_read.wait()
    archive.entries.append(Entry(0, "S-W", 5))
    await rooms.follow(told(news))
    archive.may_load.set()
    assert await coming == 1


async def test_who_only_looks_on_is_told_when_the_game_is_final() -> None:
    rooms, archive = made()
    archive.world.kind = Kind.RANKED
    async with rooms.enter(ROW) as room:
        inbox = await seated(room)
        await rooms.expire()
        assert said(inbox) == []
        archive.world.clock.now = final_at(DAY)
        await rooms.expire()
        assert said(inbox) == ["expired"]


async def test_while_the_database_is_away_news_does_no_harm() -> None:
    rooms, archive = made()
    async with rooms.enter(ROW) as room:
        inbox = await seated(room)
        archive.entries.append(Entry(0, "S-W", 5))
        archive.away = True
        await rooms.follow(told((184, 0), None))
        assert heard(inbox) == []
        archive.away = False
        await room.sync(inbox)
        assert said(inbox) == [0, "table 1"]


async def test_one_log_that_breaks_the_rules_leaves_no_other_table_behind() -> None:
    rooms, archive = made()
    async with rooms.enter(ROW) as room:
        inbox = await seated(room)
        archive.entries.append(Entry(0, "T1-T9", 5))
        await rooms.follow(told((184, 0)))
        assert heard(inbox) == []
        archive.entries[0] = Entry(0, "S-W", 5)
        await rooms.follow(told((184, 0)))
        assert said(inbox) == [0]


async def test_who_sits_at_a_game_that_is_soon_final_is_told_once() -> None:
    rooms, archive = made()
    archive.world.kind = Kind.RANKED
    async with rooms.enter(ROW) as room:
        inbox = await seated(room)
        archive.world.clock.now = final_at(DAY) - timedelta(minutes=11)
        rooms.remind()
        assert heard(inbox) == []
        archive.world.clock.now = final_at(DAY) - timedelta(minutes=10)
        rooms.remind()
        rooms.remind()
        assert heard(inbox) == [Notice(notice="closing")]


async def test_all_at_every_table_are_told_of_the_server() -> None:
    rooms, _ = made()
    async with rooms.enter(ROW) as one, rooms.enter(replace(ROW, id=185)) as other:
        inboxes = [await seated(one), await seated(one, as_player=False), await seated(other)]
        rooms.tell(Notice(notice="unavailable"))
        assert [heard(inbox) for inbox in inboxes] == [[Notice(notice="unavailable")]] * 3
