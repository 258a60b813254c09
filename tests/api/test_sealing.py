"""Who may see what of an attempt, and from when; replays and records once they may (product.md, sealed until final)."""

import asyncio
import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.service import NOON, Guest, Json, Service, Table
from tests.playing import winning

FINAL = NOON + timedelta(hours=14)
MOVES = ("S-W", "S-W")


@pytest.mark.parametrize("what", ["replay", "record"])
async def test_an_attempt_under_way_shows_neither(service: Service, guest: Guest, what: str) -> None:
    attempts = {"ranked": await guest.start("kansas"), "practice": await guest.practise("kansas")}
    for kind, attempt in attempts.items():
        await guest.play(attempt, "S-W", give_up=False)
        assert await _told(guest, attempt, what) == (403, "sealed"), kind
        with service.clock.at(FINAL):
            assert await _told(guest, attempt, what) == (403, "sealed"), kind


@pytest.mark.parametrize(
    ("kind", "what", "before", "after"),
    [
        ("ranked", "", {"mine": 200, "other": 200, "nobody": 200}, {"mine": 200, "other": 200, "nobody": 200}),
        ("ranked", "replay", {"mine": 200, "other": 403, "nobody": 403}, {"mine": 200, "other": 200, "nobody": 200}),
        ("ranked", "record", {"mine": 403, "other": 403, "nobody": 403}, {"mine": 200, "other": 200, "nobody": 200}),
        ("practice", "replay", {"mine": 200, "other": 200, "nobody": 200}, {"mine": 200, "other": 200, "nobody": 200}),
        ("practice", "record", {"mine": 200, "other": 200, "nobody": 200}, {"mine": 200, "other": 200, "nobody": 200}),
        ("pasted", "replay", {"mine": 200, "other": 403, "nobody": 403}, {"mine": 200, "other": 200, "nobody": 200}),
        ("pasted", "record", {"mine": 200, "other": 403, "nobody": 403}, {"mine": 200, "other": 200, "nobody": 200}),
    ],
)
async def test_who_sees_what_of_an_ended_attempt(
    service: Service,
    guest: Guest,
    other: Guest,
    *,
    kind: str,
    what: str,
    before: dict[str, int],
    after: dict[str, int],
) -> None:
    attempt = await _begun(service, guest, kind)
    await guest.play(attempt, *MOVES)
    assert await _seen_by_all(service, guest, other, attempt, what) == before
    with service.clock.at(FINAL - timedelta(milliseconds=1)):
        assert await _seen_by_all(service, guest, other, attempt, what) == before
    with service.clock.at(FINAL):
        assert await _seen_by_all(service, guest, other, attempt, what) == after


@pytest.mark.parametrize(("kind", "code"), [("ranked", 4403), ("pasted", 4403), ("practice", 1000)])
async def test_who_may_watch_a_table(service: Service, guest: Guest, other: Guest, kind: str, code: int) -> None:
    """The deck of an open game stays unwatchable when somebody pastes it."""
    attempt = await _begun(service, guest, kind)
    async with guest.at(attempt), service.table(attempt, other.token) as theirs:
        if code == 1000:
            assert (await theirs.hear())["t"] == "table"
        else:
            assert await theirs.closed() == code


async def test_what_is_sealed_says_when_it_opens(service: Service, guest: Guest, other: Guest) -> None:
    attempt = await guest.start("kansas")
    await guest.play(attempt)
    sealed = (await other.http.get(f"/api/attempts/{attempt}/replay")).json()
    assert (sealed["code"], sealed["final_at"]) == ("sealed", "2026-12-02T02:00:00Z")
    practice = (await other.http.post("/api/practice/kansas", json={"game": "2026-12-01/kansas"})).json()
    assert (practice["code"], practice["final_at"]) == ("sealed", "2026-12-02T02:00:00Z")
    assert service.clock.now < FINAL


@pytest.mark.parametrize("variant", ["chinaman", "chinese-torture", "whitehorse", "kansas"])
async def test_a_replay_is_what_a_spectator_saw(guest: Guest, other: Guest, variant: str) -> None:
    attempt = await guest.practise(variant)
    async with other.at(attempt) as watcher:
        await _play_somehow(guest, attempt, moves=12, undo_at=(3, 4, 9))
        seen = await _seen(watcher)
    frames = (await guest.http.get(f"/api/attempts/{attempt}/replay")).json()["frames"]
    assert [_as_frame(message) for message in seen] == [_without_undone(frame) for frame in frames]
    assert [frame["ply"] for frame in frames] == [0, *range(len(frames) - 1)]
    assert [frame["undone"] for frame in frames] == _undone([frame["move"] for frame in frames])
    assert any(frame["undone"] for frame in frames)


async def test_a_replay_tells_the_attempt(guest: Guest) -> None:
    attempt = await guest.practise("kansas")
    await guest.play(attempt, *MOVES)
    replay = (await guest.http.get(f"/api/attempts/{attempt}/replay")).json()
    assert replay["attempt"] == (await guest.http.get(f"/api/attempts/{attempt}")).json()
    assert [frame["at_ms"] for frame in replay["frames"]] == [0, 1000, 2000]


@pytest.mark.parametrize("variant", ["chinaman", "chinese-torture", "whitehorse", "kansas"])
@pytest.mark.parametrize("kind", ["ranked", "practice"])
async def test_a_record_holds(service: Service, guest: Guest, tmp_path: Path, *, variant: str, kind: str) -> None:
    attempt = await (guest.start(variant) if kind == "ranked" else guest.practise(variant))
    await _play_somehow(guest, attempt, moves=10, undo_at=())
    commitment = (await guest.http.get(f"/api/games/2026-12-01/{variant}")).json()["commitment"]
    with service.clock.at(FINAL):
        answer = await guest.http.get(f"/api/attempts/{attempt}/record")
    assert answer.headers["content-disposition"] == f'attachment; filename="samedeal-{attempt}.json"'
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    tied = ("--commitment", commitment) if kind == "ranked" else ()
    code, says = await _verified(file, *tied)
    assert (code, ": ok" in says) == (0, True), says
    assert ("consistent in itself only" in says) == (kind == "practice")


@pytest.mark.parametrize(
    ("claim", "value"),
    [("moves", ["S-W"]), ("at_ms", [1, 2]), ("chain", "00" * 32), ("deal", 1), ("game", "2026-12-02/kansas")],
)
async def test_a_record_with_one_thing_changed_does_not(
    service: Service, guest: Guest, tmp_path: Path, *, claim: str, value: object
) -> None:
    attempt = await guest.start("kansas")
    await guest.play(attempt, *MOVES)
    with service.clock.at(FINAL):
        record = (await guest.http.get(f"/api/attempts/{attempt}/record")).json()
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert (await _verified(file))[0] == 0
    file.write_text(json.dumps(record | {claim: value}))
    assert (await _verified(file))[0] == 1


async def test_a_win_is_a_win(service: Service, guest: Guest) -> None:
    deck, line = winning("chinese-torture")
    attempt = await guest.practise("chinese-torture", deck)
    async with guest.at(attempt) as table:
        moved = table.first
        for ply, move in enumerate(line):
            moved = await table.ask({"t": "move", "ply": ply, "move": move})
        ended = await table.hear()
    assert (moved["home"], ended["outcome"], ended["result"]["moves"]) == (52, "won", len(line))
    assert await service.rows("SELECT outcome, verdict FROM attempts WHERE id = $1", attempt) == [("won", "verified")]


async def _begun(service: Service, guest: Guest, kind: str) -> int:
    if kind == "ranked":
        return await guest.start("kansas")
    return await guest.practise("kansas", await service.deck("kansas") if kind == "pasted" else None)


async def _told(player: Guest, attempt: int, what: str) -> tuple[int, str]:
    answer = await player.http.get(f"/api/attempts/{attempt}/{what}")
    return answer.status_code, answer.json()["code"]


async def _seen_by_all(service: Service, guest: Guest, other: Guest, attempt: int, what: str) -> dict[str, int]:
    path = f"/api/attempts/{attempt}/{what}".rstrip("/")
    async with service.visitor() as nobody:
        visitors = {"mine": guest.http, "other": other.http, "nobody": nobody}
        return {who: (await http.get(path)).status_code for who, http in visitors.items()}


async def _play_somehow(guest: Guest, attempt: int, *, moves: int, undo_at: tuple[int, ...]) -> None:
    """The last legal move each time, taken back at some plies; then gives up."""
    async with guest.at(attempt) as table:
        last = table.first
        for ply in range(moves):
            guest.service.clock.pass_by(milliseconds=700)
            move = "U" if ply in undo_at else last["legal"][-1]
            last = await table.ask({"t": "move", "ply": ply, "move": move})
            assert last["t"] == "moved", last
        await table.ask({"t": "give_up", "ply": moves})


async def _seen(watcher: Table) -> list[Json]:
    """All that came until the end."""
    seen = [watcher.first]
    while (message := await watcher.hear())["t"] == "moved":
        seen.append(message)
    return seen


def _as_frame(message: Json) -> Json:
    """A table or a move as a replay shows it."""
    told = {name: message[name] for name in ("ply", "base", "piles", "home", "moves")}
    events = {"move": message.get("move"), "events": message.get("events", [])}
    return told | events | {"at_ms": message["elapsed_ms"] if "move" in message else 0}


def _without_undone(frame: Json) -> Json:
    return {name: value for name, value in frame.items() if name != "undone"}


def _undone(moves: list[str | None]) -> list[bool]:
    """Which were taken back: every U takes back the latest that stands."""
    undone = [False] * len(moves)
    standing: list[int] = []
    for place, move in enumerate(moves):
        if move == "U":
            undone[standing.pop()] = True
        elif move:
            standing.append(place)
    return undone


async def _verified(file: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "server", "verify", str(file), *options]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
