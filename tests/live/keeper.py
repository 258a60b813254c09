"""A keeper of logs in memory that waits, fails and loses answers when it is told to; and what a test asks of a room."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from server.contest.attempt import Attempt, Entry, Kind
from server.contest.game import final_at
from server.contest.result import Result
from server.live.inbox import Inbox
from server.live.room import Place, Room
from server.protocol import About, Ended, MovedMessage, Refused, ServerMessage, TableMessage, decode_server
from server.store.database import DatabaseUnavailable
from server.store.move_log import LogConflict
from tests.playing import dealt
from tests.store.worlds import DAY, NOON


@dataclass
class FakeKeeper:
    """One log. `away`: nothing is answered but that; `answers_lost`: what is stored is not confirmed."""

    entries: list[Entry] = field(default_factory=list)
    started_at: datetime | None = None
    result: Result | None = None
    chain: str | None = None
    away: bool = False
    answers_lost: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.ready.set()

    async def begin(self, _attempt_id: int, now: datetime) -> datetime:
        await self._answer()
        self.started_at = self.started_at or now
        return self.started_at

    async def append(self, _attempt_id: int, entry: Entry) -> None:
        await self._answer()
        self._add(entry)
        self._confirm()

    async def log(self, _attempt_id: int) -> Sequence[Entry]:
        await self._answer()
        return list(self.entries)

    async def close(
        self, _attempt_id: int, entries: Sequence[Entry], result: Result, chain: str, _now: datetime
    ) -> bool:
        await self._answer()
        try:
            for entry in entries:
                self._add(entry)
        except LogConflict:
            return False
        self.result, self.chain = result, chain
        self._confirm()
        return True

    async def placed(self, _attempt_id: int, result: Result) -> Place:
        await self._answer()
        assert result == self.result, "only what is stored has a place"
        return (1, 3)

    async def _answer(self) -> None:
        self.asked.set()
        await self.ready.wait()
        if self.away:
            raise DatabaseUnavailable("away")

    def _add(self, entry: Entry) -> None:
        if self.result is not None or entry.ply != len(self.entries):
            raise LogConflict
        self.entries.append(entry)

    def _confirm(self) -> None:
        if self.answers_lost:
            raise DatabaseUnavailable("the answer was lost")


@dataclass
class FakeClock:
    """A clock that a test sets."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now

    def advance(self, milliseconds: int) -> None:
        self.now += timedelta(milliseconds=milliseconds)


@dataclass
class World:
    """One log, one clock, and as many rooms on them as there are processes."""

    kind: Kind = Kind.RANKED
    variant: str = "whitehorse"
    attempt: Attempt | None = None
    keeper: FakeKeeper = field(default_factory=FakeKeeper)
    clock: FakeClock = field(default_factory=FakeClock)

    @property
    def about(self) -> About:
        ranked = self.kind is Kind.RANKED
        return About(
            attempt=184,
            kind=self.kind,
            game=f"{DAY}/{self.variant}" if ranked else None,
            player="quiet otter",
            final_at=final_at(DAY) if ranked else None,
        )

    def room(self) -> Room:
        """The room of one more process, as the log is now."""
        attempt = self.attempt or Attempt(self.kind, dealt(self.variant))
        for _ in attempt.follow(self.keeper.entries):
            pass
        return Room(self.about, attempt, self.keeper.started_at, self.keeper, self.clock)

    async def table(self) -> tuple[Room, Inbox]:
        """A room with its player at it, who has got the table."""
        room = self.room()
        return room, await seated(room)


async def seated(room: Room, *, as_player: bool = True) -> Inbox:
    """One more socket at the table, which has got it."""
    inbox = Inbox()
    await room.join(inbox, as_player=as_player)
    heard(inbox)
    return inbox


def heard(inbox: Inbox) -> list[ServerMessage]:
    """Everything that waits in an inbox; afterwards nothing does."""
    messages = [decode_server(text) for text in inbox._texts]
    inbox._texts.clear()
    return messages


def said(inbox: Inbox) -> list[object]:
    """The same in short: the ply of a move or table, the code of a refusal, the outcome of an end."""
    return [_short(message) for message in heard(inbox)]


def _short(message: ServerMessage) -> object:
    match message:
        case MovedMessage():
            return message.ply
        case TableMessage():
            return f"table {message.ply}"
        case Refused():
            return message.code
        case Ended():
            return message.outcome.value
        case _:
            return type(message)
