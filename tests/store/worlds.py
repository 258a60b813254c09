"""What a test of the store begins with."""

from datetime import UTC, date, datetime, timedelta
from itertools import count

from server.contest.result import Outcome, Result
from server.store.attempts import AttemptRow, Attempts, Verdict
from server.store.database import Database
from server.store.games import Game, Games
from server.store.players import Player, Players
from tests.sealing import SEAL

DAY = date(2026, 12, 1)
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)

_numbers = count(1)


def result(home: int = 3, moves: int = 10, elapsed_ms: int = 1000, outcome: Outcome = Outcome.GIVEN_UP) -> Result:
    return Result(outcome=outcome, home=home, moves=moves, elapsed_ms=elapsed_ms)


async def a_player(database: Database) -> Player:
    number = next(_numbers)
    return await Players(database).create_guest(f"player {number}", number.to_bytes(32), NOON)


async def a_game(database: Database, variant: str = "kansas", day: date = DAY, secret: bytes = bytes(32)) -> Game:
    await Games(database, SEAL).add(
        variant=variant,
        day=day,
        secret=secret,
        commitment=b"commitment of " + variant.encode(),
        solver_version="1",
        node_budget=1000,
        deal_number=0,
        now=NOON,
    )
    game = await Games(database, SEAL).find(day, variant)
    assert game is not None
    return game


async def a_ranked_attempt(database: Database, game: Game) -> AttemptRow:
    player = await a_player(database)
    attempt, created = await Attempts(database).start_ranked(player.id, game.id, game.variant, NOON)
    assert created
    return attempt


async def a_finish(
    database: Database,
    game: Game,
    ended: Result,
    *,
    after: timedelta = timedelta(0),
    verdict: Verdict | None = "verified",
) -> AttemptRow:
    """A ranked attempt by a new player with this result, `after` noon."""
    attempts = Attempts(database)
    attempt = await a_ranked_attempt(database, game)
    assert await attempts.close(attempt.id, [], ended, None, NOON + after)
    if verdict is not None:
        await attempts.set_verdict(attempt.id, verdict)
    stored = await attempts.get(attempt.id)
    assert stored is not None
    return stored
