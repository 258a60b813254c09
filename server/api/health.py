"""Whether this process lives, and whether it should be sent people."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.protocol import schema

from .answers import answer
from .parts import parts
from .problems import Problem


async def healthz(_request: Request) -> Response:
    """GET /healthz: the process answers."""
    return answer({"status": "ok"})


async def readyz(request: Request) -> Response:
    """GET /readyz: it can reach its database and is not about to stop."""
    here = parts(request)
    if here.drain.begun:
        raise Problem(503, "draining", "This server is about to stop.")
    await here.database.ping()
    return answer({"status": "ready"})


async def messages(_request: Request) -> Response:
    """GET /api/messages.json: the JSON Schema of both directions of the socket."""
    return Response(msgspec.json.encode(schema()), media_type="application/schema+json")
