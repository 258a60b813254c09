"""Whatever is wrong with a request, the answer is a problem of RFC 9457, with a stable code and nothing internal."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.api.service import Guest, Service

TEN_MEGABYTES = 10 * 1024 * 1024
PRACTICE = "/api/practice/kansas"
NESTED = b'{"deck":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
BODIES = {
    "no JSON": b"kansas",
    "half an object": b'{"deck": [',
    "two objects": b"{}{}",
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "half a surrogate": b'{"game": "\\ud800"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "deeply nested where a deck belongs": NESTED,
    "deeply nested where nothing belongs": NESTED.replace(b"deck", b"else"),
    "null": b"null",
    "NaN": b'{"game": NaN}',
    "a huge number": b'{"deck": ' + b"9" * 5000 + b"}",
    "form": b"deck=AC&deck=2C",
    "nothing but zeros": bytes(100),
}
INTERNALS = ("Traceback", "server/", "server.", "sqlalchemy", "asyncpg", "site-packages", "msgspec", ".py")


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
async def test_a_body_that_is_not_the_json_wanted(service: Service, guest: Guest, body: bytes) -> None:
    before = await service.rows("SELECT count(*) FROM attempts")
    answer = await guest.http.post(PRACTICE, content=body)
    _is_problem(answer, 400, "bad_body")
    assert await service.rows("SELECT count(*) FROM attempts") == before


async def test_ten_megabytes_are_too_large(guest: Guest) -> None:
    answer = await guest.http.post(PRACTICE, content=b" " * TEN_MEGABYTES)
    _is_problem(answer, 413, "too_large")


async def test_ten_megabytes_in_pieces_are_too_large(guest: Guest) -> None:
    answer = await guest.http.post(PRACTICE, content=_pieces())
    _is_problem(answer, 413, "too_large")


@pytest.mark.parametrize("path", ["/api/players", "/api/games/today/kansas/attempts"])
async def test_ten_megabytes_that_nobody_asked_for_do_no_harm(service: Service, guest: Guest, path: str) -> None:
    answer = await guest.http.post(path, content=b" " * TEN_MEGABYTES)
    _is_problem(answer, 413, "too_large")
    assert (await guest.http.get("/healthz")).status_code == 200
    async with service.visitor() as http:
        assert (await http.get("/healthz")).status_code == 200


async def test_a_length_that_is_a_lie_is_told_before_anything_is_read(service: Service) -> None:
    """Ten megabytes are announced and never sent: the answer does not wait for them."""
    host, port = service.url.removeprefix("http://").split(":")
    async with service.guest() as guest, asyncio.timeout(10):
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"POST {PRACTICE} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {guest.token}\r\n"
        writer.write(f"{head}Content-Length: {TEN_MEGABYTES}\r\n\r\n".encode())
        assert b" 413 " in await reader.readline()
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/variants", "GET"),
        ("POST", "/api/days/today", "GET"),
        ("PUT", "/api/games/today/kansas", "GET"),
        ("GET", "/api/games/today/kansas/attempts", "POST"),
        ("POST", "/api/games/today/kansas/leaderboard", "GET"),
        ("GET", "/api/practice/kansas", "POST"),
        ("PATCH", "/api/attempts/1", "GET"),
        ("POST", "/api/attempts/1/replay", "GET"),
        ("POST", "/api/attempts/1/record", "GET"),
        ("GET", "/api/players", "POST"),
        ("POST", "/api/me", "DELETE, GET, HEAD, PATCH"),
        ("PUT", "/api/me/sessions", "DELETE, GET, HEAD"),
        ("GET", "/api/session", "DELETE, POST"),
        ("OPTIONS", "/api/me", "GET"),
        ("POST", "/healthz", "GET"),
    ],
)
async def test_the_method_is_not_allowed(service: Service, method: str, path: str, allowed: str) -> None:
    async with service.visitor() as http:
        answer = await http.request(method, path)
    _is_problem(answer, 405, "method_not_allowed")
    assert set(allowed.split(", ")) <= set(answer.headers["allow"].split(", "))


@pytest.mark.parametrize("path", ["/api", "/api/none", "/api/games/today", "/%00", "/api/attempts/1/moves", "/x" * 900])
async def test_there_is_nothing_at_this_address(service: Service, path: str) -> None:
    async with service.visitor() as http:
        _is_problem(await http.get(path), 404, "not_found")


async def test_a_socket_address_does_not_answer_to_http(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    async with service.visitor() as http:
        _is_problem(await http.get(f"/api/attempts/{attempt}/table"), 404, "not_found")


async def test_every_answer_of_an_error_is_a_problem(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    async with service.visitor(Origin="https://elsewhere.example") as foreign, service.visitor() as nobody:
        _is_problem(await nobody.get("/api/me"), 401, "not_signed_in")
        _is_problem(await foreign.post("/api/players"), 403, "foreign_origin")
        _is_problem(await nobody.get(f"/api/attempts/{attempt}/replay"), 403, "sealed")
        _is_problem(await nobody.get("/api/days/2026-02-30"), 404, "not_found")
        _is_problem(await nobody.get("/api/games/today/kansas/leaderboard?limit=0"), 400, "bad_query")
        _is_problem(await guest.http.post("/api/games/2026-12-02/kansas/attempts"), 409, "not_open")
        _is_problem(await guest.http.post(PRACTICE, json={"deck": ["AC"]}), 422, "invalid_deck")


async def test_what_we_did_not_foresee_tells_nothing(service: Service, guest: Guest) -> None:
    """A game whose secret is gone can be dealt by nobody."""
    attempt = await guest.start("chinaman")
    await guest.play(attempt)
    await service.rows("DELETE FROM secrets WHERE game_id = $1", (await service.game("chinaman")).id)
    _is_problem(await guest.http.get(f"/api/attempts/{attempt}/replay"), 500, "internal")


async def _pieces() -> AsyncIterator[bytes]:
    for _ in range(160):
        yield b" " * (TEN_MEGABYTES // 160)


def _is_problem(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = json.loads(answer.content)
    assert (problem["type"], problem["status"], problem["code"]) == (f"/problems/{code}", status, code)
    assert problem["title"].endswith(".")
    assert not [word for word in INTERNALS if word in answer.text]
