"""Every address of the API (protocol.md, HTTP): the routes and their documentation are made from one table."""

from importlib.metadata import version
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from server.contest.record import Record

from . import accounts, attempts, boards, commitments, games, health, leaderboards, pace, players
from .addresses import NUMBER
from .answers import (
    AttemptBody,
    ChangeBody,
    CommitmentsBody,
    DayBody,
    DeleteBody,
    ExamplesBody,
    GameBody,
    HistogramBody,
    LeaderboardBody,
    PaceBody,
    PlayerBody,
    PointsBoardBody,
    PracticeBody,
    ProfileBody,
    ReplayBody,
    SessionsBody,
    SignInBody,
    VariantsBody,
)
from .live_socket import live_socket
from .openapi import Endpoint, Run, Schemas, openapi
from .paging import LARGEST_PAGE
from .table_socket import table_socket

GAME = "/api/games/{date}/{variant}"
ATTEMPT = f"/api/attempts/{NUMBER}"
LIMIT: Schemas = {"limit": {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}}
AFTER: Schemas = {"after": {"type": "string"}}
SHOWN: Schemas = {"players": {"enum": ["all", "kept"]}}
BY: Schemas = {"by": {"enum": ["moves", "speed"]}}
ORDER: Schemas = {"order": {"enum": ["oldest", "newest"]}}

BAD, UNKNOWN, WHO, FORBIDDEN, CONFLICT, GONE, TOO_LARGE, UNFIT, TOO_FAST = 400, 404, 401, 403, 409, 410, 413, 422, 429
BOARD = (BAD, UNKNOWN, GONE)

ENDPOINTS = (
    Endpoint(path="/api/variants", run=games.variants, gives={200: VariantsBody}),
    Endpoint(
        path="/api/variants/{variant}/examples",
        run=games.variant_examples,
        gives={200: ExamplesBody},
        problems=(UNKNOWN,),
    ),
    Endpoint(path="/api/days/{date}", run=games.day, gives={200: DayBody}, problems=(UNKNOWN,)),
    Endpoint(
        path="/api/commitments",
        run=commitments.commitments,
        gives={200: CommitmentsBody},
        query={**LIMIT, **AFTER, **ORDER},
        problems=(BAD,),
    ),
    Endpoint(path=GAME, run=games.game, gives={200: GameBody}, problems=(UNKNOWN,)),
    Endpoint(
        path=f"{GAME}/attempts",
        run=attempts.start_ranked,
        method="POST",
        gives={200: AttemptBody, 201: AttemptBody},
        problems=(WHO, FORBIDDEN, UNKNOWN, CONFLICT),
    ),
    Endpoint(
        path=f"{GAME}/leaderboard",
        run=leaderboards.leaderboard,
        gives={200: LeaderboardBody, 304: None},
        query={**LIMIT, **AFTER, **SHOWN, **BY},
        problems=BOARD,
    ),
    Endpoint(
        path=f"{GAME}/leaderboard/around/{{player}}",
        run=leaderboards.around,
        gives={200: LeaderboardBody, 304: None},
        query={**LIMIT, **SHOWN, **BY},
        problems=(BAD, UNKNOWN, WHO),
    ),
    Endpoint(
        path=f"{GAME}/histogram",
        run=leaderboards.histogram,
        gives={200: HistogramBody, 304: None},
        query=SHOWN,
        problems=(BAD, UNKNOWN),
    ),
    Endpoint(path=f"{GAME}/pace", run=pace.pace, gives={200: PaceBody}, problems=(UNKNOWN,)),
    Endpoint(
        path="/api/practice/{variant}",
        run=attempts.start_practice,
        method="POST",
        takes=PracticeBody,
        gives={201: AttemptBody},
        problems=(BAD, WHO, FORBIDDEN, UNKNOWN, TOO_LARGE, UNFIT),
    ),
    Endpoint(path=ATTEMPT, run=attempts.attempt, gives={200: AttemptBody}, problems=(UNKNOWN,)),
    Endpoint(path=f"{ATTEMPT}/replay", run=attempts.replay, gives={200: ReplayBody}, problems=(FORBIDDEN, UNKNOWN)),
    Endpoint(path=f"{ATTEMPT}/record", run=attempts.record, gives={200: Record}, problems=(FORBIDDEN, UNKNOWN)),
    Endpoint(
        path="/api/boards/all-time",
        run=boards.board,
        gives={200: PointsBoardBody, 304: None},
        query={**LIMIT, **AFTER, **SHOWN},
        problems=(BAD, GONE),
    ),
    Endpoint(
        path="/api/boards/{span}/{period}",
        run=boards.board,
        gives={200: PointsBoardBody, 304: None},
        query={**LIMIT, **AFTER, **SHOWN},
        problems=BOARD,
    ),
    Endpoint(
        path="/api/players",
        run=players.create_guest,
        method="POST",
        gives={201: PlayerBody},
        problems=(FORBIDDEN, TOO_FAST),
    ),
    Endpoint(path="/api/players/{name}", run=players.profile, gives={200: ProfileBody}, problems=(UNKNOWN,)),
    Endpoint(path="/api/me", run=players.me, gives={200: PlayerBody}, problems=(WHO,)),
    Endpoint(
        path="/api/me",
        run=accounts.change_me,
        method="PATCH",
        takes=ChangeBody,
        gives={200: PlayerBody},
        problems=(BAD, WHO, FORBIDDEN, CONFLICT, UNFIT, TOO_FAST),
    ),
    Endpoint(
        path="/api/me",
        run=accounts.delete_me,
        method="DELETE",
        takes=DeleteBody,
        gives={204: None},
        problems=(BAD, WHO, FORBIDDEN, TOO_FAST),
    ),
    Endpoint(path="/api/me/sessions", run=accounts.sessions, gives={200: SessionsBody}, problems=(WHO,)),
    Endpoint(
        path="/api/me/sessions",
        run=accounts.end_other_sessions,
        method="DELETE",
        gives={204: None},
        problems=(WHO, FORBIDDEN),
    ),
    Endpoint(
        path=f"/api/me/sessions/{NUMBER}",
        run=accounts.end_one_session,
        method="DELETE",
        gives={204: None},
        problems=(WHO, FORBIDDEN, UNKNOWN),
    ),
    Endpoint(
        path="/api/session",
        run=accounts.open_session,
        method="POST",
        takes=SignInBody,
        gives={200: PlayerBody},
        problems=(BAD, WHO, FORBIDDEN, TOO_FAST),
    ),
    Endpoint(
        path="/api/session",
        run=accounts.end_session,
        method="DELETE",
        gives={204: None},
        problems=(WHO, FORBIDDEN),
    ),
    Endpoint(path="/api/messages.json", run=health.messages, gives={200: dict}, media="application/schema+json"),
    Endpoint(path="/healthz", run=health.healthz, gives={200: health.StatusBody}),
    Endpoint(path="/readyz", run=health.readyz, gives={200: health.StatusBody}),
    Endpoint(path="/metrics", run=health.prometheus, gives={200: str}, media="text/plain"),
)


def document() -> dict[str, Any]:
    """The OpenAPI document of all endpoints."""
    return openapi(ENDPOINTS, version("samedeal"))


def api_routes() -> list[BaseRoute]:
    """All routes but those of the pages."""
    return [
        *(_route(path) for path in dict.fromkeys(one.path for one in ENDPOINTS)),
        Route("/api/openapi.json", _documented()),
        WebSocketRoute(f"{GAME}/live", live_socket),
        WebSocketRoute(f"{ATTEMPT}/table", table_socket),
    ]


def _route(path: str) -> Route:
    """One for all methods of an address: what else is asked for is told all of them."""
    methods = {one.method: one.answer for one in ENDPOINTS if one.path == path}

    async def run(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, run, methods=list(methods))


def _documented() -> Run:
    text = msgspec.json.encode(document())

    async def openapi_json(_request: Request) -> Response:
        return Response(text, media_type="application/json")

    return openapi_json
