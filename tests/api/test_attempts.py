"""Beginning attempts: ranked ones once, practice as often as one likes (product.md, the day)."""

import asyncio
from datetime import date, timedelta

import pytest

from tests.api.by_the_book import columns_of, shuffled
from tests.api.service import NOON, Guest, Json, Service

DECK = shuffled(bytes(32), "kansas", 7)
GONE = date(2026, 3, 1)
SECRET = bytes(range(32))


async def test_the_first_start_makes_the_attempt_and_the_second_finds_it(guest: Guest) -> None:
    first, second = [await guest.http.post("/api/games/today/kansas/attempts") for _ in range(2)]
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    attempt = first.json()
    assert attempt == {
        "id": attempt["id"],
        "kind": "ranked",
        "variant": "kansas",
        "game": "2026-12-01/kansas",
        "player": guest.name,
        "status": "waiting",
        "started_at": None,
        "credited_ms": 0,
        "result": None,
        "table": f"/api/attempts/{attempt['id']}/table",
    }


async def test_fifty_starts_at_once_make_one_attempt(service: Service, guest: Guest) -> None:
    answers = await asyncio.gather(*(guest.http.post("/api/games/today/kansas/attempts") for _ in range(50)))
    assert sorted(answer.status_code for answer in answers) == [200] * 49 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    rows = await service.rows(
        "SELECT a.id FROM attempts a JOIN players p ON p.id = a.player_id WHERE p.name = $1", guest.name
    )
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("hours", "status", "code"),
    [(-12.001, 409, "not_open"), (-12, 201, None), (11.999, 201, None), (12, 409, "closed"), (14, 409, "closed")],
)
async def test_ranked_attempts_begin_while_the_game_is_open(
    service: Service, guest: Guest, hours: float, status: int, code: str | None
) -> None:
    await service.game("whitehorse")
    with service.clock.at(NOON + timedelta(hours=hours)):
        answer = await guest.http.post("/api/games/2026-12-01/whitehorse/attempts")
    assert (answer.status_code, answer.json().get("code")) == (status, code)


async def test_an_attempt_that_was_begun_is_found_after_closing(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    with service.clock.at(NOON + timedelta(hours=13)):
        answer = await guest.http.post("/api/games/2026-12-01/kansas/attempts")
    assert (answer.status_code, answer.json()["id"]) == (200, attempt)


async def test_the_first_table_starts_the_clock(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    service.clock.pass_by(minutes=5)
    async with guest.at(attempt):
        shown = await _attempt(guest, attempt)
    assert (shown["status"], shown["started_at"]) == ("playing", f"{service.clock.now:%Y-%m-%dT%H:%M:%SZ}")


async def test_the_end_is_in_the_summary(guest: Guest, other: Guest) -> None:
    attempt = await guest.start("kansas")
    ended = await guest.play(attempt, "S-W", "S-W", seconds=2)
    for player in (guest, other):
        shown = await _attempt(player, attempt)
        assert (shown["status"], shown["result"]) == ("ended", ended["result"])
    assert ended["result"] == {"outcome": "given_up", "home": 1, "moves": 2, "elapsed_ms": 4000}


async def test_a_random_deal_is_another_one_each_time(service: Service, guest: Guest) -> None:
    attempts = [await guest.practise("kansas") for _ in range(3)]
    decks = {row[0] for row in await service.rows("SELECT deck FROM attempts WHERE id = ANY($1)", attempts)}
    assert len(decks) == 3
    assert all(len(set(deck.split())) == 52 for deck in decks)


async def test_a_pasted_deck_is_dealt_as_it_is(guest: Guest) -> None:
    answer = await guest.http.post("/api/practice/kansas", json={"deck": DECK})
    assert (answer.status_code, answer.json()["kind"], answer.json()["game"]) == (201, "practice", None)
    async with guest.at(answer.json()["id"]) as table:
        piles = table.first["piles"]
    assert [piles[f"T{i}"]["up"] for i in (1, 2, 3)] == columns_of("kansas", DECK)
    assert piles["R"] == {"down": 12, "up": [DECK[13]]}


async def test_a_final_game_can_be_practised(service: Service, guest: Guest) -> None:
    name = await service.final_game("kansas", GONE, SECRET)
    answer = await guest.http.post("/api/practice/kansas", json={"game": name})
    assert (answer.status_code, answer.json()["kind"], answer.json()["game"]) == (201, "practice", name)
    async with guest.at(answer.json()["id"]) as table:
        piles = table.first["piles"]
    assert [piles[f"T{i}"]["up"] for i in (1, 2, 3)] == columns_of("kansas", shuffled(SECRET, "kansas", 0))


async def test_the_deal_of_a_records_secret_can_be_practised(guest: Guest) -> None:
    answer = await guest.http.post("/api/practice/kansas", json={"secret": SECRET.hex(), "deal": 3})
    assert (answer.status_code, answer.json()["kind"], answer.json()["game"]) == (201, "practice", None)
    async with guest.at(answer.json()["id"]) as table:
        piles = table.first["piles"]
    assert [piles[f"T{i}"]["up"] for i in (1, 2, 3)] == columns_of("kansas", shuffled(SECRET, "kansas", 3))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"secret": "00" * 31, "deal": 0}, 400, "bad_body"),
        ({"secret": "xy" * 32, "deal": 0}, 400, "bad_body"),
        ({"secret": "00" * 32, "deal": -1}, 400, "bad_body"),
        ({"secret": "00" * 32, "deal": 2**63}, 400, "bad_body"),
        ({"secret": "00" * 32, "deck": DECK}, 400, "bad_body"),
        ({"secret": "00" * 32, "game": "2026-11-01/kansas"}, 400, "bad_body"),
        ({"deck": DECK[:51]}, 422, "invalid_deck"),
        ({"deck": [*DECK[:51], DECK[0]]}, 422, "invalid_deck"),
        ({"deck": [*DECK, DECK[0]]}, 422, "invalid_deck"),
        ({"deck": [*DECK[:51], "1H"]}, 422, "invalid_deck"),
        ({"deck": [card.lower() for card in DECK]}, 422, "invalid_deck"),
        ({"deck": []}, 422, "invalid_deck"),
        ({"deck": " ".join(DECK)}, 400, "bad_body"),
        ({"deck": list(range(52))}, 400, "bad_body"),
        ({"deck": [None] * 52}, 400, "bad_body"),
        ({"deck": DECK, "game": "2026-11-01/kansas"}, 400, "bad_body"),
        ({"game": "2026-12-01/kansas"}, 403, "sealed"),
        ({"game": "2026-12-02/kansas"}, 403, "sealed"),
        ({"game": "2026-12-01/whitehorse"}, 404, "not_found"),
        ({"game": "2026-11-02/kansas"}, 404, "not_found"),
        ({"game": "2026-12-01"}, 404, "not_found"),
        ({"game": "20261201/kansas"}, 404, "not_found"),
        ({"game": "today/kansas"}, 404, "not_found"),
        ({"game": ""}, 404, "not_found"),
        ({"game": "2026-12-01/kansas\0"}, 404, "not_found"),
        ({"game": 5}, 400, "bad_body"),
        ([], 400, "bad_body"),
        ("kansas", 400, "bad_body"),
    ],
)
async def test_nothing_else_can_be_practised(
    service: Service, guest: Guest, body: object, status: int, code: str
) -> None:
    before = await service.rows("SELECT count(*) FROM attempts")
    answer = await guest.http.post("/api/practice/kansas", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert await service.rows("SELECT count(*) FROM attempts") == before


@pytest.mark.parametrize("attempt", ["0", "999999999", str(2**63), "9" * 30, "1" * 5000, "-1", "x", "1.5", "%00"])
@pytest.mark.parametrize("what", ["", "/replay", "/record"])
async def test_there_is_no_such_attempt(service: Service, attempt: str, what: str) -> None:
    async with service.visitor() as http:
        answer = await http.get(f"/api/attempts/{attempt}{what}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def _attempt(player: Guest, attempt: int) -> Json:
    shown: Json = (await player.http.get(f"/api/attempts/{attempt}")).json()
    return shown
