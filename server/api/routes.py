"""Every address of the API (protocol.md, HTTP)."""

from starlette.routing import BaseRoute, Route, WebSocketRoute

from . import attempts, boards, commitments, games, health, leaderboards, pace, players
from .addresses import NUMBER
from .live_socket import live_socket
from .table_socket import table_socket


def api_routes() -> list[BaseRoute]:
    """All routes but those of the pages."""
    game = "/api/games/{date}/{variant}"
    attempt = f"/api/attempts/{NUMBER}"
    return [
        Route("/api/variants", games.variants),
        Route("/api/days/{date}", games.day),
        Route("/api/commitments", commitments.commitments),
        Route(game, games.game),
        Route(f"{game}/attempts", attempts.start_ranked, methods=["POST"]),
        Route(f"{game}/leaderboard", leaderboards.leaderboard),
        Route(f"{game}/leaderboard/around/{{player}}", leaderboards.around),
        Route(f"{game}/histogram", leaderboards.histogram),
        Route(f"{game}/pace", pace.pace),
        WebSocketRoute(f"{game}/live", live_socket),
        Route("/api/practice/{variant}", attempts.start_practice, methods=["POST"]),
        Route(attempt, attempts.attempt),
        Route(f"{attempt}/replay", attempts.replay),
        Route(f"{attempt}/record", attempts.record),
        WebSocketRoute(f"{attempt}/table", table_socket),
        Route("/api/boards/all-time", boards.board),
        Route("/api/boards/{span}/{period}", boards.board),
        Route("/api/players", players.create_guest, methods=["POST"]),
        Route("/api/players/{name}", players.profile),
        Route("/api/me", players.me),
        Route("/api/messages.json", health.messages),
        Route("/healthz", health.healthz),
        Route("/readyz", health.readyz),
        Route("/metrics", health.prometheus),
    ]
