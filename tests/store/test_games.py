from datetime import timedelta

import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError

from server.contest.result import Outcome
from server.store.database import Database
from server.store.games import Game, Games
from server.store.tables import attempts, secrets
from tests.sealing import SEAL
from tests.store.worlds import DAY, a_finish, a_game, a_ranked_attempt, result

TOMORROW = DAY + timedelta(days=1)


async def test_a_game_is_found_by_day_and_variant_and_by_number(database: Database) -> None:
    kansas = await a_game(database)
    assert kansas == Game(
        id=kansas.id,
        variant="kansas",
        day=DAY,
        commitment=b"commitment of kansas",
        solver_version="1",
        node_budget=1000,
        deal_number=0,
    )
    games = Games(database, SEAL)
    assert await games.get(kansas.id) == kansas
    assert await games.get(kansas.id + 1) is None
    assert await games.find(DAY, "whitehorse") is None
    assert await games.find(TOMORROW, "kansas") is None


async def test_the_games_of_a_day_come_by_variant(database: Database) -> None:
    white, china = await a_game(database, "whitehorse"), await a_game(database, "chinaman")
    await a_game(database, "kansas", TOMORROW)
    assert await Games(database, SEAL).on(DAY) == (china, white)


async def test_a_game_that_exists_stays_as_it_is(database: Database) -> None:
    kansas = await a_game(database, secret=b"1" * 32)
    assert await a_game(database, secret=b"2" * 32) == kansas
    assert await Games(database, SEAL).secret(kansas.id) == b"1" * 32


async def test_a_secret_has_32_bytes(database: Database) -> None:
    with pytest.raises(IntegrityError, match="ck_secrets_length"):
        await a_game(database, secret=b"short")
    assert await Games(database, SEAL).on(DAY) == ()


async def test_unsealed_games_come_with_their_secrets(database: Database) -> None:
    await a_game(database, day=DAY - timedelta(days=1))
    today = await a_game(database, secret=b"t" * 32)
    later = await a_game(database, day=TOMORROW, secret=b"l" * 32)
    assert await Games(database, SEAL).unsealed_after(DAY) == ((today, b"t" * 32), (later, b"l" * 32))


async def test_it_counts_who_plays_and_who_has_won(database: Database) -> None:
    kansas, other = await a_game(database), await a_game(database, "chinaman")
    await a_ranked_attempt(database, kansas)
    await a_finish(database, kansas, result())
    await a_finish(database, kansas, result(home=52, outcome=Outcome.WON))
    await a_finish(database, kansas, result(home=52, outcome=Outcome.WON), verdict="mismatch")
    hidden = await a_finish(database, kansas, result(home=52, outcome=Outcome.WON))
    await a_finish(database, other, result(home=52, outcome=Outcome.WON))
    async with database.transaction() as connection:
        await connection.execute(update(attempts).where(attempts.c.id == hidden.id).values(hidden=True))
    assert await Games(database, SEAL).counts(kansas.id) == (4, 1)


async def test_a_game_has_one_secret(database: Database) -> None:
    kansas = await a_game(database)
    with pytest.raises(IntegrityError, match="pk_secrets"):
        async with database.transaction() as connection:
            await connection.execute(insert(secrets).values(game_id=kansas.id, sealed=bytes(60)))
