"""Attempts out of the store: their decks, their logs played again, their records."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec

from server.contest.attempt import CLOSINGS, Attempt, AttemptOver, Entry, Kind, StalePly
from server.contest.chain import chain_head
from server.contest.game import NO_SOLVER, final_at, game_name
from server.contest.outage import Outage, credited
from server.contest.record import FORMAT, ClaimedResult, DayPath, Record
from server.contest.result import Outcome, Result
from server.contest.verification import Verdict, verify
from server.protocol import About
from server.rules import RULES_VERSION, VARIANTS, Card, IllegalMove, InvalidMove, deal, deck_for, parse_deck
from server.store.attempts import AttemptRow, Attempts
from server.store.days import Days
from server.store.games import Game, Games
from server.store.move_log import MoveLog
from server.store.notices import Notices
from server.store.standings import Standings

from . import metrics
from .room import Place

_NO_LOG = (AttemptOver, IllegalMove, InvalidMove, StalePly)
_MILLISECOND = timedelta(milliseconds=1)

_log = logging.getLogger(__name__)


class Archive:
    """What is stored of attempts, as the contest's own values; the keeper of rooms.

    `heard` is called with the number of every attempt whose log has grown, here or in another process; `outages` gives
    our own.
    """

    def __init__(  # noqa: PLR0913
        self,
        games: Games,
        attempts: Attempts,
        days: Days,
        standings: Standings,
        *,
        move_log: MoveLog,
        notices: Notices | None,
    ) -> None:
        self._games = games
        self._days = days
        self._attempts = attempts
        self._standings = standings
        self._move_log = move_log
        self._notices = notices
        self._known: dict[int, Game] = {}
        self.heard: Callable[[int], None] = lambda _attempt_id: None
        self.outages: Callable[[], Sequence[Outage]] = tuple

    async def about(self, row: AttemptRow) -> About:
        """What is public of an attempt."""
        game = await self._game(row)
        return About(
            attempt=row.id,
            kind=Kind(row.kind),
            game=game_name(game.day, game.variant) if game else None,
            player=row.player_name,
            final_at=final_at(game.day) if game and row.kind == Kind.RANKED else None,
            commitment=game.commitment.hex() if game else None,
        )

    async def deck(self, row: AttemptRow) -> tuple[Card, ...]:
        """Its cards, first dealt first."""
        game = await self._game(row)
        if game is None:
            return parse_deck((row.deck or "").split())
        return await self._deck_of(game)

    async def attempt(self, row: AttemptRow) -> Attempt:
        """Its log played again. Raises what a log that breaks the rules raises."""
        attempt = Attempt(Kind(row.kind), deal(VARIANTS[row.variant], await self.deck(row)))
        for _ in attempt.follow(await self.log(row.id)):
            pass
        return attempt

    async def record(self, row: AttemptRow) -> Record:
        """Its record, with its path in the tree of its day once that has a root. Contains every card."""
        place = await self._days.place(row.id)
        path = place and DayPath(index=place.index, size=place.size, hashes=[one.hex() for one in place.path])
        return msgspec.structs.replace(await self._record(row, await self.log(row.id)), path=path)

    async def _record(self, row: AttemptRow, log: Sequence[Entry]) -> Record:
        """For a game by secret and deal number, else by the deck."""
        game = await self._game(row)
        moves = log[: row.result.moves] if row.result else log
        return Record(
            format=FORMAT,
            variant=row.variant,
            rules_version=RULES_VERSION,
            deck=None if game else (row.deck or "").split(),
            secret=(await self._games.secret(game.id)).hex() if game else None,
            deal=game.deal_number if game else None,
            moves=[entry.move for entry in moves],
            at_ms=[entry.at_ms for entry in moves],
            kind=Kind(row.kind),
            result=_claimed(row.result),
            player=row.player_name,
            attempt=row.id,
            game=game_name(game.day, game.variant) if game else None,
            commitment=game.commitment.hex() if game else None,
            solver_version=game.solver_version if game else NO_SOLVER,
            node_budget=game.node_budget if game else 0,
            chain=row.chain.hex() if row.chain else None,
            credited_ms=row.credited_ms,
        )

    async def verify(self, row: AttemptRow) -> Verdict:
        """Verifies an ended attempt from its stored log, and stores the verdict; a mismatch is on no board."""
        log = await self.log(row.id)
        verdict = verify(await self._record(row, log))
        if verdict.holds and not _closed(log, row.result):
            verdict = Verdict(holds=False, says="the log does not end with its result")
        await self._credit(row)
        await self._attempts.set_verdict(row.id, "verified" if verdict.holds else "mismatch")
        if not verdict.holds:
            _alarm(row, verdict.says)
        return verdict

    async def chained(self, row: AttemptRow, log: Sequence[Entry]) -> bool:
        """Whether the chain of this log has the head that was stored with the result, if there was one."""
        if row.chain is None or row.result is None:
            return True
        about = await self.about(row)
        moves = [(entry.move, entry.at_ms) for entry in log[: row.result.moves]]
        return chain_head(row.id, about.game, about.commitment, RULES_VERSION, moves) == row.chain.hex()

    async def expire(self, row: AttemptRow, now: datetime) -> None:
        """Ends an attempt whose game is final (product.md, the day); one whose log breaks the rules counts nothing."""
        try:
            attempt = await self.attempt(row)
        except _NO_LOG as error:
            nothing = Result(outcome=Outcome.EXPIRED, home=0, moves=0, elapsed_ms=0)
            await self._attempts.close(row.id, entries=(), result=nothing, chain=None, now=now)
            await self._attempts.set_verdict(row.id, "mismatch")
            _alarm(row, str(error) or type(error).__name__)
            return
        if attempt.outcome is not None:  # another process was first
            return
        step = attempt.close(attempt.ply, Outcome.EXPIRED, attempt.elapsed_ms)
        result, moves = attempt.ending(step)
        about = await self.about(row)
        chain = chain_head(row.id, about.game, about.commitment, RULES_VERSION, moves)
        await self.close(row.id, step.entries, result, chain, now)

    async def deck_is_secret(self, row: AttemptRow, now: datetime) -> bool:
        """Whether a pasted deck is that of a game that is not final: then it stays its player's own."""
        if not row.pasted:
            return False
        deck = await self.deck(row)
        return any(
            deck == _dealt(secret, game.variant, game.deal_number)
            for game, secret in await self._games.unsealed_after(now.date() - timedelta(days=1))
            if game.variant == row.variant and now < final_at(game.day)
        )

    async def begin(self, attempt_id: int, now: datetime) -> datetime:
        """Starts its clock, once (Keeper)."""
        return await self._attempts.begin(attempt_id, now)

    async def append(self, attempt_id: int, entry: Entry) -> None:
        """Commits an entry of its log, and tells other processes (Keeper)."""
        await self._move_log.append(attempt_id, entry)
        self._tell(attempt_id, entry.ply)

    async def log(self, attempt_id: int) -> Sequence[Entry]:
        """All its entries (Keeper)."""
        return await self._attempts.log(attempt_id)

    async def close(self, attempt_id: int, entries: Sequence[Entry], result: Result, chain: str, now: datetime) -> bool:
        """Commits its last entries with its result, and tells other processes (Keeper)."""
        closed = await self._attempts.close(
            attempt_id, entries=entries, result=result, chain=bytes.fromhex(chain), now=now
        )
        if closed:
            self._tell(attempt_id, entries[-1].ply)
        return closed

    async def placed(self, attempt_id: int, result: Result) -> Place:
        """Verifies it if nobody has yet; gives its rank so far when it is ranked and verified (Keeper)."""
        row = await self._attempts.get(attempt_id)
        if row is None:
            return None
        verified = row.verdict == "verified" if row.verdict else (await self.verify(row)).holds
        if not verified or row.hidden or row.kind != Kind.RANKED or row.game_id is None:
            return None
        return await self._standings.rank(row.game_id, "moves", result.moves_key)

    async def _credit(self, row: AttemptRow) -> None:
        if row.started_at is None or row.result is None:
            return
        elapsed = timedelta(milliseconds=row.result.elapsed_ms)
        milliseconds = credited(self.outages(), row.started_at, elapsed) // _MILLISECOND
        if milliseconds != row.credited_ms:
            await self._attempts.credit(row.id, milliseconds)

    def _tell(self, attempt_id: int, ply: int) -> None:
        self.heard(attempt_id)
        if self._notices:
            self._notices.publish(attempt_id, ply)

    async def _game(self, row: AttemptRow) -> Game | None:
        """What everybody may know of a game never changes, so it is asked for once."""
        if row.game_id is None:
            return None
        if row.game_id not in self._known and (game := await self._games.get(row.game_id)):
            self._known[row.game_id] = game
        return self._known.get(row.game_id)

    async def _deck_of(self, game: Game) -> tuple[Card, ...]:
        return _dealt(await self._games.secret(game.id), game.variant, game.deal_number)


@lru_cache(maxsize=256)
def _dealt(secret: bytes, variant: str, deal_number: int) -> tuple[Card, ...]:
    return deck_for(secret, VARIANTS[variant], deal_number)


def _closed(log: Sequence[Entry], result: Result | None) -> bool:
    """Whether behind the moves of a result there is what belongs there: its closing entry, if it has one."""
    if result is None:
        return True
    behind = [(entry.ply, entry.move) for entry in log[result.moves :]]
    return behind == ([(result.moves, result.outcome)] if result.outcome in CLOSINGS else [])


def _alarm(row: AttemptRow, why: str) -> None:
    metrics.MISMATCHES.inc()
    _log.error("Attempt %d does not verify: %s", row.id, why)


def _claimed(result: Result | None) -> ClaimedResult | None:
    if result is None:
        return None
    return ClaimedResult(outcome=result.outcome, home=result.home, moves=result.moves, elapsed_ms=result.elapsed_ms)
