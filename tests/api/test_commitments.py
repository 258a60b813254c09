"""The list of commitments, and the roots of final days (product.md, fixed beforehand)."""

from datetime import timedelta

import pytest

from tests.api.service import NOON, TODAY, Guest, Json, Service

QUERIES = ("order=oldest&limit=4", "order=oldest&limit=5", "order=newest&limit=4")
FINAL = NOON + timedelta(hours=14)


async def test_all_games_are_listed_in_the_order_they_were_published(service: Service) -> None:
    newest, oldest = await _pages(service, "newest", 7), await _pages(service, "oldest", 9)
    assert newest == oldest[::-1]
    assert len(oldest) == 32
    assert [one["game"][:10] for one in oldest[::4]] == [str(TODAY + timedelta(days=i)) for i in range(8)]
    assert {one["published_at"] for one in oldest} == {"2026-12-01T12:00:00Z"}
    shown = {one["game"]: one["commitment"] for one in oldest}
    async with service.visitor() as http:
        for game in (await http.get("/api/days/today")).json()["games"]:
            assert shown[f"{game['date']}/{game['variant']}"] == game["commitment"]


async def test_new_games_are_added_at_the_end_and_nothing_before_them_changes(service: Service) -> None:
    before = await _pages(service, "oldest", 100)
    with service.clock.at(NOON + timedelta(days=1)):
        async with service.visitor() as http:
            await http.get(f"/api/days/{TODAY + timedelta(days=8)}")
        after = await _pages(service, "oldest", 100)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 4


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("order=best", "bad_query"),
        ("limit=0", "bad_query"),
        ("limit=101", "bad_query"),
        ("limit=%00", "bad_query"),
        ("after=x", "bad_cursor"),
        ("after=", "bad_cursor"),
        ("order=oldest&after=WyJuZXdlc3QiLDFd", "bad_cursor"),
        ("after=WyJuZXdlc3QiLC0xXQ==", "bad_cursor"),
        ("after=" + "A" * 2000, "bad_cursor"),
    ],
)
async def test_what_is_asked_wrongly_is_told_so(service: Service, query: str, code: str) -> None:
    async with service.visitor() as http:
        answer = await http.get(f"/api/commitments?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_a_final_day_has_a_root_and_its_records_a_path_to_it(service: Service, guest: Guest) -> None:
    attempts = [await guest.start(variant) for variant in ("kansas", "whitehorse")]
    for attempt in attempts:
        await guest.play(attempt, "S-W")
    async with service.visitor() as http:
        assert (await http.get("/api/days/2026-12-01")).json()["root"] is None
        with service.clock.at(FINAL):
            before = (await http.get(f"/api/attempts/{attempts[0]}/record")).json()
            assert "path" not in before
            await service.tick()
            root = (await http.get("/api/days/2026-12-01")).json()["root"]
            assert len(root) == 64
            listed = await _pages(service, "oldest", 100)
            assert {one["root"] for one in listed[:4]} == {root}
            assert {one["root"] for one in listed[4:]} == {None}
            kept = [(await http.get(f"/api/commitments?{query}")).headers["cache-control"] for query in QUERIES]
            records = [(await http.get(f"/api/attempts/{attempt}/record")).json() for attempt in attempts]
    assert kept == ["public, max-age=86400", "public, max-age=60", "public, max-age=60"]
    assert [record["path"]["index"] for record in records] == [0, 1]
    assert {record["path"]["size"] for record in records} == {2}
    assert records[0] == before | {"path": records[0]["path"]}


async def _pages(service: Service, order: str, limit: int) -> list[Json]:
    found: list[Json] = []
    after = ""
    async with service.visitor() as http:
        while True:
            page = (await http.get(f"/api/commitments?order={order}&limit={limit}{after}")).json()
            found += page["commitments"]
            if page["next"] is None:
                return found
            assert len(page["commitments"]) == limit
            after = f"&after={page['next']}"
