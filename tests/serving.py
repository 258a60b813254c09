"""A real `samedeal serve`, in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from tests.sealing import KEY_FILE

UNLIMITED = (
    "--move-rate",
    "0",
    "--sockets-per-player",
    "0",
    "--sockets-per-address",
    "0",
    "--guests-per-hour",
    "0",
    "--sign-ins-per-hour",
    "0",
    "--node-budget",
    "0",
)
READY = re.compile(r"ready at (http://\S+)")


@dataclass
class LiveServer:
    """A server that has said it is ready; `url` is its address. What it prints is read, or it would have to wait."""

    url: str
    process: subprocess.Popen[str]
    printed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def children(self, name: str) -> list[int]:
        """The processes it has started whose command line has this name."""
        pid = self.process.pid
        children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [child for child in children if name in _command_line(child)]

    def kill(self) -> None:
        """As kill -9 does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> str:
        """In order, if it still runs; gives what it printed after it was ready."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()
        self._reader.join()
        return "".join(self.printed)

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.printed.extend(self.process.stdout)


@contextmanager
def serving(
    *options: str, database_url: str | None = None, module: str = "server", **environment: str
) -> Iterator[LiveServer]:
    """Serves while the block lasts: on a database, or on the embedded one of `--data`."""
    with launched(*options, database_url=database_url, module=module, **environment) as process:
        printed = ""
        assert process.stdout is not None
        for line in process.stdout:
            printed += line
            if ready := READY.search(line):
                server = LiveServer(ready[1], process)
                try:
                    yield server
                finally:
                    server.stop()
                return
        raise AssertionError(f"The server did not start: {printed}")


@contextmanager
def launched(
    *options: str, database_url: str | None = None, module: str = "server", **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """The process of a server, or of another module that is one, ended with the block at the latest."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("SAMEDEAL_")}
    database = {"DATABASE_URL": database_url, "SAMEDEAL_KEY_FILE": str(KEY_FILE)} if database_url else {}
    process = subprocess.Popen(
        [sys.executable, "-m", module, "serve", "--port", "0", *options],
        env=known | database | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _command_line(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""
