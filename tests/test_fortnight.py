"""What two simulated weeks come to, against a few loops that know nothing of how the server counts."""

import hashlib
import json
from argparse import Namespace
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

import pytest

from server.commands.actions import Refused
from server.commands.admin import verify_day
from server.commands.export import export_day
from server.commands.verify import Ties, verify_files
from server.contest.period import Period, Span, period_of
from server.contest.streaks import Streak, streaks
from server.rules import VARIANTS
from server.store.points import PointsBoards
from server.store.standings import By, Standings
from tests.fortnight import CHEAT, CUT, DAYS, FORGIVEN, LEFT, LUCKY, TAMPERING, Fortnight, Played, pass_by

BEST = {Span.DAYS: 1, Span.WEEKS: 5, Span.MONTHS: 20, Span.ALL_TIME: 10_000}
Key = tuple[int, ...]
Ranks = list[tuple[int, str, Key]]


@pytest.fixture(scope="module")
async def fortnight(module_database_url: str) -> Fortnight:
    """A fortnight that has passed."""
    world = Fortnight(module_database_url)
    await pass_by(world)
    return world


async def test_it_was_eventful(fortnight: Fortnight) -> None:
    played = fortnight.played
    assert len({one.player for one in played}) > 150
    assert len(played) > 400
    assert {one.day for one in played} == set(DAYS) - {DAYS[7]}
    assert sum(one.won for one in played) > 30
    assert (len(fortnight.tampered), len(fortnight.hidden)) == (2, 1)
    lucky, forgiven = (fortnight.players[number].name for number in (LUCKY, FORGIVEN))
    assert {lucky, forgiven} <= {one.player for one in fortnight.counted if one.won}


@pytest.mark.parametrize("by", ["moves", "speed"])
async def test_every_leaderboard_is_what_a_loop_ranks(fortnight: Fortnight, by: By) -> None:
    ties = 0
    async with fortnight.desk() as desk:
        for day in DAYS:
            for variant in VARIANTS:
                mine = [one for one in fortnight.counted if (one.day, one.variant) == (day, variant)]
                expected = ranked({one.player: game_key(one, by) for one in mine})
                assert (
                    await leaderboard(Standings(desk.database), await game_id(fortnight, day, variant), by) == expected
                )
                ties += len(expected) - len({rank for rank, _, _ in expected})
    assert ties > 50


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("span", Span)
async def test_every_board_by_points_is_what_a_loop_adds_up(fortnight: Fortnight, span: Span, kept: bool) -> None:
    periods = {period_of(span, day) for day in DAYS}
    async with fortnight.desk() as desk:
        for period in periods:
            board = await PointsBoards(desk.database).page(period, None, 500, kept=kept)
            shown = [
                (one.rank, one.player, (-one.points.points, -one.points.wins, one.points.moves))
                for one in board.standings
            ]
            expected = ranked(points_by_player(fortnight, period, kept=kept))
            assert sorted(shown) == expected
            assert board.total == len(expected)


async def test_streaks_are_what_a_loop_counts(fortnight: Fortnight) -> None:
    longest = 0
    async with fortnight.desk() as desk:
        stored = {day: await desk.operators.results(day) for day in DAYS}
    for player in fortnight.players:
        results = [(day, row.result) for day in DAYS for row in stored[day] if row.player_id == player.id]
        found = streaks([(day, result) for day, result in results if result is not None], DAYS[-1])
        days = {one.day for one in fortnight.played if one.player == player.name}
        won = {one.day for one in fortnight.played if one.player == player.name and one.won}
        assert (found.played, found.won) == (streak(days), streak(won))
        longest = max(longest, found.won.longest)
    assert longest == 6  # the cheat, until the outage


async def test_secrets_are_revealed_at_final_and_not_before(fortnight: Fortnight) -> None:
    rows = await fortnight.owner("SELECT day, variant, secret, commitment, solver_version, node_budget FROM games")
    for day, variant, secret, commitment, solver, budget in rows:
        assert isinstance(day, date)
        if day > DAYS[-1]:
            assert secret is None
            continue
        assert isinstance(secret, bytes)
        text = f"samedeal-commit/1|{variant}|{day}|{solver}|{budget}|{secret.hex()}"
        assert hashlib.sha256(text.encode()).digest() == commitment
    sealed = await fortnight.owner("SELECT DISTINCT day FROM secrets JOIN games ON games.id = game_id ORDER BY day")
    assert [day for (day,) in sealed] == [DAYS[-1] + timedelta(days=i) for i in range(1, 9)]


async def test_everything_has_ended_and_only_what_was_tampered_with_is_a_mismatch(fortnight: Fortnight) -> None:
    rows = await fortnight.owner("SELECT id, ended_at, verdict FROM attempts WHERE kind = 'ranked'")
    assert {row[0] for row in rows} == {one.attempt for one in fortnight.played}
    assert all(ended_at is not None for _, ended_at, _ in rows)
    assert {attempt for attempt, _, verdict in rows if verdict != "verified"} == fortnight.tampered
    async with fortnight.desk() as desk:
        flagged = {row.id: reason for row, reason in await desk.operators.flagged()}
    cheats = {one.attempt for one in fortnight.played if one.player == fortnight.players[CHEAT].name}
    assert set(flagged) == fortnight.tampered | fortnight.hidden | cheats
    assert {flagged[attempt] for attempt in cheats} == {"wins too often"}


async def test_our_outages_are_charged_to_nobody(fortnight: Fortnight) -> None:
    rows = await fortnight.owner("SELECT id, credited_ms, elapsed_ms FROM attempts WHERE kind = 'ranked'")
    known = {one.attempt: one for one in fortnight.played if one.attempt not in fortnight.tampered}
    for attempt, credited_ms, elapsed_ms in rows:
        if attempt in known:
            assert (credited_ms, elapsed_ms) == (known[attempt].credited_ms, known[attempt].elapsed_ms)
    assert sum(one.credited_ms > 0 for one in fortnight.played) == 5
    outages = await fortnight.owner("SELECT ended_at - began_at FROM outages ORDER BY began_at")
    assert outages == [(timedelta(days=2),), (timedelta(hours=2.5),)]


async def test_finished_logs_are_packed_and_read_as_before(fortnight: Fortnight) -> None:
    async with fortnight.desk() as desk:
        for one in fortnight.played:
            if one.log and one.attempt not in fortnight.tampered:
                log = await desk.attempts.log(one.attempt)
                assert list(log[: len(one.log)]) == one.log
                assert len(log) == one.moves + (not one.won)
        numbers = await desk.operators.statistics()
    rows = "SELECT DISTINCT attempt_id FROM moves JOIN attempts ON id = attempt_id WHERE kind = 'ranked'"
    assert {attempt for (attempt,) in await fortnight.owner(rows)} == fortnight.tampered
    assert numbers["moves packed"] > 3000
    assert numbers["bytes of packed logs"] / numbers["moves packed"] < 10


async def test_what_was_missed_is_done_once(fortnight: Fortnight) -> None:
    everything = (
        "SELECT (SELECT count(*) FROM {0}), md5((SELECT string_agg({0}::text, '|' ORDER BY {0}::text) FROM {0}))"
    )
    tables = ["games", "secrets", "attempts", "moves", "packed_logs", "day_roots", "day_levels", "boards", "points"]
    before = [await fortnight.owner(everything.format(table)) for table in tables]
    async with fortnight.served() as parts, fortnight.served() as others:
        await parts.clockwork.tick()
        await others.clockwork.tick()
    assert [await fortnight.owner(everything.format(table)) for table in tables] == before


@pytest.mark.parametrize("day", [TAMPERING, LEFT, CUT, DAYS[-1]])
async def test_an_exported_day_verifies_offline(fortnight: Fortnight, day: date, tmp_path: Path) -> None:
    file = tmp_path / "day.jsonl"
    async with fortnight.desk() as desk:
        assert await export_day(desk, str(day), str(file)) == 0
        root = await desk.days.root(day)
    assert root is not None
    records = [json.loads(line) for line in file.read_text().splitlines()]
    hidden = {one.player for one in fortnight.played if one.attempt in fortnight.hidden and one.day == day}
    assert {record["attempt"] for record in records} == {one.attempt for one in fortnight.counted if one.day == day}
    assert {record["path"]["size"] for record in records} == {sum(one.day == day for one in fortnight.played)}
    assert not hidden & {record["player"] for record in records}
    assert verify_files([str(file)], Ties(root=root.hex())) == 0
    of_one_game = len({record["game"] for record in records}) == 1
    assert verify_files([str(file)], Ties(records[0]["commitment"], root.hex())) == (0 if of_one_game else 1)
    assert verify_files([str(file)], Ties(root="00" * 32)) == 1


async def test_an_altered_record_leads_to_no_root(fortnight: Fortnight, tmp_path: Path) -> None:
    file = tmp_path / "day.jsonl"
    async with fortnight.desk() as desk:
        await export_day(desk, str(CUT), str(file))
        root = await desk.days.root(CUT)
    assert root is not None
    record = max((json.loads(line) for line in file.read_text().splitlines()), key=lambda record: len(record["moves"]))
    path = record["path"]
    altered = [
        record | {"attempt": record["attempt"] + 1},
        record | {"chain": "00" * 32},
        record | {"result": record["result"] | {"home": record["result"]["home"] + 1}},
        {name: part for name, part in record.items() if name != "path"},
        {name: part for name, part in record.items() if name != "chain"},
        record | {"path": path | {"index": (path["index"] + 1) % path["size"]}},
        record | {"path": path | {"size": path["size"] * 4}},
        record | {"path": path | {"hashes": path["hashes"][1:]}},
        record | {"path": path | {"hashes": ["zz", *path["hashes"][1:]]}},
    ]
    file.write_text(json.dumps(record))
    assert verify_files([str(file)], Ties(root=root.hex())) == 0
    for one in altered:
        file.write_text(json.dumps(one))
        assert verify_files([str(file)], Ties(root=root.hex())) == 1


async def test_a_day_that_is_not_final_is_not_exported(fortnight: Fortnight) -> None:
    async with fortnight.desk() as desk:
        for day, why in ((DAYS[-1] + timedelta(days=1), "not final until"), (date(2026, 11, 1), "no root")):
            with pytest.raises(Refused, match=why):
                await export_day(desk, str(day), None)


async def test_an_operator_verifies_a_day_again(fortnight: Fortnight, capsys: pytest.CaptureFixture[str]) -> None:
    async with fortnight.desk() as desk:
        assert await verify_day(desk, Namespace(date=str(CUT))) == 0
        assert await verify_day(desk, Namespace(date=str(TAMPERING))) == 1
    said = capsys.readouterr().out
    assert all(f"{attempt}\t" in said for attempt in fortnight.tampered)


async def leaderboard(standings: Standings, game: int, by: By) -> Ranks:
    page = await standings.page(game, by, None, 500)
    shown = [(one.rank, one.player, one.result) for one in page.standings]
    moves = [(rank, name, (-result.home, result.moves, result.elapsed_ms)) for rank, name, result in shown]
    speed = [(rank, name, (-result.home, result.elapsed_ms, result.moves)) for rank, name, result in shown]
    return sorted(moves if by == "moves" else speed)


async def game_id(fortnight: Fortnight, day: date, variant: str) -> int:
    ((found,),) = await fortnight.owner("SELECT id FROM games WHERE day = $1 AND variant = $2", day, variant)
    assert isinstance(found, int)
    return found


def game_key(one: Played, by: By) -> Key:
    """product.md, who is ahead 1; smaller is better."""
    return (-one.home, one.moves, one.elapsed_ms) if by == "moves" else (-one.home, one.elapsed_ms, one.moves)


def points_by_player(fortnight: Fortnight, period: Period, *, kept: bool) -> dict[str, Key]:
    """product.md, who is ahead 3; smaller is better."""
    days: dict[str, dict[date, list[Played]]] = defaultdict(lambda: defaultdict(list))
    for one in fortnight.counted:
        if period_of(period.span, one.day) == period and (one.player in fortnight.kept or not kept):
            days[one.player][one.day].append(one)
    keys: dict[str, Key] = {}
    for name, games in days.items():
        best = sorted(day_key(day) for day in games.values())[: BEST[period.span]]
        points, wins, moves = (sum(column) for column in zip(*best, strict=True))
        keys[name] = (points, wins, moves)
    return keys


def day_key(games: list[Played]) -> Key:
    won = [one for one in games if one.won]
    return -sum(one.points for one in games), -len(won), sum(one.moves for one in won)


def ranked(keys: dict[str, Key]) -> Ranks:
    """Everybody's rank is one more than there are better ones."""
    return sorted((1 + sum(other < key for other in keys.values()), name, key) for name, key in keys.items())


def streak(days: set[date]) -> Streak:
    """product.md, who is ahead 4, seen from the last day."""
    runs = [0]
    for day in DAYS:
        runs.append(runs[-1] + 1 if day in days else 0)
    return Streak(current=runs[-1] or runs[-2], longest=max(runs))
