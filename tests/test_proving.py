"""Coming games are proven winnable before they open (product.md, why it can be the best of its kind)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from server.contest.game import commitment
from server.proving import Answer, Failed, Proving, Task, searched
from server.rules import VARIANTS, deal, deck_for, parse_move, play
from server.settings import Settings
from server.solver import NODE_BUDGET, SOLVER_VERSION
from tests.api.service import TODAY, UNLIMITED, Guest, Json, Service, served

SECRET = bytes([158]) * 32
"""All variants are won at its first deal."""


def _wins(variant: str, secret: bytes, number: int, line: tuple[str, ...]) -> bool:
    table = deal(VARIANTS[variant], deck_for(secret, VARIANTS[variant], number))
    for move in line:
        table = play(table, parse_move(move))
    return table.is_won


def test_the_setting_is_the_solvers_own_budget() -> None:
    assert Settings().node_budget == NODE_BUDGET


async def test_a_process_finds_the_deal_and_a_line() -> None:
    found = await searched(Task(variant="kansas", secret=bytes([110]) * 32, node_budget=NODE_BUDGET))
    assert found.number == 13
    assert found.line
    assert _wins("kansas", bytes([110]) * 32, 13, found.line)


async def test_a_spent_budget_leaves_the_first_deal() -> None:
    assert await searched(Task(variant="kansas", secret=SECRET, node_budget=1)) == Answer(number=0, line=None)


async def test_a_process_that_fails_is_no_answer() -> None:
    with pytest.raises(Failed):
        await searched(Task(variant="no such game", secret=SECRET, node_budget=1))


@pytest.fixture
async def sought(database_url: str) -> AsyncIterator[Service]:
    """A service whose games of today have the secret above and no deal yet; nobody seeks them by himself."""
    async with served(database_url, replace(UNLIMITED, variants="chinaman")) as service:
        yield service


async def _add(service: Service, day: date) -> None:
    await service.rows("DELETE FROM secrets WHERE game_id IN (SELECT id FROM games WHERE day = $1)", day)
    await service.rows("DELETE FROM games WHERE day = $1", day)
    await service.games.add(
        variant="chinaman",
        day=day,
        secret=SECRET,
        commitment=commitment("chinaman", day, SOLVER_VERSION, NODE_BUDGET, SECRET),
        solver_version=SOLVER_VERSION,
        node_budget=NODE_BUDGET,
        deal_number=0,
        now=service.clock.now,
    )


async def test_a_game_opens_when_its_deal_is_decided(sought: Service) -> None:
    await _add(sought, TODAY)
    proving = Proving(sought.database, sought.games, sought.clock, par_budget=50_000)
    async with sought.guest() as guest:
        game = (await guest.http.get(f"/api/games/{TODAY}/chinaman")).json()
        assert (game["status"], game["winnable"], game["par"]) == ("proving", None, None)
        early = await guest.http.post(f"/api/games/{TODAY}/chinaman/attempts")
        assert (early.status_code, early.json()["code"]) == (409, "not_open")
        assert await proving.decide_next()
        assert not await proving.decide_next()
        game = (await guest.http.get(f"/api/games/{TODAY}/chinaman")).json()
        assert (game["status"], game["winnable"], game["solution"], game["deal"]) == ("open", True, None, None)
        await guest.play(await guest.start("chinaman"))
    await _is_published_when_final(sought, proving)


async def _is_published_when_final(service: Service, proving: Proving) -> None:
    while await proving.rate_next():
        pass
    par = (await _game(service))["par"]
    (sealed,) = await service.rows(
        "SELECT sealed_solution FROM secrets JOIN games ON id = game_id WHERE day = $1", TODAY
    )
    assert b"-F" not in sealed[0]
    with service.clock.at(datetime(2026, 12, 2, 2, tzinfo=UTC)):
        await service.tick()
        game = await _game(service)
    assert (game["status"], game["deal"], len(game["solution"])) == ("final", 0, par)
    assert _wins("chinaman", bytes.fromhex(game["secret"]), game["deal"], tuple(game["solution"]))


async def _game(service: Service) -> Json:
    async with service.visitor() as http:
        found: Json = (await http.get(f"/api/games/{TODAY}/chinaman")).json()
    return found


async def test_a_game_without_proof_opens_and_says_so(sought: Service) -> None:
    await _add(sought, TODAY)
    (row,) = await sought.rows("SELECT id FROM games WHERE day = $1", TODAY)
    await sought.games.decide(row[0], 0, None, sought.clock.now)
    assert await _status(sought) == ("open", False, None)


async def test_a_deal_once_decided_stays(sought: Service) -> None:
    await _add(sought, TODAY)
    (row,) = await sought.rows("SELECT id FROM games WHERE day = $1", TODAY)
    await sought.games.decide(row[0], 0, None, sought.clock.now)
    await sought.games.decide(row[0], 5, ("S-W",), sought.clock.now)
    assert await _status(sought) == ("open", False, None)


async def _status(service: Service) -> tuple[object, object, object]:
    game = await _game(service)
    return game["status"], game["winnable"], game["par"]


async def test_a_service_proves_by_itself(database_url: str) -> None:
    settings = replace(UNLIMITED, variants="whitehorse", node_budget=NODE_BUDGET)
    async with served(database_url, settings) as service, service.guest() as guest, asyncio.timeout(60):
        while await _is_proving(guest):
            await service.rows("SELECT pg_sleep(0.1)")
        game = (await guest.http.get(f"/api/games/{TODAY}/whitehorse")).json()
        assert (game["status"], game["winnable"]) == ("open", True)
        assert game["solver_version"] == SOLVER_VERSION


async def _is_proving(guest: Guest) -> bool:
    status: str = (await guest.http.get(f"/api/games/{TODAY}/whitehorse")).json()["status"]
    return status == "proving"
