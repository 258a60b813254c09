"""Who is playing an open game and how far they are, told to whoever looks on: never a card, at most once a second."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from server.contest.attempt import Attempt, Kind
from server.contest.result import Outcome, Result
from server.protocol import Going, LiveMessage, PlaceMessage, PlayersMessage, ProgressMessage, ResultMessage, Scored
from server.store.attempts import AttemptRow, Attempts
from server.store.database import DatabaseUnavailable
from server.store.standings import Standings

from .archive import Archive
from .rooms import Rooms

EVERY_SECONDS = 1.0
MOST_SHOWN = 100


@dataclass(slots=True, eq=False)
class Listener:
    """One who looks on at a game: what they are still to be told, the newest of each kind."""

    game_id: int
    player_id: int | None
    changed: dict[int, Going] = field(default_factory=dict)
    results: list[Scored] = field(default_factory=list)
    place: PlaceMessage | None = None
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self) -> list[LiveMessage]:
        """What is new, as soon as anything is."""
        await self.awake.wait()
        self.awake.clear()
        messages: list[LiveMessage] = []
        if self.changed:
            messages.append(ProgressMessage(players=list(self.changed.values())))
        messages += [ResultMessage(standings=self.results)] if self.results else []
        messages += [self.place] if self.place else []
        self.changed, self.results, self.place = {}, [], None
        return messages


class Progress:
    """The listeners of this process, and what they are told."""

    def __init__(self, archive: Archive, rooms: Rooms, attempts: Attempts, standings: Standings) -> None:
        self._archive = archive
        self._rooms = rooms
        self._attempts = attempts
        self._standings = standings
        self._listeners: set[Listener] = set()
        self._moved: set[int] = set()
        self._players: dict[int, tuple[float, PlayersMessage]] = {}

    def note(self, attempt_id: int) -> None:
        """The log of this attempt has grown, here or in another process."""
        if self._listeners:
            self._moved.add(attempt_id)

    @contextmanager
    def listen(self, game_id: int, player_id: int | None) -> Iterator[Listener]:
        """A listener while the block lasts."""
        listener = Listener(game_id, player_id)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    async def players(self, game_id: int) -> PlayersMessage:
        """All who are playing a game now, as of a second ago at most. Raises DatabaseUnavailable."""
        now = asyncio.get_running_loop().time()
        made_at, message = self._players.get(game_id, (now - EVERY_SECONDS, None))
        if message is None or now - made_at >= EVERY_SECONDS:
            rows = await self._attempts.running(game_id, MOST_SHOWN)
            message = PlayersMessage(players=[_going(row, await self._attempt(row)) for row in rows])
            self._players[game_id] = now, message
        return message

    async def run(self) -> None:
        """Tells what has changed, every second, for ever."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            moved, self._moved = self._moved, set()
            try:
                for attempt_id in moved:
                    await self._tell(attempt_id)
            except DatabaseUnavailable:
                self._moved |= moved

    async def _tell(self, attempt_id: int) -> None:
        row = await self._attempts.get(attempt_id)
        if row is None:
            return
        listeners = [listener for listener in self._listeners if listener.game_id == row.game_id]
        if not listeners or row.kind is not Kind.RANKED:
            return
        scored = await self._scored(row)
        going = _going(row, await self._attempt(row))
        for listener in listeners:
            await self._tell_one(listener, row, going, scored)

    async def _tell_one(self, listener: Listener, row: AttemptRow, going: Going, scored: Scored | None) -> None:
        if scored is None:
            listener.changed[row.id] = going
        else:
            listener.results = [*listener.results, scored][-MOST_SHOWN:]
        if listener.player_id == row.player_id and row.game_id is not None:
            rank, of = await self._standings.rank(row.game_id, "moves", _key(row, going))
            listener.place = PlaceMessage(rank=rank, of=of if row.result else of + 1)
        listener.awake.set()

    async def _scored(self, row: AttemptRow) -> Scored | None:
        result = row.result
        if result is None or row.game_id is None or row.verdict != "verified" or row.hidden:
            return None
        rank, _ = await self._standings.rank(row.game_id, "moves", result.moves_key)
        return Scored(
            rank=rank,
            player=row.player_name,
            home=result.home,
            moves=result.moves,
            elapsed_ms=result.elapsed_ms,
            attempt=row.id,
        )

    async def _attempt(self, row: AttemptRow) -> Attempt:
        room = self._rooms.find(row.id)
        return room.attempt if room else await self._archive.attempt(row)


def _going(row: AttemptRow, attempt: Attempt) -> Going:
    return Going(player=row.player_name, home=attempt.table.home, moves=attempt.moves, elapsed_ms=attempt.elapsed_ms)


def _key(row: AttemptRow, going: Going) -> int:
    """The place it has, or would have if it ended now."""
    result = row.result or Result(
        outcome=Outcome.GIVEN_UP, home=going.home, moves=going.moves, elapsed_ms=going.elapsed_ms
    )
    return result.moves_key
