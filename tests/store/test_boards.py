"""Boards kept by the database itself: counted right whatever happens at once, and what they tell of versions."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, update

from server.contest.period import Period, Span, period_of
from server.contest.points import Points, points_in, points_of, total
from server.contest.result import Outcome, Result
from server.store.database import Database
from server.store.games import Game
from server.store.points import PointsBoards
from server.store.ranking import Version
from server.store.standings import By, Standings, key_of
from server.store.tables import attempts, players
from tests.store.worlds import DAY, NOON, a_finish, a_game, a_player, result

BYS: tuple[By, ...] = ("moves", "speed")
MANY = 500


def drawn(random: Random) -> Result:
    """Coarse, so that there are many ties."""
    home = random.choice([0, 0, 5, 20, 52, 52])
    outcome = Outcome.WON if home == 52 else Outcome.GIVEN_UP
    return result(home, random.choice([0, 3, 40, 41, 300]), random.choice([0, 999, 1000, 70_000, 3_600_000]), outcome)


async def some_players(database: Database, several: int) -> list[int]:
    rows = [{"name": f"n{n}", "name_key": f"n{n}", "kept": n % 3 == 0, "created_at": NOON} for n in range(several)]
    async with database.transaction() as connection:
        return list((await connection.execute(insert(players).values(rows).returning(players.c.id))).scalars())


async def ended(database: Database, random: Random, game: Game, whose: Sequence[int]) -> list[int]:
    """Ended attempts that nobody has verified yet."""
    rows = [row_of(drawn(random), random, game, player_id) for player_id in whose]
    async with database.transaction() as connection:
        return list((await connection.execute(insert(attempts).values(rows).returning(attempts.c.id))).scalars())


def row_of(one: Result, random: Random, game: Game, player_id: int) -> dict[str, object]:
    return {
        "player_id": player_id,
        "kind": "ranked",
        "variant": game.variant,
        "game_id": game.id,
        "created_at": NOON,
        "ended_at": NOON + timedelta(seconds=random.randint(0, 3)),
        "outcome": one.outcome,
        "home": one.home,
        "moves": one.moves,
        "elapsed_ms": one.elapsed_ms,
        "moves_key": one.moves_key,
        "speed_key": one.speed_key,
    }


async def write(database: Database, query: str, *values: object) -> list[Any]:
    async with database.raw() as connection:
        return [tuple(row) for row in await connection.fetch(query, *values)]


async def verified(database: Database, attempt_id: int) -> None:
    await write(database, "UPDATE attempts SET verdict = 'verified' WHERE id = $1", attempt_id)


async def hidden(database: Database, attempt_id: int, hide: bool) -> None:
    await write(database, "UPDATE attempts SET hidden = $2 WHERE id = $1", attempt_id, hide)


async def naive(database: Database, game: Game, by: By, *, kept: bool) -> list[tuple[int, int]]:
    then = {"moves": "moves, elapsed_ms", "speed": "elapsed_ms, moves"}[by]
    query = f"""
        SELECT rank() OVER (ORDER BY home DESC, {then}), a.id FROM attempts AS a JOIN players AS p ON p.id = player_id
        WHERE game_id = $1 AND a.kind = 'ranked' AND verdict = 'verified' AND NOT hidden AND (p.kept OR NOT $2)
        ORDER BY home DESC, {then}, ended_at, a.id
    """
    return await write(database, query, game.id, kept)


async def whole(standings: Standings, game: Game, by: By, *, kept: bool) -> list[tuple[int, int]]:
    rows, after = [], None
    while part := (await standings.page(game.id, by, after, 37, kept=kept)).standings:
        rows += [(row.rank, row.attempt_id) for row in part]
        after = part[-1].cursor(by)
    return rows


async def assert_right(database: Database, game: Game) -> None:
    """Every page, every rank, every sum is what counting says."""
    standings = Standings(database)
    for by in BYS:
        for kept in (False, True):
            expected = await naive(database, game, by, kept=kept)
            assert await whole(standings, game, by, kept=kept) == expected
            page = await standings.page(game.id, by, None, 100, kept=kept)
            assert page.total == len(expected)
            for row in page.standings[::9]:
                rank = await standings.rank(game.id, by, key_of(row.result, by), kept=kept)
                assert rank == (row.rank, len(expected))


async def test_right_while_many_finish_are_hidden_and_keep_their_names_at_once(database: Database) -> None:
    random, game = Random(52), await a_game(database)
    other = await a_game(database, "chinaman")
    whose = await some_players(database, MANY)
    numbers = await ended(database, random, game, whose) + await ended(database, random, other, whose)
    for number in numbers[::2]:
        await verified(database, number)

    async def one(number: int) -> None:
        match random.randrange(4):
            case 0:
                await hidden(database, number, hide=True)
            case 1:
                await write(database, "UPDATE players SET kept = NOT kept WHERE id = $1", random.choice(whose))
            case 2:
                await write(database, "UPDATE players SET name = name || 'x' WHERE id = $1", random.choice(whose))
            case _:
                await verified(database, number)

    async def look() -> None:
        for _ in range(20):
            page = await Standings(database).page(game.id, "moves", None, 100)
            assert [row.rank for row in page.standings] == ranks([row.result.moves_key for row in page.standings])

    random.shuffle(numbers)
    await asyncio.gather(look(), *(one(number) for number in numbers[:MANY]))
    await assert_right(database, game)
    await assert_right(database, other)
    before = await everything(database)
    await write(database, "SELECT recount_boards()")
    assert await everything(database) == before


def ranks(keys: list[int]) -> list[int]:
    return [1 + keys.index(key) for key in keys]


async def everything(database: Database) -> tuple[list[Any], list[Any]]:
    counts = "SELECT board, shift, bucket, results, kept FROM board_counts WHERE results <> 0 ORDER BY 1, 2, 3"
    points = "SELECT player_id, span, starts, days, points, wins, moves, ended_at, kept, key FROM points WHERE days > 0"
    return await write(database, counts), await write(database, f"{points} ORDER BY 1, 2, 3")


@pytest.mark.long
async def test_ten_thousand_results_with_many_ties(database: Database) -> None:
    random, game = Random(53), await a_game(database)
    for _ in range(10):
        numbers = await ended(database, random, game, await fresh_players(database, 1000))
        await write(database, "UPDATE attempts SET verdict = 'verified' WHERE id = ANY ($1)", numbers)
    await assert_right(database, game)


async def fresh_players(database: Database, several: int) -> list[int]:
    query = """
        INSERT INTO players (name, name_key, kept, created_at)
        SELECT one, one, random() < 0.3, now()
        FROM (SELECT gen_random_uuid()::text FROM generate_series(1, $1)) AS names (one)
        RETURNING id
    """
    return [row[0] for row in await write(database, query, several)]


async def test_points_are_those_of_the_pure_functions(database: Database) -> None:
    random = Random(54)
    whose = await some_players(database, 6)
    played: dict[int, dict[date, list[tuple[Result, datetime]]]] = {one: defaultdict(list) for one in whose}
    for back in range(45):
        day = DAY - timedelta(days=back)
        for variant in ("kansas", "chinaman"):
            game = await a_game(database, variant, day)
            some = random.sample(whose, 4)
            numbers = await ended(database, random, game, some)
            gone = set(random.sample(numbers, 1))
            await write(database, "UPDATE attempts SET verdict = 'verified' WHERE id = ANY ($1)", numbers)
            await write(database, "UPDATE attempts SET hidden = true WHERE id = ANY ($1)", list(gone))
            query = "SELECT player_id, outcome, home, moves, elapsed_ms, ended_at FROM attempts WHERE id = ANY ($1)"
            for player_id, *facts, at in await write(database, query, [one for one in numbers if one not in gone]):
                played[player_id][day].append((result(facts[1], facts[2], facts[3], Outcome(facts[0])), at))
    for period in {period_of(span, day) for span in Span for day in played[whose[0]]}:
        await _assert_board(database, period, played, kept=False)
        await _assert_board(database, period, played, kept=True)


async def _assert_board(
    database: Database, period: Period, played: dict[int, dict[date, list[tuple[Result, datetime]]]], *, kept: bool
) -> None:
    rows = (await PointsBoards(database).page(period, None, 100, kept=kept)).standings
    names = {number: name for number, name, _ in await write(database, "SELECT id, name, kept FROM players")}
    keepers = {number for number, _, yes in await write(database, "SELECT id, name, kept FROM players") if yes}
    expected = {}
    for player_id, by_day in played.items():
        days = [total(points_of(one) for one, _ in of) for day, of in by_day.items() if in_period(day, period)]
        if days and (player_id in keepers or not kept):
            expected[names[player_id]] = points_in(period, days)
    assert {row.player: row.points for row in rows} == expected
    assert [row.rank for row in rows] == ranks([row.points.key for row in rows])


def in_period(day: date, period: Period) -> bool:
    return period_of(period.span, day) == period


async def test_two_days_of_a_player_at_once_are_both_in_the_week(database: Database) -> None:
    player = await a_player(database)
    numbers = []
    for back in range(2):
        game = await a_game(database, day=DAY - timedelta(days=back - 1))
        numbers += await ended(database, Random(back), game, [player.id])
    await asyncio.gather(*(verified(database, number) for number in numbers))
    rows = await PointsBoards(database).page(period_of(Span.WEEKS, DAY), None, 10, kept=False)
    assert [row.days for row in rows.standings] == [2]


async def test_a_board_changes_with_all_that_is_seen_on_it(database: Database) -> None:
    game, other = await a_game(database), await a_game(database, "chinaman")
    seen = [await version(database, game)]
    attempt = await a_finish(database, game, result(), verdict=None)
    assert await version(database, game) == Version()
    for change in (
        "UPDATE attempts SET verdict = 'verified' WHERE id = $1",
        "UPDATE players SET name = 'renamed' WHERE id = (SELECT player_id FROM attempts WHERE id = $1)",
        "UPDATE players SET kept = true WHERE id = (SELECT player_id FROM attempts WHERE id = $1)",
        "UPDATE attempts SET hidden = true WHERE id = $1",
        "UPDATE attempts SET hidden = false WHERE id = $1",
    ):
        await write(database, change, attempt.id)
        seen.append(await version(database, game))
    assert [one.changes for one in seen] == [0, 1, 2, 3, 4, 5]
    assert [one.removals for one in seen] == [0, 0, 0, 0, 1, 1]
    assert await version(database, other) == Version()


async def version(database: Database, game: Game) -> Version:
    found = await Standings(database).board(game.day, game.variant, "moves")
    assert found is not None
    assert found[0] == game.id
    assert found[1] == (await Standings(database).page(game.id, "moves", None, 1)).version
    return found[1]


async def test_what_changes_nothing_on_a_board_leaves_its_version(database: Database) -> None:
    game = await a_game(database)
    attempt = await a_finish(database, game, result())
    before = await version(database, game)
    async with database.transaction() as connection:
        await connection.execute(update(attempts).where(attempts.c.id == attempt.id).values(chain=b"\0" * 32))
    assert await version(database, game) == before


async def test_around_a_player(database: Database) -> None:
    game = await a_game(database)
    rows = [await a_finish(database, game, result(home)) for home in range(9, 0, -1)]
    standings = Standings(database)

    async def ranks_around(place: int, before: int, since: int) -> list[int]:
        found = await standings.around(game.id, "moves", rows[place].player_id, before, since)
        return [row.rank for row in found.standings]

    assert await ranks_around(4, 2, 3) == [3, 4, 5, 6, 7]
    assert await ranks_around(0, 2, 3) == [1, 2, 3]
    assert await ranks_around(8, 2, 3) == [7, 8, 9]
    assert await ranks_around(8, 0, 1) == [9]
    nobody = await standings.around(game.id, "moves", 0, 2, 3)
    assert (nobody.standings, nobody.total) == ((), 9)


async def test_the_histogram_and_the_one_in_the_middle(database: Database) -> None:
    game = await a_game(database)
    standings = Standings(database)
    assert await standings.leader_and_median(game.id) == (None, None)
    for home, moves in ((52, 120), (52, 120), (52, 131), (7, 50), (0, 1)):
        outcome = Outcome.WON if home == 52 else Outcome.GIVEN_UP
        await a_finish(database, game, result(home, moves, outcome=outcome))
    found = await standings.histogram(game.id)
    assert {home: several for home, several in enumerate(found.home) if several} == {0: 1, 7: 1, 52: 3}
    assert found.winners_moves == ((120, 2), (131, 1))
    page = (await standings.page(game.id, "moves", None, 10)).standings
    assert await standings.leader_and_median(game.id) == (page[0].attempt_id, page[2].attempt_id)
    assert (await standings.histogram(game.id, kept=True)).home == (0,) * 53


async def test_an_attempt_that_begins_while_its_player_keeps_the_name_counts_as_kept(database: Database) -> None:
    game, player = await a_game(database), await a_player(database)
    async with database.raw() as keeping, database.raw() as beginning:
        transaction = keeping.transaction()
        await transaction.start()
        await keeping.execute("UPDATE players SET kept = true WHERE id = $1", player.id)
        query = """
            INSERT INTO attempts (player_id, kind, variant, game_id, created_at)
            VALUES ($1, 'ranked', 'kansas', $2, now()) RETURNING kept
        """
        begun = asyncio.create_task(beginning.fetchval(query, player.id, game.id))
        assert not await waits(database, begun)
        await transaction.commit()
        assert await begun is True


async def waits(database: Database, task: "asyncio.Task[Any]") -> bool:
    """Whether the task got on although somebody holds what it needs; asked once the database says that it waits."""
    while not task.done():
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        if (await write(database, query))[0][0]:
            return False
    return True


def test_no_points_are_the_last_place() -> None:
    assert Points().key > Points(points=1).key
