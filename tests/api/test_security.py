"""What docs/security.md says is met, over HTTP and in the log: one table for each kind of threat."""

import logging
from dataclasses import replace
from http.cookies import SimpleCookie

import asyncpg
import pytest

from server.api.guard import HTTPS_ONLY, LARGEST_BODY, SECURE
from server.api.routes import ENDPOINTS
from server.logs import JsonLines, PlainLines
from tests.api.service import UNLIMITED, Guest, Json, Service, served

BOARD = "/api/games/today/kansas/leaderboard"
PRACTICE = "/api/practice/kansas"
FOREIGN = {"Origin": "https://elsewhere.example"}
TAKES_NOTHING = {
    ("POST", one.path.replace("{date}", "today").replace("{variant}", "kansas"))
    for one in ENDPOINTS
    if one.method == "POST" and one.takes is None
}


# Headers

ANSWERS: dict[str, tuple[int, str, str, Json]] = {
    "a page": (200, "GET", "/", {}),
    "JSON": (200, "GET", "/api/variants", {}),
    "a document": (200, "GET", "/api/openapi.json", {}),
    "the API's page": (200, "GET", "/api/docs", {}),
    "created": (201, "POST", PRACTICE, {}),
    "elsewhere": (308, "GET", "/favicon.ico", {}),
    "a bad query": (400, "GET", f"{BOARD}?limit=0", {}),
    "nobody": (401, "GET", "/api/me", {"headers": {"Authorization": "Bearer wrong"}}),
    "another site": (403, "POST", "/api/players", {"headers": {"Authorization": "", **FOREIGN}}),
    "no such address": (404, "GET", "/nowhere", {}),
    "no such file": (404, "GET", "/static/0/js/play.js", {}),
    "no such method": (405, "PUT", "/api/me", {}),
    "too large": (413, "POST", PRACTICE, {"content": b" " * (LARGEST_BODY + 1)}),
    "no JSON": (415, "POST", PRACTICE, {"data": {"deck": "AC"}}),
    "no deck": (422, "POST", PRACTICE, {"json": {"deck": ["AC"]}}),
}


@pytest.mark.parametrize("what", ANSWERS)
async def test_every_answer_keeps_browsers_strict(guest: Guest, what: str) -> None:
    status, method, path, more = ANSWERS[what]
    answer = await guest.http.request(method, path, **more)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SECURE} == SECURE
    assert answer.headers["x-request-id"]
    assert "server" not in answer.headers
    assert not [name for name in HTTPS_ONLY if name in answer.headers]


async def test_so_does_the_answer_to_what_we_did_not_foresee(
    service: Service, guest: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    """A game whose secret is gone can be dealt by nobody."""
    attempt = await guest.start("chinaman")
    await guest.play(attempt)
    await service.rows("DELETE FROM secrets WHERE game_id = $1", (await service.game("chinaman")).id)
    with caplog.at_level(logging.INFO, "server.request"):
        answer = await guest.http.get(f"/api/attempts/{attempt}/replay")
    assert answer.status_code == 500
    assert {name: answer.headers.get(name) for name in SECURE} == SECURE
    assert answer.headers["x-request-id"]
    assert any(f"/api/attempts/{attempt}/replay 500" in record.getMessage() for record in caplog.records)


async def test_nothing_changed_bears_them_too(service: Service) -> None:
    async with service.visitor() as http:
        tag = (await http.get(BOARD)).headers["etag"]
        answer = await http.get(BOARD, headers={"If-None-Match": tag})
    assert answer.status_code == 304
    assert {name: answer.headers.get(name) for name in SECURE} == SECURE


# Proxies

PROXIES = [("127.0.0.1", True), ("10.0.0.1", False), ("10.0.0.0/8, 127.0.0.0/8", True), ("", False)]


@pytest.mark.parametrize(("proxies", "trusted"), PROXIES)
async def test_only_a_trusted_proxy_says_who_came_by_what(database_url: str, *, proxies: str, trusted: bool) -> None:
    """By https: HSTS, and a cookie for https alone. From where: limits count the visitor, not the proxy."""
    settings = replace(UNLIMITED, trusted_proxies=proxies, guests_per_hour=1)
    codes = []
    async with served(database_url, settings) as service:
        for address in ("203.0.113.7", "203.0.113.8", "203.0.113.7"):
            async with service.visitor(**{"X-Forwarded-For": address, "X-Forwarded-Proto": "https"}) as http:
                answer = await http.post("/api/players")
            codes.append(answer.status_code)
            assert answer.headers.get("strict-transport-security", "") == ("max-age=31536000" if trusted else "")
            if answer.status_code == 201:
                assert bool(SimpleCookie(answer.headers["set-cookie"])["samedeal"]["secure"]) is trusted
    assert codes == ([201, 201, 429] if trusted else [201, 429, 429])


# Bodies


@pytest.mark.parametrize(("method", "path"), sorted(TAKES_NOTHING))
async def test_a_big_body_that_nobody_asked_for_is_refused_before_anything_is_done(
    service: Service, guest: Guest, method: str, path: str
) -> None:
    count = "SELECT (SELECT count(*) FROM players), (SELECT count(*) FROM attempts)"
    before = await service.rows(count)
    answer = await guest.http.request(method, path, content=b" " * (LARGEST_BODY + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert await service.rows(count) == before


@pytest.mark.parametrize("size", [LARGEST_BODY, LARGEST_BODY + 1])
async def test_the_largest_body(guest: Guest, size: int) -> None:
    answer = await guest.http.post(PRACTICE, content=b"{}".ljust(size))
    assert answer.status_code == (201 if size == LARGEST_BODY else 413)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (None, 201),
        ("application/json", 201),
        ("Application/JSON; charset=utf-8", 201),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/jsonp", 415),
        ("text/plain; application/json", 415),
        ("application/json, text/plain", 415),
        ("", 415),
    ],
)
async def test_a_body_has_to_say_that_it_is_json(guest: Guest, kind: str | None, status: int) -> None:
    """A form of another site cannot say so."""
    headers = {} if kind is None else {"Content-Type": kind}
    answer = await guest.http.post(PRACTICE, content=b"{}", headers=headers)
    assert (answer.status_code, answer.json().get("code")) == (status, "not_json" if status == 415 else None)


# The log

HOSTILE = {
    "a line of their own": "/x%0A2026-12-01%20INFO%20all%20is%20well",
    "colours": "/x%1B%5B31m",
    "nothing and less": "/x%00%08%7F",
    "right to left": "/x%E2%80%AE",
    "no UTF-8": "/x%FF%FE",
    "percent signs": "/x%25s%25d%25(message)s",
    "long": "/" + "x" * 8000,
}


@pytest.mark.parametrize("path", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_path_is_one_line_of_the_log(service: Service, caplog: pytest.LogCaptureFixture, path: str) -> None:
    with caplog.at_level(logging.INFO, "server.request"):
        async with service.visitor(**{"X-Request-ID": "mine"}) as http:
            answer = await http.get(path)
    assert answer.status_code == 404
    assert answer.headers["x-request-id"] != "mine"
    (record,) = (record for record in caplog.records if record.name == "server.request")
    assert all(form.format(record).isprintable() for form in (PlainLines(), JsonLines()))


# Tokens


@pytest.mark.parametrize("change", ["one letter less", "one letter more", "another last letter", "other case", "none"])
async def test_a_token_is_whole_or_wrong(service: Service, guest: Guest, change: str) -> None:
    """It is looked up by its SHA-256: how much of it is right can't be told from how long the answer takes."""
    token = {
        "one letter less": guest.token[:-1],
        "one letter more": guest.token + "A",
        "another last letter": guest.token[:-1] + ("A" if guest.token[-1] != "A" else "B"),
        "other case": guest.token.swapcase(),
        "none": guest.token,
    }[change]
    async with service.visitor(Authorization=f"Bearer {token}") as http:
        answer = await http.get("/api/me")
    assert answer.status_code == (200 if change == "none" else 401)


# The database


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moves SET move = 'S-W'",
        "DELETE FROM moves",
        "TRUNCATE moves",
        "UPDATE packed_logs SET attempt_id = attempt_id",
        "DELETE FROM packed_logs",
        "UPDATE audit SET reason = ''",
        "DELETE FROM audit",
        "DELETE FROM day_roots",
        "UPDATE games SET commitment = ''",
        "DROP TABLE moves",
        "ALTER TABLE moves DISABLE TRIGGER ALL",
        "CREATE TABLE more (id int)",
        "SELECT pg_read_file('/etc/passwd')",
        "COPY players TO PROGRAM 'cat'",
    ],
)
async def test_the_server_cannot_change_what_is_proof(service: Service, statement: str) -> None:
    """Whoever makes it run SQL of theirs still can't."""
    async with service.app.state.parts.database.raw() as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute(statement)
