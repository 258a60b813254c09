"""Boards over HTTP: around a player, histograms, points, and how long an answer may be kept (protocol.md, HTTP)."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from tests.api.service import NOON, Guest, Json, Service

BOARD = "/api/games/today/kansas/leaderboard"
HISTOGRAM = "/api/games/today/kansas/histogram"
DAY = "/api/boards/days/today"
PUBLIC = ("public, max-age=2", "Authorization, Cookie")


@pytest.fixture(scope="module")
async def played(service: Service) -> AsyncIterator[list[Guest]]:
    """Four players who have played Kansas: 1, 2, 3 and 4 moves, no cards home by them."""
    async with service.guest() as a, service.guest() as b, service.guest() as c, service.guest() as d:
        guests = [a, b, c, d]
        for moves, one in enumerate(guests, 1):
            await one.play(await one.start("kansas"), *["S-W"] * moves)
        yield guests


async def get(service: Service, path: str, **headers: str) -> httpx.Response:
    async with service.visitor(**headers) as http:
        return await http.get(path)


def names(body: Json) -> list[tuple[int, str]]:
    return [(row["rank"], row["player"]) for row in body["standings"]]


async def hide(service: Service, guest: Guest, *, hidden: bool = True) -> None:
    query = "UPDATE attempts SET hidden = $2 WHERE player_id = (SELECT id FROM players WHERE name = $1)"
    await service.rows(query, guest.name, hidden)


async def keep(service: Service, guest: Guest, *, kept: bool = True) -> None:
    await service.rows("UPDATE players SET kept = $2 WHERE name = $1", guest.name, kept)


async def test_a_board_may_be_kept_for_a_moment_and_asked_for_again(service: Service, played: list[Guest]) -> None:
    first = await get(service, BOARD)
    assert (first.headers["Cache-Control"], first.headers["Vary"]) == PUBLIC
    again = await get(service, BOARD, **{"If-None-Match": f'"x", {first.headers["ETag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert (again.headers["Cache-Control"], again.headers["Vary"]) == PUBLIC
    assert names(first.json()) == [(place, one.name) for place, one in enumerate(played, 1)]


@pytest.mark.parametrize("path", [BOARD, f"{BOARD}?by=speed", HISTOGRAM, DAY])
async def test_a_hidden_result_is_gone_at_once(service: Service, played: list[Guest], path: str) -> None:
    before = await get(service, path)
    await hide(service, played[1])
    try:
        after = await get(service, path, **{"If-None-Match": before.headers["ETag"]})
        assert after.status_code == 200
        assert after.json()["total"] == before.json()["total"] - 1
        assert played[1].name not in after.text
    finally:
        await hide(service, played[1], hidden=False)
    restored = await get(service, path)
    assert restored.json() == before.json()
    assert restored.headers["ETag"] != before.headers["ETag"]


async def test_a_final_board_may_be_kept_longer_and_is_another_edition(service: Service, played: list[Guest]) -> None:
    path = BOARD.replace("today", "2026-12-01")
    sealed = await get(service, path)
    with service.clock.at(NOON + timedelta(hours=14)):
        final = await get(service, path, **{"If-None-Match": sealed.headers["ETag"]})
        day = await get(service, DAY.replace("today", "2026-12-01"))
    assert (final.status_code, final.headers["Cache-Control"]) == (200, "public, max-age=60")
    assert final.json()["standings"][0]["replay"]
    assert not sealed.json()["standings"][0]["replay"]
    assert (day.json()["final"], day.headers["Cache-Control"]) == (True, "public, max-age=60")
    assert len(played) == final.json()["total"]


async def test_what_is_yours_is_private(service: Service, played: list[Guest]) -> None:
    public, mine = await get(service, BOARD), await played[2].http.get(f"{BOARD}?limit=1")
    assert mine.headers["Cache-Control"] == "private, no-cache"
    assert mine.headers["Vary"] == "Authorization, Cookie"
    assert mine.headers["ETag"] != public.headers["ETag"]
    body = mine.json()
    assert (body["standings"][0]["yours"], body["yours"]["yours"]) == (False, True)
    assert (body["yours"]["rank"], body["yours"]["player"]) == (3, played[2].name)
    assert (body["yours"]["percentile"], public.json()["yours"]) == (50, None)
    assert (await get(service, BOARD)).json() == public.json()
    theirs = await played[3].http.get(BOARD, headers={"If-None-Match": mine.headers["ETag"]})
    assert theirs.status_code == 200
    again = await played[2].http.get(BOARD, headers={"If-None-Match": mine.headers["ETag"]})
    assert again.status_code == 304


async def test_around_a_player(service: Service, played: list[Guest]) -> None:
    around = await get(service, f"{BOARD}/around/{played[2].name.upper()}?limit=3")
    assert names(around.json()) == [(place, played[place - 1].name) for place in (2, 3, 4)]
    assert [row["percentile"] for row in around.json()["standings"]] == [75, 50, 25]
    assert around.json()["next"] is None
    mine = (await played[0].http.get(f"{BOARD}/around/me?limit=2")).json()
    assert names(mine) == [(1, played[0].name), (2, played[1].name)]
    rest = await get(service, f"{BOARD}?after={mine['next']}")
    assert names(rest.json()) == [(3, played[2].name), (4, played[3].name)]


@pytest.mark.parametrize(
    ("who", "status", "code"),
    [
        ("me", 401, "not_signed_in"),
        ("nobody", 404, "not_found"),
        ("%00", 404, "not_found"),
        ("%F0%9F%98%80", 404, "not_found"),
    ],
)
async def test_around_nobody(service: Service, who: str, status: int, code: str) -> None:
    answer = await get(service, f"{BOARD}/around/{who}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_around_who_is_not_on_the_board(guest: Guest) -> None:
    answer = await guest.http.get(f"{BOARD}/around/me")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_on_board")


async def test_only_players_who_kept_their_names(service: Service, played: list[Guest]) -> None:
    for one in (played[1], played[3]):
        await keep(service, one)
    try:
        shown = (await get(service, f"{BOARD}?players=kept")).json()
        assert names(shown) == [(1, played[1].name), (2, played[3].name)]
        assert (shown["players"], shown["total"]) == ("kept", 2)
        assert names((await get(service, f"{BOARD}/around/{played[3].name}?players=kept&limit=1")).json()) == [
            (2, played[3].name)
        ]
        assert (await get(service, f"{HISTOGRAM}?players=kept")).json()["total"] == 2
        for board in ("weeks/2026-W49", "months/2026-12", "weeks/current", "months/current"):
            body = (await get(service, f"/api/boards/{board}")).json()
            assert (body["players"], {row["player"] for row in body["standings"]}) == (
                "kept",
                {played[1].name, played[3].name},
            )
        assert (await get(service, "/api/boards/all-time")).json()["total"] == 2
        assert (await get(service, DAY)).json()["total"] == 4
    finally:
        for one in (played[1], played[3]):
            await keep(service, one, kept=False)


async def test_a_cursor_from_before_a_hide_is_gone_with_a_way_on(service: Service, played: list[Guest]) -> None:
    for board in (f"{BOARD}?by=speed&limit=2", f"{DAY}?limit=2"):
        first = (await get(service, board)).json()
        expected = names((await get(service, f"{board}&after={first['next']}")).json())
        await hide(service, played[0])
        await hide(service, played[0], hidden=False)
        gone = await get(service, f"{board}&after={first['next']}")
        assert (gone.status_code, gone.json()["code"]) == (410, "gone")
        assert names((await get(service, gone.json()["first"])).json()) == names(first)
        assert names((await get(service, f"{board}&after={gone.json()['next']}")).json()) == expected


async def test_a_cursor_belongs_to_who_is_shown(service: Service, played: list[Guest]) -> None:
    after = (await get(service, f"{BOARD}?limit=2")).json()["next"]
    answer = await get(service, f"{BOARD}?limit=2&players=kept&after={after}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")
    day = await get(service, f"{DAY}?after={after}")
    assert (day.status_code, day.json()["code"]) == (400, "bad_cursor")
    assert len(played) == 4


async def test_the_histogram(service: Service, played: list[Guest]) -> None:
    body = (await get(service, HISTOGRAM)).json()
    home = [row["home"] for row in (await get(service, BOARD)).json()["standings"]]
    assert body == {
        "game": "2026-12-01/kansas",
        "players": "all",
        "total": len(played),
        "home": [home.count(cards) for cards in range(53)],
        "winners_moves": [],
    }


async def test_the_board_of_a_day(service: Service, played: list[Guest]) -> None:
    mine = (await played[0].http.get(DAY)).json()
    home = {row["player"]: row["home"] for row in (await get(service, BOARD)).json()["standings"]}
    assert {row["player"]: row["points"] for row in mine["standings"]} == home
    assert {key: mine[key] for key in ("span", "period", "starts", "ends", "final", "players", "total")} == {
        "span": "days",
        "period": "2026-12-01",
        "starts": "2026-12-01",
        "ends": "2026-12-01",
        "final": False,
        "players": "all",
        "total": 4,
    }
    assert mine["yours"]["player"] == played[0].name
    assert [row["yours"] for row in mine["standings"] if row["player"] == played[0].name] == [True]


@pytest.mark.parametrize(
    ("board", "starts", "ends"),
    [
        ("days/2020-02-29", "2020-02-29", "2020-02-29"),
        ("weeks/2020-W53", "2020-12-28", "2021-01-03"),
        ("months/2020-02", "2020-02-01", "2020-02-29"),
    ],
)
async def test_a_period_nobody_played_in_is_empty(service: Service, board: str, starts: str, ends: str) -> None:
    body: dict[str, Any] = (await get(service, f"/api/boards/{board}")).json()
    assert (body["starts"], body["ends"], body["total"], body["standings"], body["final"]) == (
        starts,
        ends,
        0,
        [],
        True,
    )


@pytest.mark.parametrize(
    "board",
    [
        "days/2026-02-30",
        "days/9999-12-31",
        "days/2026-12-02",
        "days/today%00",
        "days/current",
        "weeks/2026-W54",
        "weeks/2026-W50",
        "weeks/9999-W52",
        "weeks/today",
        "months/9999-12",
        "months/2026-13",
        "months/2027-01",
        "years/2026",
        "all-time/2026",
        "all-time/all-time",
        "days/x",
    ],
)
async def test_other_boards_there_are_none(service: Service, board: str) -> None:
    answer = await get(service, f"/api/boards/{board}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", [BOARD, f"{BOARD}/around/nobody", HISTOGRAM, DAY, "/api/boards/all-time"])
@pytest.mark.parametrize("query", ["limit=0", "limit=101", "players=some", "players="])
async def test_no_other_part_of_a_board(service: Service, path: str, query: str) -> None:
    answer = await get(service, f"{path}?{query}")
    if answer.status_code == 404:
        assert "around" in path
    else:
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")
