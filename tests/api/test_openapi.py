"""The OpenAPI document: valid and served; every status it promises is really given by something."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from server.api.openapi import EVERYWHERE, Endpoint
from server.api.routes import ENDPOINTS, document
from tests.api.service import UNLIMITED, Guest, Json, Service, served

PASSPHRASE = "four plain words here"
BOARDS = ("/api/games/today/kansas/leaderboard", "/api/boards/all-time", "/api/boards/days/today")
PROMISED = {
    f"{one.method} {one.path.replace(':number', '')} {status}": (one, status)
    for one in ENDPOINTS
    for status in sorted({*one.gives, *one.all_problems} - set(EVERYWHERE))
}


@dataclass(frozen=True)
class World:
    """What the requests below are about: names, attempts, sessions, and cursors from before a hide."""

    keeper: str
    ended: int
    running: int
    session: int
    cursors: dict[str, str]


# How a request has to be for a status: parts of the address by name; the rest as httpx takes it. `again`: the second
# time it is asked. What is not here is asked for plainly, of things that exist, by a guest.
How = Callable[[World], Json]
BY_STATUS: dict[int, How] = {
    400: lambda _: {"content": b"{", "params": {"limit": "0", "players": "some"}},
    401: lambda _: {"headers": {"Authorization": "Bearer wrong"}},
    403: lambda _: {"headers": {"Authorization": "", "Cookie": "samedeal=x", "Origin": "https://elsewhere.example"}},
    404: lambda _: {"date": "2026-02-30", "variant": "klondike", "id": 10**17, "name": "nobody", "span": "years"},
    409: lambda world: {"date": "2026-12-02", "json": {"name": world.keeper, "passphrase": PASSPHRASE}},
    410: lambda world: {"params": {"limit": "1", **world.cursors}},
    415: lambda _: {"content": b"{}", "headers": {"Content-Type": "text/plain"}},
    422: lambda _: {"json": {"deck": ["AC"]}},
}
SPECIAL: dict[str, How] = {
    "POST /api/games/{date}/{variant}/attempts 200": lambda _: {"again": True},
    "GET /api/attempts/{id}/replay 403": lambda world: {"id": world.running},
    "GET /api/attempts/{id}/record 403": lambda world: {"id": world.running},
    "GET /api/games/{date}/{variant}/leaderboard/around/{player} 401": lambda world: (
        BY_STATUS[401](world) | {"player": "me"}
    ),
    "POST /api/session 200": lambda world: {"json": {"name": world.keeper, "passphrase": PASSPHRASE}},
    "POST /api/session 401": lambda world: {"json": {"name": world.keeper, "passphrase": "another one"}},
    "PATCH /api/me 200": lambda _: {"json": {"passphrase": PASSPHRASE}},
    "PATCH /api/me 422": lambda _: {"json": {"passphrase": "short"}},
    "DELETE /api/me/sessions/{id} 204": lambda world: {"id": world.session},
}
TOO_FAST: dict[str, Json] = {
    "PATCH /api/me": {"json": {"passphrase": PASSPHRASE, "current": PASSPHRASE}},
    "DELETE /api/me": {"json": {"passphrase": PASSPHRASE}},
    "POST /api/session": {"json": {"name": "nobody", "passphrase": PASSPHRASE}},
    "POST /api/players": {},
}


@pytest.fixture(scope="module")
async def results(service: Service) -> dict[str, str]:
    """Two kept players with results, one of which was hidden for a while; a cursor of each board from before that."""
    async with service.guest() as first, service.guest() as second, service.visitor() as nobody:
        for one in (first, second):
            await one.play(await one.start("kansas"), "S-W")
            (await one.http.patch("/api/me", json={"passphrase": PASSPHRASE})).raise_for_status()
        cursors = {board: (await nobody.get(board, params={"limit": 1})).json()["next"] for board in BOARDS}
        for hidden in (True, False):
            await service.rows("UPDATE attempts SET hidden = $1 WHERE ended_at IS NOT NULL", hidden)
        return cursors | {"keeper": first.name}


@pytest.fixture
async def world(guest: Guest, other: Guest, results: dict[str, str]) -> World:
    """All there is to be asked about; the session is the guest's own."""
    ended = await other.practise("kansas")
    await other.play(ended, "S-W")
    (session,) = (await guest.http.get("/api/me/sessions")).json()["sessions"]
    running = await other.start("chinaman")
    return World(results["keeper"], ended, running, session["id"], results)


@pytest.fixture
async def strict(database_url: str) -> AsyncIterator[Service]:
    """Everything may be tried once or twice."""
    async with served(database_url, replace(UNLIMITED, guests_per_hour=2, sign_ins_per_hour=1)) as running:
        yield running


def test_the_document_is_valid() -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(document()).iter_errors()] == []


async def test_it_is_served(service: Service) -> None:
    async with service.visitor() as http:
        answer = await http.get("/api/openapi.json")
    assert (answer.headers["content-type"], answer.json()) == ("application/json", document())


@pytest.mark.parametrize("promised", [name for name, (_, status) in PROMISED.items() if status != 429])
async def test_what_is_promised_is_given(guest: Guest, world: World, promised: str) -> None:
    """That the answer is as documented is seen by tests/api/by_the_document.py."""
    one, status = PROMISED[promised]
    asked = _asked(promised, status, world)
    if asked.pop("again", False):
        await _ask(guest.http, one, world, dict(asked))
    if status == 304:
        tag = (await _ask(guest.http, one, world, {})).headers["etag"]
        asked["headers"] = {"If-None-Match": tag}
    assert (await _ask(guest.http, one, world, asked)).status_code == status


@pytest.mark.parametrize("promised", [name for name, (_, status) in PROMISED.items() if status == 429])
async def test_who_is_too_fast_is_told_when_to_try_again(strict: Service, promised: str) -> None:
    one, _ = PROMISED[promised]
    async with strict.guest() as guest:
        (await guest.http.patch("/api/me", json={"passphrase": PASSPHRASE})).raise_for_status()
        asked = TOO_FAST[promised.removesuffix(" 429")]
        answers = [await guest.http.request(one.method, one.path, **asked) for _ in range(2)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


def _asked(promised: str, status: int, world: World) -> Json:
    how = SPECIAL.get(promised) or BY_STATUS.get(status)
    return how(world) if how else {}


async def _ask(http: httpx.AsyncClient, one: Endpoint, world: World, asked: Json) -> httpx.Response:
    parts: dict[str, Any] = {"date": "today", "variant": "kansas", "id": world.ended, "name": world.keeper}
    parts |= {"player": world.keeper, "span": "days", "period": "today"}
    parts |= {name: asked.pop(name) for name in list(asked) if name in parts}
    path = one.path.replace(":number", "").format(**parts)
    if one.takes is None:
        asked = {name: value for name, value in asked.items() if name not in ("content", "json")}
    if "after" in one.query and path in asked.get("params", {}):
        asked["params"] = {"limit": "1", "after": asked["params"][path]}
    return await http.request(one.method, path, **asked)
