"""The live socket of a game: who plays and how far they are, no cards (protocol.md, the live socket of a game)."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from server.live import metrics
from server.live.limits import TooMany
from server.live.progress import EVERY_SECONDS, Listener
from server.protocol import encode
from server.store.database import DatabaseUnavailable

from .games import asked_game
from .identity import address_of, is_own_origin, player_of
from .parts import Parts, parts
from .problems import Problem
from .table_socket import NO_SUCH_ATTEMPT, NORMAL, RESTART, TOO_FAST


async def live_socket(websocket: WebSocket) -> None:
    """WS /api/games/{date}/{variant}/live."""
    if not is_own_origin(websocket):
        await websocket.close()
        return
    await websocket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.close(await _attend(websocket, parts(websocket)))


async def _attend(websocket: WebSocket, here: Parts) -> int:
    try:
        game = await asked_game(websocket)
        player = await player_of(websocket)
        with (
            here.limits.address_sockets.one(address_of(websocket)),
            metrics.SOCKETS.labels("live").track_inprogress(),
            here.progress.listen(game.id, player.id if player else None) as listener,
        ):
            await websocket.send_text(encode(await here.progress.players(game.id)))
            await _tell_until_they_leave(websocket, listener)
    except Problem:
        return NO_SUCH_ATTEMPT
    except TooMany:
        return TOO_FAST
    except DatabaseUnavailable:
        return RESTART
    return NORMAL


async def _tell_until_they_leave(websocket: WebSocket, listener: Listener) -> None:
    writer = asyncio.create_task(_write(websocket, listener))
    try:
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass  # what they say is not wanted; the reader is there to notice that they leave
    finally:
        writer.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer


async def _write(websocket: WebSocket, listener: Listener) -> None:
    while True:
        for message in await listener.take():
            await websocket.send_text(encode(message))
        await asyncio.sleep(EVERY_SECONDS)
