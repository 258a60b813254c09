"""The table socket: one reader, one writer, and a room between them (protocol.md, the table socket)."""

import asyncio
from contextlib import ExitStack
from typing import assert_never

from starlette.websockets import WebSocket, WebSocketDisconnect

from server import logs
from server.contest.access import NotAllowed, may_watch
from server.live import metrics
from server.live.inbox import Inbox
from server.live.limits import TooMany
from server.live.presence import NOT_SIGNED_IN
from server.live.room import Room, refuse
from server.protocol import (
    SUBPROTOCOL,
    BadFrame,
    ClientMessage,
    GiveUp,
    Ping,
    PlayMove,
    Pong,
    Refused,
    Sync,
    decode,
    encode,
)
from server.store.attempts import AttemptRow
from server.store.database import DatabaseUnavailable
from server.store.players import Player

from .attempts import asked_attempt, sight_of
from .identity import address_of, hash_of, is_own_origin, player_of, token_of
from .parts import Parts, parts
from .problems import Problem
from .trace import wire

NORMAL, BINARY, RESTART = 1000, 1003, 1012
MALFORMED, NOT_ALLOWED, NO_SUCH_ATTEMPT, IDLE, TOO_FAST = 4400, 4403, 4404, 4408, 4429
STRIKES = 3
PATIENCE = 30


class Turned(Exception):
    """This socket is turned away, or closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def table_socket(websocket: WebSocket) -> None:
    """WS /api/attempts/{id}/table: play, or watch."""
    if not is_own_origin(websocket):
        await websocket.close()
        return
    await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in websocket.scope["subprotocols"] else None)
    try:
        code = await _attend(websocket, parts(websocket))
        await websocket.close(code)
    except (WebSocketDisconnect, RuntimeError):
        return  # they have left: Starlette says so in either way


async def _attend(websocket: WebSocket, here: Parts) -> int:
    """Serves the socket until it is to close; gives the code."""
    try:
        row, player = await _admit(websocket, here)
        with ExitStack() as places:
            places.enter_context(here.limits.address_sockets.one(address_of(websocket)))
            places.enter_context(here.limits.player_sockets.one(player.id if player else address_of(websocket)))
            places.enter_context(metrics.SOCKETS.labels("table").track_inprogress())
            logs.ATTEMPT.set(row.id)
            async with here.rooms.enter(row) as room:
                if room.attempt.ply and player and player.id == row.player_id:
                    metrics.RESUMED.inc()
                seat = _Seat(websocket, here, room, row, player)
                if player:
                    places.enter_context(here.presence.of(seat.inbox, hash_of(token_of(websocket) or "")))
                return await seat.serve()
    except Turned as turned:
        return turned.code
    except TooMany:
        return TOO_FAST
    except DatabaseUnavailable:
        return RESTART


async def _admit(websocket: WebSocket, here: Parts) -> tuple[AttemptRow, Player | None]:
    if here.drain.begun:
        raise Turned(RESTART)
    try:
        row = await asked_attempt(websocket)
    except Problem:
        raise Turned(NO_SUCH_ATTEMPT) from None
    player = await player_of(websocket)
    try:
        may_watch(await sight_of(here, row, player), here.clock())
    except NotAllowed:
        raise Turned(NOT_ALLOWED if player else NOT_SIGNED_IN) from None
    return row, player


class _Seat:
    """One socket at a table."""

    def __init__(self, websocket: WebSocket, here: Parts, room: Room, row: AttemptRow, player: Player | None) -> None:
        self._receive, self._send = wire(websocket)
        self._here = here
        self._room = room
        self._player = player if player and player.id == row.player_id else None
        self.inbox = Inbox()
        self._strikes = 0
        self._too_fast = 0
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._idle: asyncio.TimerHandle | None = None

    async def serve(self) -> int:
        """Reads and writes until one of the two is done; gives the close code."""
        await self._room.join(self.inbox, as_player=self._player is not None)
        self._watch_idle()
        try:
            async with asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(self._read())
                tasks.create_task(self._write(reader))
        finally:
            self._room.leave(self.inbox)
            if self._idle:
                self._idle.cancel()
        return self.inbox.closes_with or NORMAL

    async def _write(self, reader: asyncio.Task[None]) -> None:
        try:
            while (text := await self.inbox.take()) is not None:
                await self._send({"type": "websocket.send", "text": text})
        except OSError:  # they have left
            self.inbox.close(NORMAL)
        reader.cancel()

    async def _read(self) -> None:
        try:
            while (message := await self._receive())["type"] != "websocket.disconnect":
                self._heard_at = self._loop.time()
                await self._hear(message.get("text"))
            self.inbox.close(NORMAL)
        except Turned as turned:
            self.inbox.close(turned.code)

    def _watch_idle(self) -> None:
        """Closes the socket once it has been silent too long: one timer a socket, none a message."""
        limit = self._here.settings.idle_minutes * 60
        silent = self._loop.time() - self._heard_at
        if not limit:
            return
        if silent >= limit:
            self.inbox.close(IDLE)
        else:
            self._idle = self._loop.call_later(limit - silent, self._watch_idle)

    async def _hear(self, text: str | None) -> None:
        if text is None:
            raise Turned(BINARY)
        try:
            await self._obey(decode(text))
        except BadFrame as error:
            self._strikes += 1
            refuse(self.inbox, Refused(ply=None, code="bad_move", why=str(error)))
            if self._strikes >= STRIKES:
                raise Turned(MALFORMED) from None

    async def _obey(self, message: ClientMessage) -> None:
        match message:
            case PlayMove(ply, move):
                if self._may_move(ply):
                    await self._room.play(self.inbox, ply, move)
            case GiveUp(ply):
                if self._may_move(ply):
                    await self._room.give_up(self.inbox, ply)
            case Sync():
                if self._is_slow_enough(None):
                    await self._room.sync(self.inbox)
            case Ping():
                self.inbox.offer(encode(Pong()))
            case _:
                assert_never(message)

    def _may_move(self, ply: int) -> bool:
        if self._player is None:
            why = "You are watching. Only its player can move."
            refuse(self.inbox, Refused(ply=ply, code="bad_move", why=why))
            return False
        return self._is_slow_enough(ply)

    def _is_slow_enough(self, ply: int | None) -> bool:
        """Whether the rate allows one more; who goes on regardless is closed."""
        key = self._player.id if self._player else self.inbox
        if not self._here.limits.moves.take(key):
            self._too_fast = 0
            return True
        self._too_fast += 1
        if self._too_fast > PATIENCE:
            raise Turned(TOO_FAST)
        refuse(self.inbox, Refused(ply=ply, code="rate", why="You are playing too fast. Wait a moment."))
        return False
