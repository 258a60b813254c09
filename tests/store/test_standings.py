from datetime import timedelta
from random import Random
from typing import get_args

import pytest
from sqlalchemy import func, insert, select, update

from server.contest.result import Outcome, Result
from server.store.database import Database
from server.store.games import Game
from server.store.standings import By, Standing, Standings, key_of
from server.store.tables import attempts, players
from tests.store.worlds import NOON, a_finish, a_game, a_ranked_attempt, result

BOARDS = get_args(By)


async def page(database: Database, game: Game, by: By = "moves") -> list[tuple[int, int]]:
    """(rank, attempt) of every row."""
    return [(row.rank, row.attempt_id) for row in (await Standings(database).page(game.id, by, None, 100)).standings]


async def test_more_cards_home_then_fewer_moves_then_less_time(database: Database) -> None:
    game = await a_game(database)
    fourth = await a_finish(database, game, result(home=5, moves=1, elapsed_ms=1))
    third = await a_finish(database, game, result(home=9, moves=21, elapsed_ms=5))
    second = await a_finish(database, game, result(home=9, moves=20, elapsed_ms=90))
    first = await a_finish(database, game, result(home=9, moves=20, elapsed_ms=80))
    assert await page(database, game) == [(1, first.id), (2, second.id), (3, third.id), (4, fourth.id)]
    assert await page(database, game, "speed") == [(1, third.id), (2, first.id), (3, second.id), (4, fourth.id)]


async def test_equal_results_share_a_rank_listed_by_earlier_finish(database: Database) -> None:
    game = await a_game(database)
    late = await a_finish(database, game, result(), after=timedelta(minutes=2))
    early = await a_finish(database, game, result(), after=timedelta(minutes=1))
    same = await a_finish(database, game, result(), after=timedelta(minutes=1))
    last = await a_finish(database, game, result(home=1))
    assert await page(database, game) == [(1, early.id), (1, same.id), (1, late.id), (4, last.id)]


async def test_only_verified_ranked_results_that_are_not_hidden(database: Database) -> None:
    game, other = await a_game(database), await a_game(database, "chinaman")
    await a_ranked_attempt(database, game)
    await a_finish(database, game, result(), verdict=None)
    await a_finish(database, game, result(), verdict="mismatch")
    await a_finish(database, other, result())
    hidden = await a_finish(database, game, result())
    shown = await a_finish(database, game, result(home=1))
    async with database.transaction() as connection:
        await connection.execute(update(attempts).where(attempts.c.id == hidden.id).values(hidden=True))
    assert await page(database, game) == [(1, shown.id)]
    assert await Standings(database).rank(game.id, "moves", result().moves_key) == (1, 1)


async def test_a_row_tells_who_and_what(database: Database) -> None:
    game = await a_game(database)
    ended = await a_finish(database, game, result(home=52, outcome=Outcome.WON), after=timedelta(hours=1))
    (row,) = (await Standings(database).page(game.id, "moves", None, 10)).standings
    assert row == Standing(
        rank=1,
        player=ended.player_name,
        result=result(home=52, outcome=Outcome.WON),
        ended_at=NOON + timedelta(hours=1),
        attempt_id=ended.id,
    )


async def test_an_empty_board(database: Database) -> None:
    game = await a_game(database)
    assert (await Standings(database).page(game.id, "moves", None, 10)).standings == ()
    assert await Standings(database).rank(game.id, "moves", 1) == (1, 0)


@pytest.fixture
async def crowded(database: Database) -> tuple[Database, Game]:
    """A game with 2,000 results, many of them equal."""
    random, game = Random(52), await a_game(database)
    async with database.transaction() as connection:
        names = [{"name": f"n{n}", "name_key": f"n{n}", "created_at": NOON} for n in range(2000)]
        ids = (await connection.execute(insert(players).returning(players.c.id), names)).scalars().all()
        await connection.execute(insert(attempts).values([random_attempt(random, game, one) for one in ids]))
    return database, game


def random_attempt(random: Random, game: Game, player_id: int) -> dict[str, object]:
    drawn = result(random.randint(0, 20), random.randint(0, 4), random.choice([1000, 2000, 3000]))
    return {
        "player_id": player_id,
        "kind": "ranked",
        "variant": game.variant,
        "game_id": game.id,
        "created_at": NOON,
        "ended_at": NOON + timedelta(seconds=random.randint(0, 3)),
        "outcome": drawn.outcome,
        "home": drawn.home,
        "moves": drawn.moves,
        "elapsed_ms": drawn.elapsed_ms,
        "moves_key": drawn.moves_key,
        "speed_key": drawn.speed_key,
        "verdict": "verified",
    }


@pytest.mark.parametrize("by", BOARDS)
async def test_pages_are_the_whole_board_with_naive_ranks(crowded: tuple[Database, Game], by: By) -> None:
    database, game = crowded
    rows: list[tuple[int, int]] = []
    cursor = None
    while part := (await Standings(database).page(game.id, by, cursor, 97)).standings:
        assert len(part) <= 97
        rows += [(row.rank, row.attempt_id) for row in part]
        cursor = part[-1].cursor(by)
    assert rows == await naive_board(database, by)


@pytest.mark.parametrize("by", BOARDS)
async def test_the_rank_of_a_key_is_the_naive_one(crowded: tuple[Database, Game], by: By) -> None:
    database, game = crowded
    standings = Standings(database)
    for row in (await standings.page(game.id, by, None, 2000)).standings[::150]:
        assert await standings.rank(game.id, by, key_of(row.result, by)) == (row.rank, 2000)
    worst = Result(outcome=Outcome.GIVEN_UP, home=0, moves=2000, elapsed_ms=10**8)
    assert await standings.rank(game.id, by, key_of(worst, by)) == (2001, 2000)


async def naive_board(database: Database, by: By) -> list[tuple[int, int]]:
    then = {"moves": attempts.c.moves, "speed": attempts.c.elapsed_ms}
    order = (attempts.c.home.desc(), then[by], attempts.c.elapsed_ms if by == "moves" else attempts.c.moves)
    query = select(func.rank().over(order_by=order), attempts.c.id).order_by(*order, attempts.c.ended_at, attempts.c.id)
    async with database.reading() as connection:
        return [(row[0], row[1]) for row in await connection.execute(query)]
