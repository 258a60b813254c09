"""A bare echo, served as `samedeal serve` is: what the same stack does with no patience in it.

`python -m tests.bench.echo BYTES` answers every text with a text of so many bytes.
"""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.commands.serve import uvicorn_config


@dataclass(frozen=True, slots=True)
class Echo:
    """A running echo."""

    url: str
    pid: int


@contextmanager
def echoing(size: int) -> Iterator[Echo]:
    """An echo in a process of its own, while the block lasts; its answers are so many bytes long."""
    command = [sys.executable, "-m", "tests.bench.echo", str(size)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "The echo did not start."
            yield Echo(found[0], process.pid)
        finally:
            process.kill()


def echo_app(answer: str) -> Starlette:
    """An app with one socket, `/`, that gives this answer to every text."""

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                await websocket.receive_text()
                await websocket.send_text(answer)
        except WebSocketDisconnect:
            return

    return Starlette(routes=[WebSocketRoute("/", echo)])


def main() -> None:
    """Serves until a signal comes, and says where."""
    config = uvicorn_config(echo_app("." * int(sys.argv[1])), "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        print(f"Echo is ready at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
