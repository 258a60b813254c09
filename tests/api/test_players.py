"""Guests, their sessions, and who may speak for them (protocol.md, sessions)."""

from dataclasses import replace
from http.cookies import Morsel, SimpleCookie

import httpx
import pytest

from tests.api.service import UNLIMITED, Guest, Service, served

FOREIGN = "https://elsewhere.example"


async def test_a_program_is_made_a_guest_and_told_the_token(service: Service) -> None:
    async with service.visitor() as http:
        answer = await http.post("/api/players")
    assert answer.status_code == 201
    assert set(answer.json()) == {"name", "kept", "token"}
    assert answer.json()["kept"] is False
    assert answer.json()["token"] == _cookie(answer.headers["set-cookie"]).value


async def test_a_page_is_given_the_cookie_alone(service: Service) -> None:
    async with service.visitor(Origin=service.url) as http:
        answer = await http.post("/api/players")
    assert answer.status_code == 201
    assert set(answer.json()) == {"name", "kept"}
    cookie = _cookie(answer.headers["set-cookie"])
    assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "lax", "/")
    assert not cookie["secure"]
    assert cookie["domain"] == ""


async def test_only_the_hash_of_a_token_is_stored(service: Service, guest: Guest) -> None:
    stored = await service.rows("SELECT token_hash FROM sessions")
    assert stored
    assert all(guest.token.encode() not in row[0] and len(row[0]) == 32 for row in stored)


@pytest.mark.parametrize(("proxies", "secure"), [("127.0.0.1", True), ("10.0.0.1", False)])
async def test_the_cookie_is_for_https_alone_behind_a_proxy_we_trust(
    database_url: str, proxies: str, secure: bool
) -> None:
    settings = replace(UNLIMITED, trusted_proxies=proxies)
    async with served(database_url, settings) as service, service.visitor() as http:
        answer = await http.post("/api/players", headers={"X-Forwarded-Proto": "https"})
    assert bool(_cookie(answer.headers["set-cookie"])["secure"]) is secure


async def test_guests_have_different_names(service: Service) -> None:
    async with service.visitor() as http:
        names = [(await _arrive(http)).json()["name"] for _ in range(30)]
    assert len(set(names)) == 30


async def test_too_many_guests_from_one_address_are_asked_to_wait(database_url: str) -> None:
    async with served(database_url, replace(UNLIMITED, guests_per_hour=2)) as service, service.visitor() as http:
        codes = [(await _arrive(http)).status_code for _ in range(2)]
        late = await _arrive(http)
    assert codes == [201, 201]
    assert (late.status_code, late.json()["code"]) == (429, "too_fast")
    assert 0 < int(late.headers["retry-after"]) <= 1800


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ("bearer", 200),
        ("bearer, foreign page", 200),
        ("cookie", 200),
        ("cookie, own page", 200),
        ("wrong bearer", 401),
        ("wrong bearer, good cookie", 401),
        ("wrong cookie", 401),
        ("nothing", 401),
    ],
)
async def test_who_am_i(service: Service, guest: Guest, sent: str, status: int) -> None:
    async with service.visitor(**_headers(service, guest, sent)) as http:
        answer = await http.get("/api/me")
    assert answer.status_code == status
    if status == 200:
        assert answer.json() == {"name": guest.name, "kept": False}
        assert "private" in answer.headers["cache-control"]
    else:
        assert answer.json()["code"] == "not_signed_in"


@pytest.mark.parametrize("path", ["/api/practice/kansas", "/api/games/today/kansas/attempts"])
@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ("bearer", 201, None),
        ("bearer, foreign page", 201, None),
        ("cookie, own page", 201, None),
        ("cookie", 403, "foreign_origin"),
        ("cookie, foreign page", 403, "foreign_origin"),
        ("cookie, no page", 403, "foreign_origin"),
        ("foreign page", 403, "foreign_origin"),
        ("empty bearer, cookie, foreign page", 403, "foreign_origin"),
        ("wrong bearer", 401, "not_signed_in"),
        ("nothing", 401, "not_signed_in"),
    ],
)
async def test_who_may_change_something(
    service: Service, guest: Guest, *, path: str, sent: str, status: int, code: str | None
) -> None:
    async with service.visitor(**_headers(service, guest, sent)) as http:
        answer = await http.post(path)
    assert (answer.status_code, answer.json().get("code")) == (status, code)


async def test_a_foreign_page_makes_no_guests(service: Service) -> None:
    async with service.visitor(Origin=FOREIGN) as http:
        answer = await http.post("/api/players")
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    assert "set-cookie" not in answer.headers


async def test_further_origins_are_a_setting(database_url: str) -> None:
    async with served(database_url, replace(UNLIMITED, origins=f"https://club.example, {FOREIGN}")) as service:
        async with service.visitor(Origin=FOREIGN) as http:
            assert (await http.post("/api/players")).status_code == 201
        async with service.visitor(Origin="https://elsewhere.example.evil.example") as http:
            assert (await http.post("/api/players")).status_code == 403


async def _arrive(http: httpx.AsyncClient) -> httpx.Response:
    answer = await http.post("/api/players")
    http.cookies.clear()
    return answer


def _headers(service: Service, guest: Guest, sent: str) -> dict[str, str]:
    headers = {
        "bearer": {"Authorization": f"Bearer {guest.token}"},
        "wrong bearer": {"Authorization": "Bearer wrong"},
        "empty bearer": {"Authorization": "Bearer"},
        "cookie": {"Cookie": f"samedeal={guest.token}"},
        "good cookie": {"Cookie": f"samedeal={guest.token}"},
        "wrong cookie": {"Cookie": "samedeal=wrong"},
        "own page": {"Origin": service.url},
        "foreign page": {"Origin": FOREIGN},
        "no page": {"Origin": "null"},
        "nothing": {},
    }
    return {name: value for part in sent.split(", ") for name, value in headers[part].items()}


def _cookie(header: str) -> "Morsel[str]":
    return SimpleCookie(header)["samedeal"]
