"""The table socket as protocol.md describes it, with somebody else's client."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.api.by_the_book import shuffled
from tests.api.service import NOON, UNLIMITED, Guest, Json, Service, Table, served

DECK = shuffled(bytes(32), "chinaman", 0)
"""8S | AD(AH) | 7D 6H(AS) | … 9C(KC) | … 9D(KS) | … 8D(5D) | … 9S(3H): three aces lie on top, T1 goes on no card."""
TURN: Json = {"t": "move", "ply": 0, "move": "S-W"}
SITUATION = {
    "attempt", "kind", "game", "variant", "player", "ply", "base", "piles", "legal", "undo", "moves", "elapsed_ms",
    "home", "pass", "blocked", "stale_pass", "finish", "final_at",
}  # fmt: skip

ILLEGAL = [
    ("chinaman", [], "T1-T2", "build", "a wrong rank"),
    ("chinaman", [], "T4-T5", "build", "a king on a king"),
    ("chinaman", [], "T1-F", "suit", "a wrong card home"),
    ("chinaman", ["T2-F", "T2-F"], "T1-T2", "space", "an eight in a space"),
    ("chinaman", [], "T7:2-T1", "face_down", "a card that lies face down"),
    ("chinaman", [], "T7:40-T1", "empty", "more cards than there are"),
    ("chinaman", [], "T8-T1", "empty", "a column this game does not have"),
    ("chinaman", [], "W-F", "empty", "an empty waste"),
    ("chinaman", [], "R-F", "empty", "a reserve this game does not have"),
    ("chinaman", [], "S-T", "empty", "a stock that is not dealt on"),
    ("chinaman", [], "W-S", "empty", "a redeal of nothing"),
    ("chinaman", ["S-W"], "W-S", "no_redeal", "a redeal before the stock is through"),
    ("chinaman", [*["S-W"] * 8, "W-S", *["S-W"] * 8], "W-S", "no_redeal", "a second redeal"),
    ("chinaman", [*["S-W"] * 8], "S-W", "empty", "an empty stock"),
    ("chinaman", [], "U", "no_undo", "nothing to take back"),
    ("whitehorse", [], "T1:2-T2", "empty", "two cards of a column of one"),
    ("whitehorse", ["T5-T7"], "T7:2-T1", "not_top", "from the middle of a column"),
    ("chinese-torture", [], "S-W", "empty", "a stock that is not turned"),
    ("kansas", [], "T1:2-T2", "empty", "two cards where one lies"),
]


async def test_the_table_comes_first_with_all_fields(guest: Guest) -> None:
    attempt = await guest.start("chinaman")
    async with guest.at(attempt) as table:
        first = table.first
    assert set(first) == {"t", *SITUATION}
    told = ("t", "attempt", "kind", "game", "variant", "player", "ply", "moves", "elapsed_ms")
    assert [first[name] for name in told] == [
        "table", attempt, "ranked", "2026-12-01/chinaman", "chinaman", guest.name, 0, 0, 0,
    ]  # fmt: skip
    assert first["piles"]["T7"] == {"down": 6, "up": first["piles"]["T7"]["up"]}
    assert (first["piles"]["S"], first["piles"]["W"]) == ({"down": 24}, {"up": []})
    assert (first["pass"], first["final_at"]) == ({"n": 1, "of": 2}, "2026-12-02T02:00:00Z")
    assert (first["undo"], first["blocked"], first["stale_pass"], first["finish"]) == (False, False, False, [])


async def test_moved_tells_the_move_its_events_and_the_table_after_it(service: Service, guest: Guest) -> None:
    async with _practice(guest) as table:
        service.clock.pass_by(milliseconds=1234)
        moved = await table.ask({"t": "move", "ply": 0, "move": "T3-F"})
    assert set(moved) == {"t", "move", "events", *SITUATION}
    assert [moved[name] for name in ("t", "ply", "move", "moves", "elapsed_ms", "home", "undo")] == [
        "moved", 0, "T3-F", 1, 1234, 1, True,
    ]  # fmt: skip
    assert moved["events"] == [
        {"event": "moved", "cards": ["AS"], "from": "T3", "to": "F"},
        {"event": "revealed", "pile": "T3", "card": "6H"},
    ]
    assert moved["piles"]["T3"] == {"down": 1, "up": ["6H"]}
    assert moved["piles"]["F"] == {"C": None, "D": None, "H": None, "S": "AS"}


@pytest.mark.parametrize(
    ("variant", "before", "move", "rule"), [case[:4] for case in ILLEGAL], ids=[case[4] for case in ILLEGAL]
)
async def test_an_illegal_move_is_refused_with_its_rule(
    service: Service, guest: Guest, *, variant: str, before: list[str], move: str, rule: str
) -> None:
    attempt = await guest.practise(variant, shuffled(bytes(32), variant, 0))
    await guest.play(attempt, *before, give_up=False)
    async with guest.at(attempt) as table:
        refused = await table.ask({"t": "move", "ply": len(before), "move": move})
        assert {name: refused[name] for name in ("t", "ply", "code", "rule")} == {
            "t": "refused", "ply": len(before), "code": "illegal", "rule": rule,
        }  # fmt: skip
        assert refused["why"].endswith(".")
        assert await table.ask({"t": "sync"}) == table.first
    assert [entry[1] for entry in await service.log(attempt)] == before


async def test_a_refusal_says_why_and_what_it_names_is_taken(guest: Guest) -> None:
    async with _practice(guest, "T2-F", "T2-F") as table:
        refused = await table.ask({"t": "move", "ply": 2, "move": "T1-T2"})
        assert refused["why"] == "Only kings go in an empty column."
        assert (await table.ask({"t": "move", "ply": 2, "move": "T4-T2"}))["piles"]["T2"]["up"] == ["KC"]


async def test_an_undo_that_would_hide_a_card_again_is_refused_when_it_counts(guest: Guest) -> None:
    attempt = await guest.start("chinaman")
    async with guest.at(attempt) as table:
        assert (await table.ask(TURN))["undo"] is False
        refused = await table.ask({"t": "move", "ply": 1, "move": "U"})
    assert (refused["code"], refused["rule"]) == ("illegal", "no_undo")


async def test_an_undo_is_a_move(guest: Guest) -> None:
    async with _practice(guest, "S-W") as table:
        moved = await table.ask({"t": "move", "ply": 1, "move": "U"})
    assert (moved["ply"], moved["moves"], moved["piles"]["S"]) == (1, 2, {"down": 24})
    assert moved["events"] == [{"event": "undone", "move": "S-W"}]


NO_MOVES = ["T3:1-T5", "t3-t5", "T0-T1", "", "S-F", "F-T1", "T1-T2-T3", "T1-W", " S-W", "U ", "Ｔ1-F", "T7:2-F"]


@pytest.mark.parametrize("move", NO_MOVES)
async def test_what_is_no_move_is_a_bad_move(service: Service, guest: Guest, move: str) -> None:
    async with _practice(guest) as table:
        refused = await table.ask({"t": "move", "ply": 0, "move": move})
        assert (refused["t"], refused["ply"], refused["code"]) == ("refused", 0, "bad_move")
        assert await table.ask({"t": "sync"}) == table.first
        assert await service.log(table.first["attempt"]) == []


@pytest.mark.parametrize("ply", [0, 1, 3, 99_999])
async def test_a_move_at_another_ply_is_stale_and_the_table_follows(service: Service, guest: Guest, ply: int) -> None:
    async with _practice(guest, "S-W", "S-W") as table:
        refused = await table.ask({"t": "move", "ply": ply, "move": "T3-F"})
        assert (refused["t"], refused["ply"], refused["code"]) == ("refused", ply, "stale")
        assert await table.hear() == table.first
        assert len(await service.log(table.first["attempt"])) == 2


async def test_the_same_move_sent_again_is_answered_again(service: Service, guest: Guest) -> None:
    async with _practice(guest) as table:
        first = [await table.ask({"t": "move", "ply": ply, "move": "S-W"}) for ply in range(3)]
        service.clock.pass_by(seconds=30)
        again = [await table.ask({"t": "move", "ply": ply, "move": "S-W"}) for ply in range(3)]
        assert again == first
        assert len(await service.log(table.first["attempt"])) == 3


async def test_several_moves_under_way_and_what_follows_a_refused_one(guest: Guest) -> None:
    async with _practice(guest) as table:
        for ply, move in enumerate(["S-W", "T1-F", "T3-F", "S-W"]):
            await table.say({"t": "move", "ply": ply, "move": move})
        answers = [await table.hear() for _ in range(6)]
    assert [answer.get("code", answer["t"]) for answer in answers] == [
        "moved", "illegal", "stale", "table", "stale", "table",
    ]  # fmt: skip


async def test_moves_sent_before_the_table_was_read_are_played(guest: Guest) -> None:
    attempt = await guest.practise("chinaman", DECK)
    async with guest.service.table(attempt, guest.token) as table:
        await table.say(TURN)
        assert [(await table.hear())["t"] for _ in range(2)] == ["table", "moved"]


async def test_giving_up_ends_it_and_asked_again_ends_it_again(service: Service, guest: Guest) -> None:
    async with _practice(guest, "T3-F", "T2-F") as table:
        ended = await table.ask({"t": "give_up", "ply": 2})
        assert (ended["t"], ended["outcome"], ended["rank"], ended["of"]) == ("ended", "given_up", None, None)
        assert ended["result"] == {"outcome": "given_up", "home": 2, "moves": 2, "elapsed_ms": 2000}
        assert len(bytes.fromhex(ended["chain"])) == 32
        assert await table.ask({"t": "give_up", "ply": 2}) == ended
        assert await table.ask({"t": "give_up", "ply": 3}) == ended
        assert await service.log(table.first["attempt"]) == [(0, "T3-F"), (1, "T2-F"), (2, "given_up")]


@pytest.mark.parametrize("ply", [0, 1, 5])
async def test_nothing_is_played_after_the_end(service: Service, guest: Guest, ply: int) -> None:
    attempt = await guest.practise("chinaman", DECK)
    ended = await guest.play(attempt)
    async with guest.at(attempt) as table:
        assert (table.first["t"], table.first["legal"], table.first["undo"]) == ("table", [], False)
        assert await table.hear() == ended
        refused = await table.ask({"t": "move", "ply": ply, "move": "S-W"})
        assert (refused["t"], refused["ply"], refused["code"]) == ("refused", ply, "ended")
    assert await service.log(attempt) == [(0, "given_up")]


async def test_giving_up_at_a_wrong_ply_is_stale(service: Service, guest: Guest) -> None:
    async with _practice(guest, "S-W") as table:
        assert (await table.ask({"t": "give_up", "ply": 0}))["code"] == "stale"
        assert await table.hear() == table.first
        assert await service.log(table.first["attempt"]) == [(0, "S-W")]


async def test_a_ranked_end_has_a_rank(guest: Guest, other: Guest) -> None:
    ranks = []
    for player, moves in ((guest, 2), (other, 1)):
        ended = await player.play(await player.start("kansas"), *["S-W"] * moves)
        ranks.append((ended["rank"], ended["of"]))
    assert ranks == [(1, 1), (1, 2)]


async def test_a_ranked_attempt_expires_when_its_game_is_final(service: Service, guest: Guest) -> None:
    attempt = await guest.start("whitehorse")
    async with guest.at(attempt) as table:
        await table.ask(TURN)
        with service.clock.at(NOON + timedelta(hours=14)):
            await table.say({"t": "move", "ply": 1, "move": "S-W"})
            answers = [await table.hear() for _ in range(2)]
    assert {answer["t"]: answer.get("outcome", answer.get("code")) for answer in answers} == {
        "ended": "expired", "refused": "ended",
    }  # fmt: skip
    assert await service.log(attempt) == [(0, "S-W"), (1, "expired")]


async def test_sync_and_ping(guest: Guest) -> None:
    async with _practice(guest, "S-W") as table:
        assert await table.ask({"t": "sync"}) == table.first
        assert await table.ask({"t": "ping"}) == {"t": "pong"}


async def test_two_tabs_see_everything_and_both_may_move(guest: Guest) -> None:
    attempt = await guest.practise("chinaman", DECK)
    async with guest.at(attempt) as one, guest.at(attempt) as two:
        await one.say(TURN)
        first = [await tab.hear_text() for tab in (one, two)]
        await two.say({"t": "move", "ply": 1, "move": "T3-F"})
        second = [await tab.hear_text() for tab in (one, two)]
        await one.say({"t": "give_up", "ply": 2})
        ends = [await tab.hear_text() for tab in (one, two)]
    for both in (first, second, ends):
        assert both[0] == both[1]
    assert [json.loads(both[0])["t"] for both in (first, second, ends)] == ["moved", "moved", "ended"]


async def test_a_spectator_of_a_random_deal_is_sent_the_same_bytes(
    service: Service, guest: Guest, other: Guest
) -> None:
    attempt = await guest.practise("kansas")
    async with guest.at(attempt) as mine, other.at(attempt) as theirs, service.table(attempt) as nobody:
        assert mine.first == theirs.first == await nobody.hear()
        await mine.say(TURN)
        assert len({await table.hear_text() for table in (mine, theirs, nobody)}) == 1
        await mine.say({"t": "give_up", "ply": 1})
        assert len({await table.hear_text() for table in (mine, theirs, nobody)}) == 1


@pytest.mark.parametrize("message", [TURN, {"t": "give_up", "ply": 0}])
async def test_only_the_player_moves(service: Service, guest: Guest, other: Guest, message: Json) -> None:
    attempt = await guest.practise("kansas")
    async with guest.at(attempt), other.at(attempt) as theirs:
        refused = await theirs.ask(message)
    assert (refused["t"], refused["code"]) == ("refused", "bad_move")
    assert await service.log(attempt) == []


async def test_watching_starts_no_clock(service: Service, guest: Guest, other: Guest) -> None:
    attempt = await guest.practise("kansas")
    async with other.at(attempt):
        service.clock.pass_by(seconds=50)
    async with guest.at(attempt) as table:
        assert (await table.ask(TURN))["elapsed_ms"] == 0


async def test_who_is_turned_away(service: Service, guest: Guest, other: Guest) -> None:
    attempt = await guest.start("kansas")
    codes = {"other": other.token, "nobody": None, "wrong token": "wrong"}
    closed = {}
    for who, token in codes.items():
        async with service.table(attempt, token) as table:
            closed[who] = await table.closed()
    async with service.table(999_999, guest.token) as table:
        closed["no such attempt"] = await table.closed()
    assert closed == {"other": 4403, "nobody": 4401, "wrong token": 4401, "no such attempt": 4404}


async def test_the_table_of_a_final_game_may_be_watched_by_anybody(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    await guest.play(attempt)
    with service.clock.at(NOON + timedelta(hours=14)):
        async with service.table(attempt) as table:
            assert [(await table.hear())["t"] for _ in range(2)] == ["table", "ended"]


@pytest.mark.parametrize(("origin", "cookie"), [("https://elsewhere.example", True), ("null", False), (None, True)])
async def test_a_foreign_page_gets_no_socket(service: Service, guest: Guest, origin: str | None, cookie: bool) -> None:
    attempt = await guest.practise("kansas")
    headers = {"Cookie": f"samedeal={guest.token}"} if cookie else {}
    with pytest.raises(InvalidStatus) as refused:
        async with service.table(attempt, origin=origin, **headers):
            pass
    assert refused.value.response.status_code == 403


async def test_our_own_page_plays_by_cookie(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    async with service.table(attempt, origin=service.url, Cookie=f"samedeal={guest.token}") as table:
        assert (await table.hear())["player"] == guest.name
        assert (await table.ask(TURN))["t"] == "moved"


async def test_the_subprotocol_is_ours_and_nothing_is_compressed(service: Service, guest: Guest) -> None:
    attempt = await guest.practise("kansas")
    async with service.table(attempt, guest.token) as table:
        assert table.connection.subprotocol == "samedeal.v1"
        assert table.connection.response is not None
        assert "Sec-WebSocket-Extensions" not in table.connection.response.headers


async def test_a_client_that_names_no_subprotocol_is_served(service: Service, guest: Guest) -> None:
    attempt = await guest.practise("kansas")
    address = f"ws{service.url.removeprefix('http')}/api/attempts/{attempt}/table"
    async with connect(address, additional_headers={"Authorization": f"Bearer {guest.token}"}) as connection:
        assert connection.subprotocol is None
        assert (await Table(connection).hear())["t"] == "table"


FRAMES = {
    "no JSON": "S-W",
    "empty": "",
    "half": '{"t":"move"',
    "a list": "[]",
    "a number": "7",
    "no kind": '{"ply":0,"move":"S-W"}',
    "an unknown kind": '{"t":"cheat"}',
    "a server's kind": '{"t":"moved","ply":0}',
    "no ply": '{"t":"move","move":"S-W"}',
    "no move": '{"t":"move","ply":0}',
    "ply as text": '{"t":"move","ply":"0","move":"S-W"}',
    "ply as truth": '{"t":"move","ply":false,"move":"S-W"}',
    "ply with a fraction": '{"t":"move","ply":0.5,"move":"S-W"}',
    "ply below zero": '{"t":"move","ply":-1,"move":"S-W"}',
    "ply beyond all": '{"t":"move","ply":1e400,"move":"S-W"}',
    "move as number": '{"t":"move","ply":0,"move":5}',
    "a long move": '{"t":"move","ply":0,"move":"' + "S" * 17 + '"}',
    "half a surrogate": '{"t":"move","ply":0,"move":"\\ud800"}',
    "deeply nested": "[" * 4000,
    "deeply nested where nothing belongs": '{"t":"sync","x":' + "[" * 2000 + "]" * 2000 + "}",
    "two messages": '{"t":"ping"}{"t":"ping"}',
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
async def test_a_malformed_frame_is_told_twice_and_closed_the_third_time(
    service: Service, guest: Guest, frame: str
) -> None:
    async with _practice(guest, "S-W") as table:
        for _ in range(2):
            refused = await table.ask(frame)
            assert (refused["t"], refused["ply"], refused["code"]) == ("refused", None, "bad_move")
            assert await table.ask({"t": "sync"}) == table.first
        await table.say(frame)
        assert await table.closed() == 4400
    assert await service.log(table.first["attempt"]) == [(0, "S-W")]


@pytest.mark.parametrize(
    ("frame", "code"),
    [(json.dumps(TURN).encode(), 1003), (b"", 1003), ("x" * 4097, 1009), (" " * 1_000_000, 1009), (b"x" * 4097, 1009)],
    ids=["binary", "binary, empty", "too big", "far too big", "binary, too big"],
)
async def test_frames_that_close_at_once(service: Service, guest: Guest, frame: str | bytes, code: int) -> None:
    async with _practice(guest) as table:
        await table.say(frame)
        assert await table.closed() == code
    assert await service.log(table.first["attempt"]) == []


async def test_a_message_of_the_largest_size_is_read(guest: Guest) -> None:
    async with _practice(guest) as table:
        assert (await table.ask(json.dumps(TURN).ljust(4096)))["t"] == "moved"


async def test_after_all_that_play_goes_on(guest: Guest) -> None:
    async with _practice(guest) as table:
        for _ in range(3):
            await table.say("nonsense")
        assert await table.closed() == 4400
        async with guest.at(table.first["attempt"]) as again:
            assert (await again.ask(TURN))["t"] == "moved"


async def test_who_plays_too_fast_is_told_first_and_closed_if_they_go_on(database_url: str) -> None:
    settings = replace(UNLIMITED, move_rate=0.001, move_burst=4)
    async with served(database_url, settings) as service, service.guest() as guest, _practice(guest) as table:
        for ply in range(3):  # the fourth token went for the table that `_practice` asked for
            assert (await table.ask({"t": "move", "ply": ply, "move": "S-W"}))["t"] == "moved"
        refused = await table.ask({"t": "move", "ply": 3, "move": "S-W"})
        assert (refused["t"], refused["ply"], refused["code"]) == ("refused", 3, "rate")
        assert await table.ask({"t": "ping"}) == {"t": "pong"}
        for _ in range(40):
            await table.say({"t": "sync"})
        assert await table.closed() == 4429
        assert len(await service.log(table.first["attempt"])) == 3


async def test_who_is_silent_too_long_is_closed(database_url: str) -> None:
    settings = replace(UNLIMITED, idle_minutes=0.001)
    async with served(database_url, settings) as service, service.guest() as guest, _practice(guest) as table:
        assert await table.closed() == 4408


@pytest.mark.parametrize("limit", ["sockets_per_player", "sockets_per_address"])
async def test_too_many_sockets_are_turned_away_until_one_is_closed(database_url: str, limit: str) -> None:
    settings = replace(UNLIMITED, **{limit: 2})  # type: ignore[arg-type]
    async with served(database_url, settings) as service, service.guest() as guest:
        attempt = await guest.practise("kansas")
        async with guest.at(attempt):
            async with guest.at(attempt), service.table(attempt, guest.token) as third:
                assert await third.closed() == 4429
            assert await _until_welcome(guest, attempt)


async def test_a_socket_that_takes_nothing_is_closed_for_its_queue(service: Service, guest: Guest) -> None:
    """It asks for far more than its 64 places and the system's buffers hold, and reads nothing meanwhile."""
    attempt = await guest.practise("kansas")
    async with guest.at(attempt) as table:
        table.connection.transport.pause_reading()
        for _ in range(20_000):
            await table.say({"t": "sync"})
        table.connection.transport.resume_reading()
        assert await table.closed() == 4413
    async with guest.at(attempt) as again:
        assert (await again.ask(TURN))["t"] == "moved"
    assert await service.log(attempt) == [(0, "S-W")]


@asynccontextmanager
async def _practice(guest: Guest, *moves: str) -> AsyncIterator[Table]:
    """At the table of a practice attempt on DECK after these moves; `first` is that table."""
    attempt = await guest.practise("chinaman", DECK)
    async with guest.at(attempt) as table:
        for ply, move in enumerate(moves):
            guest.service.clock.pass_by(seconds=1)
            assert (await table.ask({"t": "move", "ply": ply, "move": move}))["t"] == "moved", move
        table.first = await table.ask({"t": "sync"})
        yield table


async def _until_welcome(guest: Guest, attempt: int) -> bool:
    """Asks until the server has noticed that a socket is gone."""
    async with asyncio.timeout(10):
        while True:
            async with guest.service.table(attempt, guest.token) as table:
                with suppress(ConnectionClosed):
                    return bool((await table.hear())["t"] == "table")
