"""Leaderboards: both orders, shared ranks, page by page (product.md, who is ahead)."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest

from tests.api.service import NOON, Guest, Json, Service

BOARD = "/api/games/today/whitehorse/leaderboard"
TURNS = {"ant": (3, 1.0), "bee": (1, 5.0), "cat": (2, 1.0), "dog": (1, 5.0), "eel": (2, 4.0)}
"""Who turned the stock how often, so many seconds apart: nobody gets a card home."""


@pytest.fixture(scope="module")
async def played(service: Service) -> dict[str, str]:
    """Their five ranked attempts, ended; gives who has which name."""
    names = {}
    for animal, (turns, seconds) in TURNS.items():
        async with service.guest() as guest:
            ended = await guest.play(await guest.start("whitehorse"), *["S-W"] * turns, seconds=seconds)
            assert ended["t"] == "ended"
            names[guest.name] = animal
    return names


@pytest.mark.parametrize(
    ("by", "order"),
    [
        ("moves", [(1, "bee"), (1, "dog"), (3, "cat"), (4, "eel"), (5, "ant")]),
        ("speed", [(1, "cat"), (2, "ant"), (3, "bee"), (3, "dog"), (5, "eel")]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 100])
async def test_both_orders_in_pages_of_any_size(
    service: Service, played: dict[str, str], by: str, order: list[tuple[int, str]], limit: int
) -> None:
    pages = await _pages(service, by=by, limit=limit)
    assert [(row["rank"], played[row["player"]]) for page in pages for row in page["standings"]] == order
    assert [len(page["standings"]) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert {page["total"] for page in pages} == {5}


async def test_a_row_tells_the_result(service: Service, played: dict[str, str]) -> None:
    (page,) = await _pages(service)
    row = next(row for row in page["standings"] if played[row["player"]] == "ant")
    facts = {name: row[name] for name in ("home", "moves", "elapsed_ms", "replay", "yours")}
    assert facts == {"home": 0, "moves": 3, "elapsed_ms": 3000, "replay": None, "yours": False}
    assert (page["game"], page["by"], page["sealed"]) == ("2026-12-01/whitehorse", "moves", True)
    assert page["final_at"] == "2026-12-02T02:00:00Z"


async def test_your_own_row_has_your_replay(played: dict[str, str], guest: Guest, service: Service) -> None:
    attempt = await guest.start("kansas")
    await guest.play(attempt)
    shown = (await guest.http.get(BOARD.replace("whitehorse", "kansas"))).json()
    assert [(row["yours"], row["replay"]) for row in shown["standings"]] == [(True, f"/replay/{attempt}")]
    assert played, "others have played another game"
    (page,) = await _pages(service, "/api/games/today/kansas/leaderboard")
    assert page["standings"][0]["replay"] is None


async def test_all_replays_open_when_the_game_is_final(service: Service, played: dict[str, str]) -> None:
    with service.clock.at(NOON + timedelta(hours=14)):
        (page,) = await _pages(service, BOARD.replace("today", "2026-12-01"))
    assert not page["sealed"]
    assert [row["replay"] for row in page["standings"]] == [f"/replay/{row['attempt']}" for row in page["standings"]]
    assert len(page["standings"]) == len(played)


async def test_a_board_without_results_is_empty(service: Service) -> None:
    (page,) = await _pages(service, "/api/games/today/chinaman/leaderboard")
    assert (page["total"], page["standings"], page["next"]) == (0, [], None)


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "0"},
        {"limit": "101"},
        {"limit": "x"},
        {"limit": "-1"},
        {"limit": ""},
        {"limit": "1.5"},
        {"limit": "٣"},
        {"limit": "1" * 5000},
        {"by": "luck"},
        {"by": ""},
        {"by": "Moves"},
    ],
)
async def test_a_board_takes_no_other_query(service: Service, query: dict[str, str]) -> None:
    async with service.visitor() as http:
        answer = await http.get(BOARD, params=query)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")


ALTERED: list[tuple[str, Any]] = [
    ("board", [0, "moves:999:all"]),
    ("order", [0, "speed:1:all"]),
    ("removals", [1, 7]),
    ("key", [2, 1]),
    ("key too big", [2, 2**63]),
    ("key far too big", [2, 2**80]),
    ("key below zero", [2, -1]),
    ("key of another kind", [2, "many"]),
    ("another time", [3, "2026-12-01T12:00:00.5Z"]),
    ("no zone", [3, "2026-12-01T12:00:00"]),
    ("before all time", [3, "0001-01-01T00:00:00+14:00"]),
    ("after all time", [3, "9999-12-31T23:59:59-14:00"]),
    ("attempt too big", [4, 2**63]),
    ("attempt below zero", [4, -1]),
    ("check", [5, ""]),
]


@pytest.mark.parametrize("change", [change for _, change in ALTERED], ids=[name for name, _ in ALTERED])
@pytest.mark.usefixtures("played")
async def test_a_cursor_that_was_altered_is_refused(service: Service, change: tuple[int, object]) -> None:
    (first, *_) = await _pages(service, limit=2)
    place = json.loads(base64.urlsafe_b64decode(first["next"]))
    place[change[0]] = change[1]
    await _refuses(service, base64.urlsafe_b64encode(json.dumps(place).encode()).decode())


@pytest.mark.parametrize("cursor", ["", "x", "AAAA", "bnVsbA==", "W10=", "%%%", "ü", "\0", "W1tb" * 3000])
async def test_what_is_no_cursor_is_refused(service: Service, cursor: str) -> None:
    await _refuses(service, cursor)


@pytest.mark.parametrize("name", ["nobody we know", "%00", "x" * 500, "%F0%9F%82%A1", "me%00"])
async def test_there_is_no_such_player(service: Service, name: str) -> None:
    async with service.visitor() as http:
        answer = await http.get(f"{BOARD}/around/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.usefixtures("played")
async def test_a_cursor_with_a_piece_cut_off_or_added_is_refused(service: Service) -> None:
    (first, *_) = await _pages(service, limit=2)
    for cursor in (first["next"][:-4], first["next"][4:], first["next"] + "AAAA", "!" + first["next"]):
        await _refuses(service, cursor)


@pytest.mark.usefixtures("played")
async def test_a_cursor_of_another_board_is_refused(service: Service) -> None:
    (first, *_) = await _pages(service, limit=2)
    await _refuses(service, first["next"], "/api/games/today/kansas/leaderboard")
    await _refuses(service, first["next"], f"{BOARD}?by=speed")


async def _refuses(service: Service, cursor: str, board: str = BOARD) -> None:
    async with service.visitor() as http:
        answer = await http.get(board, params={**dict(_query(board)), "after": cursor})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor"), cursor


def _query(address: str) -> list[tuple[str, str]]:
    return [("by", "speed")] if address.endswith("by=speed") else []


async def _pages(service: Service, board: str = BOARD, **query: str | int) -> list[Json]:
    pages: list[Json] = []
    async with service.visitor() as http:
        while not pages or pages[-1]["next"]:
            after = {"after": pages[-1]["next"]} if pages else {}
            pages.append((await http.get(board, params={**query, **after})).json())
    return pages
