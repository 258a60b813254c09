"""Every request has an id: in the answer's X-Request-ID, in its line of the log, and in all that is logged for it."""

import logging
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.logs import REQUEST

_log = logging.getLogger("server.request")


WIRE = "samedeal.wire"


def wire(connection: HTTPConnection) -> tuple[Receive, Send]:
    """A socket's receive and send as the server gave them, without what each layer of the app puts around them."""
    receive, send = connection.scope[WIRE]
    return receive, send


class Traced:
    """Wraps an app: gives requests their ids, and logs method, path, status and time of each."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the app answer; a socket gets an id too, its frames are nobody's business here."""
        REQUEST.set(secrets.token_hex(8))
        if scope["type"] != "http":
            scope[WIRE] = receive, send
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def send_traced(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Request-ID"] = REQUEST.get() or ""
                took = (time.perf_counter() - began) * 1000
                level = logging.DEBUG if scope["path"].startswith("/static/") else logging.INFO
                _log.log(level, "%s %s %d %.1f ms", scope["method"], scope["path"], message["status"], took)
            await send(message)

        await self._app(scope, receive, send_traced)
