"""server.live.archive: rooms on a real log; what is stored is what is believed, recorded and verified."""

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random

import pytest

from server.contest.attempt import Kind
from server.contest.game import NO_SOLVER, commitment, final_at
from server.contest.result import Outcome
from server.contest.verification import belongs_to_commitment, verify
from server.live.archive import Archive
from server.live.inbox import Inbox
from server.live.room import Room
from server.protocol import Ended
from server.store.attempts import AttemptRow, Attempts
from server.store.database import Database
from server.store.days import Days
from server.store.games import Games
from server.store.move_log import MoveLog
from server.store.standings import Standings
from tests.conftest import execute
from tests.live.keeper import FakeClock, heard, said, seated
from tests.playing import SECRET, dealt, played_by_chance, ranked, winning
from tests.sealing import SEAL
from tests.store.worlds import DAY, NOON, a_player

VARIANT = "whitehorse"
COMMITMENT = commitment(VARIANT, DAY, NO_SOLVER, 0, SECRET)


@dataclass
class Here:
    """An archive, the stores below it, and a clock."""

    archive: Archive
    database: Database
    clock: FakeClock

    @property
    def attempts(self) -> Attempts:
        return Attempts(self.database)

    async def ranked(self) -> AttemptRow:
        """A new player's attempt at the game of SECRET."""
        game = await Games(self.database, SEAL).find(DAY, VARIANT)
        assert game is not None
        player = await a_player(self.database)
        row, _ = await self.attempts.start_ranked(player.id, game.id, VARIANT, NOON)
        return row

    async def practice(self, variant: str, deck: list[str], *, pasted: bool = False) -> AttemptRow:
        player = await a_player(self.database)
        return await self.attempts.start_practice(
            player.id, variant, deck=" ".join(deck), pasted=pasted, now=self.clock()
        )

    async def again(self, row: AttemptRow) -> AttemptRow:
        """The attempt as it is stored now."""
        found = await self.attempts.get(row.id)
        assert found is not None
        return found

    async def room(self, row: AttemptRow) -> tuple[Room, Inbox]:
        """A room as another process would open it, with the player at the table."""
        about, attempt = await self.archive.about(row), await self.archive.attempt(row)
        room = Room(about, attempt, row.started_at, self.archive, self.clock)
        return room, await seated(room)

    async def play(self, row: AttemptRow, moves: list[str]) -> tuple[Room, Inbox]:
        room, inbox = await self.room(row)
        for ply, move in enumerate(moves):
            self.clock.advance(10)
            await room.play(inbox, ply, move)
        return room, inbox


@pytest.fixture
async def here(database: Database) -> AsyncIterator[Here]:
    games = Games(database, SEAL)
    await games.add(
        variant=VARIANT,
        day=DAY,
        secret=SECRET,
        commitment=COMMITMENT,
        solver_version=NO_SOLVER,
        node_budget=0,
        deal_number=0,
        now=NOON,
    )
    async with MoveLog(database) as move_log:
        archive = Archive(
            games, Attempts(database), Days(database), Standings(database), move_log=move_log, notices=None
        )
        yield Here(archive, database, FakeClock())


def by_chance(plies: int = 25) -> list[str]:
    return [step.entry.move for step in played_by_chance(ranked(VARIANT), Random(1), plies)]


async def test_a_ranked_attempt_lies_on_the_deck_of_its_game(here: Here) -> None:
    row = await here.ranked()
    assert (await here.archive.attempt(row)).table == dealt(VARIANT)
    about = await here.archive.about(row)
    assert (about.game, about.final_at) == (f"{DAY}/{VARIANT}", final_at(DAY))
    assert about.commitment == COMMITMENT.hex()


async def test_what_was_played_is_there_when_it_is_loaded_again(here: Here) -> None:
    row = await here.ranked()
    moves = by_chance()
    room, _ = await here.play(row, moves)
    loaded = await here.archive.attempt(await here.again(row))
    assert loaded.log == room.attempt.log
    assert [entry.move for entry in loaded.log] == moves
    assert loaded.table == room.attempt.table


async def test_who_gives_up_is_verified_ranked_and_recorded(here: Here) -> None:
    row = await here.ranked()
    room, inbox = await here.play(row, by_chance())
    heard(inbox)
    await room.give_up(inbox, room.attempt.ply)
    (ended,) = heard(inbox)
    assert isinstance(ended, Ended)
    assert (ended.outcome, ended.rank, ended.of) == (Outcome.GIVEN_UP, 1, 1)
    stored = await here.again(row)
    assert (stored.verdict, stored.result) == ("verified", ended.result)
    assert stored.chain is not None
    assert stored.chain.hex() == ended.chain
    record = await here.archive.record(stored)
    assert verify(record).holds
    assert belongs_to_commitment(record, COMMITMENT.hex()).holds
    assert (record.deck, record.secret, record.deal, record.kind) == (None, SECRET.hex(), 0, Kind.RANKED)


async def test_a_win_in_practice_is_verified_and_ranked_nowhere(here: Here) -> None:
    deck, line = winning("kansas")
    row = await here.practice("kansas", list(deck))
    _, inbox = await here.play(row, list(line)[:-1])
    heard(inbox)
    room, inbox = await here.room(await here.again(row))
    await room.play(inbox, len(line) - 1, line[-1])
    _, ended = heard(inbox)
    assert isinstance(ended, Ended)
    assert (ended.outcome, ended.rank, ended.of) == (Outcome.WON, None, None)
    record = await here.archive.record(await here.again(row))
    assert record.deck == list(deck)
    assert verify(record).holds


async def test_a_log_altered_in_the_database_is_a_mismatch_and_an_alarm(
    here: Here, caplog: pytest.LogCaptureFixture
) -> None:
    row = await here.ranked()
    room, inbox = await here.play(row, ["S-W", "S-W", "S-W"])
    await execute(here.database.url, f"UPDATE moves SET at_ms = at_ms + 1 WHERE attempt_id = {row.id} AND ply = 1")
    with caplog.at_level(logging.ERROR):
        await room.give_up(inbox, 3)
    ended = heard(inbox)[-1]
    assert isinstance(ended, Ended)
    assert (ended.rank, (await here.again(row)).verdict) == (None, "mismatch")
    assert f"Attempt {row.id} does not verify" in caplog.text


async def test_two_processes_end_in_one_log(here: Here) -> None:
    row = await here.ranked()
    (one, first), (other, second) = await here.room(row), await here.room(row)
    await one.play(first, 0, "S-W")
    await other.play(second, 0, "S-W")
    await other.give_up(second, 1)
    await one.play(first, 1, "S-W")
    assert said(first) == [0, "given_up", "stale", "table 2", "given_up"]
    assert said(second) == [0, 0, "given_up"]
    assert [entry.move for entry in await here.archive.log(row.id)] == ["S-W", "given_up"]


async def test_the_clock_starts_once_whichever_process_shows_the_table_first(here: Here) -> None:
    row = await here.ranked()
    one, _ = await here.room(row)
    here.clock.advance(5000)
    other, _ = await here.room(row)
    assert one.started_at == other.started_at == NOON


async def test_an_attempt_still_open_at_final_is_ended(here: Here) -> None:
    row = await here.ranked()
    room, inbox = await here.play(row, ["S-W"])
    here.clock.now = final_at(DAY)
    await here.archive.expire(await here.again(row), here.clock())
    stored = await here.again(row)
    assert stored.result is not None
    assert (stored.result.outcome, stored.result.moves, stored.result.elapsed_ms) == (Outcome.EXPIRED, 1, 10)
    heard(inbox)
    await room.play(inbox, 1, "S-W")
    assert said(inbox) == ["expired", "ended"]
    assert verify(await here.archive.record(stored)).holds


async def test_a_pasted_deck_is_secret_while_it_is_that_of_a_game_not_final(here: Here) -> None:
    coming = [str(card) for card in await here.archive.deck(await here.ranked())]
    instant = timedelta(milliseconds=1)
    pasted = await here.practice(VARIANT, coming, pasted=True)
    assert await here.archive.deck_is_secret(pasted, final_at(DAY) - instant)
    assert not await here.archive.deck_is_secret(pasted, final_at(DAY))
    other = await here.practice(VARIANT, coming[::-1], pasted=True)
    assert not await here.archive.deck_is_secret(other, NOON)
