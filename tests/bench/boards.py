"""`python -m tests.bench.boards`: a scratch database full of results, and how fast its boards are."""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median, quantiles
from urllib.parse import urlsplit

import asyncpg

from server.store.database import Database
from server.store.embedded import EmbeddedPostgres
from server.store.migration import migrate
from server.store.standings import By, Standing, Standings
from tests.serving import UNLIMITED, serving

from .disk import fdatasync_ms
from .empty import answering
from .measures import Figure, Finding, Measure, as_lines, as_objects
from .processes import cpu_seconds

TIMES = 1000
COUNTS = 5
ROUNDS = 9
ROUND_SECONDS = 1.0
CONNECTIONS = 32
ON_ANOTHER_GAME = 100_000
BYS: tuple[By, ...] = ("moves", "speed")


def main() -> None:
    """Fills, measures, prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.boards", description=__doc__)
    parser.add_argument("--results", type=int, default=1_000_000, help="results on one game (default 1000000)")
    parser.add_argument("--all", type=int, default=10_000_000, help="results in all (default 10000000)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        with EmbeddedPostgres(Path(folder) / "data") as postgres:
            _say(f"Filling: {asked.results:,} results on one game, {asked.all:,} in all")
            asyncio.run(migrate(postgres.url))
            with serving(*UNLIMITED, database_url=postgres.url, SAMEDEAL_DATA=folder):
                pass  # it has made today's games
            asyncio.run(fill(postgres.url, asked.results, asked.all))
            _say("Measuring")
            found = [*asyncio.run(in_sql(postgres.url)), *over_http(postgres.url, folder)]
            found += asyncio.run(finishing(postgres.url, Path(folder)))
    print(json.dumps(as_objects(found)) if asked.json else "\n".join(as_lines(found)))


async def fill(url: str, on_one: int, in_all: int) -> None:
    """Today's Kansas has `on_one` results of as many players, three in ten of them kept.

    The rest are on games of days to come: what happens by itself leaves them alone.
    """
    connection = await asyncpg.connect(url)
    await connection.execute("SET synchronous_commit = off")
    await connection.execute("SET maintenance_work_mem = '512MB'")
    await connection.execute("SET work_mem = '256MB'")
    await connection.execute("SELECT setseed(0.52)")
    await connection.execute(_PLAYERS, on_one)
    indexes = await connection.fetch(_INDEXES)
    for index in indexes:
        await connection.execute(f"DROP INDEX {index['name']}")
    await connection.execute("ALTER TABLE attempts DISABLE TRIGGER USER")
    sizes = [on_one, *_split(in_all - on_one, min(ON_ANOTHER_GAME, on_one))]
    today = datetime.now(UTC).date()
    for number, size in enumerate(sizes):
        game = await connection.fetchval(_GAME, today + timedelta(days=100 * (number > 0) + number))
        await connection.execute(_RESULTS, game, size)
    for index in indexes:
        await connection.execute(index["made_by"])
    await connection.execute("ANALYZE")
    _say("Counting")
    await connection.execute("SELECT recount_boards()")
    await connection.execute("ALTER TABLE attempts ENABLE TRIGGER USER")
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def _split(rest: int, size: int) -> Iterator[int]:
    while rest > 0:
        yield min(rest, size)
        rest -= size


async def in_sql(url: str) -> list[Finding]:
    """The statements of the boards, at places all over the board of the first game."""
    database = await Database.connect(url, patience=None)
    found = [one for by in BYS for one in await _of_one_order(database, by)]
    await database.close()
    return found


async def _of_one_order(database: Database, by: By) -> list[Finding]:
    standings, random = Standings(database), Random(52)
    game = await _value(database, _FULL)
    sample = await _sample(database, game)
    total = (await standings.page(game, by, None, 1)).total

    def at() -> tuple[Standing, int]:
        return random.choice(sample)

    return [
        Figure(f"results on the board by {by}", total, ""),
        _p99(f"top 50 by {by}", await _times(lambda: standings.page(game, by, None, 51))),
        _p99(f"a page of 50 anywhere by {by}", await _times(lambda: standings.page(game, by, at()[0].cursor(by), 51))),
        _p99(f"50 around a player by {by}", await _times(lambda: standings.around(game, by, at()[1], 24, 27))),
        _p99(
            f"page of kept players anywhere by {by}",
            await _times(lambda: standings.page(game, by, at()[0].cursor(by), 51, kept=True)),
        ),
        _p99("histogram", await _times(lambda: standings.histogram(game))),
        *await _ranks(database, standings, game, by, at),
    ]


async def _ranks(
    database: Database, standings: Standings, game: int, by: By, at: Callable[[], tuple[Standing, int]]
) -> list[Finding]:
    anywhere = await _times(lambda: standings.rank(game, by, at()[0].cursor(by)[0]))
    last = await _value(database, f"SELECT max({by}_key) FROM attempts WHERE game_id = $1", game)
    at_last = median(await _times(lambda: standings.rank(game, by, last)))
    counted = _COUNT.format(by=by)
    counting = median(await _times(lambda: _value(database, counted, game, last), COUNTS))
    assert (await standings.rank(game, by, last))[0] == await _value(database, counted, game, last) + 1
    return [
        _p99(f"exact rank by {by}", anywhere),
        Figure("count(*) for the last rank", counting, "ms"),
        Measure(what="count(*) of the rank of the last", value=counting / at_last, must=50, aim=200, unit="×"),
    ]


async def _sample(database: Database, game: int) -> list[tuple[Standing, int]]:
    """Standings from all over the board, with their players' numbers."""
    standings, found = Standings(database), []
    async with database.raw() as connection:
        rows = await connection.fetch(_SAMPLE, game, TIMES)
    for row in rows:
        page = await standings.around(game, "moves", row["player_id"], 0, 1)
        found.append((page.standings[0], row["player_id"]))
    return found


async def _times(ask: Callable[[], Awaitable[object]], times: int = TIMES) -> list[float]:
    """Milliseconds of each, after a few that do not count."""
    for _ in range(min(times, 20)):
        await ask()
    return [await _time(ask) for _ in range(times)]


async def _time(ask: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await ask()
    return (time.perf_counter() - began) * 1000


def _p99(what: str, times: list[float]) -> Measure:
    return Measure(
        what=f"{what}, p99 (half {median(times):.2f})", value=_at_99(times), must=2, aim=1, unit="ms", less=True
    )


def _at_99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


def over_http(url: str, folder: str) -> list[Finding]:
    """The first page of the board, beside an empty JSON route of the same stack, in turns."""
    day = datetime.now(UTC).date()
    board = f"/api/games/{day}/kansas/leaderboard"
    with serving(*UNLIMITED, database_url=url, SAMEDEAL_DATA=folder) as service, answering() as empty:
        pairs = [
            (_round(empty.url, "/", empty.pid), _round(service.url, board, service.process.pid)) for _ in range(ROUNDS)
        ]
    ratio = median(page.rate / nothing.rate for nothing, page in pairs)
    cost = median(page.cpu_us / nothing.cpu_us for nothing, page in pairs)
    return [
        Figure("empty route over HTTP", median(nothing.rate for nothing, _ in pairs), "/s"),
        Figure("board page over HTTP", median(page.rate for _, page in pairs), "/s"),
        Measure(what="board page of the empty route", value=ratio, must=0.25, aim=0.4),
        Figure("processor time of a board page", median(page.cpu_us for _, page in pairs), "µs"),
        Figure("processor time of a board page, of an empty one's", cost, "×"),
    ]


@dataclass(frozen=True, slots=True)
class _Round:
    """Answers a second, and the server's processor time for one."""

    rate: float
    cpu_us: float


def _round(url: str, path: str, pid: int) -> _Round:
    used = cpu_seconds(pid)
    answers, seconds = asyncio.run(_answers(url, path))
    return _Round(answers / seconds, (cpu_seconds(pid) - used) / answers * 1e6)


async def _answers(url: str, path: str) -> tuple[int, float]:
    address = urlsplit(url)
    request = f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode()
    began = time.perf_counter()
    asking = (
        _ask(str(address.hostname), address.port or 80, request, began + ROUND_SECONDS) for _ in range(CONNECTIONS)
    )
    answers = sum(await asyncio.gather(*asking))
    return answers, time.perf_counter() - began


async def _ask(host: str, port: int, request: bytes, until: float) -> int:
    """Asks again and again by one connection; gives how many answers came."""
    reader, writer = await asyncio.open_connection(host, port)
    answers = 0
    while time.perf_counter() < until:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert head.startswith(b"http/1.1 200"), head
        await reader.readexactly(int(head.partition(b"content-length:")[2].split(b"\r\n")[0]))
        answers += 1
    writer.close()
    return answers


async def finishing(url: str, folder: Path) -> list[Finding]:
    """A result put on the full board, with its rank: the transactions after the last move."""
    database = await Database.connect(url, patience=None)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        standings = Standings(database)
        game = await _value(database, _FULL)
        pending = await _take_off(database, game)

        async def finish() -> None:
            number, key = pending.pop()
            await _value(database, _SHOW, number)
            await standings.rank(game, "moves", key)

        times = await _times(finish, 200)
    disk = median(fdatasync_ms(folder, 200))
    return [
        Figure("fdatasync of a page", disk, "ms"),
        Figure("a finish, half of them", median(times), "ms"),
        Measure(
            what="a finish beyond fdatasync, half", value=median(times) - disk, must=5, aim=2, unit="ms", less=True
        ),
        Figure("a finish, p99", _at_99(times), "ms"),
    ]


async def _take_off(database: Database, game: int) -> list[tuple[int, int]]:
    async with database.raw() as connection:
        rows = await connection.fetch(_HIDE, game)
    return [(row["id"], row["moves_key"]) for row in rows]


async def _value(database: Database, query: str, *values: object) -> int:
    async with database.raw() as connection:
        return int(await connection.fetchval(query, *values) or 0)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


_PLAYERS = """
    INSERT INTO players (name, name_key, kept, created_at)
    SELECT 'player ' || n, 'player ' || n, random() < 0.3, now() FROM generate_series(1, $1::int) AS n
"""
_FULL = "SELECT id FROM games WHERE variant = 'kansas' ORDER BY day LIMIT 1"
_GAME = """
    INSERT INTO games (variant, day, commitment, solver_version, node_budget, deal_number, created_at)
    VALUES ('kansas', $1, sha256('bench'), 'none', 1, 0, now())
    ON CONFLICT (day, variant) DO UPDATE SET node_budget = games.node_budget RETURNING id
"""
# A fifth wins, one in twenty never moves, the rest bring home what they do: few mostly; times as people play.
_RESULTS = """
    INSERT INTO attempts (player_id, kind, variant, game_id, created_at, started_at, ended_at, outcome, home, moves,
        elapsed_ms, moves_key, speed_key, verdict, packed, kept)
    SELECT player, 'ranked', 'kansas', $1::bigint, now(), now(), now() - random() * interval '1 day',
        CASE home WHEN 52 THEN 'won' ELSE 'given_up' END, home, moves, elapsed,
        (((52 - home) << 11) | moves)::bigint << 27 | elapsed, ((52 - home)::bigint << 27 | elapsed) << 11 | moves,
        'verified', true, kept
    FROM (
        SELECT player, kept, home, moves, (moves * 1200 * exp(random_normal(0, 0.5)))::int AS elapsed
        FROM (
            SELECT id AS player, kept, home, CASE home
                WHEN 52 THEN greatest(60, random_normal(140, 25)::int)
                WHEN 0 THEN (random() * 10)::int
                ELSE greatest(5, (home * 2 + random_normal(60, 30))::int)
            END AS moves
            FROM (
                SELECT id, kept,
                    CASE WHEN random() < 0.2 THEN 52 ELSE least(51, (-ln(1 - random()) * 9)::int) END AS home
                FROM players WHERE id <= $2::int
            ) AS homes
        ) AS played
    ) AS timed
"""
_INDEXES = """
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made_by FROM pg_index
    WHERE indrelid = 'attempts'::regclass AND NOT indisprimary
"""
_SAMPLE = "SELECT player_id FROM attempts TABLESAMPLE SYSTEM (2) WHERE game_id = $1 ORDER BY random() LIMIT $2"
_ON_BOARD = "game_id = $1 AND kind = 'ranked' AND verdict = 'verified' AND NOT hidden"
_COUNT = f"SELECT count(*) FROM attempts WHERE {_ON_BOARD} AND {{by}}_key < $2"
_HIDE = """
    UPDATE attempts SET hidden = true
    WHERE id IN (SELECT id FROM attempts WHERE game_id = $1 AND NOT hidden LIMIT 300) RETURNING id, moves_key
"""
_SHOW = "UPDATE attempts SET hidden = false WHERE id = $1 RETURNING 1"

if __name__ == "__main__":
    main()
