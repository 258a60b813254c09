"""An app with one route that answers an empty JSON object, served as `samedeal serve` is."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from server.commands.serve import uvicorn_config

from .echo import Echo


@contextmanager
def answering() -> Iterator[Echo]:
    """It in a process of its own, while the block lasts."""
    with subprocess.Popen([sys.executable, "-m", "tests.bench.empty"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "It did not start."
            yield Echo(found[0], process.pid)
        finally:
            process.kill()


async def nothing(_request: Request) -> Response:
    """GET /: {}."""
    return JSONResponse({})


def main() -> None:
    """Serves until a signal comes, and says where."""
    config = uvicorn_config(Starlette(routes=[Route("/", nothing)]), "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        print(f"Ready at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
