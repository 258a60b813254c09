"""Kept names: by a passphrase, on several devices, renamed, deleted (product.md, players)."""

import asyncio
import logging
from dataclasses import replace
from itertools import count

import httpx
import pytest

from server.api.identity import hash_of
from server.contest.game import final_at
from tests.api.service import TODAY, UNLIMITED, Guest, Service, served

PASSPHRASE = "four plain words here"
_numbers = count(1)


def _name() -> str:
    """One that nobody has."""
    return f"Keeper {'abcdefghjk'[next(_numbers) % 10]}{next(_numbers) + 200}"


async def _keep(guest: Guest, name: str | None = None, passphrase: str = PASSPHRASE) -> httpx.Response:
    return await guest.http.patch("/api/me", json={"name": name or _name(), "passphrase": passphrase})


async def _sign_in(http: httpx.AsyncClient, name: str, passphrase: str = PASSPHRASE) -> httpx.Response:
    answer = await http.post("/api/session", json={"name": name, "passphrase": passphrase})
    http.cookies.clear()
    return answer


def _code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_a_guest_keeps_the_name_and_signs_in_elsewhere(service: Service, guest: Guest) -> None:
    kept = await guest.http.patch("/api/me", json={"passphrase": PASSPHRASE})
    assert kept.json() == {"name": guest.name, "kept": True}
    async with service.visitor() as http:
        answer = await _sign_in(http, guest.name.upper().replace(" ", "_"))
        assert {**answer.json(), "token": ""} == {"name": guest.name, "kept": True, "token": ""}
        http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        assert (await http.get("/api/me")).json() == {"name": guest.name, "kept": True}
    assert (await guest.http.get("/api/me")).status_code == 200


async def test_a_page_that_signs_in_is_given_the_cookie_alone(service: Service, guest: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    async with service.visitor(Origin=service.url) as http:
        answer = await http.post("/api/session", json={"name": name, "passphrase": PASSPHRASE})
        assert set(answer.json()) == {"name", "kept"}
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert (await http.get("/api/me")).json()["name"] == name
        assert (await http.delete("/api/session")).status_code == 204
        assert (await http.get("/api/me")).status_code == 401


async def test_another_site_can_neither_sign_in_nor_out(service: Service, guest: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    async with service.visitor(Origin="https://elsewhere.example") as http:
        assert _code(await _sign_in(http, name)) == (403, "foreign_origin")
        http.cookies.set("samedeal", guest.token)
        for answer in (await http.delete("/api/session"), await http.delete("/api/me/sessions")):
            assert _code(answer) == (403, "foreign_origin")
    assert (await guest.http.get("/api/me")).status_code == 200


async def test_signing_in_never_says_what_was_wrong(service: Service, guest: Guest, other: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    async with service.visitor() as http:
        wrong = [
            await _sign_in(http, name, "not this one"),
            await _sign_in(http, other.name),
            await _sign_in(http, "no one"),
        ]
    assert {answer.status_code for answer in wrong} == {401}
    assert len({answer.text for answer in wrong}) == 1


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"name": "ab", "passphrase": PASSPHRASE}, (422, "bad_name")),
        ({"name": "<script>", "passphrase": PASSPHRASE}, (422, "bad_name")),
        ({"name": "ad\u202emin", "passphrase": PASSPHRASE}, (422, "bad_name")),
        ({"name": "\u0000\u0000\u0000", "passphrase": PASSPHRASE}, (422, "bad_name")),
        ({"name": "deleted", "passphrase": PASSPHRASE}, (422, "bad_name")),
        ({"passphrase": "x"}, (422, "bad_passphrase")),
        ({"passphrase": "x" * 10_000}, (422, "bad_passphrase")),
        ({"name": "Somebody Else"}, (422, "bad_passphrase")),
        ({}, (422, "bad_passphrase")),
        ({"passphrase": 5}, (400, "bad_body")),
        ({"kept": True}, (400, "bad_body")),
        ([], (400, "bad_body")),
    ],
)
async def test_what_keeps_no_name(guest: Guest, body: object, problem: tuple[int, str]) -> None:
    assert _code(await guest.http.patch("/api/me", json=body)) == problem
    assert (await guest.http.get("/api/me")).json() == {"name": guest.name, "kept": False}


async def test_of_twenty_who_want_a_name_one_has_it(service: Service) -> None:
    name = _name()
    async with asyncio.TaskGroup() as tasks:
        asked = [tasks.create_task(_arrive_and_keep(service, name)) for _ in range(20)]
    assert sorted(one.result() for one in asked) == [200] + [409] * 19


async def _arrive_and_keep(service: Service, name: str) -> int:
    async with service.guest() as guest:
        return (await _keep(guest, name)).status_code


async def test_nobody_has_a_name_that_reads_the_same(guest: Guest, other: Guest) -> None:
    assert (await _keep(guest, "Moonlit Oak")).status_code == 200
    assert _code(await _keep(other, "m00n1it.oak")) == (409, "name_taken")


async def test_a_kept_player_takes_another_name_everywhere(guest: Guest) -> None:
    before = (await _keep(guest)).json()["name"]
    attempt = await guest.start("chinaman")
    await guest.play(attempt)
    name = _name()
    assert (await guest.http.patch("/api/me", json={"name": name})).json() == {"name": name, "kept": True}
    assert (await guest.http.get(f"/api/players/{before}")).status_code == 404
    assert (await guest.http.get(f"/api/players/{name}")).json()["kept"] is True
    assert (await guest.http.get(f"/api/attempts/{attempt}")).json()["player"] == name


async def test_a_new_passphrase_wants_the_old_one_and_ends_other_sessions(service: Service, guest: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    async with service.visitor() as http:
        http.headers["Authorization"] = f"Bearer {(await _sign_in(http, name)).json()['token']}"
        refused = await http.patch("/api/me", json={"passphrase": "another one here", "current": "a guess of mine"})
        assert _code(refused) == (403, "wrong_passphrase")
        changed = await guest.http.patch("/api/me", json={"passphrase": "another one here", "current": PASSPHRASE})
        assert changed.status_code == 200
        assert (await http.get("/api/me")).status_code == 401
        assert (await guest.http.get("/api/me")).status_code == 200
        del http.headers["Authorization"]
        assert (await _sign_in(http, name)).status_code == 401
        assert (await _sign_in(http, name, "another one here")).status_code == 200


async def test_devices_are_listed_and_signed_out(service: Service, guest: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    async with service.visitor(**{"User-Agent": agent}) as http:
        service.clock.pass_by(hours=2)
        http.headers["Authorization"] = f"Bearer {(await _sign_in(http, name)).json()['token']}"
        listed = (await http.get("/api/me/sessions")).json()["sessions"]
        assert [(one["device"], one["current"]) for one in listed] == [("Firefox on Linux", True), ("a program", False)]
        assert (await guest.http.delete(f"/api/me/sessions/{listed[0]['id']}")).status_code == 204
        assert (await http.get("/api/me")).status_code == 401
        assert (await guest.http.delete(f"/api/me/sessions/{listed[0]['id']}")).status_code == 404


async def test_a_name_that_is_taken_changes_no_passphrase(service: Service, guest: Guest, other: Guest) -> None:
    name, taken = (await _keep(guest)).json()["name"], (await _keep(other)).json()["name"]
    body = {"name": taken, "passphrase": "another one here", "current": PASSPHRASE}
    assert _code(await guest.http.patch("/api/me", json=body)) == (409, "name_taken")
    async with service.visitor() as http:
        assert (await _sign_in(http, name)).status_code == 200


async def test_a_passphrase_is_the_same_however_its_letters_are_composed(service: Service, guest: Guest) -> None:
    name = (await _keep(guest, passphrase="caf\N{LATIN SMALL LETTER E WITH ACUTE} au lait")).json()["name"]
    async with service.visitor() as http:
        assert (await _sign_in(http, name, "cafe\N{COMBINING ACUTE ACCENT} au lait")).status_code == 200


async def test_a_table_closes_with_the_session_it_was_opened_by(service: Service, guest: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    attempt = await guest.practise("kansas")
    async with service.visitor() as http:
        there = (await _sign_in(http, name)).json()["token"]
    async with guest.at(attempt) as mine, service.table(attempt, there) as lost:
        await lost.hear()
        assert (await guest.http.delete("/api/me/sessions")).status_code == 204
        assert await lost.closed() == 4401
        assert (await mine.ask({"t": "ping"}))["t"] == "pong"
        assert (await guest.http.delete("/api/session")).status_code == 204
        assert await mine.closed() == 4401


async def test_a_table_closes_when_its_session_ended_in_another_process(service: Service, guest: Guest) -> None:
    async with guest.at(await guest.practise("kansas")) as table:
        await service.rows("DELETE FROM sessions WHERE token_hash = $1", hash_of(guest.token))
        await service.app.state.parts.presence.close_ended()
        assert await table.closed() == 4401


async def test_nobody_ends_the_session_of_another(guest: Guest, other: Guest) -> None:
    (mine,) = (await guest.http.get("/api/me/sessions")).json()["sessions"]
    assert (await other.http.delete(f"/api/me/sessions/{mine['id']}")).status_code == 404
    assert (await other.http.delete("/api/me/sessions")).status_code == 204
    assert (await guest.http.get("/api/me")).status_code == 200
    assert (await other.http.get("/api/me")).status_code == 200


async def test_a_session_unused_for_a_year_is_over(service: Service, guest: Guest, other: Guest) -> None:
    now = service.clock.now
    try:
        service.clock.pass_by(days=200)
        assert (await guest.http.get("/api/me")).status_code == 200
        service.clock.pass_by(days=200)
        assert (await guest.http.get("/api/me")).status_code == 200
        assert (await other.http.get("/api/me")).status_code == 401
    finally:
        service.clock.now = now


async def test_who_goes_is_called_deleted_and_every_board_stays(service: Service, guest: Guest, other: Guest) -> None:
    name = (await _keep(guest)).json()["name"]
    for player in (guest, other):
        await player.play(await player.start("kansas"))
    board = f"/api/games/{TODAY}/kansas/leaderboard"
    before = (await other.http.get(board)).json()
    assert _code(await guest.http.request("DELETE", "/api/me", json={})) == (403, "wrong_passphrase")
    assert (await guest.http.request("DELETE", "/api/me", json={"passphrase": PASSPHRASE})).status_code == 204
    assert (await guest.http.get("/api/me")).status_code == 401
    after = (await other.http.get(board)).json()
    assert after["standings"] == [_renamed(row, name) for row in before["standings"]]
    assert "deleted" in {row["player"] for row in after["standings"]}
    ((number,),) = await service.rows("SELECT max(id) FROM players WHERE name = 'deleted'")
    for gone in (name, "deleted", f"deleted {number}", f"deleted:{number}"):
        assert (await other.http.get(f"/api/players/{gone}")).status_code == 404
    async with service.visitor() as http:
        assert (await _sign_in(http, name)).status_code == 401
    assert (await other.http.delete("/api/me")).status_code == 204  # a second one of this name


async def test_who_has_gone_is_called_deleted_wherever_a_name_stands(
    service: Service, guest: Guest, other: Guest
) -> None:
    attempt = await guest.start("whitehorse")
    await guest.play(attempt, "S-W")
    board = f"/api/games/{TODAY}/whitehorse/leaderboard"
    kept_copy = (await other.http.get(board)).headers["etag"]
    assert (await guest.http.delete("/api/me")).status_code == 204
    fresh = await other.http.get(board, headers={"If-None-Match": kept_copy})
    assert fresh.status_code == 200
    assert guest.name not in fresh.text
    assert (await guest.http.get(f"/api/attempts/{attempt}/replay")).json()["code"] == "sealed"
    with service.clock.at(final_at(TODAY)):
        replay = await other.http.get(f"/api/attempts/{attempt}/replay")
        record = await other.http.get(f"/api/attempts/{attempt}/record")
    assert (replay.json()["attempt"]["player"], record.json()["player"]) == ("deleted", "deleted")


async def test_who_has_gone_is_called_deleted_on_the_live_socket(service: Service, guest: Guest) -> None:
    attempt = await guest.start("chinaman")
    await guest.play(attempt, give_up=False)
    assert (await guest.http.delete("/api/me")).status_code == 204
    async with service.live("chinaman") as socket:
        names = {one["player"] for one in (await socket.hear())["players"]}
    assert guest.name not in names
    assert "deleted" in names


def _renamed(row: dict[str, object], name: str) -> dict[str, object]:
    return row | ({"player": "deleted"} if row["player"] == name else {})


async def test_ranked_may_be_for_kept_names_only(database_url: str) -> None:
    async with served(database_url, replace(UNLIMITED, ranked="kept")) as service, service.guest() as guest:
        start = f"/api/games/{TODAY}/kansas/attempts"
        assert _code(await guest.http.post(start)) == (403, "keep_first")
        assert (await _keep(guest)).status_code == 200
        assert (await guest.http.post(start)).status_code == 201


async def test_operators_refuse_names(database_url: str) -> None:
    refusing = replace(UNLIMITED, refused_names="rival, brand")
    async with served(database_url, refusing) as service, service.guest() as guest:
        assert _code(await _keep(guest, "The Rival")) == (422, "bad_name")


async def test_tries_to_sign_in_are_slowed_and_play_goes_on(database_url: str) -> None:
    async with served(database_url, replace(UNLIMITED, sign_ins_per_hour=5)) as service, service.guest() as guest:
        async with service.visitor() as http:
            asked = [await _sign_in(http, guest.name, f"guess number {n}") for n in range(50)]
        assert [answer.status_code for answer in asked] == [401] * 5 + [429] * 45
        assert int(asked[-1].headers["retry-after"]) > 0
        assert (await guest.play(await guest.start("kansas")))["t"] == "ended"


async def test_no_passphrase_or_token_is_logged_or_stored(
    service: Service, guest: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        name = (await _keep(guest, passphrase="remarkable passphrase")).json()["name"]
        async with service.visitor() as http:
            token = (await _sign_in(http, name, "remarkable passphrase")).json()["token"]
            await _sign_in(http, name, "remarkable mistake")
    metrics = (await guest.http.get("/metrics")).text
    stored = str(await service.rows("SELECT * FROM players")) + str(await service.rows("SELECT * FROM sessions"))
    logged = "".join(record.getMessage() for record in caplog.records if not record.name.startswith("http"))
    assert "/api/session" in logged
    for secret in ("remarkable", token, guest.token):
        assert secret not in logged + metrics + stored
