"""Whether this process lives, and whether it should be sent people."""

import os

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import Response

from server.protocol import schema

from .answers import answer
from .parts import parts
from .problems import Problem


class StatusBody(msgspec.Struct):
    """How it is."""

    status: str


async def healthz(_request: Request) -> Response:
    """GET /healthz: the process answers."""
    return answer(StatusBody("ok"))


async def readyz(request: Request) -> Response:
    """GET /readyz: it can reach its database and is not about to stop."""
    here = parts(request)
    if here.drain.begun:
        raise Problem(503, "draining", "This server is about to stop.")
    await here.database.ping()
    return answer(StatusBody("ready"))


async def prometheus(_request: Request) -> Response:
    """GET /metrics: what Prometheus reads; of all workers when there are several."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


async def messages(_request: Request) -> Response:
    """GET /api/messages.json: the JSON Schema of both directions of the socket."""
    return Response(msgspec.json.encode(schema()), media_type="application/schema+json")
