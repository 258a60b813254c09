import asyncio
from datetime import timedelta

import asyncpg
import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError

from server.contest.attempt import Entry, Kind
from server.store.attempts import AttemptRow, Attempts
from server.store.database import Database
from server.store.tables import attempts as table
from tests.store.worlds import DAY, NOON, a_finish, a_game, a_player, a_ranked_attempt, result

LATER = NOON + timedelta(minutes=1)
DECK = "AS KS"


async def test_a_ranked_attempt_is_at_the_deck_of_its_game(database: Database) -> None:
    game, player = await a_game(database), await a_player(database)
    attempt, created = await Attempts(database).start_ranked(player.id, game.id, "kansas", NOON)
    assert created
    assert attempt == AttemptRow(
        id=attempt.id,
        player_id=player.id,
        player_name=player.name,
        kind=Kind.RANKED,
        variant="kansas",
        game_id=game.id,
        day=DAY,
        deck=None,
        pasted=False,
        started_at=None,
        ended_at=None,
        result=None,
        chain=None,
        verdict=None,
        hidden=False,
    )
    assert await Attempts(database).get(attempt.id) == attempt


async def test_fifty_starts_at_once_make_one_attempt(database: Database) -> None:
    game, player = await a_game(database), await a_player(database)
    starts = (Attempts(database).start_ranked(player.id, game.id, "kansas", NOON) for _ in range(50))
    answers = await asyncio.gather(*starts)
    assert len({attempt.id for attempt, _ in answers}) == 1
    assert [created for _, created in answers].count(True) == 1


async def test_each_player_and_each_game_has_its_own(database: Database) -> None:
    kansas, chinaman = await a_game(database), await a_game(database, "chinaman")
    one, two = await a_player(database), await a_player(database)
    attempts = Attempts(database)
    started = [await attempts.start_ranked(p.id, g.id, g.variant, NOON) for p in (one, two) for g in (kansas, chinaman)]
    assert len({attempt.id for attempt, created in started if created}) == 4


async def test_practice_is_unlimited(database: Database) -> None:
    player, game = await a_player(database), await a_game(database)
    attempts = Attempts(database)
    random = await attempts.start_practice(player.id, "kansas", deck=DECK, now=NOON)
    pasted = await attempts.start_practice(player.id, "kansas", deck=DECK, pasted=True, now=NOON)
    again = await attempts.start_practice(player.id, "kansas", game_id=game.id, now=NOON)
    assert (random.kind, random.deck, random.pasted, random.day) == ("practice", DECK, False, None)
    assert (pasted.deck, pasted.pasted) == (DECK, True)
    assert (again.deck, again.game_id, again.day) == (None, game.id, DAY)


async def test_its_clock_starts_once(database: Database) -> None:
    attempt = await a_ranked_attempt(database, await a_game(database))
    attempts = Attempts(database)
    assert await attempts.begin(attempt.id, NOON) == NOON
    assert await attempts.begin(attempt.id, LATER) == NOON
    assert (await read(database, attempt)).started_at == NOON


async def test_the_last_entries_and_the_result_are_stored_together(database: Database) -> None:
    attempt = await a_ranked_attempt(database, await a_game(database))
    attempts = Attempts(database)
    last = [Entry(0, "S-W", 900), Entry(1, "give_up", 1000)]
    assert await attempts.close(attempt.id, last, result(), b"chain", LATER)
    stored = await read(database, attempt)
    assert (stored.result, stored.chain, stored.ended_at) == (result(), b"chain", LATER)
    assert await attempts.log(attempt.id) == tuple(last)


async def test_nothing_is_stored_when_a_ply_was_taken(database: Database) -> None:
    attempt = await a_ranked_attempt(database, await a_game(database))
    attempts = Attempts(database)
    await write(database, attempt, Entry(1, "S-W", 900))
    assert not await attempts.close(attempt.id, [Entry(0, "S-W", 1), Entry(1, "give_up", 2)], result(), None, LATER)
    assert (await read(database, attempt)).ended_at is None
    assert await attempts.log(attempt.id) == (Entry(1, "S-W", 900),)


async def test_an_attempt_ends_once(database: Database) -> None:
    attempt = await a_ranked_attempt(database, await a_game(database))
    attempts = Attempts(database)
    closes = (
        attempts.close(attempt.id, [Entry(ply, "give_up", ply)], result(moves=ply), None, LATER) for ply in range(9)
    )
    assert (await asyncio.gather(*closes)).count(True) == 1
    stored = await read(database, attempt)
    assert stored.result is not None
    assert [entry.ply for entry in await attempts.log(attempt.id)] == [stored.result.moves]


async def test_a_closed_attempt_takes_no_verdict_but_those_two(database: Database) -> None:
    attempt = await a_finish(database, await a_game(database), result(), verdict=None)
    with pytest.raises(asyncpg.CheckViolationError, match="ck_attempts_verdict"):
        await Attempts(database).set_verdict(attempt.id, "dubious")  # type: ignore[arg-type]


async def test_those_of_a_player_at_some_games(database: Database) -> None:
    games = [await a_game(database, variant) for variant in ("kansas", "chinaman", "whitehorse")]
    player, attempts = await a_player(database), Attempts(database)
    mine = [(await attempts.start_ranked(player.id, game.id, game.variant, NOON))[0] for game in games]
    await attempts.start_practice(player.id, "kansas", game_id=games[0].id, now=NOON)
    await a_ranked_attempt(database, games[0])
    assert await attempts.of_player(player.id, [games[0].id, games[1].id]) == (mine[0], mine[1])
    assert await attempts.of_player(player.id, []) == ()


async def test_ended_but_unverified_is_found_until_it_is_verified(database: Database) -> None:
    game = await a_game(database)
    await a_ranked_attempt(database, game)
    await a_finish(database, game, result(), verdict="mismatch")
    ended = await a_finish(database, game, result(), verdict=None)
    attempts = Attempts(database)
    assert await attempts.unverified() == (ended,)
    await attempts.set_verdict(ended.id, "verified")
    assert await attempts.unverified() == ()
    assert (await read(database, ended)).verdict == "verified"


async def test_overdue_from_the_moment_a_game_is_final(database: Database) -> None:
    game = await a_game(database)
    attempts, attempt = Attempts(database), await a_ranked_attempt(database, game)
    await a_finish(database, game, result())
    player = await a_player(database)
    await attempts.start_practice(player.id, "kansas", game_id=game.id, now=NOON)
    final = NOON + timedelta(hours=14)
    assert await attempts.overdue(final - timedelta(microseconds=1)) == ()
    assert await attempts.overdue(final) == (attempt,)
    assert await attempts.overdue(final + timedelta(days=9)) == (attempt,)


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        ({"kind": "friendly", "deck": DECK}, "ck_attempts_kind"),
        ({"kind": "ranked", "deck": DECK}, "ck_attempts_ranked_has_game"),
        ({"kind": "practice"}, "ck_attempts_has_deck"),
        ({"kind": "practice", "deck": DECK, "outcome": "won"}, "ck_attempts_whole_result"),
        ({"kind": "practice", "deck": DECK, "player_id": 0}, "fk_attempts_player_id_players"),
    ],
)
async def test_the_database_guards_what_must_hold(
    database: Database, values: dict[str, object], constraint: str
) -> None:
    player = await a_player(database)
    given = {"player_id": player.id, "variant": "kansas", "created_at": NOON} | values
    with pytest.raises(IntegrityError, match=constraint):
        async with database.transaction() as connection:
            await connection.execute(insert(table).values(given))


async def test_hidden_is_read(database: Database) -> None:
    attempt = await a_ranked_attempt(database, await a_game(database))
    async with database.transaction() as connection:
        await connection.execute(update(table).where(table.c.id == attempt.id).values(hidden=True))
    assert (await read(database, attempt)).hidden


async def test_no_attempt_of_another_number(database: Database) -> None:
    assert await Attempts(database).get(1) is None
    assert await Attempts(database).log(1) == ()


async def read(database: Database, attempt: AttemptRow) -> AttemptRow:
    stored = await Attempts(database).get(attempt.id)
    assert stored is not None
    return stored


async def write(database: Database, attempt: AttemptRow, entry: Entry) -> None:
    async with database.raw() as connection:
        await connection.execute(
            "INSERT INTO moves VALUES ($1, $2, $3, $4)", attempt.id, entry.ply, entry.move, entry.at_ms
        )
