"""How quickly the leader and the median of a game brought their cards home: times and counts, no cards."""

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import Response

from server.contest.attempt import Attempt

from .answers import PaceBody, answer
from .games import asked_game
from .parts import Parts, parts


async def pace(request: Request) -> Response:
    """GET /api/games/{date}/{variant}/pace: steps [elapsed_ms, home]."""
    here = parts(request)
    game = await asked_game(request)
    leader, median = await here.standings.leader_and_median(game.id)
    return answer(
        PaceBody(leader=await _steps_of(here, leader), median=await _steps_of(here, median)),
        Cache_Control="public, max-age=5",
    )


async def _steps_of(here: Parts, attempt_id: int | None) -> list[tuple[int, int]]:
    row = await here.attempts.get(attempt_id) if attempt_id else None
    return list(_steps(await here.archive.attempt(row))) if row else []


def _steps(played: Attempt) -> Iterator[tuple[int, int]]:
    again = Attempt(played.kind, played.dealt)
    home = again.table.home
    yield 0, home
    for step in again.follow(played.log):
        if again.table.home != home:
            home = again.table.home
            yield step.entry.at_ms, home
