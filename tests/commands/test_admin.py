"""samedeal admin and export: what operators do, and that it leaves a trace."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from server.store.attempts import Attempts
from server.store.database import Database
from server.store.operators import Operators
from server.store.standings import Standings
from tests.commands.running import Runner
from tests.sealing import KEY_FILE
from tests.store.worlds import NOON, a_finish, a_game, a_player, a_ranked_attempt, result

T = TypeVar("T")
LATER = NOON + timedelta(days=100)


@pytest.fixture
def admin(samedeal: Runner, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """The command, on a database of its own."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("SAMEDEAL_KEY_FILE", str(KEY_FILE))
    return samedeal


def test_a_hidden_result_leaves_the_board_and_comes_back(admin: Runner, database_url: str) -> None:
    async def two_results(database: Database) -> tuple[int, int, int]:
        game = await a_game(database)
        return game.id, (await a_finish(database, game, result())).id, (await a_finish(database, game, result(5))).id

    game, worse, better = within(database_url, two_results)
    assert board(database_url, game) == [better, worse]
    assert admin("admin", "hide-result", str(better), "--reason", "two names").code == 0
    assert board(database_url, game) == [worse]
    flagged = admin("admin", "flagged")
    assert (flagged.code, len(flagged.printed)) == (0, 1)
    assert flagged.printed[0].startswith(f"{better}\t2026-12-01/kansas\t")
    assert flagged.printed[0].endswith("\thidden\ttwo names")
    assert admin("admin", "show-result", str(better), "--reason", "a brother").code == 0
    assert board(database_url, game) == [better, worse]
    said = [line.split("\t")[2:] for line in admin("admin", "audit").printed]
    assert said == [["show result", str(better), "a brother"], ["hide result", str(better), "two names"]]


def test_a_hidden_player_stays_hidden_in_games_to_come(admin: Runner, database_url: str) -> None:
    async def a_result(database: Database) -> tuple[int, int, str]:
        game = await a_game(database)
        row = await a_finish(database, game, result())
        return game.id, row.player_id, row.player_name

    game, player, name = within(database_url, a_result)
    assert admin("admin", "hide-player", name.upper(), "--reason", "a bot").code == 0

    async def another_result(database: Database) -> tuple[int, int]:
        other = await a_game(database, "chinaman")
        row, _ = await Attempts(database).start_ranked(player, other.id, "chinaman", NOON)
        assert await Attempts(database).close(row.id, [], result(), None, NOON)
        await Attempts(database).set_verdict(row.id, "verified")
        return other.id, row.id

    other, attempt = within(database_url, another_result)
    assert (board(database_url, game), board(database_url, other)) == ([], [])
    assert admin("admin", "hide-result", str(attempt), "--reason", "this one anyway").code == 0
    assert admin("admin", "show-player", name, "--reason", "no bot").code == 0
    assert (len(board(database_url, game)), board(database_url, other)) == (1, [])


def test_what_there_is_not_is_told_so_and_leaves_no_trace(admin: Runner) -> None:
    for arguments in (
        ("hide-result", "7", "--reason", "x"),
        ("show-result", "7", "--reason", "x"),
        ("hide-player", "nobody", "--reason", "x"),
        ("verify", "2026-02-30"),
    ):
        ran = admin("admin", *arguments)
        assert (ran.code, ran.printed, len(ran.complained)) == (2, [], 1)
    for wrong in (["hide-result", "7"], ["hide-result", "x", "--reason", "y"], ["remove-guests"], []):
        assert admin("admin", *wrong).code == 2
    assert admin("admin", "audit").printed == []


def test_a_mismatch_is_an_alarm(admin: Runner, database_url: str) -> None:
    async def a_mismatch(database: Database) -> int:
        return (await a_finish(database, await a_game(database), result(), verdict="mismatch")).id

    attempt = within(database_url, a_mismatch)
    ran = admin("admin", "flagged")
    assert ran.code == 1
    assert ran.printed[0].startswith(f"{attempt}\t")
    assert "does not verify" in ran.printed[0]


def test_statistics_count_what_is_stored(admin: Runner, database_url: str) -> None:
    async def some(database: Database) -> None:
        game = await a_game(database)
        await a_finish(database, game, result())
        await a_ranked_attempt(database, game)
        await Attempts(database).start_practice((await a_player(database)).id, "kansas", deck="AS", now=NOON)

    within(database_url, some)
    counts = {line[16:]: int(line[:14].replace(",", "")) for line in admin("admin", "statistics").printed}
    assert (counts["players"], counts["ranked attempts"], counts["practice attempts"], counts["days"]) == (3, 2, 1, 1)


async def test_old_practice_and_idle_guests_go_and_results_stay(database: Database) -> None:
    game = await a_game(database)
    with_result = await a_finish(database, game, result())
    idle, active, kept = await a_player(database), await a_player(database), await a_player(database)
    attempts = Attempts(database)
    await attempts.start_practice(idle.id, "kansas", deck="AS", now=NOON)
    recent = await attempts.start_practice(active.id, "kansas", deck="AS", now=LATER)
    old = await attempts.start_practice(with_result.player_id, "kansas", deck="AS", now=NOON)
    async with database.raw() as connection:
        await connection.execute("UPDATE players SET kept = true WHERE id = $1", kept.id)
        await connection.execute("INSERT INTO moves VALUES ($1, 0, 'S-W', 5)", old.id)
    operators = Operators(database, "op")
    assert await operators.remove_guests(LATER, LATER) == 1
    assert await operators.remove_practice(LATER, LATER) == 1
    assert await operators.remove_practice(LATER, LATER) == 0
    async with database.raw() as connection:
        players = {row[0] for row in await connection.fetch("SELECT id FROM players")}
        left = {row[0] for row in await connection.fetch("SELECT id FROM attempts")}
        assert await connection.fetchval("SELECT count(*) FROM moves") == 0
    assert players == {with_result.player_id, active.id, kept.id}
    assert left == {with_result.id, recent.id}
    assert [action.action for action in await operators.actions(9)] == [
        *(["remove practice"] * 2),
        "remove guests",
    ]


def test_a_day_to_come_is_not_exported(admin: Runner, tmp_path: Path) -> None:
    ran = admin("export", "2999-01-01", "--output", str(tmp_path / "day"))
    assert (ran.code, ran.complained) == (2, ["2999-01-01 is not final until 2999-01-02 02:00 UTC."])
    assert not (tmp_path / "day").exists()


def board(url: str, game: int) -> list[int]:
    """The attempts on the board by moves."""

    async def page(database: Database) -> list[int]:
        return [one.attempt_id for one in (await Standings(database).page(game, "moves", None, 50)).standings]

    return within(url, page)


def within(url: str, work: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    """Does some work on the database, in a loop of its own."""

    async def run() -> T:
        database = await Database.connect(url, pool_size=1)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())
