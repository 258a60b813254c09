"""Boards by points: of a day, a week, a month, of all time (product.md, who is ahead 3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response

from server.contest.game import final_at
from server.contest.period import Period, Span, parse_period, period_of
from server.store.players import Player
from server.store.points import PointsStanding, board_name
from server.store.ranking import Version

from .answers import PointsBoardBody, PointsStandingBody, encoded
from .identity import player_of
from .paging import Asked, asked_part, cursor, edition, not_modified, percentile, printed, read_cursor
from .parts import Parts, parts
from .problems import not_found

_CURRENT = {Span.DAYS: "today", Span.WEEKS: "current", Span.MONTHS: "current"}


@dataclass(frozen=True, slots=True)
class Board:
    """A board by points as it was asked for, and by whom."""

    request: Request
    period: Period
    asked: Asked
    final: bool
    player: Player | None

    @property
    def name(self) -> str:
        """What cursors call it."""
        return board_name(self.period)


async def board(request: Request) -> Response:
    """GET /api/boards/{days|weeks|months}/{period}, /api/boards/all-time: who is ahead by points."""
    here, asked = parts(request), await _asked_board(request)
    current = edition(await here.points.version(asked.period), asked.player, final=asked.final)
    if known := not_modified(request, current):
        return known
    address = request.scope["path"], request.scope["query_string"], asked.period
    body = None if asked.player else here.shelf.find(address, current)
    if body is None:
        version, content = await _page(here, asked)
        current, body = edition(version, asked.player, final=asked.final), encoded(content)
        if asked.player is None:
            here.shelf.keep(address, current, body)
    return printed(body, current)


async def _asked_board(request: Request) -> Board:
    period, asked = _asked_period(request), asked_part(request)
    if period.span is not Span.DAYS:
        asked = replace(asked, shown="kept")
    final = period.span is not Span.ALL_TIME and final_at(period.last) <= parts(request).clock()
    return Board(request, period, asked, final, await player_of(request))


def _asked_period(request: Request) -> Period:
    today = parts(request).clock().date()
    span = _asked_span(request)
    name = request.path_params.get("period")
    if name == _CURRENT.get(span):
        return period_of(span, today)
    try:
        period = parse_period(span, str(name))
    except ValueError:
        raise not_found("board") from None
    if period.starts > today:
        raise not_found("board")
    return period


def _asked_span(request: Request) -> Span:
    try:
        return Span(request.path_params.get("span", Span.ALL_TIME))
    except ValueError:
        raise not_found("board") from None


async def _page(here: Parts, board: Board) -> tuple[Version, PointsBoardBody]:
    asked, period = board.asked, board.period
    after = read_cursor(board.name, asked, Version(), board.request)
    found = await here.points.page(period, after, asked.limit + 1, kept=asked.kept)
    read_cursor(board.name, asked, found.version, board.request)
    shown = found.standings[: asked.limit]
    more = len(found.standings) > len(shown)
    body = PointsBoardBody(
        span=period.span.value,
        period=str(period),
        starts=None if period.span is Span.ALL_TIME else period.starts,
        ends=None if period.span is Span.ALL_TIME else period.last,
        final=board.final,
        players=asked.shown,
        total=found.total,
        standings=_rows(shown, found.total, board.player),
        yours=await _yours(here, board),
        next=cursor(board.name, asked, found.version, shown[-1].cursor) if more else None,
    )
    return found.version, body


async def _yours(here: Parts, board: Board) -> PointsStandingBody | None:
    """The reader's own row, wherever it is."""
    if board.player is None:
        return None
    own = await here.points.of_player(board.period, board.player.id, kept=board.asked.kept)
    return next(iter(_rows(own.standings, own.total, board.player)), None)


def _rows(standings: Sequence[PointsStanding], total: int, player: Player | None) -> list[PointsStandingBody]:
    return [
        PointsStandingBody(
            rank=standing.rank,
            percentile=percentile(standing.rank, total),
            player=standing.player,
            points=standing.points.points,
            wins=standing.points.wins,
            moves=standing.points.moves,
            days=standing.days,
            yours=player is not None and player.name == standing.player,
        )
        for standing in standings
    ]
