"""Dates, names, cursors and queries that mean nothing: each has a clear answer (a kind, all its addresses)."""

import base64
import json

import pytest

from tests.api.service import Service

LONG = "x" * 5000
DATES = (
    "2026-02-30", "2026-13-01", "2026-00-10", "9999-12-31", "0000-00-00", "10000-01-01", "-2026-12-01",
    "today%00", "today%0A", "Today", "TODAY", "tomorrow", "2026-12-1", "20261201", "2026-W49-2", "2026-12-01T00:00",
    "+2026-12-01", "%202026-12-01", "2026-12-01%20", "２０２６-12-01", "٢٠٢٦-12-01", "2026%2D12%2D32", "..%2E", LONG,
)  # fmt: skip
BY_DATE = ("/api/days/{}", "/api/games/{}/kansas", "/api/games/{}/kansas/leaderboard", "/api/games/{}/kansas/histogram",
           "/api/games/{}/kansas/pace", "/api/boards/days/{}")  # fmt: skip
NAMES = {
    "24 emoji": "😀" * 24,
    "a family joined": "👩‍👩‍👧‍👦",
    "right to left": "\u202egnol",
    "isolates": "\u2066ab\u2069",
    "zero width": "a\u200bb\u200d",
    "a byte order mark": "\ufeffabc",
    "a script": "<script>alert(1)</script>",
    "quotes": "'; DROP TABLE players; --",
    "per cent": "%25s%25n",
    "marks upon marks": "a" + "\u0301" * 500,
    "a ligature that grows": "\ufdfa" * 200,
    "nothing": "\0",
    "nothing inside": "abc\0def",
    "lines": "a\r\nb",
    "no character": "\uffff\U0010ffff",
    "spaces": "   ",
    "a dot": "%2E",
    "very long": LONG,
}
BY_NAME = ("/api/players/{}", "/api/games/today/kansas/leaderboard/around/{}")
BOARDS = ("/api/games/today/kansas/leaderboard", "/api/boards/days/today", "/api/boards/all-time", "/api/commitments")


@pytest.mark.parametrize("date", DATES)
async def test_there_is_no_such_day(service: Service, date: str) -> None:
    async with service.visitor() as http:
        for address in BY_DATE:
            answer = await http.get(address.format(date))
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), address
            assert answer.json()["title"].endswith(".")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
async def test_nobody_is_called_so(service: Service, name: str) -> None:
    """The answer does not repeat what was asked for."""
    async with service.visitor() as http:
        for address in BY_NAME:
            answer = await http.get(address.format(_quoted(name)))
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), address
            assert answer.json()["title"] in ("There is no such player.", "There is nothing at this address.")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    "cursor",
    ["", "x", "AAAA", "bnVsbA==", "W10=", "%00", "%F0%9F%98%80", "e30=", "Ii4i", LONG, "=" * 50, "W1tb" * 4000],
)
async def test_what_is_no_cursor_is_refused_with_a_way_on(service: Service, board: str, cursor: str) -> None:
    async with service.visitor() as http:
        answer = await http.get(f"{board}?after={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")
    assert answer.json()["title"].endswith("Begin with the first page.")


@pytest.mark.parametrize("query", ["limit=1&limit=2", "limit=1&limit=1", "after=x&after=y", "limit=2&limit=0"])
@pytest.mark.parametrize("board", BOARDS)
async def test_nothing_is_said_twice(service: Service, board: str, query: str) -> None:
    """Which of the two was meant?"""
    async with service.visitor() as http:
        answer = await http.get(f"{board}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")
    assert answer.json()["title"] == f"Give {query.partition('=')[0]} once."


@pytest.mark.parametrize("board", BOARDS)
async def test_what_else_is_in_a_query_is_passed_over(service: Service, board: str) -> None:
    async with service.visitor() as http:
        answer = await http.get(f"{board}?utm_source=x&utm_source=y&%00=%00&&=&a")
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "number", ["0", "00000000000000001e1", "-1", "1.0", "9" * 18, "9" * 19, "9" * 5000, "٣", "%00"]
)
async def test_there_is_no_such_attempt(service: Service, number: str) -> None:
    async with service.visitor() as http:
        for what in ("", "/replay", "/record"):
            answer = await http.get(f"/api/attempts/{number}{what}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "change", [("oldest", 5), ("newest", -1), ("newest", 2**63), ("newest", "1"), ("newest", 1, 2)]
)
async def test_a_cursor_of_the_list_of_commitments_that_was_altered(service: Service, change: tuple[object]) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(change).encode()).decode()
    async with service.visitor() as http:
        answer = await http.get("/api/commitments", params={"after": cursor})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def _quoted(name: str) -> str:
    return "".join(f"%{byte:02X}" for byte in name.encode()) if "%" not in name else name
