"""The data directory: made, claimed and checked.

- samedeal.lock marks the directory as ours; while in use it is locked and holds the pid of its user.
- postgres/ is the cluster; it appears whole or not at all.
- postgres.log is what PostgreSQL says.
- secrets.key may lie here, kept by the server for games of whatever database (store.seal).
"""

import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from server.store.embedded.programs import (
    ELSEWHERE,
    Account,
    EmbeddedError,
    account_name,
    cluster_argument,
    major_version,
    run,
)

MARKER = "samedeal.lock"
KEY = "secrets.key"
LOG_BYTES = 1_000_000
PREDECESSOR_SECONDS = 30
PAUSE_SECONDS = 0.005
ROLE_AND_DATABASE = b"CREATE ROLE samedeal LOGIN CREATEDB CREATEROLE;\nCREATE DATABASE samedeal OWNER samedeal;\n"
INITDB = (
    *("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"),
    *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
)


def claim(data: Path) -> TextIO:
    """Make `data` when it is missing, and lock it; closing what this gives unlocks it."""
    data.mkdir(parents=True, exist_ok=True)
    names = {path.name for path in data.iterdir()} - {KEY}
    if names and MARKER not in names:
        raise EmbeddedError(f"You have other files in {data}: empty it, or {ELSEWHERE}.")
    if names and (owner := (data / MARKER).stat().st_uid) != os.geteuid():
        raise EmbeddedError(
            f"The data in {data} belong to {account_name(owner)}: start Same Deal as that user, or {ELSEWHERE}."
        )
    return _locked(data / MARKER)


def open_log(data: Path) -> TextIO:
    """PostgreSQL's log, to be added to; a long one is put aside first."""
    path = data / "postgres.log"
    if path.exists() and path.stat().st_size > LOG_BYTES:
        path.replace(data / "postgres.log.1")
    return path.open("a+", encoding="utf-8", errors="replace")


def make(cluster: Path, programs: Path, account: Account, log: TextIO) -> None:
    """Make a cluster with role and database `samedeal`, unless it is there: aside, synced once, then moved."""
    for left in cluster.parent.glob(f"{cluster.name}.new-*"):  # a start was cut off; its programs may still be stopping
        shutil.rmtree(left, ignore_errors=True)
    if cluster.exists():
        return
    staging = Path(tempfile.mkdtemp(prefix=f"{cluster.name}.new-", dir=cluster.parent))
    os.chown(staging, account.user, account.group)
    here = cluster_argument(staging)
    initdb, postgres = str(programs / "initdb"), str(programs / "postgres")
    run([initdb, "-D", here, *INITDB], staging, account, log)
    single = [postgres, "--single", "-F", "-D", here, "-c", "exit_on_error=on", "postgres"]
    run(single, staging, account, log, ROLE_AND_DATABASE)
    run([initdb, "-D", here, "--sync-only"], staging, account, log)
    staging.rename(cluster)
    _sync(cluster.parent)
    _sync(cluster.parent.parent)


def check(cluster: Path, programs: Path, account: Account) -> None:
    """Raise EmbeddedError unless `programs` run by `account` can read the cluster."""
    version = (cluster / "PG_VERSION").read_text(encoding="ascii").strip()
    if version != (ours := major_version(programs)):
        raise EmbeddedError(
            f"Your data in {cluster} are of PostgreSQL {version}, and Same Deal brings PostgreSQL {ours}: "
            f"move them with that version's pg_dump, or {ELSEWHERE}."
        )
    if cluster.stat().st_uid != account.user:
        raise EmbeddedError(f"PostgreSQL needs to own its files: do chown -R {account.user}:{account.group} {cluster}.")


def make_private(directory: Path, account: Account) -> None:
    """Make a directory that only `account` (and root) can enter, or see that it is one."""
    with suppress(FileExistsError):
        directory.mkdir(mode=0o700)
        os.chown(directory, account.user, account.group)
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.user or stat.S_IMODE(found.st_mode) != 0o700:
        raise EmbeddedError(f"PostgreSQL needs {directory} for itself: remove what you find there, and start again.")


def predecessor_gone(cluster: Path) -> int | None:
    """Wait until a server whose starter has died has stopped. Gives the pid that a crash left in postmaster.pid."""
    deadline = time.monotonic() + PREDECESSOR_SECONDS
    while (pid := _recorded_pid(cluster)) is not None and _runs_on(cluster, pid):
        if time.monotonic() > deadline:
            raise EmbeddedError(f"PostgreSQL (process {pid}) already runs on {cluster}: stop it with kill -INT {pid}.")
        time.sleep(PAUSE_SECONDS)
    return pid


def is_ready(cluster: Path, pid: int) -> bool:
    """Does the server with this pid accept connections? It says so in line 8 of postmaster.pid."""
    lines = pid_file(cluster)
    return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"


def pid_file(cluster: Path) -> list[str]:
    """The lines of postmaster.pid, none when it is missing."""
    try:
        return (cluster / "postmaster.pid").read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []


@contextmanager
def plainly(data: Path) -> Iterator[None]:
    """Turn what the system refuses into an EmbeddedError."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise EmbeddedError(
            f"You cannot keep data in {data} ({reason}): make it writable for you, or {ELSEWHERE}."
        ) from error


def _locked(marker: Path) -> TextIO:
    lock = marker.open("a+", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with lock:
            lock.seek(0)
            holder = lock.read()
        raise EmbeddedError(
            f"Same Deal (process {holder}) already runs on {marker.parent}: stop it, or {ELSEWHERE}."
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _recorded_pid(cluster: Path) -> int | None:
    first = pid_file(cluster)[:1]
    return int(first[0]) if first and first[0].isdecimal() else None


def _runs_on(cluster: Path, pid: int) -> bool:
    """A server's working directory is its cluster; where that cannot be seen, any process counts."""
    with suppress(OSError):
        if not Path("/proc/self/cwd").exists():
            os.kill(pid, 0)
            return True
        return Path(f"/proc/{pid}/cwd").samefile(cluster)
    return False
