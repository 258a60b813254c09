"""One attempt in memory while somebody is at its table: compute, store, then believe (protocol.md)."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol, assert_never

from server.contest.attempt import Attempt, AttemptOver, Entry, Kind, StalePly, Step
from server.contest.chain import chain_head
from server.contest.result import Outcome, Result
from server.protocol import About, Ended, Notice, Refused, encode, moved_message, table_message
from server.rules import RULES_VERSION, IllegalMove, InvalidMove
from server.store.database import DatabaseUnavailable
from server.store.move_log import LogConflict

from . import metrics
from .clock import Clock
from .inbox import Inbox

_REMINDED_BEFORE = timedelta(minutes=10)
_MILLISECOND = timedelta(milliseconds=1)

Place = tuple[int, int] | None
"""A rank so far, and of how many."""

Lost = Callable[[datetime, datetime], timedelta]
"""How much of the time between two times nobody served."""

Refusal = AttemptOver | InvalidMove | IllegalMove | DatabaseUnavailable


class Keeper(Protocol):
    """Where attempts are kept. What it has answered is committed; all of it may raise DatabaseUnavailable."""

    async def begin(self, attempt_id: int, now: datetime) -> datetime:
        """Starts the clock, once; gives when it was started."""

    def append(self, attempt_id: int, entry: Entry) -> Awaitable[None]:
        """Adds an entry to the log. Raises LogConflict when that ply is taken."""

    async def log(self, attempt_id: int) -> Sequence[Entry]:
        """The whole log."""

    async def close(self, attempt_id: int, entries: Sequence[Entry], result: Result, chain: str, now: datetime) -> bool:
        """Adds the last entries together with the result; False when somebody else was first."""

    async def placed(self, attempt_id: int, result: Result) -> Place:
        """Verifies an ended attempt from what is stored; gives its place, if it has one."""


class Room:
    """An attempt, its player and its spectators. Everything that changes it happens under its lock."""

    def __init__(  # noqa: PLR0913
        self,
        about: About,
        attempt: Attempt,
        started_at: datetime | None,
        keeper: Keeper,
        clock: Clock,
        *,
        lost: Lost = lambda _began_at, _now: timedelta(0),
    ) -> None:
        self.about = about
        self.attempt = attempt
        self.started_at = started_at
        self._keeper = keeper
        self._clock = clock
        self._lost = lost
        self.inboxes: set[Inbox] = set()
        self._lock = asyncio.Lock()
        self._sure = True
        self._reminded = False

    async def join(self, inbox: Inbox, *, as_player: bool) -> None:
        """Sends the table, and from now on everything; the first table sent to the player starts the clock.

        Raises DatabaseUnavailable.
        """
        async with self._lock:
            await self._catch_up()
            if as_player and self.started_at is None:
                self.started_at = await self._keeper.begin(self.about.attempt, self._clock())
            await self._expire()
            self.inboxes.add(inbox)
            await self._show(inbox)

    def leave(self, inbox: Inbox) -> None:
        """Sends no more."""
        self.inboxes.discard(inbox)

    async def play(self, inbox: Inbox, ply: int, move: str) -> None:
        """Plays a move, or answers why not; everybody at the table is told once it is stored."""
        at_ms, began = self._elapsed_ms(), time.perf_counter()
        await self._change(inbox, ply, move, lambda: self.attempt.step(ply, move, at_ms))
        metrics.ACK_SECONDS.observe(time.perf_counter() - began)

    async def give_up(self, inbox: Inbox, ply: int) -> None:
        """Ends the attempt; asked again, it answers again."""
        at_ms = self._elapsed_ms()
        outcome = Outcome.GIVEN_UP
        await self._change(inbox, ply, outcome, lambda: self.attempt.close(ply, outcome, at_ms))

    async def sync(self, inbox: Inbox) -> None:
        """Sends the table once more; what is stored of it, if the database can be asked."""
        async with self._lock:
            with suppress(DatabaseUnavailable):
                await self._catch_up()
                await self._expire()
            await self._show(inbox)

    async def expire(self) -> None:
        """Ends the attempt if its game is final by now, and tells everybody. Raises DatabaseUnavailable."""
        async with self._lock:
            await self._expire()

    def remind(self) -> None:
        """Tells everybody once when the game is soon final."""
        final_at = self.about.final_at
        if self._reminded or final_at is None or self._clock() < final_at - _REMINDED_BEFORE:
            return
        self._reminded = True
        for inbox in self.inboxes:
            inbox.offer(encode(Notice(notice="closing")))

    async def catch_up(self) -> None:
        """Plays what other processes have stored meanwhile. Raises DatabaseUnavailable."""
        async with self._lock:
            self._sure = False
            await self._catch_up()

    async def _change(self, inbox: Inbox, ply: int, word: str, compute: Callable[[], Step]) -> None:
        async with self._lock:
            try:
                if not self._sure:
                    await self._catch_up()
                if self._is_final():
                    await self._expire()
                if not self._answered_again(inbox, ply, word):
                    await self._commit(compute())
            except (StalePly, LogConflict):
                await self._answer_stale(inbox, ply, word)
            except AttemptOver as over:
                await self._answer_over(inbox, ply, word, over)
            except (InvalidMove, IllegalMove, DatabaseUnavailable) as error:
                refuse(inbox, _refusal(ply, error))

    async def _commit(self, step: Step) -> None:
        """Stores a step, then makes it true, then tells. Raises LogConflict, DatabaseUnavailable."""
        self._sure = False
        if step.outcome is None:
            await self._keeper.append(self.about.attempt, step.entry)
        else:
            await self._close(step)
        self._believe(step)
        self._sure = True
        if step.outcome is not None:
            metrics.ENDED.labels(step.outcome).inc()
            await self._tell_end(*self.inboxes)

    async def _close(self, step: Step) -> None:
        result, moves = self.attempt.ending(step)
        chain = self._chain(moves)
        if not await self._keeper.close(self.about.attempt, step.entries, result, chain, self._clock()):
            raise LogConflict

    def _believe(self, step: Step) -> None:
        self.attempt.advance(step)
        if step.is_move:
            metrics.MOVES.inc()
            self._publish(step)

    def _publish(self, step: Step) -> None:
        text = encode(moved_message(self.about, self.attempt, step))
        for inbox in self.inboxes:
            inbox.offer(text)

    async def _catch_up(self) -> None:
        """After a doubt the log says what is true; what it holds beyond ours is believed and told."""
        if self._sure:
            return
        for step in self.attempt.follow(await self._keeper.log(self.about.attempt)):
            if step.is_move:
                self._publish(step)
        self._sure = True
        if self.attempt.outcome is not None:
            await self._tell_end(*self.inboxes)

    async def _expire(self) -> None:
        """A ranked attempt ends when its game is final (product.md, the day)."""
        while self.attempt.outcome is None and self._is_final():
            with suppress(LogConflict):
                await self._commit(self.attempt.close(self.attempt.ply, Outcome.EXPIRED, self._elapsed_ms()))
            await self._catch_up()

    def _is_final(self) -> bool:
        final_at = self.about.final_at
        return self.about.kind is Kind.RANKED and final_at is not None and final_at <= self._clock()

    async def _show(self, inbox: Inbox) -> None:
        inbox.offer(encode(table_message(self.about, self.attempt, self._shown_ms())))
        if self.attempt.outcome is not None:
            await self._tell_end(inbox)

    def _answered_again(self, inbox: Inbox, ply: int, move: str) -> bool:
        """Whether this very move is in the log already; then it is answered, with the table as it was then."""
        if ply >= self.attempt.moves or self.attempt.log[ply].move != move:
            return False
        then = Attempt(self.attempt.kind, self.attempt.dealt)
        *_, step = then.follow(self.attempt.log[: ply + 1])
        inbox.offer(encode(moved_message(self.about, then, step)))
        return True

    async def _answer_stale(self, inbox: Inbox, ply: int, move: str) -> None:
        try:
            await self._catch_up()
            if not self._answered_again(inbox, ply, move):
                refuse(inbox, Refused(ply=ply, code="stale", why="The table has changed. Here it is."))
                await self._show(inbox)
        except DatabaseUnavailable as error:
            refuse(inbox, _refusal(ply, error))

    async def _answer_over(self, inbox: Inbox, ply: int, word: str, over: AttemptOver) -> None:
        """Giving up again is answered with the end again (protocol.md, the table socket)."""
        if word == Outcome.GIVEN_UP:
            await self._tell_end(inbox)
        else:
            refuse(inbox, _refusal(ply, over))

    async def _tell_end(self, *inboxes: Inbox) -> None:
        result = self.attempt.result
        assert result is not None
        try:
            place = await self._keeper.placed(self.about.attempt, result)
        except DatabaseUnavailable:
            place = None
        rank, of = place or (None, None)
        ended = Ended(
            attempt=self.about.attempt,
            outcome=result.outcome,
            result=result,
            rank=rank,
            of=of,
            chain=self._chain(self.attempt.timed_moves),
        )
        for inbox in inboxes:
            inbox.offer(encode(ended))

    def _chain(self, moves: list[tuple[str, int]]) -> str:
        about = self.about
        return chain_head(about.attempt, about.game, about.commitment, RULES_VERSION, moves)

    def _elapsed_ms(self) -> int:
        """Our own outages are left out (contest.outage)."""
        if self.started_at is None:
            return 0
        now = self._clock()
        return (now - self.started_at - self._lost(self.started_at, now)) // _MILLISECOND

    def _shown_ms(self) -> int:
        return self._elapsed_ms() if self.attempt.outcome is None else self.attempt.elapsed_ms


def refuse(inbox: Inbox, refused: Refused) -> None:
    """Tells one socket that nothing changed, and why."""
    metrics.REFUSED.labels(refused.code).inc()
    inbox.offer(encode(refused))


def _refusal(ply: int, error: Refusal) -> Refused:
    match error:
        case AttemptOver():
            return Refused(ply=ply, code="ended", why=str(error))
        case InvalidMove():
            return Refused(ply=ply, code="bad_move", why=str(error))
        case IllegalMove(code=rule, why=why):
            return Refused(ply=ply, code="illegal", rule=rule, why=why)
        case DatabaseUnavailable():
            return Refused(ply=ply, code="unavailable", why="We can't store moves right now. Please try again.")
        case _:
            assert_never(error)
